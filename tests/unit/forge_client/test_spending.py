"""What models cost, added up and held against a cap."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from forge_client.runs import ModelUse
from forge_client.spending import SpendCap, added


def use(
    calls: int = 1, tokens: int | None = None, usd: float | None = None, name: str = "m"
) -> ModelUse:
    return ModelUse(name=name, calls=calls, input_tokens=tokens, output_tokens=None, cost_usd=usd)


def test_what_is_not_known_adds_nothing_to_what_is() -> None:
    both = added(use(2, tokens=30), use(1, usd=0.5, name="later"))
    assert both == ModelUse(
        name="later", calls=3, input_tokens=30, output_tokens=None, cost_usd=0.5
    )


def test_without_a_cap_nothing_is_too_much() -> None:
    assert SpendCap().reached_by(use(1_000, tokens=10**9, usd=10**6)) is None


@pytest.mark.parametrize(
    ("cap", "spent", "reached"),
    [
        (SpendCap(tokens=100), use(tokens=99), False),
        (SpendCap(tokens=100), use(tokens=100), True),
        (SpendCap(usd=1.0), use(tokens=10, usd=0.99), False),
        (SpendCap(usd=1.0), use(tokens=10, usd=1.0), True),
        (SpendCap(usd=1.0, tokens=5), use(tokens=10, usd=0.1), True),
        (SpendCap(usd=1.0), use(calls=0), False),
        (SpendCap(usd=1.0), use(calls=3), False),
    ],
)
def test_a_cap_is_reached_at_its_value(cap: SpendCap, spent: ModelUse, reached: bool) -> None:
    assert (cap.reached_by(spent) is not None) == reached


def test_a_cap_of_money_cannot_hold_where_no_price_is_known() -> None:
    told = SpendCap(usd=1.0).reached_by(use(tokens=10))
    assert told is not None
    assert "no price is known" in told


@pytest.mark.parametrize("cap", [{"usd": 0.0}, {"usd": -1.0}, {"tokens": 0}])
def test_a_cap_is_more_than_nothing(cap: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        SpendCap.model_validate(cap)
