package admin

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/apijson"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
)

// ShownAct is an act of a master, as the API shows it.
type ShownAct struct {
	apijson.Act
	act gamestate.Act
}

// In translates the act.
func (a *ShownAct) In(l message.Language) {
	a.Text, a.Changes, a.Who = a.act.In(l), a.act.ChangesIn(l), apijson.Called(l, a.act.Who)
}

// UndonePhase is a phase that a rollback removed from the game.
type UndonePhase struct {
	Revision int       `json:"revision" doc:"Of the game before the rollback"`
	Number   int       `json:"number"`
	Phase    string    `json:"phase"`
	Done     time.Time `json:"done,omitzero" doc:"When it had been carried out; absent for one that was not yet"`
	Engine   string    `json:"engine,omitempty"`
}

// records returns the commands that list what masters have changed.
func (u *Admin) records() []act.Command {
	return []act.Command{
		act.Of(act.Command{
			Name: "list acts", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Games, API: "GET /games/{game}/acts",
			Summary: "Masters' changes to the game itself: rollbacks, corrections, rolls set by hand", Short: []act.Form{{Syntax: "ACTS"}},
		}, u.actList),
		act.Of(act.Command{
			Name: "list undone", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Games, API: "GET /games/{game}/undone",
			Summary: "Phases that were rolled back", Short: []act.Form{{Syntax: "UNDONE"}},
		}, func(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[UndonePhase], error) {
			all, err := u.Undone(ctx, by.Game.ID)
			return act.Whole(all, message.New("No phase was rolled back."), func(x *Undone) (UndonePhase,
				message.Message,
			) {
				out := UndonePhase{Revision: x.Revision, Number: x.Number, Phase: x.Name, Engine: x.Engine}
				if !x.Done.IsZero() {
					out.Done = x.Done.UTC()
				}
				return out, message.New("{number}. {phase}", message.Number(x.Number), message.Phase(x.Phase))
			}), err
		}),
	}
}

// actList lists the acts of masters.
func (u *Admin) actList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[ShownAct], error) {
	all, err := u.Acts(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	var wrong error
	none := message.New("The masters have changed nothing.")
	out := act.Whole(all, none, func(a *gamestate.Act) (ShownAct, message.Message) {
		m, points, err := apijson.AllTyped(a.Said, a.Points)
		if err != nil {
			wrong = err
		}
		said := []message.Message{message.New("{moment}, {phase}", message.Moment(a.At.Unix()), message.Phase(a.Phase)), message.Quote(a.In(message.English))}
		if !a.Said.IsZero() {
			said[1] = a.Said
		}
		if a.Why != "" {
			said = append(said, message.New("Reason: {why}", message.Name(a.Why)))
		}
		said = append(said, a.Points...)
		if len(a.Points) == 0 { // acts stored by early versions have no messages
			for _, text := range a.ChangesIn(message.English) {
				said = append(said, message.Quote(text))
			}
		}
		return ShownAct{apijson.Act{
			Topic: string(a.Topic), Message: m, Why: a.Why, Points: points, Number: a.Number, At: apijson.Instant(a.At),
			Revision: a.Revision, Phase: apijson.PhaseName(a.Phase), From: apijson.PhaseName(a.From),
		}, *a}, message.New("{lines}", message.ListOf(message.Lines, said))
	})
	return out, wrong
}
