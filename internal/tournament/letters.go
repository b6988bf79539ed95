package tournament

import (
	"errors"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/scoring"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Letter is an e-mail to the owner of an account about a tournament.
type Letter struct {
	Account    string
	Tournament string // ID of the tournament
	Subject    message.Message
	Said       []message.Message // paragraphs, after the greeting
	List       []message.Message // lines after the paragraphs
	// Due is when the round continues, or zero. A message that would arrive too late for it is not
	// delayed.
	Due time.Time
}

// TellEntrants sets the function that sends messages about tournaments to people. It is called in
// the transaction of the event.
func (t *Tournaments) TellEntrants(f func(*game.Tx, Letter) error) { t.letters.Store(&f) }

// name returns the name of the tournament as an argument for messages.
func (x *loaded) name() message.Name { return message.Name(x.Name) }

// tell sends an e-mail to an account. It sends the same message, without the list, through the
// other channels that the account's owner has chosen.
func (x *loaded) tell(accountID string, subject message.Message, said []message.Message, list ...message.Message) error {
	if len(said) == 0 {
		return nil
	}
	a, err := x.tx.Accounts.Account(accountID)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := x.t.base.Accounts.TellNews(x.tx, &a, account.PersonNews{Subject: subject, Said: said, Page: "/tournaments/" + x.ID, Due: x.next()}); err != nil {
		return err
	}
	f := x.t.letters.Load()
	if f == nil {
		return nil
	}
	return (*f)(x.tx, Letter{Account: accountID, Tournament: x.ID, Subject: subject, Said: said, List: list, Due: x.next()})
}

// next returns when the current round continues: when its tables are formed, when it begins, or
// now while it is being played. It is zero if nothing follows.
func (x *loaded) next() time.Time {
	r := x.current()
	switch {
	case r == nil:
		return time.Time{}
	case r.Status == game.RoundPlaying:
		return x.at
	case r.Status == game.RoundCalled:
		return r.ConfirmBy
	}
	return r.Starts
}

// tellAll sends all players and organisers the paragraphs that the function say returns for them.
// If it returns nil, nothing is sent.
func (x *loaded) tellAll(subject message.Message, say func(*game.Entrant) []message.Message, list ...message.Message) error {
	for i := range x.entrants {
		e := &x.entrants[i]
		if !e.Plays() && !e.Organiser {
			continue
		}
		if err := x.tell(e.Account, subject, say(e), list...); err != nil {
			return err
		}
	}
	return nil
}

// moment returns the start of a round as an argument for messages.
func (x *loaded) moment(r *game.Round) message.Moment { return message.Moment(r.Starts.Unix()) }

// tellCalled announces a called round to everyone.
func (x *loaded) tellCalled(r *game.Round) error {
	n := message.Number(r.Number)
	first := message.New("round {n} of the tournament {tournament} begins on {when}.", n, x.name(), x.moment(r))
	if r.Top {
		first = message.New("the top board of the tournament {tournament} begins on {when}. The best players who come play at it.", x.name(), x.moment(r))
	}
	next := message.New("Confirm that you will play, on the page of the tournament, before {when}. Players who have not confirmed by then are not seated, and get no points for the round.", message.Moment(r.ConfirmBy.Unix()))
	switch {
	case r.All:
		next = message.New("You need not do anything if you will play. If you cannot, say so on the page of the tournament before {when}: then no table waits for you.", message.Moment(r.ConfirmBy.Unix()))
	case r.Top:
		next = message.New("Confirm that you will play if you qualify, on the page of the tournament, before {when}.", message.Moment(r.ConfirmBy.Unix()))
	}
	said := []message.Message{first, next}
	if !r.Ends.IsZero() {
		said = append(said, message.New("The round ends on {when}. Games that still run are then scored by their current position.", message.Moment(r.Ends.Unix())))
	}
	return x.tellAll(message.New("{tournament}: round {n}", x.name(), n), func(e *game.Entrant) []message.Message {
		switch {
		case !e.Plays():
			return nil
		case e.Reserve:
			return append(slices.Clone(said), message.New("You are in reserve: you get a seat if a player is missing."))
		}
		return said
	})
}

// powersOf returns powers as an argument for messages.
func powersOf(roster machiavelli.Roster, ids []string) message.List {
	var out []message.Power
	for _, id := range ids {
		if p, ok := roster.Find(id); ok {
			out = append(out, message.PowerOf(roster, p))
		}
	}
	return message.ListOf(message.And, out)
}

// names returns the names of accounts, keyed by account.
func names(tx *game.Tx, accounts []string) (map[string]string, error) {
	list, err := tx.Accounts.AccountsByID(accounts)
	out := map[string]string{}
	for i := range list {
		out[list[i].ID] = list[i].Name
	}
	return out, err
}

// tellTables tells everyone whether they have a seat in a round.
func (x *loaded) tellTables(r *game.Round, c *company) error {
	n := message.Number(r.Number)
	again := r.Seedings > 1
	var why message.Message
	subject := message.New("{tournament}: round {n}", x.name(), n)
	if again {
		why = message.New("the tables of round {n} of the tournament {tournament} have been formed again.", n, x.name())
		subject = message.New("{tournament}: round {n} has changed", x.name(), n)
	}
	for i := range r.Tables {
		for k := range r.Tables[i].Seats {
			if err := x.tellSeat(r, i, k, again, why); err != nil {
				return err
			}
		}
	}
	for _, id := range r.Byes {
		said := []message.Message{message.New("you sit out round {n} of the tournament {tournament}: the players could not be divided among the tables.", n, x.name()), x.byeCounts()}
		if err := x.tell(id, subject, said); err != nil {
			return err
		}
	}
	for _, id := range r.Missed {
		var said []message.Message
		switch {
		case slices.Contains(r.Absent, id): // they know, because they have declined
		case !c.able(id):
			said = append(said, x.barred(n))
		default:
			said = append(said, message.New("you have no seat in round {n} of the tournament {tournament}, because you have not confirmed that you will play. You can play in the next round.", n, x.name()))
		}
		if err := x.tell(id, subject, said); err != nil {
			return err
		}
	}
	return nil
}

// byeCounts returns a sentence that says how a round counts for a player who sits it out.
func (x *loaded) byeCounts() message.Message {
	return message.New("The round counts for you as the average of your other rounds, or as {points} points if you have no other.", message.Decimal(x.bye().String()))
}

// barred returns a sentence that says that a player cannot be seated.
func (x *loaded) barred(n message.Number) message.Message {
	return message.New("you have no seat in round {n} of the tournament {tournament}: your account cannot join a game at present. Your account page says why.", n, x.name())
}

// tellReplaced tells the people affected that an organiser has given a seat to another player.
func (x *loaded) tellReplaced(r *game.Round, table, seat int, old string) error {
	by := r.Tables[table].Seats[seat].Account
	called, err := names(x.tx, []string{old, by})
	if err != nil {
		return err
	}
	why := message.New("an organiser has replaced {who} by {by} in round {n} of the tournament {tournament}.", message.Name(called[old]), message.Name(called[by]), message.Number(r.Number), x.name())
	for k := range r.Tables[table].Seats {
		if err := x.tellSeat(r, table, k, k != seat, why); err != nil {
			return err
		}
	}
	return x.tellOut(r, old, called[by])
}

// tellOut notifies a player that another player, whose name is by, has taken their seat in a round.
func (x *loaded) tellOut(r *game.Round, accountID, by string) error {
	n := message.Number(r.Number)
	return x.tell(accountID, message.New("{tournament}: you have been replaced in round {n}", x.name(), n), []message.Message{
		message.New("an organiser has given your seat in round {n} of the tournament {tournament} to {by}. You can play in the next round.", n, x.name(), message.Name(by)),
	})
}

// seatLine returns a seat as a line of a list.
func (x *loaded) seatLine(r *game.Round, table, seat int) (message.Message, error) {
	t := &r.Tables[table]
	layout, err := x.layout(t.Variant)
	if err != nil {
		return message.Message{}, err
	}
	s := &t.Seats[seat]
	called, err := names(x.tx, []string{s.Account})
	return message.New("{powers:name}: {what}", powersOf(layout.Powers, s.Powers), message.Name(called[s.Account])), err
}

// tellSeat tells a player about their seat. If the seat has changed since the last e-mail, why
// gives the reason.
func (x *loaded) tellSeat(r *game.Round, table, seat int, changed bool, why message.Message) error {
	t := &r.Tables[table]
	layout, err := x.layout(t.Variant)
	if err != nil {
		return err
	}
	var list []message.Message
	for k := range t.Seats {
		line, err := x.seatLine(r, table, k)
		if err != nil {
			return err
		}
		list = append(list, line)
	}
	n, powers, number := message.Number(r.Number), powersOf(layout.Powers, t.Seats[seat].Powers), message.Number(table+1)
	subject := message.New("{tournament}: your table in round {n}", x.name(), n)
	said := []message.Message{message.New("you play {powers:name} at table {table} in round {n} of the tournament {tournament}. The game begins on {when}.", powers, number, n, x.name(), x.moment(r))}
	if changed {
		subject = message.New("{tournament}: your table in round {n} has changed", x.name(), n)
		said = []message.Message{why, message.New("You play {powers:name} at table {table}. The game begins on {when}.", powers, number, x.moment(r))}
	}
	if x.at.Before(r.Starts) {
		said = append(said, message.New("If you cannot play, say so on the page of the tournament as early as you can: another player then gets your seat, or your table becomes smaller."))
	}
	return x.tell(t.Seats[seat].Account, subject, said, list...)
}

// tellProblem explains to the organisers why the tables cannot be formed.
func (x *loaded) tellProblem(r *game.Round) error {
	return x.tellAll(message.New("{tournament}: round {n} waits for you", x.name(), message.Number(r.Number)), func(e *game.Entrant) []message.Message {
		if !e.Organiser {
			return nil
		}
		said := message.New("the judge could not form the tables of round {n} of the tournament {tournament}: too few players have confirmed. Form the tables when more have, or cancel the round.", message.Number(r.Number), x.name())
		switch {
		case r.Problem == ProblemApart:
			said = message.New("the judge could not form the tables of round {n} of the tournament {tournament}: too few players are left when those who have blocked each other are kept apart. Form the tables when more have entered, or cancel the round.", message.Number(r.Number), x.name())
		case r.All:
			said = message.New("the judge could not form the tables of round {n} of the tournament {tournament}: too few players can play. Form the tables when more have entered, or cancel the round.", message.Number(r.Number), x.name())
		}
		return []message.Message{said}
	})
}

// line returns a row of the standings as a line of a list.
func line(row *scoring.Row, name string) message.Message {
	return message.New("{place}. {name}: {points}", message.Number(row.Rank), message.Name(name), message.Decimal(row.Total.String()))
}

// podium is the number of players that a message about results lists.
const podium = 3

// tellOver tells everyone that a round is over, with the standings.
func (x *loaded) tellOver(r *game.Round) error {
	n := message.Number(r.Number)
	return x.tellStandings(message.New("{tournament}: round {n} is over", x.name(), n), message.New("round {n} of the tournament {tournament} is over.", n, x.name()))
}

// tellFinal notifies everyone of the result of the tournament.
func (x *loaded) tellFinal() error {
	return x.tellStandings(message.New("{tournament}: the result", x.name()), message.New("the tournament {tournament} is over.", x.name()))
}

// tellStandings notifies everyone of the first places and of their own place.
func (x *loaded) tellStandings(subject, first message.Message) error {
	rows, players := x.standings()
	called, err := names(x.tx, players)
	if err != nil {
		return err
	}
	var top []message.Message
	own := map[string]*scoring.Row{}
	for i := range rows {
		row := &rows[i]
		id := players[row.Player]
		own[id] = row
		if row.Rank <= podium {
			top = append(top, line(row, called[id]))
		}
	}
	for i := range x.entrants {
		e := &x.entrants[i]
		if !e.Plays() && !e.Organiser {
			continue
		}
		said := []message.Message{first}
		if row := own[e.Account]; row != nil {
			said = append(said, message.New("You are in place {place} of {n}, with {points} points.", message.Number(row.Rank), message.Number(len(rows)), message.Decimal(row.Total.String())))
		}
		said = append(said, message.New("The first places:"))
		if err := x.tell(e.Account, subject, said, top...); err != nil {
			return err
		}
	}
	return nil
}
