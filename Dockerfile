# The image of forge and of the worker: no root, no compiler, no embedded servers.
FROM python:3.13-slim AS packages
COPY requirements.server.lock .
RUN python -m venv /opt/reflection \
 && /opt/reflection/bin/pip install --no-cache-dir --disable-pip-version-check \
      --require-hashes --requirement requirements.server.lock

FROM python:3.13-slim
COPY --from=packages /opt/reflection /opt/reflection
WORKDIR /app
COPY . .
ENV PATH=/opt/reflection/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
CMD ["python", "-m", "forge_api"]
