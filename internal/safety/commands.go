package safety

import (
	"context"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

// Commands returns the commands with which people protect themselves, and answer the
// operators. If s is nil, they can only be described.
func (s *Safety) Commands() []act.Command {
	type none struct{}
	return []act.Command{
		act.Of(act.Command{
			Name: "acknowledge", Who: act.Account, Group: act.Safety, API: "POST /me/sanctions/acknowledge",
			Summary: "Say that you have read the warnings", Does: "Until then you can neither join or host games nor write to other players.",
			Mail: []act.Form{{Syntax: "ACKNOWLEDGE", Before: true, Does: "Says that you have read a warning of the operators.", Example: "ACKNOWLEDGE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			n, err := s.Acknowledge(ctx, by.Account)
			if n == 0 {
				return act.Saying(message.New("There is no warning that you have not acknowledged.")), err
			}
			return act.Saying(message.New("You have acknowledged the warning. You can join games and write again.")), err
		}),
	}
}
