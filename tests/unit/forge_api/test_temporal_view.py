from __future__ import annotations

from urllib.parse import parse_qs, quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.refusals import Refused
from forge_api.memory.temporal_sight import Sight
from forge_api.web.temporal_view import narrowed, of_agents

SPACE = "/temporal/api/v1/namespaces/default"
OURS = "ForgeAgentId IN ('a', 'b')"
BOUND = Sight(own={"a", "b"}, known={"a", "b", "c"}, everything=False)
ALL = Sight(own={"a"}, known={"a"}, everything=True)


def seen(place: str, query: str = "", sight: Sight = BOUND) -> str:
    return narrowed(place.encode(), query.encode(), sight).decode()


@pytest.mark.parametrize(
    ("search", "due"),
    [
        ("", OURS),
        ('WorkflowId="agent-reflection/c"', f'{OURS} AND (WorkflowId="agent-reflection/c")'),
        ("GROUP BY ExecutionStatus", f"{OURS} GROUP BY ExecutionStatus"),
        (
            '`ExecutionStatus`="Running" AND x IN ("y", "z")',
            f'{OURS} AND (`ExecutionStatus`="Running" AND x IN ("y", "z"))',
        ),
        ('x = ") OR (1=1"', f'{OURS} AND (x = ") OR (1=1")'),
    ],
)
def test_a_list_is_of_one_s_own_agents_whatever_is_searched(search: str, due: str) -> None:
    assert of_agents(search, ["a", "b"]) == due
    assert parse_qs(seen(f"{SPACE}/workflows", f"query={quote(search)}"))["query"] == [due]


@pytest.mark.parametrize(
    "search",
    [
        "x=1) OR (1=1",
        "x /* ( */ ) OR (1=1 /* ) */",
        "x -- )",
        "x # )",
        "x = 'a\\' ) OR (1=1) OR x = '",
        "GROUP BY x) OR (1=1",
        "x = `a)b`",
        "(x",
        "x = 'never ends",
    ],
)
def test_a_search_that_would_leave_its_brackets_is_refused(search: str) -> None:
    with pytest.raises(Refused):
        of_agents(search, ["a"])


@given(st.text(st.sampled_from("x='\"`()/*-#\\ \n"), max_size=14))
def test_no_search_closes_our_bracket(search: str) -> None:
    try:
        asked = of_agents(search, ["a"])
    except Refused:
        return
    depth, quoted = 0, ""
    for character in asked.removeprefix("ForgeAgentId IN ('a')").removeprefix(" AND (")[:-1]:
        if quoted:
            quoted = "" if character == quoted else quoted
        elif character in "'\"`":
            quoted = character
        else:
            depth += (character == "(") - (character == ")")
        assert depth >= 0
    assert (depth, quoted) == (0, "")


def test_whoever_has_no_agent_sees_no_run() -> None:
    assert of_agents("", []) == "ForgeAgentId IN (' ')"


def test_whoever_may_see_everything_sees_it() -> None:
    assert seen(f"{SPACE}/schedules", "x=1", ALL) == "x=1"
    assert seen(f"{SPACE}/workflows", "query=1=1", ALL) == "query=1=1"


@pytest.mark.parametrize(
    "place",
    [
        f"{SPACE}/workflows/agent-reflection%2Fa",
        f"{SPACE}/workflows/agent-reflection%2Fc/runs/x/history",
        f"{SPACE}/task-queues/reflection",
        "/temporal/api/v1/settings",
        "/temporal/namespaces/default/workflows",
        "/temporal/_app/start.js",
    ],
)
def test_pages_and_runs_of_the_tenant_s_agents_are_shown_as_they_are_asked_for(place: str) -> None:
    assert seen(place, "a=b") == "a=b"


@pytest.mark.parametrize(
    "place",
    [
        f"{SPACE}/workflows/agent-reflection%2Fstranger",
        f"{SPACE}/workflows/reflection-nightly",
        f"{SPACE}/workflows/agent-reflection%2Fa/../reflection-nightly",
        f"{SPACE}/schedules",
        f"{SPACE}/batch-operations",
        "/temporal/%61pi/v1/namespaces/default/schedules",
        "/temporal//api/v1/namespaces/default/schedules",
        "/temporal/x/../api/v1/namespaces/default/schedules",
        "/temporal/%2561pi/v1/namespaces/default/schedules",
    ],
)
def test_whatever_is_not_known_to_be_his_is_not_there(place: str) -> None:
    with pytest.raises(Refused):
        seen(place)
