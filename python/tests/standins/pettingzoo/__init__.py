"""A stand-in for pettingzoo: see README.md in the folder above."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

AgentID = TypeVar("AgentID")
ObsType = TypeVar("ObsType")
ActionType = TypeVar("ActionType")


class ParallelEnv(Generic[AgentID, ObsType, ActionType]):
    """The base of environments whose agents act at the same time."""

    metadata: dict[str, Any]
    agents: list[AgentID]
    possible_agents: list[AgentID]
    observation_spaces: dict[AgentID, Any]
    action_spaces: dict[AgentID, Any]

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        """Return observations and infos of a new game."""
        raise NotImplementedError

    def step(self, actions: Mapping[AgentID, ActionType]) -> Any:
        """Return observations, rewards, terminations, truncations and infos."""
        raise NotImplementedError

    def render(self) -> Any:
        """Show the environment."""
        raise NotImplementedError

    def close(self) -> None:
        """Release what the environment holds."""

    def state(self) -> Any:
        """Return a view of everything, which few environments have."""
        raise NotImplementedError

    def observation_space(self, agent: AgentID) -> Any:
        """Return the space of an agent's observations; environments should replace this."""
        warnings.warn("the environment should have its own observation_space")
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentID) -> Any:
        """Return the space of an agent's actions; environments should replace this."""
        warnings.warn("the environment should have its own action_space")
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        """The number of agents that act."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """The number of agents that can act."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "ParallelEnv[AgentID, ObsType, ActionType]":
        """The environment without wrappers."""
        return self

    def __str__(self) -> str:
        return str(self.metadata.get("name", type(self).__name__)) if hasattr(self, "metadata") else type(self).__name__
