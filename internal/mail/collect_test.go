package mail_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail"
	"podesta/internal/ordertext"
	"podesta/internal/readtx"
	"podesta/machiavelli/order"
)

// counts returns the numbers of e-mails, keyed by address.
func counts(all []*parcel) map[string]int {
	out := map[string]int{}
	for _, p := range all {
		out[p.to[0]]++
	}
	return out
}

// once checks that no one received more than one e-mail, and that the expected
// number of people received one.
func once(t *testing.T, what string, all []*parcel, people int) {
	t.Helper()
	n := counts(all)
	for who, k := range n {
		if k > 1 {
			t.Errorf("%s: %s got %d letters", what, who, k)
		}
	}
	if len(n) != people {
		t.Errorf("%s: %d people got letters, not %d: %v", what, len(n), people, n)
	}
}

// watched returns a house with a running game that has an observer, and no pending e-mail.
func watched(t *testing.T) (h *house, g *game.Game, master *game.Account, players []*game.Account, observer *game.Account) {
	t.Helper()
	h, g, master, players = begun(t)
	observer = h.account("Otto", "chronista1454")
	if err := h.Lobby.Observe(ctx, g.ID, observer.ID); err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")
	return h, g, master, players, observer
}

// TestOneLetterEach checks that an incoming e-mail causes at most one e-mail to
// each person, including its writer.
func TestOneLetterEach(t *testing.T) {
	t.Parallel()
	h, g, master, players, _ := watched(t)
	signon := "SIGNON MCosimo quattrocento1\n"
	many := strings.Repeat("SET QUIET\nSET NO QUIET\nSET GREY\nSET WHITE\nSET LATE COUNT\nSET NO LATE COUNT\n", 8) + "SET STRICT WAIT\n"
	for _, x := range []struct {
		what, body string
		people     int
	}{
		{"settings", signon + many + "SIGNOFF", 10},
		{"settings as they were", signon + "SET NMR\nSET NO NMR\nSIGNOFF", 1},
		{"times", signon + "SET DEADLINE +9d\nSET GRACE +20d\nSET DEADLINE +8d\nSET GRACE +19d\nSIGNOFF", 10},
		{"settings, times and press", signon + "SET NO STRICT WAIT\nSET DEADLINE +7d\nBROADCAST\nnew times!\nENDBROADCAST\nPRESS TO V\nfor you alone\nENDPRESS\nSIGNOFF", 10},
		{"pauses", signon + "PAUSE\nRESUME\nPAUSE\nRESUME\nSIGNOFF", 10},
		{"the phase", signon + "SET STRICT GRACE\nPROCESS SPRING 1454 ORDERS\nSIGNOFF", 10},
		{"in a player's name", signon + "BECOME I\nA Mil H\nSIGNOFF", 2},
	} {
		h.clock.Advance(time.Minute)
		h.bring(h.message(master.Email, "judge@podesta.example", "evening", x.body))
		h.post()
		all := h.box.take("")
		once(t, x.what, all, x.people)
		for _, p := range all {
			switch x.what {
			case "settings":
				if p.to[0] == master.Email {
					continue
				}
				must(t, p.text, "Strict wait: on (was off)")
				never(t, p.text, "Quiet", "Late count", "Press:")
			case "settings, times and press":
				if p.to[0] == players[1].Email {
					must(t, p.text, "for you alone")
				} else if p.to[0] != master.Email {
					never(t, p.text, "for you alone")
				}
				if p.to[0] != master.Email {
					must(t, p.text, "new times!", "Strict wait: off", "orders: due")
				}
			case "the phase":
				must(t, p.subject, "Spring 1454 results - ")
				must(t, p.text, "THE POSITION NOW")
				if p.to[0] == master.Email {
					must(t, p.text, "> PROCESS SPRING")
					must(t, p.html, "</span> PROCESS SPRING")
				}
			}
		}
	}
	// A player who completes the phase receives the results with the answer.
	now, err := h.Base.Game(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	ph, err := h.Base.Current(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]strings.Builder, len(players))
	for _, u := range ph.Before.Units {
		for seat, powers := range now.Setting.Seats {
			if powers[0] == u.Owner {
				texts[seat].WriteString(order.FormatUnit(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, now.Setting.Board, now.Setting.Powers) + " H\n")
			}
		}
	}
	for i, a := range players[1:] {
		role, err := h.Base.RoleOf(ctx, g.ID, a.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Judge.Clock.SaveOrders(ctx, g.ID, role, clock.NewOrders{Revision: now.Revision, Sections: []ordertext.Section{{Seat: i + 2, Text: texts[i+1].String()}}}); err != nil {
			t.Fatal(err)
		}
	}
	h.clock.Advance(48 * time.Hour)
	h.bring(h.message(players[0].Email, "judge@podesta.example", "orders", "SIGNON Icosimo rinascimento1\n"+texts[0].String()+"BROADCAST\nall done\nENDBROADCAST\nSIGNOFF"))
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	h.post()
	for who, n := range counts(h.box.take("")) {
		if n > 2 { // the broadcast, and the results after the deadline
			t.Errorf("the last orders: %s got %d letters", who, n)
		}
	}
}

// TestOneLetterEachByForm checks that a web request causes at most one e-mail to each person,
// however many changes it makes. The same must be true of the clock when it reminds everyone at
// once.
func TestOneLetterEachByForm(t *testing.T) {
	t.Parallel()
	h, g, master, _ := begun(t)
	h.post()
	h.box.take("")
	role, err := h.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		t.Fatal(err)
	}
	form := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for i := range 6 {
			how, err := h.Lobby.Hosting(r.Context(), g.ID)
			if err != nil {
				t.Error(err)
				return
			}
			how.Comment = strings.Repeat("x", i+1)
			how.Quiet = i%2 == 0
			if _, err := h.Lobby.SetHosting(r.Context(), g.ID, role, how); err != nil {
				t.Error(err)
			}
			if err := h.Judge.Clock.SetTimes(r.Context(), g.ID, role, h.clock.Now().Add(time.Duration(200+i)*time.Hour), time.Time{}, time.Time{}); err != nil {
				t.Error(err)
			}
		}
	})
	together := readtx.Together(h.Base.Together, form)
	together.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/g/x/settings", nil))
	h.post()
	all := h.box.take("")
	once(t, "a form", all, 9)
	must(t, all[0].text, "Comment: xxxxxx (was none)")
	never(t, all[0].text, "Quiet")

	// Without the wrapper, each step must cause a separate e-mail: this proves that the check above
	// can fail.
	form.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/g/x/settings", nil))
	h.post()
	if n := counts(h.box.take(""))[master.Email]; n < 6 {
		t.Errorf("%d letters for a dozen separate changes", n)
	}

	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(plan.Deadline.Sub(h.clock.Now()) - 2*time.Hour)
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	h.post()
	all = h.box.take("")
	once(t, "reminders", all, 9)
	for _, p := range all {
		if p.to[0] == master.Email {
			must(t, p.text, "Milan", "Venice", "Turks")
		}
	}
}

// TestCollectedLettersSurvive checks that if the processing of an e-mail is interrupted, the
// notices that it caused are sent some minutes later.
func TestCollectedLettersSurvive(t *testing.T) {
	t.Parallel()
	h, g, master, _ := begun(t)
	h.post()
	h.box.take("")
	role, err := h.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		t.Fatal(err)
	}
	in, told := h.Base.Collecting(ctx)
	for _, on := range []bool{true, false, true} {
		how, err := h.Lobby.Hosting(in, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		how.StrictGrace = on
		if _, err := h.Lobby.SetHosting(in, g.ID, role, how); err != nil {
			t.Fatal(err)
		}
	}
	if told.Games(h.clock.Now()) == nil {
		t.Error("nothing was collected")
	}
	h.post()
	if all := h.box.take(""); len(all) != 0 {
		t.Errorf("%d letters before the request has ended", len(all))
	}
	h.clock.Advance(6 * time.Minute) // the process was killed
	h.post()
	all := h.box.take("")
	once(t, "after a crash", all, 9)
	must(t, all[0].text, "Strict grace: on (was off)")
}

// TestUnsubscribe checks that the unsubscribe link stops only optional e-mail, which for an
// observer is all e-mail, and that the page says so.
func TestUnsubscribe(t *testing.T) {
	t.Parallel()
	h, g, master, players, watch := watched(t)
	h.o = h.office(mail.Deps{Config: mail.Config{BaseURL: "https://podesta.example"}})
	h.processed(g, master)
	links := map[string][]string{}
	for _, p := range h.box.take("") {
		raw := strings.ReplaceAll(p.raw, "\r\n ", " ")
		if m := regexp.MustCompile(`List-Unsubscribe: <https://podesta\.example/unsubscribe/(\w+)/(\w+)>, <mailto:`).FindStringSubmatch(raw); m != nil {
			must(t, raw, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", "List-Id: <"+g.ID+".podesta.example>\r\n")
			links[p.to[0]] = m[1:]
		}
	}
	player, observer := links[players[0].Email], links[watch.Email]
	if player == nil || observer == nil || player[1] == observer[1] || len(player[1]) < 26 {
		t.Fatalf("%v", links)
	}
	if _, err := h.Users.Unsubscribe(ctx, g.ID, player[1][1:]+"a"); game.ErrorCode(err) != game.NotFound {
		t.Errorf("a wrong key: %v", err)
	}
	for range 2 {
		if done, err := h.Users.Unsubscribe(ctx, observer[0], observer[1]); err != nil || !done.Left {
			t.Errorf("the observer: %+v, %v", done, err)
		}
		if done, err := h.Users.Unsubscribe(ctx, player[0], player[1]); err != nil || done.Left {
			t.Errorf("the player: %+v, %v", done, err)
		}
	}
	a, err := h.Users.Account(ctx, players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := account.ReadWishes(a); err != nil || !w.NoReminders || !w.NoWaiting || !w.NoBroadcasts || w.Plain {
		t.Errorf("%+v, %v", w, err)
	}
	if r, err := h.Base.RoleOf(ctx, g.ID, watch.ID); err != nil || r.Takes() {
		t.Errorf("the observer is %+v, %v", r, err)
	}
	if r, err := h.Base.RoleOf(ctx, g.ID, players[0].ID); err != nil || !r.Player {
		t.Errorf("the player is %+v, %v", r, err)
	}
}
