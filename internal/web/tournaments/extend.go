package tournaments

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/internal/tournament"
	"podesta/machiavelli/message"
)

// outcomes holds what can happen to a table when its round is extended, in the order
// of the page.
var outcomes = []clock.Extension{clock.Extended, clock.Nobody, clock.PausedNow, clock.Untimed, clock.Unbegun, clock.OverNow}

// extend gives all tables of the round more time, and adds to the address of the
// page the outcome at each.
func (s *Pages) extend(r *http.Request, id string, a *game.Account, to url.Values) error {
	v, err := s.judge.Tournaments.Tournament(r.Context(), id, a.ID)
	if err != nil {
		return err
	}
	all, err := s.judge.Tournaments.ExtendRound(r.Context(), id, a.ID, v.LaterBy())
	if err != nil {
		return err
	}
	for _, became := range outcomes {
		var tables []string
		for _, x := range all {
			if x.Became == became {
				tables = append(tables, strconv.Itoa(x.Table))
			}
		}
		if len(tables) > 0 {
			to.Set(string(became), strings.Join(tables, "."))
		}
	}
	return nil
}

// extended returns the outcome at the tables of a round, from the address of the page.
func (pg *showPage) extended(form url.Values) []message.Message {
	var out []message.Message
	for _, became := range outcomes {
		var tables []message.Message
		for text := range strings.SplitSeq(form.Get(string(became)), ".") {
			if n, err := strconv.Atoi(text); err == nil && pg.Current != nil && slices.ContainsFunc(pg.Current.Tables, func(t tournament.Table) bool { return t.Number == n }) {
				tables = append(tables, message.New("table {n}", message.Number(n)))
			}
		}
		list := message.ListOf(message.And, tables)
		switch {
		case len(tables) == 0 && became == clock.Extended:
			out = append(out, message.New("No deadline was extended."))
		case len(tables) == 0:
		case became == clock.Extended:
			out = append(out, message.New("Extended by {time}: {tables}.", schedule.Span(pg.LaterBy()), list))
			if !pg.Current.Round.Ends.IsZero() {
				out = append(out, message.New("The round still ends on {when}.", message.Moment(pg.Current.Round.Ends.Unix())))
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
