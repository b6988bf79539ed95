"""Programs that play: for ``podesta arena``, or any judge that speaks the protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any, Union


@dataclass(frozen=True)
class Decision:
    """A request for the orders of one power in one phase."""

    id: int
    #: A name that tells this game from others.
    game: str
    power: str
    #: What the seat of the power may know.
    observation: dict[str, Any]
    #: The legal orders of the power, as lines and as actions.
    legal: dict[str, Any]


#: Decides: returns the orders of the power as lines, or as numbers of actions.
Decide = Callable[[Decision], Sequence[Union[str, int]]]


def serve(decide: Decide, input: IO[str] | None = None, output: IO[str] | None = None) -> None:
    """Answer requests for orders until the input ends.

    Requests come from the standard input and answers go to the standard output,
    a line each. What the function prints is sent to the standard error, where it
    cannot disturb the answers. Raises ValueError for a line that is not a request, and
    TypeError if the function returns a text instead of a list.
    """
    source = input if input is not None else sys.stdin
    target = output if output is not None else sys.stdout
    if output is None:
        sys.stdout = sys.stderr
    try:
        for line in source:
            if line.strip():
                target.write(answer(decide, line) + "\n")
                target.flush()
    finally:
        if output is None:
            sys.stdout = target


def answer(decide: Decide, line: str) -> str:
    """Return the answer to one request, without the end of the line."""
    request: dict[str, Any] = json.loads(line)
    # A line can be anything.
    if not isinstance(request, dict) or request.get("op") != "decide":  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"expected a request with the op decide, not {line[:80]!r}")
    decision = Decision(
        request["id"], request.get("game", ""), request["power"], request["observation"], request["legal"]
    )
    orders = decide(decision)
    if isinstance(orders, (str, bytes)):
        raise TypeError(f"expected a list of orders, not the text {orders[:80]!r}: put it into a list")
    return json.dumps({"id": decision.id, "orders": list(orders)}, separators=(",", ":"))
