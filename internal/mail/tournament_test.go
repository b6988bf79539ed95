package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/tournament"
)

// TestTournamentLetters checks the e-mails to the players of a tournament: when a round is
// announced, when its games are formed, and when the round and the tournament end.
func TestTournamentLetters(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.o = h.office(mail.Deps{Config: mail.Config{BaseURL: "https://judge.example"}})
	lord := h.account("Lorenzo", "")
	id, err := h.Tournaments.NewTournament(ctx, lord.ID, tournament.Settings{
		Name: "Spring Cup", Scoring: "squares", Games: lobby.NewGame{Scenario: "A", Variant: "A-4"}, Hosting: hosting.Default(),
	})
	h.Must(err)
	h.Must(h.Tournaments.AnnounceTournament(ctx, id, lord.ID))
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora"} {
		h.Must(h.Tournaments.EnterTournament(ctx, id, h.account(name, "").ID, false))
	}
	read := func(subject string, words ...string) {
		t.Helper()
		h.post()
		for _, p := range h.box.take("ada@example.org") {
			if p.subject != subject {
				continue
			}
			text := strings.Join(strings.Fields(p.text), " ")
			for _, w := range append(words, "Hello Ada,", "https://judge.example/tournaments/"+id) {
				if !strings.Contains(text, w) {
					t.Errorf("%s lacks %q:\n%s", subject, w, p.text)
				}
			}
			return
		}
		t.Errorf("no e-mail with the subject %q", subject)
	}
	h.post()
	h.box.take("")
	now := h.clock.Now()
	_, err = h.Tournaments.CallRound(ctx, id, lord.ID, tournament.RoundPlan{Starts: now.Add(48 * time.Hour), ConfirmBy: now.Add(24 * time.Hour), Ends: now.Add(96 * time.Hour)})
	h.Must(err)
	read("Spring Cup: round 1", "round 1 of the tournament Spring Cup begins on Wed 25 Nov 2026", "Confirm that you will play", "The round ends on Fri 27 Nov 2026")
	for _, name := range []string{"Ada", "Bice", "Carla", "Dora"} {
		a, err := h.Users.AccountByEmail(ctx, strings.ToLower(name)+"@example.org")
		h.Must(err)
		h.Must(h.Tournaments.ConfirmRound(ctx, id, a.ID, true))
	}
	h.Must(h.Tournaments.SeedRound(ctx, id, lord.ID))
	read("Spring Cup: your table in round 1", "at table 1 in round 1", "Milan: ", "Ada", "Bice", "Carla", "Dora", "If you cannot play")
	h.Must(h.Tournaments.StartRound(ctx, id, lord.ID))
	h.Must(h.Tournaments.EndRound(ctx, id, lord.ID))
	read("Spring Cup: round 1 is over", "You are in place", "The first places:", "1. ")
	h.Must(h.Tournaments.EndTournament(ctx, id, lord.ID))
	read("Spring Cup: the result", "the tournament Spring Cup is over.")
}
