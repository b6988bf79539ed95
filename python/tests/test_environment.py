"""Tests of podesta.Environment with a real process (PODESTA names the program)."""

from __future__ import annotations

import random
import unittest

import podesta


class EnvironmentTest(unittest.TestCase):
    def setUp(self) -> None:
        self.env = podesta.Environment()
        self.addCleanup(self.env.close)

    def test_hello(self) -> None:
        hello = self.env.hello()
        self.assertEqual(hello["protocol"], 1)
        self.assertIn("random", hello["players"])
        self.assertIn("B", [s["id"] for s in hello["scenarios"]])

    def test_random_game(self) -> None:
        dice = random.Random(1)
        game = self.env.reset("B", seed=1, years=2, legal=True)
        steps: list[podesta.Step] = []
        while not game.over:
            orders = {p: [dice.choice(u["actions"]) for u in legal.get("units", [])] for p, legal in game.legal.items()}
            steps.append(game.step(orders, legal=True, form="actions"))
            self.assertEqual(steps[-1].refused, [])
        self.assertGreaterEqual(len(steps), 8)
        self.assertEqual(steps[-1].end, "years")
        self.assertAlmostEqual(sum(steps[-1].rewards.values()), 1)
        self.assertEqual(game.outcome()["shares"], steps[-1].rewards)

    def test_actions_are_lines(self) -> None:
        vocabulary = self.env.vocabulary("A", preset="battleline-1978-basic")
        game = self.env.reset("A", preset="battleline-1978-basic", legal=["milan"])
        for unit in game.legal["milan"]["units"]:
            for order, action in zip(unit["orders"], unit["actions"], strict=True):
                place = unit["unit"].partition(" ")[2]
                self.assertTrue(vocabulary[action].removeprefix("G ").startswith(place), (order, vocabulary[action]))

    def test_observation_hides_treasuries(self) -> None:
        game = self.env.reset("B", seed=1, options={"treasury-visibility": "hidden"})
        seen = game.observe("milan")
        self.assertEqual(list(seen["position"]["treasuries"]), ["milan"])
        self.assertNotIn("ducats", seen["powers"]["venice"])
        self.assertIn("venice", game.observe()["position"]["treasuries"])

    def test_clone_and_restore(self) -> None:
        game = self.env.reset("B", seed=3)
        game.step(players={"milan": "random"})
        copies = [game.clone(), self.env.restore(game.save())]
        for _ in range(4):
            expected = game.step().cities
            for copy in copies:
                self.assertEqual(copy.step().cities, expected)

    def test_many_games(self) -> None:
        games = [self.env.reset("diplomacy", seed=i, legal=True) for i in range(10)]
        steps = self.env.step_many([(g, {p: [u["actions"][0] for u in g.legal[p]["units"]] for p in g.powers}) for g in games], legal=True)
        self.assertEqual({s.phase for s in steps}, {games[0].phase})
        self.assertTrue(all(g.legal["france"]["units"][0]["actions"] for g in games))

    def test_problems(self) -> None:
        game = self.env.reset("B")
        with self.assertRaisesRegex(podesta.Problem, 'nobody plays "rome"') as caught:
            game.observe("rome")
        self.assertEqual(caught.exception.code, "power")
        with self.assertRaisesRegex(podesta.Problem, "damaged"):
            self.env.restore(game.save()[:-4])
        game.close()
        with self.assertRaisesRegex(podesta.Problem, "there is no game"):
            game.step()
        answers = self.env.batch([podesta.Request("hello"), podesta.Request("nothing")])
        hello = answers[0]
        self.assertEqual(hello["protocol"] if isinstance(hello, dict) else hello, 1)
        self.assertIsInstance(answers[1], podesta.Problem)
        self.assertEqual(self.env.batch([]), [])

    def test_step_many_goes_on_after_a_problem(self) -> None:
        first, second = self.env.reset("A"), self.env.reset("A")
        with self.assertRaisesRegex(podesta.Problem, "there is no action"):
            self.env.step_many([(first, {"milan": [10**8]}), (second, {})])
        self.assertNotEqual(first.phase, second.phase)

    def test_closed(self) -> None:
        env = podesta.Environment()
        env.close()
        env.close()
        with self.assertRaisesRegex(RuntimeError, "closed"):
            env.hello()

    def test_missing_program(self) -> None:
        with self.assertRaises(FileNotFoundError):
            podesta.Environment(["/nowhere/podesta", "env"])


if __name__ == "__main__":
    unittest.main()
