package tournament

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Outcomes lists what can happen to a table when its round is extended, in the order of the
// answer.
var Outcomes = []clock.Extension{clock.Extended, clock.Nobody, clock.PausedNow, clock.Untimed, clock.Unbegun, clock.OverNow}

// SayExtended reports, for each table of an extended round, the effect of the extension.
// The end of the round itself does not move.
func SayExtended(all []TableTime, by time.Duration, ends time.Time) []message.Message {
	var out []message.Message
	for _, became := range Outcomes {
		var tables []message.Message
		for _, x := range all {
			if x.Became == became {
				tables = append(tables, message.New("table {n}", message.Number(x.Table)))
			}
		}
		list := message.ListOf(message.And, tables)
		switch {
		case len(tables) == 0 && became == clock.Extended:
			out = append(out, message.New("No deadline was extended."))
		case len(tables) == 0:
		case became == clock.Extended:
			out = append(out, message.New("Extended by {time}: {tables}.", schedule.Span(by), list))
			if !ends.IsZero() {
				out = append(out, message.New("The round still ends on {when}.", message.Moment(ends.Unix())))
			}
		case became == clock.Nobody:
			out = append(out, message.New("Not extended, because nobody is waited for: {tables}.", list))
		case became == clock.PausedNow:
			out = append(out, message.New("Not extended, because it is paused and gets a new deadline when it is resumed: {tables}.", list))
		case became == clock.Untimed:
			out = append(out, message.New("Not extended, because the phase has no deadline: {tables}.", list))
		case became == clock.Unbegun:
			out = append(out, message.New("Not extended, because the game has not begun: {tables}.", list))
		case became == clock.OverNow:
			out = append(out, message.New("Not extended, because the game is over: {tables}.", list))
		}
	}
	return out
}

// extend gives all tables of the round more time, and reports the effect on each.
func (t *Tournaments) extend(ctx context.Context, by act.Caller, a extendArgs) (*ExtendedRound, error) {
	later := time.Duration(a.Minutes) * time.Minute
	all, err := t.ExtendRound(ctx, a.Tournament, by.Account, later)
	if err != nil {
		return nil, err
	}
	v, err := t.Tournament(ctx, a.Tournament, by.Account)
	if err != nil {
		return nil, err
	}
	var ends time.Time
	if n := len(v.Rounds); n > 0 {
		ends = v.Rounds[n-1].Ends
	}
	return &ExtendedRound{*act.Saying(gamestate.Sentences(SayExtended(all, later, ends)...)), append([]TableTime{}, all...)}, nil
}
