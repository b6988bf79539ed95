package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/tournament"
)

// seats returns the table and the powers of everyone seated in a round, keyed by name.
func seats(r *tournament.Round) map[string]string {
	out := map[string]string{}
	for i := range r.Tables {
		for _, s := range r.Tables[i].Seats {
			out[s.Name] = fmt.Sprintf("%d %s", r.Tables[i].Number, strings.Join(s.IDs, "+"))
		}
	}
	return out
}

// TestOneDropoutChangesOneTable lets players drop out of random rounds whose tables are known. It
// checks that their tables are repaired at once, and that all others keep their tables and
// powers. Another table changes only if nobody waits for a seat and no smaller kind of table
// exists.
func TestOneDropoutChangesOneTable(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	for _, x := range []struct{ players, reserves int }{{35, 0}, {22, 2}, {17, 0}, {31, 1}, {15, 0}} {
		how := settings("B", "B-7")
		how.Smaller = true
		e := announce(t, how)
		all := numbered(1, x.players)
		var reserves []string
		for i := range x.reserves {
			reserves = append(reserves, fmt.Sprintf("Reserve %c", 'A'+i))
		}
		e.enter(false, all...)
		e.enter(true, reserves...)
		e.call(false)
		e.confirm(all...)
		e.confirm(reserves...)
		e.until(e.round().ConfirmBy)
		for range 6 {
			before := e.round()
			was := seats(before)
			if before.Status != game.RoundSeeded {
				break
			}
			var names []string
			for name := range was {
				names = append(names, name)
			}
			slices.Sort(names)
			gone := names[rng.IntN(len(names))]
			e.letters = map[string][]string{}
			e.Must(e.Tournaments.ConfirmRound(e.ctx, e.id, e.players[gone].ID, false))
			after := e.round()
			is := seats(after)
			if is[gone] != "" {
				t.Fatalf("%s has a seat and does not come", gone)
			}
			table := before.Tables[slices.IndexFunc(before.Tables, func(tab tournament.Table) bool {
				return slices.ContainsFunc(tab.Seats, func(s tournament.Seat) bool { return s.Name == gone })
			})]
			waited := slices.ContainsFunc(slices.Concat(all, reserves), func(name string) bool {
				return was[name] == "" && is[name] != ""
			})
			switch {
			case waited && len(is) != len(was), !waited && len(is) != len(was)-1 && len(table.Seats) > 5:
				t.Errorf("%d had seats before %s dropped out, %d have", len(was), gone, len(is))
			case !waited && len(table.Seats) == 5:
				continue // in this case another table must change
			}
			for name, at := range was {
				sat := strings.HasPrefix(at, fmt.Sprintf("%d ", table.Number))
				if name != gone && is[name] != at && (waited || !sat) {
					t.Errorf("%s drops out, and %s moves from %s to %s", gone, name, at, is[name])
				}
				if got := len(e.letters[e.players[name].ID]); (got > 0) != (sat && name != gone) {
					t.Errorf("%s drops out at table %d; %s of %s gets %d letters", gone, table.Number, name, at, got)
				}
			}
			if text := strings.Join(e.letters[e.organiser.ID], "\n"); !strings.Contains(text, gone+" cannot play in round 1") || !strings.Contains(text, fmt.Sprintf("Table %d: ", table.Number)) {
				t.Errorf("the organiser learns:\n%s", text)
			}
			for _, s := range table.Seats {
				if text := strings.Join(e.letters[e.players[s.Name].ID], "\n"); s.Name != gone && !strings.Contains(text, "your table in round 1 has changed") {
					t.Errorf("%s learns:\n%s", s.Name, text)
				}
			}
		}
		r := e.round()
		now := seats(r)
		e.until(r.Starts)
		if r = e.round(); r.Status == game.RoundPlaying && fmt.Sprint(seats(r)) != fmt.Sprint(now) {
			t.Errorf("the tables change when the round begins")
		}
	}
}

// TestLetterOfEveryCause checks that everyone reads why they have no seat in a round, except
// people who already know.
func TestLetterOfEveryCause(t *testing.T) {
	t.Parallel()
	how := settings("B", "B-5")
	how.Hosting.MinReliability = 0
	e := announce(t, how)
	all := numbered(1, 10)
	e.enter(false, all...)
	e.call(false)
	e.confirm(all[:7]...)
	for _, name := range all[6:9] {
		e.Must(e.Tournaments.ConfirmRound(e.ctx, e.id, e.players[name].ID, false))
	}
	e.until(e.round().ConfirmBy)
	r := e.round()
	for _, name := range all {
		text := strings.Join(e.letters[e.players[name].ID][1:], "\n")
		want := "you play "
		switch {
		case slices.Contains(r.Byes, name):
			want = "The round counts for you as the average of your other rounds, or as 50 points if you have no other."
		case slices.Contains(all[6:9], name):
			want = ""
		case name == all[9]:
			want = "because you have not confirmed"
		}
		if want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%s is told %q, not %q", name, text, want)
		}
	}
	for _, name := range all[:6] { // the page says the same as the e-mail
		v, err := e.Tournaments.Tournament(e.ctx, e.id, e.players[name].ID)
		e.Must(err)
		if bye := slices.Contains(r.Byes, name); v.Seated == bye || v.SitsOut.IsZero() == bye {
			t.Errorf("the page of %s, who sits out: %v, says seated: %v, %q", name, bye, v.Seated, v.SitsOut.String())
		}
	}
	if len(r.Declined) != 3 || len(r.Missed) != 1 || r.Missed[0] != all[9] {
		t.Errorf("declined %v, missed %v", r.Declined, r.Missed)
	}

	// When an organiser replaces a player, the table and both players are notified.
	old, by := r.Tables[0].Seats[2].Name, r.Byes[0]
	e.letters = map[string][]string{}
	e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, old, by))
	for name, want := range map[string]string{
		old: "given your seat in round 1", by: "you play ", r.Tables[0].Seats[0].Name: "replaced " + old + " by " + by,
	} {
		if text := strings.Join(e.letters[e.players[name].ID], "\n"); !strings.Contains(text, want) {
			t.Errorf("%s is told %q, not %q", name, text, want)
		}
	}
}

// TestReplacePlaysOneGame checks that a seat cannot be given to someone who plays in another
// game of the round, and that everyone at the table reads what has happened.
func TestReplacePlaysOneGame(t *testing.T) {
	t.Parallel()
	e := announce(t, settings("B", "B-5"))
	all := numbered(1, 11)
	e.enter(false, all...)
	e.call(false)
	e.confirm(all...)
	e.until(e.round().Starts)
	r := e.round()
	if len(r.Tables) != 2 || len(r.Byes) != 1 {
		t.Fatalf("%+v", r)
	}
	old, other := r.Tables[0].Seats[1].Name, r.Tables[1].Seats[0].Name
	for _, by := range []string{other, old, r.Tables[0].Seats[0].Name} {
		err := e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, old, by)
		if err == nil || !strings.Contains(err.Error(), "has a seat in this round already") {
			t.Errorf("%s by %s: %v", old, by, err)
		}
	}
	e.letters = map[string][]string{}
	e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, old, r.Byes[0]))
	if text := strings.Join(e.letters[e.players[old].ID], "\n"); !strings.Contains(text, "you have been replaced in round 1") || !strings.Contains(text, r.Byes[0]) {
		t.Errorf("%s, who has lost the seat, is told %q", old, text)
	}
	err := e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, other, r.Byes[0])
	if err == nil || !strings.Contains(err.Error(), "has a seat in this round already") {
		t.Errorf("%s has taken a seat over, and gets another: %v", r.Byes[0], err)
	}
}

// TestBegunTournamentKeepsItsScoring checks that a tournament keeps its scoring if it began
// before points were independent of the size of a table.
func TestBegunTournamentKeepsItsScoring(t *testing.T) {
	t.Parallel()
	for _, begun := range []bool{false, true} {
		e := announce(t, settings("B", "B-5"))
		e.enter(false, numbered(1, 5)...)
		e.call(false)
		e.confirm(numbered(1, 5)...)
		e.until(e.round().ConfirmBy)
		if begun {
			e.Must(e.Base.Write(e.ctx, func(tx *game.Tx) error {
				x, err := tx.Tournaments.Tournament(e.id)
				x.Even = false
				if err == nil {
					err = tx.Tournaments.SaveTournament(x)
				}
				return err
			}))
		}
		e.until(e.round().Starts)
		r := e.round()
		e.until(r.Ends)
		r = e.round()
		for _, s := range r.Tables[0].Seats {
			if even := s.Points == 50_000; even == begun {
				t.Errorf("begun %t: %s with %d cities earns %d at a table that nobody has played", begun, s.Name, s.Cities, s.Points)
			}
		}
	}
}

// TestCardOfEverySeat checks what each person reads about their seat: the player to whom it was
// dealt, one who took it over, and one who has lost it.
func TestCardOfEverySeat(t *testing.T) {
	t.Parallel()
	e := announce(t, settings("B", "B-5"))
	all := numbered(1, 11)
	e.enter(false, all...)
	e.enter(true, "Reserve")
	card := func(name string) (string, string) {
		t.Helper()
		parts, err := e.Tournaments.TournamentParts(e.ctx, e.players[name].ID)
		e.Must(err)
		if len(parts) != 1 {
			t.Fatalf("%s: %d cards", name, len(parts))
		}
		return parts[0].Say().String(), parts[0].Link()
	}
	expect := func(when, name, want, link string) {
		t.Helper()
		if got, to := card(name); got != want || to != link {
			t.Errorf("%s, %s is told %q and led to %s, want %q and %s", when, name, got, to, want, link)
		}
	}
	page := "/tournaments/" + e.id
	e.call(false)
	if got, _ := card(all[0]); !strings.HasPrefix(got, "Will you play in round 1 of Spring Cup? Say so before ") {
		t.Errorf("asked: %q", got)
	}
	e.confirm(all...)
	expect("confirmed", all[0], "Spring Cup, round 1: you play. The tables are not known yet.", page)
	e.until(e.round().ConfirmBy)
	r := e.round()
	table, bye := r.Tables[1], r.Byes[0]
	leaver, removed := table.Seats[0].Name, table.Seats[1].Name
	before, _ := card(leaver)
	other, _ := card(removed)
	expect("seated", leaver, before, page)
	expect("seated", bye, "Spring Cup, round 1: you sit it out.", page)

	e.until(e.round().Starts)
	g := e.round().Tables[1].Game
	expect("begun", leaver, before, "/g/"+g)
	e.Must(e.Lobby.Leave(e.ctx, g, e.Part(g, e.players[leaver])))
	gone := "Spring Cup, round 1: you no longer play at table 2."
	expect("resigned", leaver, gone, page)
	if s := e.round().Tables[1].Seats[0]; !s.Open || s.Instead != "" {
		t.Errorf("the page, when a player has resigned: %+v", s)
	}
	e.Must(e.Lobby.TakeOver(e.ctx, g, e.players[bye].ID, 1))
	expect("taken over", leaver, gone, page)
	expect("taken over", bye, before, "/g/"+g)
	if s := e.round().Tables[1].Seats[0]; s.Open || s.Instead != bye {
		t.Errorf("the page, when the seat is taken over: %+v", s)
	}
	e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, removed, "Reserve"))
	expect("replaced", removed, gone, page)
	expect("replaced", "Reserve", other, "/g/"+g)
	v, err := e.Tournaments.Tournament(e.ctx, e.id, e.players["Reserve"].ID)
	e.Must(err)
	if s := v.Rounds[0].Tables[1].Seats[1]; !s.Own || s.Instead != "Reserve" {
		t.Errorf("the page of the one who plays instead: %+v", s)
	}

	// The current player is replaced, addressed by their own name.
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, removed, leaver), game.NotFound)
	e.enter(true, "Another")
	e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, "Reserve", "Another"))
	expect("replaced again", "Reserve", "Spring Cup, round 1: you have no seat.", page)
	expect("replaced again", "Another", other, "/g/"+g)

	e.Must(e.Lobby.Terminate(e.ctx, g, e.Part(g, e.organiser)))
	e.until(e.Clock.Now())
	over := "Spring Cup, round 1: your game at table 2 is over."
	expect("the game is over", "Another", over, page)
	expect("the game is over", bye, over, page)
	expect("the game is over", leaver, gone, page)
	expect("the game is over", removed, gone, page)
	expect("the game is over", table.Seats[2].Name, over, page)
	first := e.round().Tables[0]
	if got, to := card(first.Seats[0].Name); !strings.HasPrefix(got, "Spring Cup, round 1, table 1: you are ") || to != "/g/"+first.Game {
		t.Errorf("at the other table: %q, %s", got, to)
	}
}
