"""The board game Machiavelli as an environment for programs that learn or play.

``Environment`` starts the program ``podesta env`` and plays any number of games
with it. ``podesta.player.serve`` turns a function into a player program.
``podesta.parallel`` offers the interface of PettingZoo.
"""

from podesta._process import find_binary
from podesta.environment import Environment, Game, Problem, Request, Step

__all__ = ["Environment", "Game", "Problem", "Request", "Step", "find_binary"]
