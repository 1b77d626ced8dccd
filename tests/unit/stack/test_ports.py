from __future__ import annotations

import socket

import pytest

from stack import errors
from stack.ports import HOST, Ports


def test_a_taken_port_is_named_with_its_part_and_the_option_that_chooses_another() -> None:
    with socket.create_server((HOST, 0)) as other, socket.create_server((HOST, 0)) as free:
        taken = other.getsockname()[1]
        spare = free.getsockname()[1]
        free.close()
        with pytest.raises(errors.PortTaken, match=rf"{taken}.*--forge-port \(make: FORGE_PORT"):
            Ports(forge=taken, temporal=spare, ui=spare).require_free()
        with pytest.raises(errors.PortTaken, match=rf"{taken}.*Web UI.*--ui-port \(make: UI_PORT"):
            Ports(forge=spare, temporal=spare, ui=taken).require_free()
