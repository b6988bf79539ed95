package gamepage

import (
	"context"
	"net/url"
	"time"
)

// AwaitBots waits until it is the visitor's turn in a game against computer players, but not longer
// than botPatience. After that time the page says that they are still thinking.
func (s *Base) AwaitBots(ctx context.Context, game string) {
	ctx, cancel := context.WithTimeout(ctx, botPatience)
	defer cancel()
	look := time.NewTicker(botLook)
	defer look.Stop()
	for {
		st, err := s.Judge.BotGames.PlayState(ctx, game)
		if err != nil || !st.Thinking || st.Going {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// These constants say how long an answer waits for computer players, so that the next page shows
// the results, and how often it checks whether they have finished.
const (
	botPatience = 3 * time.Second
	botLook     = 25 * time.Millisecond
)

// PlayLink returns the address of a game with the key that opens it.
func PlayLink(game, key string) string { return "/g/" + game + "?key=" + url.QueryEscape(key) }
