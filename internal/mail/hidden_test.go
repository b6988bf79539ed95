package mail_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
)

// TestSecretsInResults checks that the results of the reader's own power in
// e-mail, and the list of the position, reveal no one else's ducats if
// treasuries are hidden, and no names if players are hidden.
func TestSecretsInResults(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	master := h.account("Maestro", "quattrocento1")
	how := hosting.Default()
	how.Zone, how.Gunboat, how.Preferences = "UTC", true, hosting.PreferList
	g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-8", Options: map[string]string{"treasury-visibility": "hidden"}}, how)
	if err != nil {
		t.Fatal(err)
	}
	var players []*game.Account
	for i, name := range names {
		a := h.account(name, "")
		players = append(players, a)
		if err := h.Lobby.Join(ctx, g.ID, a.ID, wishes[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	observer := h.account("Otto", "")
	if err := h.Lobby.Observe(ctx, g.ID, observer.ID); err != nil {
		t.Fatal(err)
	}
	if g, err = h.Base.Game(ctx, g.ID); err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")
	seat := map[string]int{}
	for _, a := range players {
		seat[a.Email] = h.role(g, a).Seat
	}
	// The spending of these two powers is visible only as money.
	for _, a := range players[:2] {
		r := h.role(g, a)
		if _, err := h.Judge.Clock.SaveOrders(ctx, g.ID, r, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: r.Seat, Text: "borrow 7 ducats for 1 year\nE1: 3 famine relief siena\n"}}}); err != nil {
			t.Fatal(err)
		}
	}
	g = h.processed(g, master)
	ph, err := h.Base.Current(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	ducats := regexp.MustCompile(`(\d+) ducats?\b`)
	letters := 0
	for _, p := range h.box.take("") {
		if !strings.Contains(p.subject, " results") {
			continue
		}
		letters++
		own := machiavelli.Nobody
		if n := seat[p.to[0]]; n > 0 {
			own = g.Setting.Seats[n-1][0]
		}
		if p.to[0] == master.Email {
			continue // masters see everything
		}
		for i := range players {
			if players[i].Email != p.to[0] {
				never(t, p.text+p.html+p.subject, players[i].Name, players[i].Email)
			}
		}
		never(t, p.text+p.html, "Otto")
		position := section(p.text, "THE POSITION NOW")
		must(t, position, "Venice, 4 cities", "Turks, 3 cities")
		for line := range strings.SplitSeq(strings.ReplaceAll(position, "\n  ", " "), "\n") {
			mine := own != machiavelli.Nobody && strings.HasPrefix(line, "* "+g.Setting.Powers[own].Name+",")
			if found := ducats.FindString(line); (found != "") != mine {
				t.Errorf("%s reads of the position: %s", p.to[0], line)
			}
		}
		for _, part := range []string{"YOUR ORDERS", "TO SEND NEXT"} {
			for _, power := range g.Setting.Powers[1:] {
				if power.Name != g.Setting.Powers[own].Name {
					never(t, section(p.text, part), power.Name)
				}
			}
		}
		if own == machiavelli.Nobody {
			never(t, p.text, "YOUR ORDERS", " NOW\n* Units", "TO SEND NEXT", "Treasury:", "Loan:")
			continue
		}
		now := section(p.text, strings.ToUpper(g.Setting.Powers[own].Name)+" NOW")
		must(t, now, "Treasury: ")
		if got := strings.Contains(now, "Loan: "); got != (p.to[0] == players[0].Email || p.to[0] == players[1].Email) {
			t.Errorf("%s: a loan: %t\n%s", p.to[0], got, now)
		}
	}
	if letters != 10 || ph.Before.Treasury[1] == 0 && ph.Before.Treasury[2] == 0 {
		t.Errorf("%d letters with results", letters)
	}
}

// TestQuietLateness checks that in a quiet game players who are late or have abandoned their seats
// are notified only about their own power, that other players are not notified, and that masters
// receive one e-mail about all of them.
func TestQuietLateness(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, master, players := h.beginning("Cosimo", func(how *hosting.Hosting) { how.Quiet = true })
	for _, a := range players[2:] { // Milan and Venice are late
		r := h.role(g, a)
		if err := h.allHold(g, r); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")
	told := map[string]int{}
	for _, at := range []time.Time{plan.Deadline.Add(time.Minute), plan.Grace.Add(time.Minute)} {
		h.reach(at)
	}
	for _, p := range h.box.take("") {
		told[p.to[0]]++
		switch p.to[0] {
		case players[0].Email:
			never(t, p.subject+p.text+p.html, "Venice")
			if strings.Contains(p.subject, "late") {
				must(t, p.subject, "you are late, grace ends")
				must(t, strings.Join(strings.Fields(p.text), " "), "Orders missing: Milan.")
				told["Milan late"]++
			}
		case players[1].Email:
			never(t, p.subject+p.text+p.html, "Milan")
		case master.Email:
			if strings.Contains(p.subject, "late") {
				must(t, p.text, "Milan", "Venice")
				told["master late"]++
			}
		default:
			never(t, p.subject, "late", "abandoned", "disorder", "replacement")
			never(t, p.text, "missing: Milan", "missing: Venice", "has passed")
		}
	}
	if told["Milan late"] == 0 || told["master late"] == 0 || told[players[1].Email] == 0 {
		t.Errorf("recipients: %v", told)
	}
}

// reach advances the clock to a time, without an outage, and does everything that becomes due.
func (h *house) reach(at time.Time) {
	h.t.Helper()
	for {
		due, err := h.Judge.Clock.NextDue(ctx)
		if err != nil {
			h.t.Fatal(err)
		}
		if due.IsZero() || due.After(at) {
			break
		}
		h.clock.Advance(due.Sub(h.clock.Now()))
		if err := h.Judge.Clock.TrustClock(ctx); err != nil {
			h.t.Fatal(err)
		}
		if _, err := h.Judge.Clock.Work(ctx); err != nil {
			h.t.Fatal(err)
		}
		h.post()
	}
	h.clock.Advance(at.Sub(h.clock.Now()))
}

// allHold orders all units of a seat to hold.
func (h *house) allHold(g *game.Game, r game.Role) error {
	h.t.Helper()
	ph, err := h.Base.Current(ctx, g.ID)
	if err != nil {
		return err
	}
	text := ""
	for _, u := range ph.Before.Units {
		if u.Owner == g.Setting.Seats[r.Seat-1][0] {
			text += string(strings.ToUpper(u.Type.String())[0]) + " " + g.Setting.Board.Areas[u.At].Name + " H\n"
		}
	}
	_, err = h.Judge.Clock.SaveOrders(ctx, g.ID, r, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: r.Seat, Text: text}}})
	return err
}

// TestGunboatObserver checks that in a game that hides its players an observer does not see the
// players' names either, because observers may take a seat later.
func TestGunboatObserver(t *testing.T) {
	t.Parallel()
	for _, gunboat := range []bool{true, false} {
		h := newHouse(t)
		g, _, players := h.beginning("Cosimo", func(how *hosting.Hosting) { how.Gunboat = gunboat })
		h.box.take("")
		observer := h.account("Otto", "chronista1454")
		if err := h.Lobby.Observe(ctx, g.ID, observer.ID); err != nil {
			t.Fatal(err)
		}
		h.post()
		var all strings.Builder
		for _, p := range h.box.take(players[0].Email) {
			all.WriteString(p.subject + p.text + p.html)
		}
		all.WriteString(h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nLIST Cosimo\nHISTORY\nSIGNOFF"))
		all.WriteString(h.ask("stranger@example.net", "LIST Cosimo"))
		if gunboat {
			never(t, all.String(), "Otto", observer.Email)
		} else {
			must(t, all.String(), "Otto")
		}
	}
}

// TestTimesInFull checks that LIST and answers show fractions of an hour
// exactly, and whole hours without a fraction.
func TestTimesInFull(t *testing.T) {
	t.Parallel()
	h, _, master, _ := begun(t)
	text := h.ask(master.Email, "SIGNON MCosimo quattrocento1\nSET MOVES NEXT 70 DELAY 0.00167\nLIST Cosimo\nSIGNOFF")
	must(t, text, "next 70 grace 167 delay 0.00167 days")
	never(t, text, "delay 0167")
}

// TestResignAndReturn checks that a player who resigns and takes the seat again
// in the same e-mail loses nothing and makes no one wait.
func TestResignAndReturn(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	const signon = "SIGNON Icosimo rinascimento1\n"
	h.ask(players[0].Email, signon+"A Milan - Pavia\nA Pavia - Turin\nDIARY\nVenice owes me three ducats.\nENDDIARY\nSIGNOFF")
	before, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")
	text := h.ask(players[0].Email, signon+"RESIGN\nSIGNOFF\n"+signon+"SIGNOFF")
	must(t, text, "You have left the game.", "Milan")
	h.post()
	told := h.box.take(players[1].Email)
	if len(told) != 1 {
		t.Errorf("the others get %d letters", len(told))
	}
	for _, p := range told {
		never(t, p.subject+p.text, "new player")
		must(t, strings.Join(strings.Fields(p.text), " "), "The former player of Milan is back.")
	}
	must(t, h.ask(players[0].Email, signon+"DIARY LIST\nSIGNOFF"), "Venice owes me three ducats.", "Army Milan -> Pavia", "Army Pavia -> Turin")
	if after, err := h.Judge.Clock.Plan(ctx, g.ID); err != nil || !after.Deadline.Equal(before.Deadline) || !after.Grace.Equal(before.Grace) {
		t.Errorf("the deadline was %s and is %s: %v", before.Deadline, after.Deadline, err)
	}
	for i, a := range players {
		r := h.role(g, a)
		if r.Seat != i+1 {
			t.Errorf("%s has seat %d", a.Name, r.Seat)
		}
		states, err := h.Judge.Clock.States(ctx, g.ID, r)
		if err != nil {
			t.Fatal(err)
		}
		if states[i].Wait {
			t.Errorf("WAIT is set for %s", g.Setting.Powers[g.Setting.Seats[i][0]].Name)
		}
	}
}

// TestWaitingForPlayer checks that LIST and the e-mail after the deadline do
// not name a power whose player has resigned as late, but ask for a new player.
func TestWaitingForPlayer(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nRESIGN\nSIGNOFF")
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	text := words(h.ask(players[1].Email, "LIST Cosimo"))
	must(t, text, "Waiting for Venice, ", "Waiting for someone to take over Milan.")
	never(t, text, "Waiting for Milan")
	for i := 1; i < len(players); i++ {
		if err := h.allHold(g, h.role(g, players[i])); err != nil {
			t.Fatal(err)
		}
	}
	text = words(h.ask(players[1].Email, "LIST Cosimo"))
	must(t, text, "Waiting for someone to take over Milan.")
	never(t, text, "Waiting for Venice")
	h.post()
	h.box.take("")
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.reach(plan.Deadline.Add(time.Minute))
	letters := h.box.take(players[1].Email)
	if len(letters) != 1 {
		t.Fatalf("%d letters after the deadline", len(letters))
	}
	must(t, letters[0].subject, "the deadline has passed")
	must(t, words(letters[0].text), "has passed: Spring 1454, orders. Waiting for someone to take over Milan.")
	never(t, words(letters[0].text), "Orders missing")
}

// TestEMailsToLatePlayers checks that the reminder and the e-mails after the deadline and after the
// end of grace explain only to the player concerned what they can still do.
func TestEMailsToLatePlayers(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range players[1:7] { // Milan will be late, and France has no player
		if err := h.allHold(g, h.role(g, a)); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Lobby.Leave(ctx, g.ID, h.role(g, players[7])); err != nil {
		t.Fatal(err)
	}
	h.post()
	for _, p := range h.box.take(players[1].Email) {
		never(t, p.text, "Name:")
		if strings.Contains(p.subject, "resignation") {
			must(t, p.text, "Player: "+players[7].Name+".")
		}
	}
	h.box.take("")
	for _, c := range []struct {
		until time.Time
		says  string
	}{
		{plan.Deadline.Add(-time.Hour), "Orders for Milan are missing. Without them, units hold,"},
		{plan.Deadline.Add(time.Minute), "The game is waiting for your orders. Send them as soon as you can."},
		{plan.Grace.Add(time.Minute), "You can still come back: send your orders, and Milan is yours again unless someone has taken it over."},
	} {
		h.reach(c.until)
		milan, others := "", ""
		for _, p := range h.box.take("") {
			if words := strings.Join(strings.Fields(p.text), " "); p.to[0] == players[0].Email {
				milan += words
			} else {
				others += words
			}
		}
		if !strings.Contains(milan, c.says) || strings.Contains(others, c.says) {
			t.Errorf("until %s Milan reads\n%s\nand others\n%s\nwant %q for Milan alone", c.until, milan, others, c.says)
		}
	}
}

// TestUnprovenAnswers checks that the answer to an unverified sender is sent only to the address in
// From, not to Reply-To, and never to the judge itself or to the addresses of servers. No account
// can have one of the judge's own addresses, with or without a tag.
func TestUnprovenAnswers(t *testing.T) {
	t.Parallel()
	h, _, _, _ := begun(t)
	h.box.take("")
	for _, replyTo := range []string{
		"victim@example.net", "judge@podesta.example", "judge+confirm-aaaaaaaaaaaaaaaaaaaaaaaaaa@podesta.example", "postmaster@podesta.example",
	} {
		raw := strings.Replace(h.message("mallory@example.org", "judge@podesta.example", "help", "HELP\n"), "\nTo:", "\nReply-To: "+replyTo+"\nTo:", 1)
		h.bring(raw)
		h.post()
		for _, p := range h.box.take("") {
			if len(p.to) != 1 || p.to[0] != "mallory@example.org" {
				t.Errorf("with Reply-To %s the answer was sent to %v", replyTo, p.to)
			}
		}
	}
	for _, from := range []string{
		"judge@podesta.example", "judge+x@podesta.example", "JUDGE@podesta.example", "postmaster@example.net", "mailer-daemon@example.net", "noreply@example.net",
	} {
		out := h.bring(h.message(from, "judge@podesta.example", "help", "HELP\n"))
		h.post()
		if sent := h.box.take(""); len(sent) != 0 {
			t.Errorf("the answer to an e-mail from %s (%s) was sent to %v", from, out, sent[0].to)
		}
	}
	for _, email := range []string{"judge@podesta.example", "judge+confirm-x@podesta.example", "Judge@PODESTA.example"} {
		text := h.ask("mallory@example.org", "REGISTER\nName: Mallory\nEmail: "+email+"\nEND")
		must(t, text, "ERROR: ")
		if rest := h.box.take(""); len(rest) != 0 {
			t.Errorf("REGISTER with %s wrote to %v", email, rest[0].to)
		}
		if _, err := h.Users.AccountByEmail(ctx, email); game.ErrorCode(err) != game.NotFound {
			t.Errorf("%s belongs to an account: %v", email, err)
		}
	}
}
