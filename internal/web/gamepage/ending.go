package gamepage

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Ending describes how a game ended, in a language. It is empty if the log has no notice about the
// end, as for a game that was won according to the rules.
func (s *Base) Ending(ctx context.Context, l message.Language, g *game.Game, role game.Role) (string, error) {
	entries, err := s.LastEntries(ctx, g, role, 0, 200)
	if err != nil {
		return "", err
	}
	for i := len(entries.List) - 1; i >= 0; i-- {
		if n, ok := NoticeOf(&entries.List[i]); ok {
			switch n.Topic {
			case journal.TopicVictory, journal.TopicDraw, journal.TopicConcession, journal.TopicTerminated:
				return n.In(l), nil
			}
		}
	}
	return "", nil
}
