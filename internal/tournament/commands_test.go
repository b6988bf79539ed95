package tournament_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/tournament"
)

// small is a tournament with tables of four.
func small(t *testing.T, players int) (*event, []string) {
	t.Helper()
	e := announce(t, settings("A", "A-4"))
	all := numbered(1, players)
	e.enter(false, all...)
	return e, all
}

// begin begins a round at once, without confirmations.
func (e *event) begin() *tournament.Round {
	e.T.Helper()
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true})
	e.Must(err)
	return e.round()
}

// finish ends the round with its current results.
func (e *event) finish() *tournament.Round {
	e.T.Helper()
	e.Must(e.Tournaments.EndRound(e.ctx, e.id, e.organiser.ID))
	return e.round()
}

// TestPermissions calls every command of organisers as a player, and each command
// in a state that does not allow it.
func TestPermissions(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	lord, guest := h.Person("Lorenzo"), h.Person("Anna")
	id, err := h.Tournaments.NewTournament(ctx, lord.ID, settings("A", "A-4"))
	h.Must(err)
	for _, who := range []string{"", guest.ID} { // only its organiser can see a draft
		_, err = h.Tournaments.Tournament(ctx, id, who)
		judgetest.Code(t, err, game.NotFound)
		list, err := h.Tournaments.TournamentList(ctx, who, time.Time{})
		h.Must(err)
		if len(list) > 0 {
			t.Errorf("a draft is listed: %+v", list)
		}
	}
	judgetest.Code(t, h.Tournaments.EnterTournament(ctx, id, guest.ID, false), game.NotFound)
	judgetest.Code(t, h.Tournaments.AnnounceTournament(ctx, id, guest.ID), game.NotFound)
	judgetest.Code(t, h.Tournaments.EndTournament(ctx, id, lord.ID), game.Conflict)
	_, err = h.Tournaments.CallRound(ctx, id, lord.ID, tournament.RoundPlan{All: true})
	judgetest.Code(t, err, game.Conflict)
	h.Must(h.Tournaments.AnnounceTournament(ctx, id, lord.ID))
	judgetest.Code(t, h.Tournaments.AnnounceTournament(ctx, id, lord.ID), game.Conflict)
	h.Must(h.Tournaments.EnterTournament(ctx, id, guest.ID, false))
	judgetest.Code(t, h.Tournaments.EnterTournament(ctx, id, guest.ID, false), game.Conflict)
	judgetest.Code(t, h.Tournaments.ConfirmRound(ctx, id, guest.ID, true), game.Conflict)
	judgetest.Code(t, h.Tournaments.ConfirmRound(ctx, id, lord.ID, true), game.Forbidden)
	judgetest.Code(t, h.Tournaments.LeaveTournament(ctx, id, lord.ID), game.Conflict)
	for name, do := range map[string]func(who string) error{
		"open entry": func(who string) error { return h.Tournaments.OpenEntry(ctx, id, who, true) },
		"change":     func(who string) error { return h.Tournaments.ChangeTournament(ctx, id, who, settings("A", "A-4")) },
		"settings":   func(who string) error { _, err := h.Tournaments.SettingsOf(ctx, id, who); return err },
		"organiser":  func(who string) error { return h.Tournaments.AddOrganiser(ctx, id, who, "Anna") },
		"remove":     func(who string) error { return h.Tournaments.RemoveEntrant(ctx, id, who, "Anna") },
		"call": func(who string) error {
			_, err := h.Tournaments.CallRound(ctx, id, who, tournament.RoundPlan{All: true})
			return err
		},
		"seed":      func(who string) error { return h.Tournaments.SeedRound(ctx, id, who) },
		"start":     func(who string) error { return h.Tournaments.StartRound(ctx, id, who) },
		"end round": func(who string) error { return h.Tournaments.EndRound(ctx, id, who) },
		"no round":  func(who string) error { return h.Tournaments.CancelRound(ctx, id, who) },
		"replace":   func(who string) error { return h.Tournaments.ReplaceInRound(ctx, id, who, "Anna", "Bruno") },
		"end":       func(who string) error { return h.Tournaments.EndTournament(ctx, id, who) },
		"cancel":    func(who string) error { return h.Tournaments.CancelTournament(ctx, id, who) },
	} {
		for _, who := range []string{"", guest.ID} {
			if err := do(who); game.ErrorCode(err) != game.Forbidden {
				t.Errorf("%s by %q: %v", name, who, err)
			}
		}
	}
	for name, err := range map[string]error{
		"seed": h.Tournaments.SeedRound(ctx, id, lord.ID), "start": h.Tournaments.StartRound(ctx, id, lord.ID), "end round": h.Tournaments.EndRound(ctx, id, lord.ID),
		"cancel round": h.Tournaments.CancelRound(ctx, id, lord.ID), "replace": h.Tournaments.ReplaceInRound(ctx, id, lord.ID, "Anna", "Anna"), "end": h.Tournaments.EndTournament(ctx, id, lord.ID),
	} {
		if game.ErrorCode(err) != game.Conflict {
			t.Errorf("%s without a round: %v", name, err)
		}
	}
	h.Must(h.Tournaments.OpenEntry(ctx, id, lord.ID, false))
	judgetest.Code(t, h.Tournaments.EnterTournament(ctx, id, lord.ID, false), game.Conflict)
	h.Must(h.Tournaments.CancelTournament(ctx, id, lord.ID))
	judgetest.Code(t, h.Tournaments.OpenEntry(ctx, id, lord.ID, true), game.Conflict)
	judgetest.Code(t, h.Tournaments.LeaveTournament(ctx, id, guest.ID), game.Conflict)
	for _, err := range []error{h.Tournaments.EnterTournament(ctx, "none", guest.ID, false), h.Tournaments.LeaveTournament(ctx, "none", guest.ID), h.Tournaments.ConfirmRound(ctx, "none", guest.ID, true), h.Tournaments.SeedRound(ctx, "none", lord.ID)} {
		judgetest.Code(t, err, game.NotFound)
	}
}

func TestBadSettings(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lord, motor := h.Person("Lorenzo"), h.Person("Motor")
	for name, change := range map[string]func(*tournament.Settings){
		"no name":         func(s *tournament.Settings) { s.Name = " " },
		"signs only":      func(s *tournament.Settings) { s.Name = "!!" },
		"a long name":     func(s *tournament.Settings) { s.Name = strings.Repeat("x", 70) },
		"a long text":     func(s *tournament.Settings) { s.About = strings.Repeat("x", 30000) },
		"odd characters":  func(s *tournament.Settings) { s.About = "a\u202eb" },
		"scoring":         func(s *tournament.Settings) { s.Scoring = "chess" },
		"best":            func(s *tournament.Settings) { s.Best = -1 },
		"gunboat":         func(s *tournament.Settings) { s.Hosting.Gunboat = true },
		"solitaire":       func(s *tournament.Settings) { s.Games.Solitaire = true },
		"scenario":        func(s *tournament.Settings) { s.Games.Scenario = "Z" },
		"zone":            func(s *tournament.Settings) { s.Hosting.Zone = "Atlantis" },
		"no smaller ones": func(s *tournament.Settings) { s.Games.Scenario, s.Games.Variant, s.Smaller = "dipmach", "", true },
		"points of 1978":  func(s *tournament.Settings) { s.Scoring = "points" },
	} {
		s := settings("A", "A-4")
		change(&s)
		_, err := h.Tournaments.NewTournament(t.Context(), lord.ID, s)
		if code := game.ErrorCode(err); code != game.Invalid && code != game.TooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.Must(h.Users.SetProgram(t.Context(), motor.ID, true, ""))
	_, err := h.Tournaments.NewTournament(t.Context(), motor.ID, settings("A", "A-4"))
	judgetest.Code(t, err, game.Forbidden)
	for range 5 {
		_, err = h.Tournaments.NewTournament(t.Context(), lord.ID, settings("A", "A-4"))
		h.Must(err)
	}
	_, err = h.Tournaments.NewTournament(t.Context(), lord.ID, settings("A", "A-4"))
	judgetest.Code(t, err, game.Conflict)
}

func TestBadPlans(t *testing.T) {
	t.Parallel()
	e, _ := small(t, 4)
	now := e.Clock.Now()
	day := 24 * time.Hour
	for name, p := range map[string]tournament.RoundPlan{
		"in the past":        {All: true, Starts: now.Add(-day)},
		"confirmed too late": {ConfirmBy: now.Add(2 * day), Starts: now.Add(day)},
		"no time to confirm": {},
		"past confirmation":  {ConfirmBy: now.Add(-day), Starts: now.Add(day)},
		"ends first":         {All: true, Starts: now.Add(day), Ends: now.Add(day)},
		"far ahead":          {All: true, Starts: now.Add(400 * day)},
	} {
		_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, p)
		if game.ErrorCode(err) != game.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{Top: true, All: true})
	judgetest.Code(t, err, game.Conflict)
	e.begin()
	_, err = e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true})
	judgetest.Code(t, err, game.Conflict)
}

// TestBlocks checks that two people, one of whom has blocked the other, never sit at the same
// table, and who sits out if there is only one table.
func TestBlocks(t *testing.T) {
	t.Parallel()
	e, all := small(t, 8)
	e.Must(e.Safety.MutePerson(e.ctx, e.players[all[0]].ID, all[1], true))
	for range 4 {
		r := e.begin()
		if len(r.Tables) != 2 {
			t.Fatalf("%d tables", len(r.Tables))
		}
		for _, table := range r.Tables {
			here := 0
			for _, s := range table.Seats {
				if s.Name == all[0] || s.Name == all[1] {
					here++
				}
			}
			if here != 1 {
				t.Errorf("%d of the two sit at a table", here)
			}
		}
		e.finish()
	}

	e, all = small(t, 5) // with one table, the person who has blocked the other sits out
	e.Must(e.Safety.MutePerson(e.ctx, e.players[all[3]].ID, all[1], true))
	r := e.begin()
	if len(r.Tables) != 1 || !slices.Equal(r.Byes, []string{all[3]}) {
		t.Errorf("byes %v", r.Byes)
	}
	e.finish()
	e.Must(e.Tournaments.LeaveTournament(e.ctx, e.id, e.players[all[0]].ID))
	r = e.begin() // four are left, two of whom must not meet
	if len(r.Tables) != 0 || r.Problem != tournament.ProblemApart || r.Status != game.RoundCalled {
		t.Errorf("a round that cannot be played: %+v", r)
	}
	last := e.letters[e.organiser.ID]
	if !strings.Contains(last[len(last)-1], "could not form the tables of round 2") {
		t.Errorf("the organiser reads %q", last)
	}
	e.Must(e.Tournaments.CancelRound(e.ctx, e.id, e.organiser.ID))
}

// TestBlockAtTheTop checks that if two players who must not meet qualify for the top board, the
// one who has blocked the other gives way.
func TestBlockAtTheTop(t *testing.T) {
	t.Parallel()
	e, _ := small(t, 8)
	r := e.begin()
	e.concede(&r.Tables[0], 0)
	e.concede(&r.Tables[1], 1)
	e.until(e.Clock.Now())
	v := e.view()
	first, second, fifth := v.Standings[0].Name, v.Standings[1].Name, v.Standings[4].Name
	e.Must(e.Safety.MutePerson(e.ctx, e.players[first].ID, second, true))
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{Top: true, All: true})
	e.Must(err)
	var names []string
	for _, s := range e.round().Tables[0].Seats {
		names = append(names, s.Name)
	}
	if len(names) != 4 || slices.Contains(names, first) || !slices.Contains(names, second) || !slices.Contains(names, fifth) {
		t.Errorf("at the top board: %v", names)
	}
	_, err = e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true})
	judgetest.Code(t, err, game.Conflict)
}

// TestHousehold checks that two people who share a connection are seated apart, if there is
// another table.
func TestHousehold(t *testing.T) {
	t.Parallel()
	e, all := small(t, 8)
	e.Must(e.Safety.DeclareRelation(e.ctx, e.players[all[2]].ID, all[6], true))
	for range 3 {
		r := e.begin()
		for _, table := range r.Tables {
			if slices.ContainsFunc(table.Seats, func(s tournament.Seat) bool { return s.Name == all[2] }) && slices.ContainsFunc(table.Seats, func(s tournament.Seat) bool { return s.Name == all[6] }) {
				t.Error("they sit at one table")
			}
		}
		e.finish()
	}
	for _, name := range []string{all[0], all[1], all[3], all[4]} {
		e.Must(e.Tournaments.LeaveTournament(e.ctx, e.id, e.players[name].ID))
	}
	if r := e.begin(); len(r.Tables) != 1 {
		t.Errorf("four people of whom two share a connection: %+v", r)
	}
}

// TestReplacing replaces a player before the games begin and during a game, and checks for whom
// the results count.
func TestReplacing(t *testing.T) {
	t.Parallel()
	e, all := small(t, 4)
	e.enter(true, "Reserve A", "Reserve B", "Reserve C")
	now := e.Clock.Now()
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true, ConfirmBy: now.Add(time.Hour), Starts: now.Add(2 * time.Hour)})
	e.Must(err)
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[0], "Reserve A"), game.Conflict)
	e.Must(e.Tournaments.ConfirmRound(e.ctx, e.id, e.players["Reserve C"].ID, false))
	e.Must(e.Tournaments.SeedRound(e.ctx, e.id, e.organiser.ID))
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[0], all[1]), game.Conflict)
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, "Nobody", "Reserve A"), game.NotFound)
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[0], "Nobody"), game.NotFound)
	e.Must(e.Safety.MutePerson(e.ctx, e.players["Reserve B"].ID, all[1], true))
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[0], "Reserve B"), game.Conflict)
	e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[0], "Reserve A"))
	e.Must(e.Tournaments.StartRound(e.ctx, e.id, e.organiser.ID))
	r := e.round()
	seat := slices.IndexFunc(r.Tables[0].Seats, func(s tournament.Seat) bool { return s.Name == all[3] })
	if r.Status != game.RoundPlaying || seat < 0 || !slices.Equal(r.Declined, []string{all[0]}) || len(r.Missed) > 0 {
		t.Fatalf("%+v", r)
	}
	g := r.Tables[0].Game
	stranger := e.Person("Stranger")
	e.Must(e.Lobby.Leave(e.ctx, g, e.Part(g, e.players[all[3]])))
	judgetest.Code(t, e.Lobby.TakeOver(e.ctx, g, stranger.ID, seat+1), game.Forbidden)
	// the new player has blocked another
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[3], "Reserve B"), game.Conflict)
	e.Must(e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[3], "Reserve C"))
	r = e.finish()
	if s := r.Tables[0].Seats[seat]; s.Name != all[3] || s.Instead != "Reserve C" || s.Points == 0 {
		t.Errorf("the seat: %+v", s)
	}
	for _, row := range e.view().Standings {
		switch {
		case row.Name == all[3] || row.Name == all[0] || row.Name == "Reserve B":
			if row.Total != 0 {
				t.Errorf("%s has %s points", row.Name, row.Total)
			}
		case row.Total == 0:
			t.Errorf("%s has no points", row.Name)
		}
	}
}

// TestLateWithdrawal drops a player who withdraws after the tables are formed, and checks that
// the player who sits out gets the seat.
func TestLateWithdrawal(t *testing.T) {
	t.Parallel()
	e, all := small(t, 9)
	e.enter(true, "Reserve A")
	now := e.Clock.Now()
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true, ConfirmBy: now.Add(time.Hour), Starts: now.Add(2 * time.Hour)})
	e.Must(err)
	e.until(now.Add(time.Hour))
	r := e.round()
	if len(r.Tables) != 2 || len(r.Byes) != 1 {
		t.Fatalf("%d tables, byes %v", len(r.Tables), r.Byes)
	}
	gone := r.Tables[0].Seats[0].Name
	e.Must(e.Tournaments.ConfirmRound(e.ctx, e.id, e.players[gone].ID, false))
	e.until(now.Add(2 * time.Hour))
	r = e.round()
	if len(r.Tables) != 2 || len(r.Byes) != 0 || !slices.Equal(r.Declined, []string{gone}) || len(r.Missed) > 0 || r.Status != game.RoundPlaying {
		t.Errorf("%d tables, byes %v, declined %v, missed by %v", len(r.Tables), r.Byes, r.Declined, r.Missed)
	}
	e.finish()
	if n := len(e.view().Standings); n != len(all)+1 {
		t.Errorf("%d in the standings", n)
	}
}

// TestOrganiserPlays checks that games have no master if an organiser plays.
func TestOrganiserPlays(t *testing.T) {
	t.Parallel()
	e, all := small(t, 3)
	e.Must(e.Tournaments.EnterTournament(e.ctx, e.id, e.organiser.ID, false))
	e.players["Lorenzo"] = e.organiser
	r := e.begin()
	g := r.Tables[0].Game
	if e.view().HasMaster || e.Part(g, e.organiser).Master || !e.Part(g, e.organiser).Player {
		t.Errorf("the organiser has the role %+v", e.Part(g, e.organiser))
	}
	e.enter(true, "Reserve A")
	judgetest.Code(t, e.Tournaments.ReplaceInRound(e.ctx, e.id, e.organiser.ID, all[0], "Reserve A"), game.Conflict) // the seat has a player
	e.finish()
	e.Must(e.Tournaments.LeaveTournament(e.ctx, e.id, e.organiser.ID))
	if v := e.view(); !v.HasMaster || v.Plays || !v.Organiser {
		t.Errorf("the organiser does not play any more: %+v", v)
	}
}

// TestClosedAccounts checks that people who cannot join games are not seated, and which data
// about an erased person are kept.
func TestClosedAccounts(t *testing.T) {
	t.Parallel()
	e, all := small(t, 6)
	e.Must(e.Users.Block(e.ctx, e.players[all[5]].ID, true))
	r := e.begin()
	if len(r.Tables) != 1 || len(r.Byes) != 1 || !slices.Equal(r.Missed, []string{all[5]}) {
		t.Errorf("byes %v, missed by %v", r.Byes, r.Missed)
	}
	e.finish()
	judgetest.Code(t, e.Users.Erase(e.ctx, e.organiser.ID), game.Conflict)
	gone := r.Tables[0].Seats[1].Name
	e.Must(e.Users.Erase(e.ctx, e.players[gone].ID))
	v := e.view()
	for _, p := range v.Entrants {
		if p.Name == gone {
			t.Error("an erased player is still named")
		}
	}
	if len(v.Standings) != 6 || !strings.Contains(v.Rounds[0].Tables[0].Seats[1].Name, "former") {
		t.Errorf("the seat of the erased player: %+v", v.Rounds[0].Tables[0].Seats[1])
	}
	e.enter(false, "Newcomer")
	e.Must(e.Users.Erase(e.ctx, e.players["Newcomer"].ID))
	if n := len(e.view().Entrants); n != 6 {
		t.Errorf("%d entrants", n)
	}
	e.Must(e.Tournaments.EndTournament(e.ctx, e.id, e.organiser.ID))
	e.Must(e.Users.Erase(e.ctx, e.organiser.ID))
}

// TestPrograms checks that programs can only enter tournaments that admit them.
func TestPrograms(t *testing.T) {
	t.Parallel()
	s := settings("A", "A-4")
	e := announce(t, s)
	motor := e.Person("Motor")
	e.Must(e.Users.SetProgram(e.ctx, motor.ID, true, ""))
	judgetest.Code(t, e.Tournaments.EnterTournament(e.ctx, e.id, motor.ID, false), game.Forbidden)
	s.Hosting.Programs = true
	e.Must(e.Tournaments.ChangeTournament(e.ctx, e.id, e.organiser.ID, s))
	e.Must(e.Tournaments.EnterTournament(e.ctx, e.id, motor.ID, false))
}

// TestSmallerTables seats 15 people, although tables of eight would leave one seat empty.
func TestSmallerTables(t *testing.T) {
	t.Parallel()
	s := settings("B", "B-8")
	s.Smaller, s.Scoring = true, "places"
	e := announce(t, s)
	e.enter(false, numbered(1, 15)...)
	r := e.begin()
	var sizes []int
	for _, table := range r.Tables {
		sizes = append(sizes, len(table.Seats))
		if g := e.At(table.Game); len(g.Setting.Seats) != len(table.Seats) {
			t.Errorf("a game for %d at a table of %d", len(g.Setting.Seats), len(table.Seats))
		}
	}
	if !slices.Equal(sizes, []int{8, 7}) {
		t.Errorf("tables of %v", sizes)
	}
	judgetest.Code(t, e.Tournaments.ChangeTournament(e.ctx, e.id, e.organiser.ID, settings("B", "B-8")), game.Conflict)
	s.About = "With tables of seven."
	e.Must(e.Tournaments.ChangeTournament(e.ctx, e.id, e.organiser.ID, s))
	if e.view().About != s.About {
		t.Error("the description has not changed")
	}
}

// TestGamesThatEndOtherwise lets a master end one game of a round and deletes another. It checks
// that the round is over, and that only the game that was ended is scored.
func TestGamesThatEndOtherwise(t *testing.T) {
	t.Parallel()
	e, _ := small(t, 8)
	n := settings("A", "A-4").Games
	n.Name = "Spring Cup R1 B1" // occupies the name of the round's game
	e.HostGame(e.organiser, n, nil)
	r := e.begin()
	if name := e.At(r.Tables[0].Game).Name; name != "Spring Cup R1 B1 (2)" {
		t.Errorf("the game is called %s", name)
	}
	e.Must(e.Lobby.Terminate(e.ctx, r.Tables[0].Game, e.Part(r.Tables[0].Game, e.organiser)))
	e.Must(e.Store.Write(e.ctx, func(tx *game.Tx) error { return tx.Games.DropGame(r.Tables[1].Game) }))
	e.until(e.Clock.Now())
	r = e.round()
	if r.Status != game.RoundOver || r.Tables[0].Seats[0].Points == 0 || r.Tables[1].Seats[0].Points != 0 {
		t.Errorf("%+v", r)
	}
	e.until(e.Clock.Now().Add(24 * time.Hour)) // nothing is due any more
}

// TestFailingWork checks that a tournament that fails is tried again later.
func TestFailingWork(t *testing.T) {
	t.Parallel()
	e, _ := small(t, 4)
	now := e.Clock.Now()
	_, err := e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true, ConfirmBy: now.Add(time.Hour), Starts: now.Add(time.Hour)})
	e.Must(err)
	broken := true
	e.Tournaments.TellEntrants(func(*game.Tx, tournament.Letter) error {
		if broken {
			return errors.New("no letters today")
		}
		return nil
	})
	e.until(now.Add(time.Hour))
	if r := e.round(); r.Status != game.RoundCalled {
		t.Fatalf("the round is %s", r.Status)
	}
	broken = false
	e.until(now.Add(2 * time.Hour))
	if r := e.round(); r.Status != game.RoundPlaying {
		t.Errorf("the round is %s", r.Status)
	}
}

// TestOwnData checks the information about tournaments in the file of a person's data.
func TestOwnData(t *testing.T) {
	t.Parallel()
	e, all := small(t, 5)
	e.begin()
	e.finish()
	e.call(false)
	e.confirm(all[0])
	e.Must(e.Tournaments.ConfirmRound(e.ctx, e.id, e.players[all[1]].ID, false))
	for i, name := range all[:2] {
		d, err := e.Safety.OwnData(e.ctx, e.players[name].ID)
		e.Must(err)
		if len(d.Tournaments) != 1 || d.Tournaments[0].Name != "Spring Cup" || !d.Tournaments[0].Player || len(d.Tournaments[0].Confirmed) != 1-i || len(d.Tournaments[0].Declined) != i {
			t.Errorf("%s: %+v", name, d.Tournaments)
		}
	}
}

// TestExtendRound gives more time to all tables of a round, in every state, and checks that the
// message about each table matches its deadline.
func TestExtendRound(t *testing.T) {
	t.Parallel()
	s := settings("A", "A-4")
	hosting.FindPace("daily").Keep(&s.Hosting)
	e := announce(t, s)
	e.enter(false, numbered(1, 40)...)
	extend := func(by time.Duration) ([]tournament.TableTime, error) {
		return e.Tournaments.ExtendRound(e.ctx, e.id, e.organiser.ID, by)
	}
	_, err := extend(time.Hour)
	judgetest.Code(t, err, game.Conflict) // there is no round
	now := e.Clock.Now()
	_, err = e.Tournaments.CallRound(e.ctx, e.id, e.organiser.ID, tournament.RoundPlan{All: true, Starts: now.Add(time.Hour)})
	e.Must(err)
	_, err = extend(time.Hour)
	judgetest.Code(t, err, game.Conflict)                         // the round has not begun
	e.Must(e.Tournaments.StartRound(e.ctx, e.id, e.organiser.ID)) // eight of the ten games begin at once
	_, err = e.Tournaments.ExtendRound(e.ctx, e.id, e.players["Player 001"].ID, time.Hour)
	judgetest.Code(t, err, game.Forbidden)
	for _, by := range []time.Duration{0, -time.Hour, time.Second, 8 * 24 * time.Hour} {
		_, err = extend(by)
		judgetest.Code(t, err, game.Invalid)
	}
	r := e.round()
	id := func(table int) string { return r.Tables[table-1].Game }
	master := func(table int) game.Role { return e.Part(id(table), e.organiser) }
	deadline := func(table int) time.Time {
		plan, err := e.Judge.Clock.Plan(e.ctx, id(table))
		e.Must(err)
		return plan.Deadline
	}
	e.Must(e.Judge.Clock.Pause(e.ctx, id(2), master(2)))
	e.Must(e.Lobby.Terminate(e.ctx, id(3), master(3)))
	e.Must(e.Store.Write(e.ctx, func(tx *game.Tx) error { return tx.Games.DropGame(id(4)) }))
	e.hold(&r.Tables[4])
	e.hold(&r.Tables[5])
	e.Must(e.Judge.Clock.SetWait(e.ctx, id(6), e.Part(id(6), e.players[r.Tables[5].Seats[0].Name]), 1, true))
	first := deadline(1)
	e.Must(e.Judge.Clock.SetTimes(e.ctx, id(7), master(7), first.Add(-12*time.Hour), time.Time{}, time.Time{}))
	want := []struct {
		became clock.Extension
		from   time.Time
	}{
		{clock.Extended, first},
		{clock.PausedNow, time.Time{}},
		{clock.OverNow, time.Time{}},
		{clock.OverNow, time.Time{}},
		{clock.Nobody, time.Time{}},
		{clock.Extended, first},
		{clock.Extended, first.Add(-12 * time.Hour)},
		{clock.Extended, first},
		{clock.Unbegun, time.Time{}},
		{clock.Unbegun, time.Time{}},
	}
	all, err := extend(5 * time.Minute)
	e.Must(err)
	if len(all) != len(want) {
		t.Fatalf("%d tables, want %d: %+v", len(all), len(want), all)
	}
	for i, x := range all {
		w := want[i]
		if x.Table != i+1 || x.Game != id(i+1) || x.Became != w.became {
			t.Errorf("table %d: %+v, want %s", i+1, x, w.became)
			continue
		}
		if w.became != clock.Extended {
			if !x.Deadline.IsZero() {
				t.Errorf("table %d is %s and has the new deadline %s", x.Table, x.Became, x.Deadline)
			}
			continue
		}
		if want := w.from.Add(5 * time.Minute); !x.Deadline.Equal(want) || !deadline(x.Table).Equal(want) {
			t.Errorf("table %d: said to be due %s, is due %s, want %s", x.Table, x.Deadline, deadline(x.Table), want)
		}
	}

	// A deadline that has passed is extended from now on.
	at := first.Add(time.Hour)
	e.Clock.Set(at)
	all, err = extend(5 * time.Minute)
	e.Must(err)
	if want := at.Add(5 * time.Minute); all[0].Became != clock.Extended || !all[0].Deadline.Equal(want) || !deadline(1).Equal(want) {
		t.Errorf("in grace: %+v, due %s, want %s", all[0], deadline(1), want)
	}
	e.finish()
	e.until(e.Clock.Now()) // only eight games are handled at a time, so the others follow
	_, err = extend(time.Hour)
	judgetest.Code(t, err, game.Conflict)
}

// hold sends orders for all players at a table: every unit holds.
func (e *event) hold(table *tournament.Table) {
	e.T.Helper()
	g := e.At(table.Game)
	p, err := e.Base.Current(e.ctx, g.ID)
	e.Must(err)
	for i, s := range table.Seats {
		var text []string
		for _, u := range p.Before.Units {
			if g.Setting.Seats[i][0] == u.Owner {
				text = append(text, u.Type.Letter()+" "+g.Setting.Board.Name(u.Place())+" holds")
			}
		}
		_, err := e.Submit(e.ctx, g.ID, e.Part(g.ID, e.players[s.Name]), i+1, g.Revision, strings.Join(text, "\n"))
		e.Must(err)
	}
}
