"""Games, played by the program ``podesta env``."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Union

from podesta._process import find_binary

#: An order: a line of text, or the number of an action in the vocabulary.
Order = Union[str, int]

#: The orders of the powers, by their ids.
Orders = Mapping[str, Sequence[Order]]

#: The powers to tell about: their ids, or True for all.
Powers = Union[bool, Sequence[str]]

#: The version of the protocol that this package speaks.
PROTOCOL = 1


class Problem(Exception):
    """A request that podesta refused. It has changed nothing.

    ``code`` is for programs: "request", "game", "power", "orders", "scenario",
    "state", "limit" or "over".
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Request:
    """One request of a batch: an op with its members."""

    op: str
    members: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass
class Step:
    """What a phase has led to."""

    phase: str
    over: bool
    #: How the game has ended: "victory", "years", "alone", or "" while it goes on.
    end: str
    #: By power: its sum-of-squares share at the end of the game, 0 before.
    rewards: dict[str, float]
    #: By power: whether it is eliminated, or the game is over.
    done: dict[str, bool]
    cities: dict[str, int]
    #: The lines that were refused, with "power", "given" and "error".
    refused: list[dict[str, str]]
    #: By power, if asked for: what its seat may know.
    observations: dict[str, dict[str, Any]]
    #: By power, if asked for: its legal orders.
    legal: dict[str, dict[str, Any]]
    #: If asked for: the outcome of every order, and everything else that happened.
    orders: list[dict[str, Any]]
    events: list[dict[str, Any]]

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> "Step":
        """Return the step of an answer to the op ``step``."""
        get = answer.get
        return cls(
            answer["phase"], answer["over"], get("end", ""), answer["rewards"], answer["done"], answer["cities"],
            get("refused", []), get("observations", {}), get("legal", {}), get("orders", []), get("events", []),
        )


class Environment:
    """Any number of games, played by one process of ``podesta env``.

    It is a context manager, and not safe for use by several threads at once.
    ``command`` starts the process; without one it is the podesta of
    ``find_binary``.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._process = subprocess.Popen(
            list(command) if command is not None else [find_binary(), "env"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._id = 0
        hello = self.hello()
        if hello["protocol"] != PROTOCOL:
            self.close()
            raise Problem("request", f"podesta speaks protocol {hello['protocol']}, this package {PROTOCOL}: update the older one")

    def __enter__(self) -> "Environment":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process, and with it all games."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()

    def ask(self, op: str, **members: Any) -> dict[str, Any]:
        """Send one request and return its answer. Raises Problem if it is refused."""
        self._id += 1
        return _checked(self._exchange({"id": self._id, "op": op, **members}))

    def batch(self, requests: Iterable[Request]) -> list[Union[dict[str, Any], Problem]]:
        """Send many requests in one line and return their answers in order.

        A request that is refused has a Problem as its answer, which is not
        raised. The requests are carried out one after the other.
        """
        sent: list[dict[str, Any]] = []
        for request in requests:
            self._id += 1
            sent.append({"id": self._id, "op": request.op, **request.members})
        if not sent:
            return []
        answers: list[dict[str, Any]] | dict[str, Any] = self._exchange(sent)
        if isinstance(answers, dict):
            raise _problem(answers)
        return [_problem(a) if "error" in a else a for a in answers]

    def _exchange(self, value: Any) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None or stdin.closed:
            raise RuntimeError("this environment is closed")
        try:
            stdin.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
            stdin.flush()
        except BrokenPipeError:
            raise RuntimeError("the process podesta env has ended") from None
        line = stdout.readline()
        if not line:
            raise RuntimeError("the process podesta env has ended")
        return json.loads(line)

    def hello(self) -> dict[str, Any]:
        """Return versions, presets, scenarios and the built-in players."""
        return self.ask("hello")

    def vocabulary(self, scenario: str, **setup: Any) -> list[str]:
        """Return the actions of a scenario: a list whose indices are their numbers.

        ``setup`` has variant, seats, preset and options as for ``reset``.
        """
        actions: list[str] = self.ask("vocabulary", scenario=scenario, **setup)["actions"]
        return actions

    def board(self, scenario: str, **setup: Any) -> dict[str, Any]:
        """Return the areas of a scenario's board, with their borders, and its powers."""
        return self.ask("board", scenario=scenario, **setup)

    def reset(
        self,
        scenario: str = "B",
        *,
        variant: str = "",
        seats: Sequence[Sequence[str]] = (),
        preset: str = "",
        options: Mapping[str, str] | None = None,
        seed: Union[str, int] = "",
        years: int = 10,
        observe: Powers = False,
        legal: Powers = False,
        form: str = "both",
    ) -> "Game":
        """Open a game.

        Games with the same seed have the same dice. Without a seed, every game
        of this environment has dice of its own, the same in every run.
        ``observe`` and ``legal`` ask for what powers see, and for their legal
        orders: as "lines", "actions" or "both".
        """
        answer = self.ask(
            "reset", scenario=scenario, variant=variant, seats=[list(s) for s in seats], preset=preset, options=dict(options or {}),
            seed=seed, years=years, observe=_selection(observe), legal=_selection(legal), form=form,
        )
        return Game(self, answer)

    def restore(self, state: str, *, observe: Powers = False, legal: Powers = False, form: str = "both") -> "Game":
        """Open a game from the state that ``Game.save`` returned."""
        return Game(self, self.ask("restore", state=state, observe=_selection(observe), legal=_selection(legal), form=form))

    def step_many(
        self,
        moves: Iterable[tuple["Game", Orders]],
        *,
        players: Mapping[str, str] | None = None,
        observe: Powers = False,
        legal: Powers = False,
        form: str = "actions",
        events: bool = False,
    ) -> list[Step]:
        """Resolve a phase of each of many games in one round trip.

        Raises the first Problem, after the other games have been stepped.
        """
        games: list[Game] = []
        requests: list[Request] = []
        for game, orders in moves:
            games.append(game)
            requests.append(Request("step", _step(game.id, orders, players, observe, legal, form, events)))
        steps: list[Step] = []
        first: Problem | None = None
        for game, answer in zip(games, self.batch(requests)):
            if isinstance(answer, Problem):
                first = first or answer
                continue
            steps.append(game._stepped(answer))  # pyright: ignore[reportPrivateUsage] # of this module
        if first is not None:
            raise first
        return steps


class Game:
    """One game of an Environment."""

    def __init__(self, environment: Environment, answer: Mapping[str, Any]) -> None:
        self.environment = environment
        #: The handle of the game in requests.
        self.id: int = answer["game"]
        self.phase: str = answer["phase"]
        self.over: bool = answer["over"]
        #: The ids of the powers that somebody plays.
        self.powers: list[str] = answer["powers"]
        #: What was asked for last: by power, what it sees, and its legal orders.
        self.observations: dict[str, dict[str, Any]] = answer.get("observations", {})
        self.legal: dict[str, dict[str, Any]] = answer.get("legal", {})

    def step(
        self,
        orders: Orders | None = None,
        *,
        players: Mapping[str, str] | None = None,
        observe: Powers = False,
        legal: Powers = False,
        form: str = "both",
        events: bool = False,
    ) -> Step:
        """Resolve the phase.

        ``players`` lets built-in players decide for powers: {"venice": "hard"}.
        A power without orders and player gives none.
        """
        return self._stepped(self.environment.ask("step", **_step(self.id, orders or {}, players, observe, legal, form, events)))

    def _stepped(self, answer: Mapping[str, Any]) -> Step:
        step = Step.of(answer)
        self.phase, self.over = step.phase, step.over
        self.observations, self.legal = step.observations, step.legal
        return step

    def observe(self, power: str = "") -> dict[str, Any]:
        """Return what the seat of a power may know; without a power everything."""
        seen: dict[str, Any] = self.environment.ask("observe", game=self.id, power=power)["observation"]
        return seen

    def legal_orders(self, power: str, *, form: str = "both", buying: Sequence[Order] = ()) -> dict[str, Any]:
        """Return the legal orders of a power.

        With expenses in ``buying``, the member "bought" has the orders that the
        units which they buy could be given.
        """
        answer = self.environment.ask("legal", game=self.id, power=power, form=form, buying=list(buying))
        found: dict[str, Any] = answer["legal"]
        if "bought" in answer:
            found["bought"] = answer["bought"].get("units", [])
        return found

    def clone(self, seed: Union[str, int] = "") -> "Game":
        """Return a copy that continues independently, with a seed with other dice."""
        return Game(self.environment, self.environment.ask("clone", game=self.id, seed=seed))

    def save(self) -> str:
        """Return the state of the game as a text, for ``Environment.restore``."""
        state: str = self.environment.ask("save", game=self.id)["state"]
        return state

    def outcome(self) -> dict[str, Any]:
        """Return how the game stands: end, victors, cities, places, shares, alive."""
        answer = self.environment.ask("outcome", game=self.id)
        del answer["id"]
        return answer

    def close(self) -> None:
        """Forget the game."""
        self.environment.ask("close", game=self.id)


def _step(
    game: int, orders: Orders, players: Mapping[str, str] | None, observe: Powers, legal: Powers, form: str, events: bool
) -> dict[str, Any]:
    members: dict[str, Any] = {"game": game, "orders": orders, "form": form}
    if players:
        members["players"] = dict(players)
    if observe:
        members["observe"] = _selection(observe)
    if legal:
        members["legal"] = _selection(legal)
    if events:
        members["events"] = True
    return members


def _selection(powers: Powers) -> Union[bool, list[str]]:
    return powers if isinstance(powers, bool) else list(powers)


def _problem(answer: Mapping[str, Any]) -> Problem:
    return Problem(answer["error"]["code"], answer["error"]["message"])


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        raise _problem(answer)
    return answer
