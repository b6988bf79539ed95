"""Tests of podesta.player."""

from __future__ import annotations

import io
import json
import unittest

from podesta.player import Decision, answer, serve

REQUEST = {"op": "decide", "id": 3, "game": "g", "power": "milan", "observation": {"phase": "x"}, "legal": {"units": [{"unit": "A Pavia", "orders": ["A Pavia H"], "actions": [7]}]}}


class PlayerTest(unittest.TestCase):
    def test_serve(self) -> None:
        asked: list[Decision] = []

        def decide(decision: Decision) -> list[str]:
            asked.append(decision)
            return [unit["orders"][0] for unit in decision.legal["units"]]

        out = io.StringIO()
        serve(decide, io.StringIO(json.dumps(REQUEST) + "\n\n" + json.dumps({**REQUEST, "id": 4}) + "\n"), out)
        self.assertEqual([json.loads(line) for line in out.getvalue().splitlines()], [{"id": 3, "orders": ["A Pavia H"]}, {"id": 4, "orders": ["A Pavia H"]}])
        self.assertEqual((asked[0].power, asked[0].game), ("milan", "g"))

    def test_not_a_request(self) -> None:
        for line in ("[]", '{"op": "hello"}', "{"):
            with self.assertRaises(ValueError):
                answer(lambda decision: [], line)

    def test_text_instead_of_list(self) -> None:
        with self.assertRaisesRegex(TypeError, "put it into a list"):
            answer(lambda decision: "A Pavia H", json.dumps(REQUEST))


if __name__ == "__main__":
    unittest.main()
