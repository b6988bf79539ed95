package api

import (
	"context"
	"slices"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// reach returns an error if a channel cannot send notices to an address.
func (s *Server) reach(ctx context.Context, format, to string) error {
	way := s.ways[game.HookFormat(format)]
	if way == nil {
		var has []message.Name
		for f := range s.ways {
			if f != game.HookPush {
				has = append(has, message.Name(f))
			}
		}
		slices.Sort(has)
		return game.Refuse(game.Invalid, message.New("This judge has no channel {format}. It has: {channels}.", message.Name(format), message.ListOf(message.Commas, has)))
	}
	if wrong := way.Check(ctx, to); !wrong.IsZero() {
		return game.Refuse(game.Invalid, wrong)
	}
	return nil
}
