package clock

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

type readyArgs struct {
	Ready    bool `arg:"ready" doc:"The orders of the seat are final"`
	Revision int  `arg:"revision" least:"1" doc:"Of the game, for which it is meant"`
}

type waitArgs struct {
	Wait bool `arg:"wait" doc:"Hold the phase"`
}

type passArgs struct {
	Pass bool `arg:"pass" doc:"Do not wait"`
}

type absenceArgs struct {
	Start time.Time `arg:"start" ask:"the dates of the absence" doc:"When it begins"`
	End   time.Time `arg:"end" doc:"When it ends"`
}

type dateArgs struct {
	Date time.Time `arg:"date" ask:"a date within the absence" doc:"An instant within it"`
}

// AbsenceList lists the absences of a seat that are not over.
type AbsenceList struct {
	Seat int `json:"seat" doc:"0 stands for the masters"`
	act.Page[Span]
}

// Span is a period in which someone is away.
type Span struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// PlayerCommands returns the commands with which players and others delay a phase or end the
// delay, and set absences. If k is nil, the commands can only be described, not run.
func (k *Clockwork) PlayerCommands() []act.Command {
	type none struct{}
	return []act.Command{
		act.Of(act.Command{
			Name: "set ready", Scope: act.Seat, Who: act.Player, Group: act.Playing, API: "PUT /games/{game}/ready",
			Summary: "Mark a seat as ready, or as no longer ready",
			Does:    "When all seats that owe orders are ready, the phase is resolved. In a hosted game this is the same as not waiting; a seat is not ready there while a line of its orders is refused or an order is missing.",
			Short:   []act.Form{{Syntax: "READY [ON]", With: act.Values{"ready": true}}, {Syntax: "READY OFF", With: act.Values{"ready": false}}},
		}, k.sayReady),
		act.Of(act.Command{
			Name: "set wait", Scope: act.Own, Who: act.Player | act.Observer | act.Master, OfPhase: true, Group: act.Playing, API: "PUT /games/{game}/wait",
			Summary: "Hold the phase of a hosted game until its deadline, or release it", Does: "Masters and observers without a seat hold it in their own name.",
			Short: []act.Form{{Syntax: "WAIT [ON]", With: act.Values{"wait": true}}, {Syntax: "WAIT OFF", With: act.Values{"wait": false}}},
			Mail: []act.Form{
				{Syntax: "SET WAIT", Also: []string{"SET W"}, With: act.Values{"wait": true}, Does: "The phase is not resolved before its deadline. Under PHASE, this holds for that phase.", Example: "SET WAIT"},
				{Syntax: "SET NO WAIT", Also: []string{"SET NOW", "SET READY"}, With: act.Values{"wait": false}, Does: "Undoes SET WAIT: you are ready.", Example: "SET NO WAIT"},
				{Syntax: "READY", With: act.Values{"wait": false}, Does: "The same. The answer says what keeps the judge from resolving the phase.", Example: "READY"},
			},
		}, k.sayWait),
		act.Of(act.Command{
			Name: "set pass", Scope: act.Seat, Who: act.Player, Group: act.Playing, API: "PUT /games/{game}/pass",
			Summary: "Do not let the game wait for your seat while it has money but no units",
			Short:   []act.Form{{Syntax: "PASS [ON]", With: act.Values{"pass": true}}, {Syntax: "PASS OFF", With: act.Values{"pass": false}}},
		}, k.sayPass),
		act.Of(act.Command{
			Name: "list absences", Scope: act.Own, Who: act.Player | act.Master, Reads: true, Group: act.Playing, API: "GET /games/{game}/absences",
			Summary: "The absences of a seat", Does: "Masters without a seat get their own.", Short: []act.Form{{Syntax: "ABSENCE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*AbsenceList, error) {
			return k.absenceList(ctx, by, message.Message{})
		}),
		act.Of(act.Command{
			Name: "add absence", Scope: act.Own, Who: act.Player | act.Master, Group: act.Playing, API: "POST /games/{game}/absences",
			Summary: "Announce an absence of a seat", Does: "Deadlines that are set from then on avoid that time.",
			Short: []act.Form{{Syntax: "ABSENCE start end"}},
			Mail: []act.Form{{
				Syntax: "SET ABSENCE start [TO end]", Also: []string{"SET HOLIDAY", "SET HOLIDAYS", "SET VACATION", "SET VACATIONS"}, Example: "SET ABSENCE Dec 24 TO Dec 27",
				Does: "Announces that you are away: later deadlines move to the end of your absence. Without an end it lasts one day.",
			}},
		}, func(ctx context.Context, by act.Caller, a absenceArgs) (*AbsenceList, error) {
			if err := k.SetAbsence(ctx, by.Game.ID, by.Role, by.Seat, schedule.Absence{Start: a.Start, End: a.End}); err != nil {
				return nil, err
			}
			return k.absenceList(ctx, by, message.New("You are away from {from} to {until}. New deadlines avoid it; the current one stays.", message.Moment(a.Start.Unix()), message.Moment(a.End.Unix())))
		}),
		act.Of(act.Command{
			Name: "drop absence", Scope: act.Own, Who: act.Player | act.Master, Group: act.Playing, API: "DELETE /games/{game}/absences/{date}",
			Summary: "Cancel an absence of a seat", Does: "Deadlines that are set from then on do not avoid that time.", Short: []act.Form{{Syntax: "ABSENCE DROP date"}},
			Mail: []act.Form{{
				Syntax: "SET NO ABSENCE date", Also: []string{"SET NO HOLIDAY", "SET NO HOLIDAYS", "SET NO VACATION", "SET NO VACATIONS"},
				Does: "Deletes the absence that includes the date.", Example: "SET NO ABSENCE Dec 24",
			}},
		}, func(ctx context.Context, by act.Caller, a dateArgs) (*AbsenceList, error) {
			if err := k.DropAbsence(ctx, by.Game.ID, by.Role, by.Seat, a.Date); err != nil {
				return nil, err
			}
			return k.absenceList(ctx, by, message.New("The absence is withdrawn."))
		}),
		act.Of(act.Command{
			Name: "get vacation", Who: act.Account, Reads: true, Group: act.Playing, API: "GET /me/vacation",
			Summary: "Your vacation from all your games, with what it does in each", Short: []act.Form{{Syntax: "VACATION"}},
			Mail: []act.Form{{Syntax: "VACATION", Before: true, Does: "Shows your vacation, and what it does in each of your games.", Example: "VACATION"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*Away, error) {
			v, err := k.Vacation(ctx, by.Account)
			if err == nil && v == nil {
				err = errNoVacation
			}
			if err != nil {
				return nil, err
			}
			return awayOf(v), nil
		}),
		act.Of(act.Command{
			Name: "set vacation", Who: act.Account, Group: act.Playing, API: "PUT /me/vacation",
			Summary: "Be away from all your games",
			Does:    "New deadlines avoid the time, as far as each game allows its players absences. So do games that you join later. It replaces an earlier vacation. The masters of your games are notified.",
			Short:   []act.Form{{Syntax: "VACATION start end"}},
			Mail: []act.Form{{
				Syntax: "VACATION start [TO end]", Before: true, Example: "VACATION Dec 24 TO Jan 6",
				Does: "Says that you are away from all your games, also from those that you join later: new deadlines avoid that time, as far as each game allows its players absences. It replaces an earlier vacation. SET VACATION is an absence in one game.",
			}},
		}, func(ctx context.Context, by act.Caller, a absenceArgs) (*Away, error) {
			v, err := k.SetVacation(ctx, by.Account, a.Start, a.End)
			if err != nil {
				return nil, err
			}
			return awayOf(v), nil
		}),
		act.Of(act.Command{
			Name: "drop vacation", Who: act.Account, Group: act.Playing, API: "DELETE /me/vacation",
			Summary: "Cancel your vacation", Short: []act.Form{{Syntax: "VACATION DROP"}},
			Mail: []act.Form{{Syntax: "NO VACATION", Before: true, Does: "Cancels your vacation.", Example: "NO VACATION"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("Your vacation is cancelled.")), k.DropVacation(ctx, by.Account)
		}),
	}
}

// sayReady says whether a seat is ready, and the consequences.
func (k *Clockwork) sayReady(ctx context.Context, by act.Caller, a readyArgs) (*act.Done, error) {
	if err := k.Ready(ctx, by.Game.ID, by.Role, by.Seat, a.Revision, a.Ready); err != nil {
		return nil, err
	}
	after, err := k.base.Game(ctx, by.Game.ID)
	switch {
	case err != nil:
		return nil, err
	case !a.Ready:
		return act.Saying(message.New("You are not ready: the phase waits for you.")), nil
	case after.Number != by.Game.Number || after.Finished:
		return act.Saying(message.New("Everyone is ready, and the phase is resolved.")), nil
	}
	return act.Saying(message.New("You are ready. The phase is resolved when everyone who owes orders is ready, or at its deadline.")), nil
}

// sayWait says whether someone delays the phase, and if not, why it still waits for them.
func (k *Clockwork) sayWait(ctx context.Context, by act.Caller, a waitArgs) (*act.Done, error) {
	why, err := k.holdPhase(ctx, by.Game.ID, by.Role, by.Seat, a.Wait)
	switch {
	case err != nil:
		return nil, err
	case a.Wait:
		return act.Saying(message.New("The phase will not be resolved before its deadline.")), nil
	}
	return act.Saying(released(why)), nil
}

// released says that someone no longer delays the phase, and why it still waits for them. why is
// empty if it does not wait for them.
func released(why message.Message) message.Message {
	if why.IsZero() {
		return message.New("The judge does not wait for you: the phase is resolved as soon as all orders are in.")
	}
	return message.New("You do not hold the phase any more, but it still waits for you. {why}", why)
}

// sayPass says whether the game waits for a seat without units, and what that means for the
// current phase.
func (k *Clockwork) sayPass(ctx context.Context, by act.Caller, a passArgs) (*act.Done, error) {
	owes, err := k.passing(ctx, by.Game.ID, by.Role, by.Seat, a.Pass)
	switch {
	case err != nil:
		return nil, err
	case !a.Pass:
		return act.Saying(message.New("The game waits for you again while you have money but no units.")), nil
	case owes:
		return act.Saying(message.New("The game will not wait for you while you have money but no units. Now it does, because it needs orders from you.")), nil
	}
	return act.Saying(message.New("The game does not wait for you while you have money but no units.")), nil
}

// absenceList returns the absences of the caller's seat. Its text is the sentence said, the
// outcome of a command, or the list itself if said is empty.
func (k *Clockwork) absenceList(ctx context.Context, by act.Caller, said message.Message) (*AbsenceList, error) {
	all, err := k.Absences(ctx, by.Game.ID, by.Role, by.Seat)
	if err != nil {
		return nil, err
	}
	out := &AbsenceList{by.Seat, *act.Whole(all, message.New("no absences"), func(a *schedule.Absence) (Span,
		message.Message,
	) {
		return Span{a.Start.UTC(), a.End.UTC()}, message.New("from {start} until {end}", message.Moment(a.Start.Unix()), message.Moment(a.End.Unix()))
	})}
	if !said.IsZero() {
		out.Message = said
	}
	return out, nil
}

// Away is the caller's vacation, in the form that the interfaces return.
type Away struct {
	act.Done
	Span
	Games []AwayIn `json:"games" doc:"The games that run or form, in which you play or are a master"`
}

// AwayIn is the effect of a vacation on a game.
type AwayIn struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Absences []Span `json:"absences" doc:"The time that new deadlines avoid; none: the vacation does nothing"`
	Text     string `json:"text" doc:"What it does, in a sentence"`
	says     message.Message
}

// In translates the answer.
func (v *Away) In(l message.Language) {
	v.Done.In(l)
	for i := range v.Games {
		v.Games[i].Text = v.Games[i].says.In(l)
	}
}

func awayOf(v *Vacation) *Away {
	out := &Away{Span: Span{v.Start.UTC(), v.End.UTC()}, Games: []AwayIn{}}
	lines := []message.Message{message.New("You are away from all your games from {from} to {until}.", message.Moment(v.Start.Unix()), message.Moment(v.End.Unix()))}
	for _, g := range v.Games {
		x := AwayIn{ID: g.Game, Name: g.Name, Absences: []Span{}, says: g.Says}
		for _, a := range g.Absences {
			x.Absences = append(x.Absences, Span{a.Start.UTC(), a.End.UTC()})
		}
		out.Games = append(out.Games, x)
		lines = append(lines, message.New("{game}: {what}", message.Name(g.Name), g.Says))
	}
	out.Message = message.New("{lines}", message.ListOf(message.Lines, lines))
	return out
}

// sayVote describes a vote in a sentence.
func sayVote(g *game.Game, b game.Ballot) message.Message {
	var among []message.Power
	for p := range machiavelli.Power(len(g.Setting.Powers)) {
		if b.Among.Has(p) {
			among = append(among, message.PowerOf(g.Setting.Powers, p))
		}
	}
	switch {
	case b.Draw && len(among) > 0:
		return message.New("You vote for a draw among {powers:name}.", message.ListOf(message.And, among))
	case b.Draw:
		return message.New("You vote for a draw.")
	case b.Concede != machiavelli.Nobody:
		return message.New("You vote to concede the game to {power}.", message.PowerOf(g.Setting.Powers, b.Concede))
	}
	return message.New("You have not voted.")
}
