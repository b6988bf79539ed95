package lobby

import (
	"context"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

type wishArgs struct {
	Preferences string `arg:"preferences,optional" most:"200" doc:"Powers by their letters, the best first, equal ones in brackets: VL[IN]; empty: none"`
}

// PlayerCommands returns the commands of those who take part in a game, or want to. If l is
// nil, they can only be described.
func (l *Lobby) PlayerCommands() []act.Command {
	return []act.Command{
		act.Of(act.Command{
			Name: "set preferences", Scope: act.Game, Who: act.Player, Group: act.Joining, API: "POST /games/{game}/preferences",
			Summary: "Change which powers you prefer", Short: []act.Form{{Syntax: "PREFERENCES preferences"}},
			Mail: []act.Form{{
				Syntax: "SET PREFERENCE [preferences]", Also: []string{"SET PREFERENCES", "SET PREF"}, Example: "SET PREFERENCE V L [FI] A",
				Does: "Sets the powers that you prefer, by their letters, best first, equal ones in brackets. * leaves it to chance; without letters the list is deleted. Only while the game is forming.",
			}},
		}, func(ctx context.Context, by act.Caller, a wishArgs) (*act.Done, error) {
			wish, err := l.setWish(ctx, by.Game.ID, by.Role, a.Preferences)
			if err != nil {
				return nil, err
			}
			return act.Saying(SayWish(wish)), nil
		}),
	}
}

// SayWish says which powers somebody prefers.
func SayWish(wish string) message.Message {
	if wish == "" {
		return message.New("Your list of preferred powers is cleared.")
	}
	return message.New("Your preferences, best first: {letters}", message.Order(wish))
}
