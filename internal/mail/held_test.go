package mail_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/tournament"
	"podesta/machiavelli/message"
)

// TestQuietHours checks that news in quiet hours is sent as one e-mail after their end, unless it
// is about a deadline within them, and that commands can set quiet hours.
func TestQuietHours(t *testing.T) {
	t.Parallel()
	h, _, master, players := begun(t)
	h.box.take("")
	now := h.clock.Now()
	from, until := now.Add(-time.Hour).UTC().Format("15:04"), now.Add(3*time.Hour).UTC().Format("15:04")
	text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nSET ZONE UTC\nSET QUIET HOURS "+from+" - "+until+"\nSIGNOFF")
	must(t, strings.Join(strings.Fields(text), " "), "Nothing that can wait is sent between "+from+" and "+until)
	must(t, h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nSET QUIET HOURS 9 pm\nSIGNOFF"), "22:30")
	h.box.take("")

	letters := func() (mine, others int) {
		h.post()
		for _, p := range h.box.take("") {
			if p.to[0] == players[0].Email {
				mine++
			} else if p.to[0] == players[1].Email {
				others++
			}
		}
		return mine, others
	}
	tell := func() { h.ask(master.Email, "SIGNON Mcosimo quattrocento1\nBROADCAST\nhear me\nENDBROADCAST\nSIGNOFF") }
	if err := h.Users.SetPassword(ctx, master.ID, "quattrocento1"); err != nil {
		t.Fatal(err)
	}
	tell()
	tell()
	if mine, others := letters(); mine != 0 || others != 2 {
		t.Errorf("%d e-mails in quiet hours, and %d to another", mine, others)
	}
	h.clock.Advance(3 * time.Hour)
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	if mine, _ := letters(); mine != 1 {
		t.Errorf("%d e-mails after quiet hours", mine)
	}
	if mine, _ := letters(); mine != 0 {
		t.Errorf("%d more e-mails", mine)
	}

	// E-mail about a phase whose deadline is within quiet hours cannot wait.
	w := account.Notices{
		Hours: account.Hours{QuietFrom: "00:00", QuietUntil: "23:59"},
		Mail:  account.Choice{Events: game.Events},
	}
	if err := h.Users.SaveNotices(ctx, players[0].ID, w); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Duration(24-h.clock.Now().UTC().Hour()) * time.Hour)
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	h.box.take("")
	h.ask(master.Email, "SIGNON Mcosimo quattrocento1\nSET DEADLINE +4H\nSIGNOFF")
	if mine, _ := letters(); mine != 1 {
		t.Errorf("%d e-mails about a deadline in quiet hours", mine)
	}
}

// TestDailyLetter checks that the daily e-mail contains all games of a person, with an address for
// the orders of each, and that no e-mail is sent about events that are turned off.
func TestDailyLetter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, master, players := h.beginning("Cosimo", nil)
	must(t, strings.Join(strings.Fields(h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nSET DAILY LETTER 18:00\nSET NO VOTE LETTERS\nSIGNOFF")), " "),
		"except votes", "What can wait is one e-mail a day, at 18:00.")
	other, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "medici", Scenario: "B", Variant: "B-8"}, hosting.Default())
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.Join(ctx, other.ID, players[0].ID, "V"); err != nil {
		t.Fatal(err)
	}
	second := other.ID
	h.post()
	h.box.take("")
	for _, id := range []string{g.ID, second} {
		role, err := h.Base.RoleOf(ctx, id, master.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Press.Say(ctx, id, role, 0, press.NewMessage{To: journal.Everybody, Text: "To all of " + id}); err != nil {
			t.Fatal(err)
		}
	}
	h.post()
	mine := func() []*parcel {
		var out []*parcel
		for _, p := range h.box.take("") {
			if slices.Contains(p.to, players[0].Email) {
				out = append(out, p)
			}
		}
		return out
	}
	if got := mine(); len(got) != 0 {
		t.Fatalf("%d e-mails before the time of day", len(got))
	}
	now := h.clock.Now().UTC()
	at := time.Date(now.Year(), now.Month(), now.Day(), 18, 0, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	h.clock.Advance(at.Sub(now))
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	h.post()
	got := mine()
	if len(got) != 1 {
		t.Fatalf("%d e-mails at the time of day", len(got))
	}
	must(t, got[0].subject, "2 games")
	must(t, got[0].text, "To all of "+g.ID, "To all of "+second, "Send orders and messages for", "judge+")
	must(t, got[0].html, "To all of "+g.ID, "To all of "+second)
}

// TestHeldAndMuted checks that a daily e-mail leaves out people whom its reader has muted in the
// meantime, and that no e-mail is sent if nothing else is left.
func TestHeldAndMuted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, _, players := h.beginning("Cosimo", nil)
	anna, bice := players[0], players[1]
	h.ask(anna.Email, "SIGNON Icosimo rinascimento1\nSET DAILY LETTER 18:00\nSIGNOFF")
	say := func(a *game.Account, text string) {
		t.Helper()
		role, err := h.Base.RoleOf(ctx, g.ID, a.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Press.Say(ctx, g.ID, role, role.Seat, press.NewMessage{To: journal.Everybody, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	nextDay := func() (out []*parcel) {
		t.Helper()
		h.post()
		now := h.clock.Now().UTC()
		at := time.Date(now.Year(), now.Month(), now.Day(), 18, 0, 0, 0, time.UTC)
		if !at.After(now) {
			at = at.AddDate(0, 0, 1)
		}
		h.clock.Advance(at.Sub(now))
		if err := h.Judge.Clock.TrustClock(ctx); err != nil {
			t.Fatal(err)
		}
		h.post()
		for _, p := range h.box.take("") {
			if slices.Contains(p.to, anna.Email) {
				out = append(out, p)
			}
		}
		return out
	}
	nextDay()
	say(bice, "Bice's words")
	say(players[2], "another's words")
	if err := h.Safety.MutePerson(ctx, anna.ID, bice.Name, true); err != nil {
		t.Fatal(err)
	}
	got := nextDay()
	if len(got) != 1 || !strings.Contains(got[0].text, "another's words") || strings.Contains(got[0].text, "Bice's words") {
		t.Errorf("%d e-mails of the day: %v", len(got), got)
	}
	say(bice, "more words")
	if got := nextDay(); len(got) != 0 {
		t.Errorf("an e-mail of the day with nothing but the words of one who is blocked:\n%s", got[0].text)
	}
}

// TestQuietHoursOfNews writes to a person in quiet hours about every kind of event that is not an
// entry of a game. The e-mail must wait for the end of the quiet hours, in the person's time zone,
// unless it asks for something that would then be too late.
func TestQuietHoursOfNews(t *testing.T) {
	t.Parallel()
	const zone = "Asia/Kolkata"
	for name, x := range map[string]struct {
		does  func(h *house, a *game.Account, end time.Time)
		waits bool
	}{
		"a friend asks": {func(h *house, a *game.Account, _ time.Time) {
			_, err := h.Users.Befriend(ctx, h.account("Bice", "").ID, a.Name)
			h.Must(err)
		}, true},
		"a round, with time to answer":                 {func(h *house, a *game.Account, end time.Time) { h.calls(a, end.Add(time.Minute)) }, true},
		"a round, and the answer is due before":        {func(h *house, a *game.Account, end time.Time) { h.calls(a, end.Add(-time.Minute)) }, false},
		"the queue asks":                               {func(h *house, a *game.Account, end time.Time) { h.tellQueue(a, end.Add(time.Hour)) }, true},
		"the queue asks, and the answer is due before": {func(h *house, a *game.Account, end time.Time) { h.tellQueue(a, end) }, false},
		"a place in the queue has ended":               {func(h *house, a *game.Account, _ time.Time) { h.tellQueue(a, time.Time{}) }, true},
		"the password changes": {func(h *house, a *game.Account, _ time.Time) {
			h.Must(h.Users.SetPassword(ctx, a.ID, "a long new password"))
		}, false},
	} {
		h := newHouse(t)
		a := h.account("Ada", "")
		loc, err := time.LoadLocation(zone)
		h.Must(err)
		now := h.clock.Now().In(loc).Truncate(time.Minute)
		end := now.Add(3 * time.Hour)
		at := zone
		h.Must(h.Users.SaveSettings(ctx, a.ID, account.Changes{Zone: &at, Notices: &account.Notices{
			Hours: account.Hours{
				QuietFrom:  now.Add(-time.Hour).Format("15:04"),
				QuietUntil: end.Format("15:04"),
			}, Mail: account.Choice{Events: game.Events},
		}}))
		h.post()
		h.box.take("")
		x.does(h, a, end)
		h.post()
		if got := len(h.box.take(a.Email)); (got == 0) != x.waits || got > 1 {
			t.Errorf("%s: %d letters in quiet hours", name, got)
		}
		h.clock.Set(end.Add(time.Minute))
		h.Must(h.Judge.Clock.TrustClock(ctx))
		h.post()
		if got := len(h.box.take(a.Email)); (got == 1) != x.waits {
			t.Errorf("%s: %d letters when they have ended", name, got)
		}
	}
}

// TestDayIsOneLetter checks that people who want one e-mail a day receive one, in their language
// and with a single salutation, about their games, games that they follow, people, the queue and
// tournaments. Only e-mail about an earlier deadline and about signing in is sent separately.
func TestDayIsOneLetter(t *testing.T) {
	t.Parallel()
	greetings := map[string]string{"en": "Hello", "de": "Hallo", "es": "Hola", "it": "Ciao"}
	for language, greeting := range greetings {
		h := newHouse(t)
		g, master, players := h.beginning("Cosimo", func(x *hosting.Hosting) { x.Listed = true })
		a := h.account("Ada", "")
		other, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{
			Name: "Medici", Scenario: "A",
			Variant: "A-4",
		}, hosting.Default())
		h.Must(err)
		h.Must(h.Lobby.Join(ctx, other.ID, a.ID, "V"))
		h.Must(h.Users.FollowGame(ctx, g.ID, a.ID, true))
		day := h.clock.Now().UTC().Truncate(time.Minute).Add(3 * time.Hour)
		utc := "UTC"
		h.Must(h.Users.SaveSettings(ctx, a.ID, account.Changes{
			Zone: &utc, Language: &language,
			Notices: &account.Notices{
				Hours: account.Hours{Daily: day.Format("15:04")}, Mail: account.Choice{Events: game.Events, Daily: true},
			},
		}))
		h.post()
		h.box.take("")

		_, err = h.Users.Befriend(ctx, players[0].ID, a.Name)
		h.Must(err)
		h.calls(a, day.Add(time.Hour))
		h.tellQueue(a, time.Time{})
		_, err = h.Judge.Clock.Process(ctx, g.ID, h.RoleFor(g, master), h.Reload(g).Revision)
		h.Must(err)
		h.Must(h.Press.Say(ctx, other.ID, h.RoleFor(other, master), 0, press.NewMessage{
			To:   journal.Everybody,
			Text: "To all of you",
		}))
		h.post()
		if got := h.box.take(a.Email); len(got) != 0 {
			t.Fatalf("%s: %d letters before the time of day, the first %q", language, len(got), got[0].subject)
		}
		h.tellQueue(a, day.Add(-time.Minute))
		h.Must(h.Users.SetPassword(ctx, a.ID, "a long new password"))
		h.post()
		if got := h.box.take(a.Email); len(got) != 2 {
			t.Errorf("%s: %d letters of what cannot wait", language, len(got))
		}
		h.clock.Set(day)
		h.Must(h.Judge.Clock.TrustClock(ctx))
		h.post()
		got := h.box.take(a.Email)
		if len(got) != 1 {
			t.Fatalf("%s: %d letters of the day", language, len(got))
		}
		must(t, got[0].subject, "2 ", "3 ")
		for _, text := range []string{got[0].text, got[0].html} {
			must(t, text, players[0].Name, "Spring Cup", "UNFOLLOW Cosimo", "To all of you")
			never(t, text, greeting+" Ada")
		}
		if strings.Index(got[0].text, players[0].Name) > strings.Index(got[0].text, "To all of you") {
			t.Errorf("%s: what wants an answer is not first:\n%s", language, got[0].text)
		}
		if dir := os.Getenv("PODESTA_LETTERS"); dir != "" {
			h.Must(os.WriteFile(filepath.Join(dir, "day-"+language+".eml"), []byte(got[0].raw), 0o644))
			h.Must(os.WriteFile(filepath.Join(dir, "day-"+language+".html"), []byte(got[0].html), 0o644))
			h.Must(os.WriteFile(filepath.Join(dir, "day-"+language+".txt"), []byte(got[0].text), 0o644))
		}
		h.clock.Advance(24 * time.Hour)
		h.Must(h.Judge.Clock.TrustClock(ctx))
		h.post()
		for _, p := range h.box.take(a.Email) {
			never(t, p.text, "Spring Cup", "To all of you")
		}
	}
}

// calls announces a round of a tournament in which the account plays.
func (h *house) calls(a *game.Account, confirmBy time.Time) {
	lord := h.account("Lorenzo", "")
	id, err := h.Tournaments.NewTournament(ctx, lord.ID, tournament.Settings{
		Name: "Spring Cup", Scoring: "squares", Games: lobby.NewGame{Scenario: "A", Variant: "A-4"}, Hosting: hosting.Default(),
	})
	h.Must(err)
	h.Must(h.Tournaments.AnnounceTournament(ctx, id, lord.ID))
	h.Must(h.Tournaments.EnterTournament(ctx, id, a.ID, false))
	_, err = h.Tournaments.CallRound(ctx, id, lord.ID, tournament.RoundPlan{Starts: confirmBy.Add(time.Hour), ConfirmBy: confirmBy})
	h.Must(err)
}

// tellQueue sends an account news about the queue that must be answered by due.
func (h *house) tellQueue(a *game.Account, due time.Time) {
	h.Must(h.store.Write(ctx, func(tx *game.Tx) error {
		return h.Base.Accounts.TellQueue(tx, a, due, message.New("back in the queue"), []message.Message{message.New("You are back in the queue, at its front. You need not do anything.")})
	}))
}
