package tournaments

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/tournament"
	"podesta/machiavelli/message"
)

// extend gives all games of the round more time, and adds the outcome for each to the address
// of the page.
func (s *Pages) extend(r *http.Request, id string, a *game.Account, to url.Values) error {
	v, err := s.judge.Tournaments.Tournament(r.Context(), id, a.ID)
	if err != nil {
		return err
	}
	all, err := s.judge.Tournaments.ExtendRound(r.Context(), id, a.ID, v.LaterBy())
	if err != nil {
		return err
	}
	for _, became := range tournament.Outcomes {
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

// extended returns the outcomes for the games of a round from the address of the page.
func (pg *showPage) extended(form url.Values) []message.Message {
	if pg.Current == nil {
		return tournament.SayExtended(nil, pg.LaterBy(), time.Time{})
	}
	var all []tournament.TableTime
	for _, became := range tournament.Outcomes {
		for text := range strings.SplitSeq(form.Get(string(became)), ".") {
			if n, err := strconv.Atoi(text); err == nil && slices.ContainsFunc(pg.Current.Tables, func(t tournament.Table) bool { return t.Number == n }) {
				all = append(all, tournament.TableTime{Table: n, Became: became})
			}
		}
	}
	return tournament.SayExtended(all, pg.LaterBy(), pg.Current.Round.Ends)
}
