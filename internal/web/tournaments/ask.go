package tournaments

import (
	"net/url"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// asked is a question before an action that cannot be undone.
type asked struct {
	Do, Person  string // the fields of the form
	Substitutes []string
	Text        message.Message
	Button      string // a text that catalogues translate
}

// asks returns the question before a button's action that cannot be undone. It returns nil for
// other buttons, and if the action would be refused anyway.
func (pg *showPage) asks(do string, form url.Values) *asked {
	q := &asked{Do: do, Person: page.Clean(form.Get("name"))}
	name, who := message.Name(pg.Name), message.Name(q.Person)
	var r *round
	if r = pg.Current; r == nil {
		r = &round{}
	}
	n, running, seated := message.Number(r.Number), 0, pg.sits()
	for i := range r.Desks {
		if r.Desks[i].Game != "" && !r.Desks[i].Over {
			running++
		}
	}
	organises := pg.Organiser
	switch do {
	case "endround":
		q.Text = message.Plural(running, "{n} game of round {round} is still being played. It ends now as a draw, with ratings, and its current position is scored. Nobody can resume it.", "{n} games of round {round} are still being played. They end now as draws, with ratings, and their current positions are scored. Nobody can resume them.", n)
		q.Button = "End the round"
	case "start":
		q.Text, q.Button = message.New("The games of round {n} begin now, and not at the time that players expect. Their first deadlines run from this moment.", n), "Begin the games"
	case "seed":
		if r.Status != game.RoundSeeded {
			return nil
		}
		q.Text, q.Button = message.New("All tables of round {n} are formed again. Most players get other powers and opponents, and a message about it.", n), "Form the tables again"
	case "cancelround":
		q.Text, q.Button = message.New("Round {n} is cancelled: its tables and confirmations are lost, and all players get a message.", n), "Cancel the round"
	case "end":
		q.Text, q.Button = message.New("The standings of {tournament} become final. There can be no other round.", name), "End the tournament"
	case "cancel":
		q.Text, q.Button = message.New("{tournament} ends without a result, and all players get a message. Games that have begun go on, but nobody scores them.", name), "Cancel the tournament"
		if pg.Status == game.TournamentDraft {
			q.Text, q.Button = message.New("The draft of {tournament} is deleted.", name), "Delete the draft"
		}
	case "remove":
		if q.Person == "" {
			return nil
		}
		q.Text, q.Button = message.New("{who} no longer plays in {tournament}, and gets a message. Their seat in a round that has not begun goes to another player.", who, name), "Remove"
	case "replace":
		if q.Person == "" || len(pg.Waiting) == 0 {
			return nil
		}
		q.Text = message.New("{who} loses the seat in round {n} to another player, cannot get it back, and has no points for the round.", who, n)
		q.Button, q.Substitutes = "Replace", pg.Waiting
	case "leave":
		organises = true
		q.Text, q.Button = message.New("You no longer play in {tournament}. A game that has begun goes on: resign from it on its own page if you cannot play it.", name), "Withdraw from the tournament"
		if seated {
			q.Text = message.New("You no longer play in {tournament}. Your seat in round {n} goes to another player, or your table becomes smaller.", name, n)
		}
	case "decline":
		if !seated {
			return nil
		}
		organises = true
		q.Text, q.Button = message.New("Your seat in round {n} goes to another player at once, or your table becomes smaller. You cannot get it back.", n), "I cannot play in this round"
	default:
		return nil
	}
	if !organises {
		return nil
	}
	return q
}

// sits reports whether the visitor has a seat in a round that has not begun.
func (pg *showPage) sits() bool {
	if pg.Current == nil || pg.Current.Status != game.RoundSeeded {
		return false
	}
	for _, t := range pg.Current.Tables {
		for _, s := range t.Seats {
			if s.Own {
				return true
			}
		}
	}
	return false
}
