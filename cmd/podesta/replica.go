package main

import (
	"context"
	"log/slog"

	"podesta/internal/store"
)

// replicaWatch returns a round of the worker that logs when the replica of the
// database is no longer used, and when it is used again. It is no failure of the
// judge, which reads everything from the database then.
func replicaWatch(state func() store.ReplicaState, log *slog.Logger) func(context.Context) (int, error) {
	first, used := true, false
	return func(context.Context) (int, error) {
		now := state()
		if first && now.Problem != nil {
			first = false // it has had a second to answer
			log.Warn("the replica is not used; the database serves all pages", "replica", now.Name, "problem", now.Problem)
			return 0, nil
		}
		switch was := used; {
		case now.Problem == nil && !was:
			log.Info("the replica serves pages for visitors", "replica", now.Name)
		case now.Problem != nil && was:
			log.Warn("the replica is not used; the database serves all pages", "replica", now.Name, "problem", now.Problem)
		}
		first, used = false, now.Problem == nil
		return 0, nil
	}
}
