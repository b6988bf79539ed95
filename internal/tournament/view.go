package tournament

import (
	"cmp"
	"context"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/scoring"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// Summary is a tournament in a list.
type Summary struct {
	ID, Name string
	Status   game.TournamentStatus
	Entry    bool // whether people can enter
	Made     time.Time
	Players  int    // number of current and former players, except those in reserve
	Rounds   int    // number of rounds that have been called
	Title    string // title of the scenario
	Mine     bool   // whether the account takes part in it
}

// View is a tournament as its pages and the API show it.
type View struct {
	Summary
	About      string
	Scoring    *scoring.System
	Best       int
	Preset     string
	Variants   []string
	Hosting    hosting.Hosting
	HasMaster  bool // whether the games have a master, because no organiser plays
	Organisers []string
	Entrants   []Person
	Rounds     []Round
	Standings  []Row
	Ended      time.Time

	// The following fields describe the account for which the tournament is shown.
	Organiser bool
	Plays     bool
	Reserve   bool
	Confirmed bool            // whether they have confirmed for the current round
	Absent    bool            // whether they have declined it
	Seated    bool            // whether they have a seat at one of its tables
	SitsOut   message.Message // how the round counts for them if they sit it out; otherwise empty
}

// Person is a player of a tournament.
type Person struct {
	Account   string
	Name      string
	Reserve   bool
	Left      bool
	Confirmed bool // whether they have confirmed for the current round
	Declined  bool // whether they have declined it
}

// Round is a round of a tournament.
type Round struct {
	Number                  int
	Status                  game.RoundStatus
	Top, All                bool
	ConfirmBy, Starts, Ends time.Time
	Problem                 string
	Confirmed               int // number of players who have confirmed
	Tables                  []Table
	Byes                    []string // names of players who sit out
	Declined                []string // those who have declined, or were replaced
	Missed                  []string // those who are missing without notice
	Seed                    uint64
}

// Table is a table of a round.
type Table struct {
	Number int
	Game   string // game ID; empty if the game has not begun or was deleted
	Over   bool
	Roster machiavelli.Roster // roster of its game
	Seats  []Seat
}

// Seat is a seat at a table.
type Seat struct {
	Name   string
	Powers message.Message
	IDs    []string // IDs of the powers
	Own    bool     // whether it is the account's own seat
	// The current holder or, in a finished game, the holder at the end.
	Instead string // name of the holder, if it is not the player to whom the seat was dealt
	Open    bool   // whether nobody holds it
	// The result, if the table is over.
	Cities, Place int
	Points        scoring.Points
}

// Present returns the name of the player who holds the seat, or "".
func (s *Seat) Present() string {
	if s.Open {
		return ""
	}
	return cmp.Or(s.Instead, s.Name)
}

// Row is a player in the standings.
type Row struct {
	scoring.Row
	Name string
	Own  bool
	Left bool
}

// Listed is the number of tournaments, without drafts, in a part of the list.
const Listed = 30

// TournamentList returns tournaments, the newest first, and the drafts that the account
// organises. If before is not zero, it returns only tournaments before that time.
func (t *Tournaments) TournamentList(ctx context.Context, accountID string, before time.Time) ([]Summary, error) {
	var out []Summary
	err := t.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		own := map[string]bool{}
		list, err := tx.Tournaments.Tournaments(before, Listed)
		if err != nil {
			return err
		}
		entries, err := entriesOf(tx, accountID)
		if err != nil {
			return err
		}
		for i := range entries {
			own[entries[i].Tournament] = entries[i].Organiser || entries[i].Plays()
			if !entries[i].Organiser || !before.IsZero() {
				continue
			}
			d, err := tx.Tournaments.Tournament(entries[i].Tournament)
			if err != nil {
				return err
			}
			if d.Status == game.TournamentDraft {
				list = append([]game.Tournament{d}, list...)
			}
		}
		for i := range list {
			x, err := t.load(tx, list[i].ID, false)
			if err != nil {
				return err
			}
			s, err := x.summary()
			if err != nil {
				return err
			}
			s.Mine = own[x.ID]
			out = append(out, s)
		}
		return nil
	})
	return out, err
}

// entriesOf returns the entries of an account, or none if accountID is empty.
func entriesOf(tx *game.Tx, accountID string) ([]game.Entrant, error) {
	if accountID == "" {
		return nil, nil
	}
	return tx.Tournaments.EntriesOf(accountID)
}

// Part is a player's current situation in a tournament.
type Part struct {
	Tournament, Name string // ID and name of the tournament
	Round            int
	Top              bool
	Status           game.RoundStatus // status of the latest round
	Asked            bool             // whether they must still say whether they will play
	Absent           bool             // whether they do not play in this round
	// whether they sit out because the players could not be divided evenly among the tables
	Bye          bool
	Lost         bool      // whether they had a seat at the table and have lost it
	Until        time.Time // when the tables are formed
	Starts, Ends time.Time // times of the round
	Table        int       // 0 if they have no seat
	Powers       message.Message
	Game         string // ID of the game, once it has begun
	Over         bool   // whether the game is over
	Rank, Of     int    // rank among how many players after a finished round; 0 if none
}

// TournamentParts returns an account's situation in those of its tournaments in which a round has
// been announced.
func (t *Tournaments) TournamentParts(ctx context.Context, accountID string) ([]Part, error) {
	var out []Part
	err := t.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		list, err := tx.Tournaments.EntriesOf(accountID)
		if err != nil {
			return err
		}
		for i := range list {
			if !list[i].Plays() {
				continue
			}
			x, err := t.load(tx, list[i].Tournament, false)
			if err != nil {
				return err
			}
			if x.Status != game.TournamentAnnounced || len(x.rounds) == 0 {
				continue
			}
			p, err := x.part(accountID)
			if err != nil {
				return err
			}
			out = append(out, p)
		}
		return nil
	})
	return out, err
}

// part returns a player's situation in the latest round.
func (x *loaded) part(accountID string) (Part, error) {
	r := &x.rounds[len(x.rounds)-1]
	p := Part{
		Tournament: x.ID, Name: x.Name, Round: r.Number, Top: r.Top, Status: r.Status, Until: r.ConfirmBy, Starts: r.Starts, Ends: r.Ends,
		Absent: slices.Contains(r.Absent, accountID),
	}
	p.Asked = r.Status == game.RoundCalled && !r.All && !p.Absent && !slices.Contains(r.Confirmed, accountID)
	if r.Status == game.RoundOver {
		rows, players := x.standings()
		for i := range rows {
			if players[rows[i].Player] == accountID {
				p.Rank, p.Of = rows[i].Rank, len(rows)
			}
		}
		return p, nil
	}
	table, seat, holds, err := x.sits(r, accountID)
	if err != nil {
		return p, err
	}
	p.Table = table + 1
	switch {
	case table < 0:
		p.Bye = slices.Contains(r.Byes, accountID)
		p.Absent = p.Absent || slices.Contains(r.Missed, accountID)
		return p, nil
	case !holds:
		p.Lost = true
		return p, nil
	}
	t := &r.Tables[table]
	layout, err := x.layout(t.Variant)
	p.Absent, p.Game, p.Over, p.Powers = false, t.Game, t.Over, message.New("{powers:name}", powersOf(layout.Powers, t.Seats[seat].Powers))
	return p, err
}

// sits returns the seat of an account in a round, and whether it still holds it: it may have
// taken over a seat, or lost the one that was dealt to it. A running game takes precedence over
// one that has ended. If the account has no seat, table is -1.
func (x *loaded) sits(r *game.Round, accountID string) (table, seat int, holds bool, err error) {
	parts, err := x.tx.Members.PartsOf(accountID, true)
	if err != nil {
		return 0, 0, false, err
	}
	table = -1
	for i := range r.Tables {
		t := &r.Tables[i]
		dealt := slices.IndexFunc(t.Seats, func(s game.RoundSeat) bool { return s.Account == accountID })
		if !t.Over && dealt < 0 && !slices.ContainsFunc(parts, func(p game.Part) bool { return p.Game == t.Game && p.Kind == game.Player }) {
			continue
		}
		if err := x.present(t); err != nil {
			return 0, 0, false, err
		}
		has := slices.IndexFunc(t.Seats, func(s game.RoundSeat) bool { return s.Holder == accountID })
		switch {
		case has >= 0 && (!holds || !t.Over):
			table, seat, holds = i, has, true
		case dealt >= 0 && table < 0:
			table, seat = i, dealt
		}
	}
	return table, seat, holds, nil
}

// Say describes the situation in one or two sentences.
func (p *Part) Say() message.Message {
	name, n := message.Name(p.Name), message.Number(p.Round)
	switch {
	case p.Asked:
		when := message.Moment(p.Until.Unix())
		if p.Top {
			return message.New("Will you play at the top board of {tournament}? Say so before {when}.", name, when)
		}
		return message.New("Will you play in round {n} of {tournament}? Say so before {when}.", n, name, when)
	case p.Status == game.RoundOver && p.Rank > 0:
		return message.New("{tournament}: round {n} is over. You are in place {place} of {of}.", name, n, message.Number(p.Rank), message.Number(p.Of))
	case p.Status == game.RoundOver:
		return message.New("{tournament}: round {n} is over.", name, n)
	case p.Absent:
		return message.New("{tournament}, round {n}: you do not play.", name, n)
	case p.Status == game.RoundCalled:
		return message.New("{tournament}, round {n}: you play. The tables are not known yet.", name, n)
	case p.Bye:
		return message.New("{tournament}, round {n}: you sit it out.", name, n)
	case p.Table == 0:
		return message.New("{tournament}, round {n}: you have no seat.", name, n)
	case p.Lost:
		return message.New("{tournament}, round {n}: you no longer play at table {table}.", name, n, message.Number(p.Table))
	case p.Over:
		return message.New("{tournament}, round {n}: your game at table {table} is over.", name, n, message.Number(p.Table))
	}
	return message.New("{tournament}, round {n}, table {table}: you are {powers}.", name, n, message.Number(p.Table), p.Powers)
}

// Link returns the address of the page about the situation.
func (p *Part) Link() string {
	if p.Game != "" && !p.Over {
		return "/g/" + p.Game
	}
	return "/tournaments/" + p.Tournament
}

// Begins reports whether the player waits for the round to begin.
func (p *Part) Begins() bool {
	return (p.Status == game.RoundCalled || p.Status == game.RoundSeeded) && !p.Absent && !p.Asked
}

func (x *loaded) summary() (Summary, error) {
	s := Summary{ID: x.ID, Name: x.Name, Status: x.Status, Entry: x.Entry, Made: x.Made, Rounds: len(x.rounds)}
	for i := range x.entrants {
		if e := &x.entrants[i]; e.Player && !e.Reserve {
			s.Players++
		}
	}
	l, err := x.layout(x.Variants[0])
	s.Title = l.Title
	return s, err
}

// Tournament returns a tournament as an account sees it; "" stands for a visitor. Only organisers
// see a draft.
func (t *Tournaments) Tournament(ctx context.Context, id, accountID string) (*View, error) {
	var out *View
	err := t.base.Read(ctx, func(tx *game.Tx) error {
		x, err := t.load(tx, id, false)
		if err != nil {
			return err
		}
		if x.Status == game.TournamentDraft && !x.organises(accountID) {
			return errNone
		}
		out, err = x.view(accountID)
		return err
	})
	return out, err
}

// view returns the tournament as an account sees it.
func (x *loaded) view(accountID string) (*View, error) {
	s, err := x.summary()
	if err != nil {
		return nil, err
	}
	v := &View{
		Summary: s, About: x.About, Scoring: x.system, Best: x.Best, Preset: cmp.Or(x.games.Preset, rules.DefaultPreset), Variants: x.Variants, Hosting: x.how,
		HasMaster: x.master() != "", Ended: x.Ended,
	}
	var accounts []string
	for i := range x.entrants {
		accounts = append(accounts, x.entrants[i].Account)
	}
	for i := range x.rounds {
		for k := range x.rounds[i].Tables {
			t := &x.rounds[i].Tables[k]
			if err := x.present(t); err != nil {
				return nil, err
			}
			for _, s := range t.Seats {
				if s.Holder != "" && x.entrant(s.Holder) == nil { // seated by a master
					accounts = append(accounts, s.Holder)
				}
			}
		}
	}
	called, err := names(x.tx, accounts)
	if err != nil {
		return nil, err
	}
	r := x.current()
	confirmed := func(id string) bool {
		return r != nil && (slices.Contains(r.Confirmed, id) || r.All) && !slices.Contains(r.Absent, id)
	}
	for i := range x.entrants {
		e := &x.entrants[i]
		if e.Organiser {
			v.Organisers = append(v.Organisers, called[e.Account])
		}
		if e.Player {
			v.Entrants = append(v.Entrants, Person{Account: e.Account, Name: called[e.Account], Reserve: e.Reserve, Left: !e.Plays(), Confirmed: e.Plays() && confirmed(e.Account), Declined: e.Plays() && r != nil && slices.Contains(r.Absent, e.Account)})
		}
	}
	if e := x.entrant(accountID); e != nil {
		v.Mine = e.Organiser || e.Plays()
		v.Organiser, v.Plays, v.Reserve = e.Organiser, e.Plays(), e.Reserve
		v.Confirmed, v.Absent = e.Plays() && confirmed(e.Account), r != nil && slices.Contains(r.Absent, e.Account)
		if v.Plays && r != nil && r.Status != game.RoundCalled {
			p, err := x.part(accountID)
			if err != nil {
				return nil, err
			}
			v.Seated = p.Table > 0 && !p.Lost
			if p.Bye {
				v.SitsOut = x.byeCounts()
			}
		}
	}
	for i := range x.rounds {
		round, err := x.viewRound(&x.rounds[i], accountID, called)
		if err != nil {
			return nil, err
		}
		v.Rounds = append(v.Rounds, round)
	}
	if len(x.rounds) > 0 {
		rows, players := x.standings()
		for i := range rows {
			id := players[rows[i].Player]
			v.Standings = append(v.Standings, Row{Row: rows[i], Name: called[id], Own: id == accountID, Left: !x.entrant(id).Plays()})
		}
	}
	return v, nil
}

// viewRound returns a round as an account sees it.
func (x *loaded) viewRound(r *game.Round, accountID string, called map[string]string) (Round, error) {
	out := Round{Number: r.Number, Status: r.Status, Top: r.Top, All: r.All, ConfirmBy: r.ConfirmBy, Starts: r.Starts, Ends: r.Ends, Problem: r.Problem, Seed: r.Seed}
	for _, id := range r.Confirmed {
		if e := x.entrant(id); e != nil && e.Plays() {
			out.Confirmed++
		}
	}
	for _, id := range r.Byes {
		out.Byes = append(out.Byes, called[id])
	}
	for _, id := range r.Missed {
		if slices.Contains(r.Absent, id) {
			out.Declined = append(out.Declined, called[id])
		} else {
			out.Missed = append(out.Missed, called[id])
		}
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if len(t.Seats) == 0 { // too few players were left for a game
			continue
		}
		layout, err := x.layout(t.Variant)
		if err != nil {
			return out, err
		}
		table := Table{Number: i + 1, Game: t.Game, Over: t.Over, Roster: layout.Powers}
		for _, s := range t.Seats {
			seat := Seat{
				Name: called[s.Account], Powers: message.New("{Powers:name}", powersOf(layout.Powers, s.Powers)), IDs: s.Powers, Own: s.Holder == accountID && accountID != "",
				Cities: s.Cities, Place: s.Place, Points: scoring.Points(s.Points),
			}
			if s.Holder != s.Account {
				seat.Instead, seat.Open = called[s.Holder], s.Holder == ""
			}
			table.Seats = append(table.Seats, seat)
		}
		out.Tables = append(out.Tables, table)
	}
	return out, nil
}
