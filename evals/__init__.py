"""What is measured, and how: one command each, `python -m evals.NAME [--file F] [--json]`.

A measurement reads labelled sets, asks the code that ships, and prints what it found. It decides
nothing, and nothing of the product imports it.
"""

from __future__ import annotations
