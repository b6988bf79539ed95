"""Tests of podesta.parallel.

The checks of PettingZoo and Gymnasium run if they are installed, and else the same
requirements as written here. test_standins.py runs this file with stand-ins for them.
"""

from __future__ import annotations

import sys
import unittest
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from podesta.parallel import CHOICES, SLOTS, MachiavelliEnv, parallel_env


def installed(name: str) -> Any:
    """Return a module, or None if it is not installed. Something else that it needs must be there."""
    try:
        return import_module(name)
    except ModuleNotFoundError as e:
        if e.name is not None and f"{name}.".startswith(f"{e.name}."):
            return None
        raise


BASIC = "battleline-1978-basic"
MONEY = "battleline-1978-advanced"


def requirements(test: unittest.TestCase, env: MachiavelliEnv, cycles: int, masked: bool) -> int:
    """Check what pettingzoo.test.parallel_api_test checks, and more strictly: it warns where this fails.

    Returns the number of phases played.
    """
    env.reset(seed=0, options={"options": 1})
    phases = 0
    for _ in range(2):
        observations, infos = env.reset()
        test.assertIsInstance(observations, dict)
        test.assertIsInstance(infos, dict)
        test.assertEqual(set(observations), set(env.agents))
        test.assertEqual(set(infos), set(env.agents))
        live: set[str] = set(env.agents)
        finished: set[str] = set()
        for _ in range(cycles):
            actions = {a: env.action_space(a).sample(infos[a]["action_mask"] if masked else None) for a in env.agents}
            test.assertTrue(all(env.action_space(a).contains(actions[a]) for a in actions))
            answer = env.step(actions)
            phases += 1
            test.assertFalse(set(env.agents) & finished, "an agent came back")
            test.assertEqual(len(answer), 5)
            observations, _rewards, terminations, truncations, infos = answer
            for told in answer:
                test.assertIsInstance(told, dict)
                test.assertEqual(set(told), live)
            test.assertLessEqual(set(env.agents), set(env.possible_agents))
            for agent in live:
                space = env.observation_space(agent)
                test.assertIs(space, env.observation_space(agent))
                test.assertIs(env.action_space(agent), env.action_space(agent))
                test.assertTrue(space.contains(observations[agent]))
            gone = {agent for agent in live if terminations[agent] or truncations[agent]}
            finished |= gone
            live -= gone
            test.assertEqual(set(env.agents), live)
            if not live:
                break
    return phases


def choose(env: MachiavelliEnv, info: Mapping[str, Any], *orders: str) -> list[int]:
    """Return the action that chooses these orders, each in the next slot of its kind, and no others."""
    action: list[int] = []
    for kind, slots in env.slots.items():
        legal = info["legal"].get(kind, [])
        if kind == "units":
            chosen = [next((k for k, o in enumerate(u["orders"], 1) if o in orders), 0) for u in legal]
        else:
            chosen = [1 + legal["orders"].index(o) for o in orders if o in legal["orders"]] if legal else []
        action += chosen + [0] * (slots - len(chosen))
    return action


def winter(env: MachiavelliEnv, power: str) -> dict[str, Any]:
    """Play without orders to the next winter, and return the info of a power."""
    while True:
        _, _, _, _, infos = env.step({})
        if infos[power]["observation"]["phase"].endswith("adjustments"):
            return infos[power]


class ParallelTest(unittest.TestCase):
    def setUp(self) -> None:
        self.env = self.make("A", preset=BASIC)

    def make(self, scenario: str, **settings: Any) -> MachiavelliEnv:
        """Return an environment that the test closes."""
        env = parallel_env(scenario, **{"years": 2, **settings})
        self.addCleanup(env.close)
        return env

    def told(self, info: Mapping[str, Any], power: str) -> list[dict[str, Any]]:
        """Return the outcomes of the orders that a power gave itself."""
        return [o for o in info["observation"]["orders"] if o["power"] == power and o["given"]]

    def test_requirements(self) -> None:
        for masked in (False, True):
            self.assertGreater(requirements(self, self.env, 100, masked), 10)

    def test_conformity(self) -> None:
        zoo, checker = installed("pettingzoo.test"), installed("gymnasium.utils.passive_env_checker")
        if zoo is None:
            print(
                "PETTINGZOO IS NOT INSTALLED: its parallel_api_test and parallel_seed_test were NOT RUN, "
                "only the same requirements as written in test_parallel.py", file=sys.stderr,
            )
        else:
            zoo.parallel_api_test(self.env, num_cycles=100)
            zoo.parallel_seed_test(lambda: self.make("A", preset=BASIC), num_cycles=10)
        if checker is None:
            print("GYMNASIUM IS NOT INSTALLED: its checks of spaces and observations were NOT RUN", file=sys.stderr)
        else:
            observations, _ = self.env.reset(seed=1)
            for agent in self.env.agents:
                space = self.env.observation_space(agent)
                checker.check_action_space(self.env.action_space(agent))
                checker.check_observation_space(space)
                checker.check_obs(observations[agent], space, "reset")

    def test_members_of_the_packages(self) -> None:
        pettingzoo, gymnasium, numpy = installed("pettingzoo"), installed("gymnasium"), installed("numpy")
        if None in (pettingzoo, gymnasium, numpy):
            self.skipTest("pettingzoo, gymnasium or numpy is missing: test_standins.py runs this with stand-ins")
        observations, infos = self.env.reset(seed=1)
        self.assertIsInstance(self.env, pettingzoo.ParallelEnv)
        self.assertEqual((self.env.num_agents, self.env.max_num_agents), (4, 4))
        self.assertIs(self.env.unwrapped, self.env)
        self.assertIsInstance(self.env.action_space("milan"), gymnasium.spaces.MultiDiscrete)
        self.assertIsInstance(self.env.observation_space("milan"), gymnasium.spaces.Dict)
        self.assertEqual(observations["milan"]["areas"].dtype, numpy.int32)
        row = infos["milan"]["action_mask"][0]
        self.assertEqual((row.dtype, row.shape), (numpy.int8, (1 + CHOICES["units"],)))
        with self.assertRaises(ValueError):
            row[0] = 0  # rows are shared

    def test_seed(self) -> None:
        def played() -> list[Any]:
            for number, agent in enumerate(self.env.possible_agents):
                self.env.action_space(agent).seed(number)
            _, infos = self.env.reset(seed=5)
            phases: list[Any] = []
            while self.env.agents:
                actions = {a: self.env.action_space(a).sample(infos[a]["action_mask"]) for a in self.env.agents}
                _, _, _, _, infos = self.env.step(actions)
                phases.append({a: info["observation"]["position"] for a, info in infos.items()})
            return phases

        self.assertEqual(played(), played())

    def test_mask(self) -> None:
        _, infos = self.env.reset(seed=1)
        for power, info in infos.items():
            legal, mask = info["legal"], info["action_mask"]
            self.assertEqual(len(mask), sum(SLOTS.values()))
            self.assertTrue(all(row[0] == 1 for row in mask))  # to give no order is possible everywhere
            units = SLOTS["units"]
            orders = [len(u["orders"]) for u in legal["units"]] + [0] * (units - len(legal["units"]))
            self.assertEqual([sum(row) - 1 for row in mask[:units]], orders, power)
            others = mask[units + SLOTS["builds"] + SLOTS["money"] :][: SLOTS["others"]]
            self.assertEqual({sum(row) - 1 for row in others}, {len(legal.get("others", {"orders": []})["orders"])})
            self.assertEqual({sum(row) for row in mask[units : units + SLOTS["builds"]]}, {1})  # not in spring
            self.assertEqual(info["refused"], [])

    def test_actions_choose_orders(self) -> None:
        _, infos = self.env.reset(seed=1)
        before = infos["milan"]["legal"]["units"]
        advance = next(o for u in before for o in u["orders"] if " - " in o and " S " not in o)
        _, _, _, _, infos = self.env.step({"milan": choose(self.env, infos["milan"], advance)})
        self.assertEqual([o["order"] for o in self.told(infos["milan"], "milan")], [advance])

    def test_none(self) -> None:
        env = self.make("B", preset=MONEY)
        _, infos = env.reset(seed=1)
        ducats = infos["venice"]["observation"]["powers"]["venice"]["ducats"]
        nothing = [0] * sum(SLOTS.values())
        beyond = [limit - 1 for limit in env.action_space("venice").nvec]  # the mask excludes them
        for action in (nothing, beyond):
            _, _, _, _, infos = env.step({"venice": action})
            self.assertEqual(self.told(infos["venice"], "venice"), [])
            self.assertEqual(infos["venice"]["observation"]["powers"]["venice"]["ducats"], ducats)

    def test_several_expenses(self) -> None:
        env = self.make("B", preset=MONEY)
        _, infos = env.reset(seed=1)
        bribes = [o for o in infos["venice"]["legal"]["money"]["orders"] if o.startswith("E: 3d, Counter-Bribe")]
        action = choose(env, infos["venice"], *bribes[:6])
        first = sum(SLOTS[kind] for kind in ("units", "builds"))
        action[first + 6] = action[first]  # once more: it counts once
        _, _, _, _, infos = env.step({"venice": action})
        paid = [o["paid"] for o in self.told(infos["venice"], "venice") if o["kind"] == "expense"]
        self.assertEqual(paid, [3, 3, 3, 3])
        self.assertEqual([line["power"] for line in infos["venice"]["refused"]], ["venice"] * 2)
        self.assertIn("four expenses", infos["venice"]["refused"][0]["error"])
        self.assertEqual(infos["milan"]["refused"], [])

    def test_more_than_the_treasury(self) -> None:
        env = self.make("B", preset=MONEY)
        _, infos = env.reset(seed=1)
        ducats = infos["venice"]["observation"]["powers"]["venice"]["ducats"]
        dear = [o for o in infos["venice"]["legal"]["money"]["orders"] if o.startswith("E: 9d, Buy")][:2]
        self.assertLess(ducats, 18)
        _, _, _, _, infos = env.step({"venice": choose(env, infos["venice"], *dear)})
        first, second = self.told(infos["venice"], "venice")
        self.assertEqual((first["order"], first["paid"]), (dear[0].replace("E: 9d,", "E1:"), 9))
        self.assertEqual((second["outcome"], second["paid"]), ("wasted", ducats - 9))
        self.assertEqual(infos["venice"]["observation"]["powers"]["venice"]["ducats"], 0)

    def test_several_builds(self) -> None:
        env = self.make("B", preset=MONEY)
        env.reset(seed=1)
        info = winter(env, "venice")
        builds = info["legal"]["builds"]["orders"]
        self.assertEqual(builds, ["B G Padua", "B A Treviso", "B G Treviso"])
        units = info["observation"]["position"]["units"]["venice"]
        action = choose(env, info, *builds[:2])
        first = SLOTS["units"]
        action[first + 2] = action[first]  # once more: it counts once
        _, _, _, _, infos = env.step({"venice": action})
        self.assertEqual(infos["venice"]["observation"]["position"]["units"]["venice"], [*units, "G Padua", "A Treviso"])

    def test_warns_once_of_what_does_not_fit(self) -> None:
        env = self.make("A", preset=BASIC, slots={"units": 1}, choices={"units": 2})
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            _, infos = env.reset(seed=1)
            env.step({})
        self.assertEqual([w.category for w in caught], [UserWarning] * 2)
        self.assertEqual({w.filename for w in caught}, {__file__})
        self.assertRegex(str(caught[0].message), r"more than the 1 slots of units, .*slots=\{'units': \d\}")
        self.assertRegex(str(caught[1].message), r"more than the 2 choices of units, .*choices=\{'units': \d+\}")
        mask = infos["milan"]["action_mask"]
        self.assertEqual((len(mask), list(mask[0])), (1 + sum(SLOTS.values()) - SLOTS["units"], [1, 1, 1]))
        with self.assertRaisesRegex(ValueError, "there are no unit: expected some of units, builds"):
            parallel_env("A", slots={"unit": 4})

    def test_every_scenario_fits(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for scenario in ("A", "B", "D", "dipmach", "spanish-preponderance-1995"):
                env = self.make(scenario, years=1)
                _, infos = env.reset(seed=1)
                while env.agents:
                    actions: dict[str, Sequence[int]] = {a: env.action_space(a).sample(infos[a]["action_mask"]) for a in env.agents}
                    _, _, _, _, infos = env.step(actions)

    def test_render(self) -> None:
        env = self.make("A", preset=BASIC, render_mode="ansi")
        self.assertIsNone(env.render())
        env.reset()
        self.assertIn("milan: A ", env.render() or "")
        self.assertIsNone(self.env.render())

    def test_step_before_reset(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "call reset"):
            self.env.step({})


if __name__ == "__main__":
    unittest.main()
