# What pyright knows of pettingzoo, which need not be installed: the class behind podesta.parallel.
from typing import Any, Generic, TypeVar

AgentID = TypeVar("AgentID")
ObsType = TypeVar("ObsType")
ActionType = TypeVar("ActionType")

class ParallelEnv(Generic[AgentID, ObsType, ActionType]):
    metadata: dict[str, Any]
    agents: list[AgentID]
    possible_agents: list[AgentID]
    @property
    def num_agents(self) -> int: ...
    @property
    def max_num_agents(self) -> int: ...
    @property
    def unwrapped(self) -> ParallelEnv[AgentID, ObsType, ActionType]: ...
