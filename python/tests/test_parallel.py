"""Tests of podesta.parallel: PettingZoo's own if it is installed, and what it requires otherwise."""

from __future__ import annotations

import sys
import unittest

from podesta.parallel import MachiavelliEnv, parallel_env

try:
    from pettingzoo.test import parallel_api_test
except ImportError:
    parallel_api_test = None

SETUP = {"preset": "battleline-1978-basic", "years": 2}


def requirements(test: unittest.TestCase, env: MachiavelliEnv, cycles: int) -> int:
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
        live, finished = set(env.agents), set()
        for _ in range(cycles):
            actions = {agent: env.action_space(agent).sample() for agent in env.agents}
            answer = env.step(actions)
            phases += 1
            test.assertFalse(set(env.agents) & finished, "an agent came back")
            test.assertEqual(len(answer), 5)
            observations, rewards, terminations, truncations, infos = answer
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


class ParallelTest(unittest.TestCase):
    def setUp(self) -> None:
        self.env = parallel_env("A", **SETUP)
        self.addCleanup(self.env.close)

    def test_requirements(self) -> None:
        if parallel_api_test is None:
            print("PETTINGZOO IS NOT INSTALLED: its parallel_api_test was not run, only the same requirements as written here", file=sys.stderr)
        else:
            parallel_api_test(self.env, num_cycles=100)
        self.assertGreater(requirements(self, self.env, 100), 10)

    def test_actions_choose_orders(self) -> None:
        _, infos = self.env.reset(seed=1)
        for power, info in infos.items():
            legal, mask = info["legal"]["units"], info["action_mask"]
            self.assertEqual([sum(row) for row in mask[: len(legal)]], [len(u["orders"]) for u in legal])
            self.assertFalse(any(any(row) for row in mask[len(legal) + 2:]), power)
        before = infos["milan"]["legal"]["units"]
        advance = next((i, k) for i, u in enumerate(before) for k, o in enumerate(u["orders"]) if " - " in o and " S " not in o)
        action = [127] * 32
        action[advance[0]] = advance[1]
        *_, infos = self.env.step({"milan": action})
        told = [o for o in infos["milan"]["observation"]["orders"] if o["power"] == "milan"]
        ordered = before[advance[0]]["orders"][advance[1]]
        self.assertIn(ordered, [o["order"] for o in told])
        self.assertTrue(all(o["order"] == ordered or o["order"].endswith(" H") for o in told))

    def test_render(self) -> None:
        env = parallel_env("A", render_mode="ansi", **SETUP)
        self.addCleanup(env.close)
        self.assertIsNone(env.render())
        env.reset()
        self.assertIn("milan: A ", env.render() or "")
        self.assertIsNone(self.env.render())

    def test_step_before_reset(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "call reset"):
            self.env.step({})


if __name__ == "__main__":
    unittest.main()
