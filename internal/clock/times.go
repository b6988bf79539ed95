package clock

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

type timesArgs struct {
	Deadline time.Time `arg:"deadline,optional" ask:"the date" doc:"Until when orders can be sent"`
	Grace    time.Time `arg:"grace,optional" ask:"the date" doc:"Until when late orders are waited for"`
	Start    time.Time `arg:"start,optional" ask:"the date" doc:"Before this time the phase is not resolved"`
}

// timeCommands returns the commands of masters about the times of the current phase.
func (k *Clockwork) timeCommands() []act.Command {
	type none struct{}
	return []act.Command{
		act.Of(act.Command{
			Name: "set times", Scope: act.Game, Who: act.Master, Group: act.Mastery, API: "PUT /games/{game}/times",
			Summary: "Set the deadline, the end of grace or the earliest processing of the phase",
			Does:    "What is left out stays. In a game that is played by links nothing at all removes the deadline.",
			Short:   []act.Form{{Syntax: "DEADLINE deadline [GRACE grace] [START start]"}, {Syntax: "DEADLINE GRACE grace [START start]"}, {Syntax: "DEADLINE START start"}},
			Mail: []act.Form{
				{Syntax: "SET DEADLINE deadline", Does: "Sets the deadline of the current phase.", Example: "SET DEADLINE Nov 27 23:30"},
				{Syntax: "SET GRACE grace", Does: "Sets the end of grace of the current phase.", Example: "SET GRACE Dec 4 23:30"},
				{Syntax: "SET START start", Does: "Sets the earliest time at which the current phase is resolved.", Example: "SET START Fri 12:00"},
			},
		}, k.setTimes),
		act.Of(act.Command{
			Name: "reset times", Scope: act.Game, Who: act.Master, Group: act.Mastery, API: "POST /games/{game}/times/usual",
			Summary: "Give the phase its usual times again", Does: "They are those of the pace of the game, without the extensions of earlier phases.", Short: []act.Form{{Syntax: "DEADLINE NORMAL"}},
			Mail: []act.Form{{
				Syntax: "SET DEADLINE NORMAL", Example: "SET DEADLINE NORMAL",
				Does: "Gives the phase the deadline that it would have without the extensions of earlier phases, or one in a day if that is later.",
			}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			if err := k.SetNormal(ctx, by.Game.ID, by.Role); err != nil {
				return nil, err
			}
			now, err := k.sayTimes(ctx, by.Game.ID)
			return act.Saying(message.New("The phase has its usual times again. {times}", now)), err
		}),
		act.Of(act.Command{
			Name: "drop deadline", Scope: act.Game, Who: act.Master, Group: act.Mastery, API: "DELETE /games/{game}/times",
			Summary: "Remove the deadline of the phase", Does: "Only in games that are played by links.", Short: []act.Form{{Syntax: "DEADLINE NONE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("This phase has no deadline.")), k.SetDeadline(ctx, by.Game.ID, by.Role, time.Time{})
		}),
	}
}

// setTimes sets the given times, and says which times apply now, because each can move another.
func (k *Clockwork) setTimes(ctx context.Context, by act.Caller, a timesArgs) (*act.Done, error) {
	var err error
	if by.Game.Hosting.OnReady && a == (timesArgs{}) {
		err = k.SetDeadline(ctx, by.Game.ID, by.Role, time.Time{})
	} else {
		err = k.SetTimes(ctx, by.Game.ID, by.Role, a.Deadline, a.Grace, a.Start)
	}
	if err != nil {
		return nil, err
	}
	said, err := k.sayTimes(ctx, by.Game.ID)
	switch {
	case err != nil:
		return nil, err
	case !a.Start.IsZero():
		said = message.New("Nothing is resolved before {when}. {times}", message.Moment(a.Start.Unix()), said)
	case a.Deadline.IsZero() && !a.Grace.IsZero():
		said = message.New("The grace period ends {when}.", message.Moment(a.Grace.Unix()))
	}
	return act.Saying(said), nil
}

// sayTimes states the deadline of the current phase, and the end of the grace period if there is
// one.
func (k *Clockwork) sayTimes(ctx context.Context, gameID string) (message.Message, error) {
	p, err := k.Plan(ctx, gameID)
	switch {
	case err != nil || p.Deadline.IsZero():
		return message.New("This phase has no deadline."), err
	case !p.Grace.After(p.Deadline):
		return message.New("The deadline is {when}.", message.Moment(p.Deadline.Unix())), nil
	}
	return message.New("The deadline is {when}. The grace period ends {end}.", message.Moment(p.Deadline.Unix()), message.Moment(p.Grace.Unix())), nil
}
