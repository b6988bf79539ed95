package tournament_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/tournament"
	"podesta/machiavelli"
)

// event is a tournament that a test plays.
type event struct {
	*judgetest.House
	ctx       context.Context
	id        string
	organiser *game.Account
	players   map[string]*game.Account // accounts, keyed by name
	letters   map[string][]string      // subjects and texts of messages, keyed by account
}

// settings returns the settings of a tournament on the board of a scenario.
func settings(scenario, variant string) tournament.Settings {
	h := hosting.Default()
	h.Listed = true
	return tournament.Settings{
		Name: "Spring Cup", About: "Three rounds, and a top board.", Scoring: "squares",
		Games: lobby.NewGame{Scenario: scenario, Variant: variant, Preset: "battleline-1978-basic"}, Hosting: h,
	}
}

// announce creates and announces a tournament.
func announce(t *testing.T, s tournament.Settings) *event {
	t.Helper()
	e := &event{House: judgetest.New(t), ctx: t.Context(), players: map[string]*game.Account{}, letters: map[string][]string{}}
	e.Tournaments.TellEntrants(func(_ *game.Tx, l tournament.Letter) error {
		text := []string{l.Subject.String()}
		for _, m := range slices.Concat(l.Said, l.List) {
			text = append(text, m.String())
		}
		e.letters[l.Account] = append(e.letters[l.Account], strings.Join(text, "\n"))
		return nil
	})
	e.organiser = e.Person("Lorenzo")
	var err error
	e.id, err = e.Tournaments.NewTournament(e.ctx, e.organiser.ID, s)
	e.Must(err)
	e.Must(e.Tournaments.AnnounceTournament(e.ctx, e.id, e.organiser.ID))
	return e
}

// enter lets people enter.
func (e *event) enter(reserve bool, names ...string) {
	e.T.Helper()
	for _, name := range names {
		if e.players[name] == nil {
			e.players[name] = e.Person(name)
		}
		e.Must(e.Tournaments.EnterTournament(e.ctx, e.id, e.players[name].ID, reserve))
	}
}

// numbered returns the names of some numbered players.
func numbered(from, to int) []string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf("Player %03d", i))
	}
	return out
}

// confirm lets people confirm the current round.
func (e *event) confirm(names ...string) {
	e.T.Helper()
	for _, name := range names {
		e.Must(e.Tournaments.ConfirmRound(e.ctx, e.id, e.players[name].ID, true))
	}
}

// call announces a round for which players confirm for two days, and which ends
// ten days later.
func (e *event) call(top bool) {
	e.T.Helper()
	now := e.Clock.Now()
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{
		Top: top, ConfirmBy: now.Add(48 * time.Hour), Starts: now.Add(72 * time.Hour), Ends: now.Add(240 * time.Hour),
	})
	e.Must(err)
}

// until sets the clock, and lets the judge do what is due in the tournament.
func (e *event) until(at time.Time) {
	e.T.Helper()
	e.Clock.Set(at)
	_, err := e.Tournaments.TournamentWork(e.ctx)
	e.Must(err)
}

// view returns the tournament as its organiser sees it.
func (e *event) view() *tournament.View {
	e.T.Helper()
	v, err := e.Tournaments.Tournament(e.ctx, e.id, e.organiser.ID)
	e.Must(err)
	return v
}

// round returns the last round.
func (e *event) round() *tournament.Round {
	e.T.Helper()
	v := e.view()
	return &v.Rounds[len(v.Rounds)-1]
}

// concede lets all other players of a game concede it to a seat.
func (e *event) concede(table *tournament.Table, to int) {
	e.T.Helper()
	g := e.At(table.Game)
	for seat := range table.Seats {
		if seat == to {
			continue
		}
		err := e.Judge.Clock.Vote(e.ctx, g.ID, e.Part(g.ID, e.players[table.Seats[seat].Name]), seat+1, game.Ballot{Concede: g.Setting.Seats[to][0]})
		e.Must(err)
	}
}

// draw lets all players of a game agree on a draw.
func (e *event) draw(table *tournament.Table) {
	e.T.Helper()
	for seat := range table.Seats {
		e.Must(e.Judge.Clock.Vote(e.ctx, table.Game, e.Part(table.Game, e.players[table.Seats[seat].Name]), seat+1, game.Ballot{Draw: true, Concede: machiavelli.Nobody}))
	}
}

// TestTournament plays a tournament of 105 people, seven at a table, over three rounds and a
// top board, from the announcement to the podium. Some disappear between the rounds or drop out
// when the tables are known, and are replaced by people in reserve.
func TestTournament(t *testing.T) {
	t.Parallel()
	e := announce(t, settings("B", "B-7"))
	all := numbered(1, 105)
	e.enter(false, all...)
	reserves := []string{"Reserve A", "Reserve B", "Reserve C"}
	e.enter(true, reserves...)
	gone := map[string]bool{}
	met := map[string]int{}
	for number := 1; number <= 3; number++ {
		e.call(false)
		here := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return gone[name] })
		e.confirm(here...)
		e.confirm(reserves...)
		r := e.round()
		if r.Status != game.RoundCalled || r.Confirmed != len(here)+len(reserves) {
			t.Fatalf("round %d: %s, confirmed by %d", number, r.Status, r.Confirmed)
		}
		e.until(r.ConfirmBy)
		r = e.round()
		seated := checkTables(t, r, 7)
		// In round 2, two of the three people in reserve fill the table that lacks two players.
		want := map[int][3]int{1: {105, 0, 0}, 2: {105, 0, 2}, 3: {98, 3, 2}}[number]
		if got := [3]int{len(seated), len(r.Byes), len(r.Missed)}; r.Status != game.RoundSeeded || got != want {
			t.Fatalf("round %d: %s; seated, byes and missed %v, want %v", number, r.Status, got, want)
		}
		if exact := uint64(float64(r.Seed)); r.Seed == 0 || exact != r.Seed {
			t.Errorf("the seed %d becomes %d in JavaScript", r.Seed, exact)
		}
		// Two more drop out when the tables are known. The remaining players of one's table fill
		// the other's table.
		if number == 2 {
			for _, name := range []string{"Player 050", "Player 051"} {
				gone[name] = true
				e.Must(e.Tournaments.LeaveTournament(e.ctx, e.id, e.players[name].ID))
			}
		}
		e.until(r.Starts)
		r = e.round()
		seated = checkTables(t, r, 7)
		for range 3 { // games begin a few at a time
			e.until(e.Clock.Now())
		}
		r = e.round()
		if r.Status != game.RoundPlaying || slices.ContainsFunc(r.Tables, func(x tournament.Table) bool { return x.Game == "" }) {
			t.Fatalf("round %d: %s, %+v", number, r.Status, r.Tables)
		}
		switch number {
		case 1:
			gone["Player 007"], gone["Player 100"] = true, true
		case 2:
			// 101 players and three in reserve are not enough for 15 tables. The remaining
			// players of one table wait; the two in reserve who have seats keep them.
			if byes := 101 - 98; len(seated) != 98 || len(r.Byes) < byes || len(r.Byes) > byes+len(reserves) || seated["Player 050"] || seated["Player 051"] {
				t.Errorf("round 2: %d seated, byes %v", len(seated), r.Byes)
			}
		}
		for i := range r.Tables {
			table := &r.Tables[i]
			for k, s := range table.Seats {
				for _, o := range table.Seats[:k] {
					met[s.Name+o.Name]++
					met[o.Name+s.Name]++
				}
			}
			switch i % 3 {
			case 0:
				e.concede(table, i%7)
			case 1:
				e.draw(table)
			}
		}
		e.until(r.Ends)
		for range 2 {
			e.until(e.Clock.Now())
		}
		if r = e.round(); r.Status != game.RoundOver {
			t.Fatalf("round %d at its end: %s", number, r.Status)
		}
		checkResults(t, e, r)
	}
	again := 0
	for _, n := range met {
		again = max(again, n)
	}
	if again > 1 {
		t.Errorf("two people have met %d times in three rounds", again)
	}

	var best []string
	for _, row := range e.view().Standings[1:30] { // the leader does not confirm
		if !gone[row.Name] {
			best = append(best, row.Name)
		}
	}
	e.call(true)
	e.confirm(best...)
	e.until(e.round().Starts)
	r := e.round()
	if len(r.Tables) != 1 || r.Status != game.RoundPlaying {
		t.Fatalf("the top board: %+v", r)
	}
	for _, s := range r.Tables[0].Seats {
		if !slices.Contains(best[:7], s.Name) {
			t.Errorf("%s plays at the top board", s.Name)
		}
	}
	winner := r.Tables[0].Seats[3].Name
	e.concede(&r.Tables[0], 3)
	e.until(e.Clock.Now())
	if e.round().Status != game.RoundOver {
		t.Fatalf("the top board is conceded, and the round %s", e.round().Status)
	}
	e.Must(e.Tournaments.EndTournament(e.ctx, e.id, e.organiser.ID))
	v := e.view()
	if v.Status != game.TournamentOver || v.Standings[0].Name != winner || v.Standings[0].Rank != 1 || v.Standings[0].Top == nil || v.Standings[7].Top != nil {
		t.Errorf("the podium: %+v", v.Standings[:3])
	}
	last := e.letters[e.players[winner].ID]
	if text := last[len(last)-1]; !strings.Contains(text, "the tournament Spring Cup is over") || !strings.Contains(text, "You are in place 1 of 108") || !strings.Contains(text, "1. "+winner) {
		t.Errorf("the letter to the winner:\n%s", text)
	}
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true})
	judgetest.Code(t, err, game.Conflict)
}

// checkTables checks that nobody is seated twice in a round, and that all tables
// have the right size. It returns who is seated.
func checkTables(t *testing.T, r *tournament.Round, size int) map[string]bool {
	t.Helper()
	seated := map[string]bool{}
	for i := range r.Tables {
		if len(r.Tables[i].Seats) != size {
			t.Errorf("table %d has %d players", i+1, len(r.Tables[i].Seats))
		}
		for _, s := range r.Tables[i].Seats {
			if seated[s.Name] {
				t.Errorf("%s sits at two tables", s.Name)
			}
			seated[s.Name] = true
		}
	}
	return seated
}

// checkResults checks that the average at each table of a finished round is 50 points, and that
// the games have ended.
func checkResults(t *testing.T, e *event, r *tournament.Round) {
	t.Helper()
	for i := range r.Tables {
		table := &r.Tables[i]
		sum := int64(0)
		for _, s := range table.Seats {
			sum += int64(s.Points)
		}
		if want := int64(50_000 * len(table.Seats)); !table.Over || sum < want-10 || sum > want+10 {
			t.Errorf("table %d: over %t, %d thousandths of a point", table.Number, table.Over, sum)
		}
		if g := e.At(table.Game); g.Status != game.Over || g.Hosting.Tournament != e.id {
			t.Errorf("table %d: its game is %s, of the tournament %q", table.Number, g.Status, g.Hosting.Tournament)
		}
	}
}

// TestTournamentOfAClub plays a tournament of 35 people and four in reserve, whose tables may be
// smaller. Between the rounds, players and people in reserve disappear without notice, withdraw,
// or fail to appear when the tables are known, so that the organiser replaces them.
func TestTournamentOfAClub(t *testing.T) {
	t.Parallel()
	how := settings("B", "B-7")
	how.Smaller = true
	e := announce(t, how)
	all, reserves := numbered(1, 35), []string{"Reserve A", "Reserve B", "Reserve C", "Reserve D"}
	e.enter(false, all...)
	e.enter(true, reserves...)

	// vanished maps people to the round from which they no longer play.
	vanished := map[string]int{
		"Player 004": 2, "Player 011": 2, "Player 030": 2, "Reserve B": 2,
		"Player 019": 3, "Reserve A": 3, "Reserve C": 3,
	}
	come := func(number int, names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return vanished[name] > 0 && vanished[name] <= number })
	}
	for number := 1; number <= 3; number++ {
		e.call(false)
		here, spare := come(number, all), come(number, reserves)
		e.confirm(here...)
		e.confirm(spare...)
		e.until(e.round().ConfirmBy)
		r := e.round()
		if r.Status != game.RoundSeeded {
			t.Fatalf("round %d: %s, %s", number, r.Status, r.Problem)
		}
		switch number {
		case 1: // a seated player fails to appear, and someone in reserve gets the seat
			e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, "Player 002", "Reserve A"))
			judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, "Player 002", "Reserve C"), game.NotFound)
		case 2: // a player withdraws when the tables are known
			e.Must(e.Tournaments.LeaveTournament(e.ctx, e.id, e.players["Player 025"].ID))
			vanished["Player 025"] = 2
		case 3:
			e.Must(e.Tournaments.RemoveEntrant(e.ctx, e.id, e.organiser.ID, "Reserve D"))
			vanished["Reserve D"] = 3
		}
		e.until(r.Starts)
		for range 3 {
			e.until(e.Clock.Now())
		}
		r = e.round()
		if r.Status != game.RoundPlaying {
			t.Fatalf("round %d: %s", number, r.Status)
		}
		e.checkClub(r, come(number, all), come(number, reserves))
		for i := range r.Tables {
			e.concede(&r.Tables[i], i%len(r.Tables[i].Seats))
		}
		e.until(e.Clock.Now())
		if r = e.round(); r.Status != game.RoundOver {
			t.Fatalf("round %d: all games are over, and it is %s", number, r.Status)
		}
		checkResults(t, e, r)
	}

	e.Must(e.Tournaments.EndTournament(e.ctx, e.id, e.organiser.ID))
	v := e.view()
	if v.Status != game.TournamentOver || len(v.Standings) < 35 {
		t.Fatalf("%s, %d standings", v.Status, len(v.Standings))
	}
	for i, row := range v.Standings[1:] {
		if row.Total > v.Standings[i].Total || row.Rank < v.Standings[i].Rank {
			t.Errorf("%s follows %s: %d and %d points", row.Name, v.Standings[i].Name, row.Total, v.Standings[i].Total)
		}
	}
	for _, row := range v.Standings[:3] { // the podium
		last := e.letters[e.players[row.Name].ID]
		if text := last[len(last)-1]; !strings.Contains(text, "the tournament Spring Cup is over") || !strings.Contains(text, fmt.Sprintf("You are in place %d of ", row.Rank)) {
			t.Errorf("the letter to %s:\n%s", row.Name, text)
		}
	}
	if last := e.letters[e.players["Player 004"].ID]; !strings.Contains(last[len(last)-1], "is over") {
		t.Error("a player who has vanished is not told the result")
	}
}

// checkClub checks the tables of a round, given the people who want to play and those in reserve:
// everyone who wants to play has a seat or sits out, nobody else has a seat, and those in reserve
// play only if they fill a table.
func (e *event) checkClub(r *tournament.Round, come, reserves []string) {
	e.T.Helper()
	seated := map[string]bool{}
	for i := range r.Tables {
		if n := len(r.Tables[i].Seats); n < 5 || n > 7 {
			e.T.Errorf("round %d: table %d has %d players", r.Number, i+1, n)
		}
		for _, s := range r.Tables[i].Seats {
			if seated[s.Name] {
				e.T.Errorf("round %d: %s sits at two tables", r.Number, s.Name)
			}
			seated[s.Name] = true
			if !slices.Contains(come, s.Name) && !slices.Contains(reserves, s.Name) {
				e.T.Errorf("round %d: %s plays, who does not come", r.Number, s.Name)
			}
		}
	}
	out := 0
	for _, name := range come {
		if !seated[name] {
			out++
			if !slices.Contains(r.Byes, name) && !slices.Contains(r.Declined, name) {
				e.T.Errorf("round %d: %s has come and neither plays nor sits out", r.Number, name)
			}
		}
	}
	if out > 2 {
		e.T.Errorf("round %d: %d of %d players have no seat", r.Number, out, len(come))
	}
}
