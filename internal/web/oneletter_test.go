package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
	"podesta/internal/wiring"
)

// sentLetters records what a mail office sends.
type sentLetters struct {
	mu   sync.Mutex
	sent map[string][]string // bodies, keyed by address
}

func (s *sentLetters) Send(_ context.Context, _ string, to []string, raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range to {
		s.sent[x] = append(s.sent[x], string(raw))
	}
	return nil
}

// office returns a mail office for the inn's judge, and what it sends.
func (h *inn) office() (*mail.Office, *sentLetters) {
	h.t.Helper()
	box := &sentLetters{sent: map[string][]string{}}
	o, err := mail.New(mail.Deps{
		Judge: wiring.Mail(h.judge), Store: h.Store, Clock: h.dial, Sender: box,
		Config: mail.Config{Name: "TEST", Address: "judge@podesta.example"},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return o, box
}

// account returns the account of a guest.
func (h *inn) account(name string) *game.Account {
	h.t.Helper()
	a, err := h.judge.Users.AccountByEmail(context.Background(), strings.ToLower(name)+"@example.org")
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

// TestOneEMailFromEveryClient makes many changes at once with a form of the
// pages, a call of the API and an e-mail with 150 lines. Each must cause one
// e-mail about all changes to each member of the game.
func TestOneEMailFromEveryClient(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newInn(t)
	at, master, _ := h.four()
	o, box := h.office()
	deliver := func() map[string][]string {
		t.Helper()
		for {
			n, err := o.Work(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
		}
		box.mu.Lock()
		defer box.mu.Unlock()
		out := box.sent
		box.sent = map[string][]string{}
		return out
	}
	deliver()
	rest := api.New(api.Deps{Judge: wiring.API(h.judge), Clock: h.dial, Version: "test", Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6}})
	t.Cleanup(rest.Close)
	programs := httptest.NewServer(rest)
	t.Cleanup(programs.Close)
	key, err := h.judge.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: h.account("Cosimo").ID}, 0)
	if err != nil {
		t.Fatal(err)
	}
	deliver() // the owner is notified of the key

	for _, door := range []struct {
		name string
		do   func()
		says []string // texts in the e-mail to a player
	}{
		{"a form", func() {
			form := master.get(at+"/settings").fields(t, at+"/settings")
			form.Set("comment", "by the form")
			form.Set("quiet", "1")
			form.Set("house", "Be kind.")
			master.post(at+"/settings", form).has(t, http.StatusOK, "Everyone is notified")
		}, []string{"Comment: by the form", "Quiet: on (was off)"}},
		{"a call of the API", func() {
			body := `{"comment": "by the API", "quiet": false, "lateCount": true, "strictWait": true, "dias": false}`
			r, err := http.NewRequestWithContext(ctx, http.MethodPatch, programs.URL+"/api/v1/games/"+gameID(at)+"/hosting", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+key)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
				t.Fatalf("%d %s", answer.StatusCode, text)
			}
		}, []string{"Comment: by the API (was by the form)", "Quiet: off (was on)", "Strict wait: on (was off)"}},
		{"a letter of 150 lines", func() {
			// This ends the existing sessions, so it comes last.
			if err := h.judge.Users.SetPassword(account.WithAnswered(ctx, "cosimo@example.org"), h.account("Cosimo").ID, "quattrocento1"); err != nil {
				t.Fatal(err)
			}
			lines := "SIGNON MTheFour quattrocento1\n" + strings.Repeat("SET QUIET\nSET NO QUIET\nSET STRICT GRACE\nSET NO STRICT GRACE\nSET DEADLINE +5d\n", 29) +
				"SET COMMENT by mail\nSET NO STRICT WAIT\nSET DEADLINE +6d\nSET GRACE +9d\nSET DEADLINE +7d\nSIGNOFF\n"
			raw := "From: cosimo@example.org\nTo: judge@podesta.example\nSubject: settings\nMessage-ID: <m1@example.org>\nDate: " +
				h.dial.Now().Format(time.RFC1123Z) + "\n\n" + lines
			if out, err := o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{}); err != nil || out != smtpd.Answered {
				t.Fatalf("%s, %v", out, err)
			}
		}, []string{"Comment: by mail (was by the API)", "Strict wait: off (was on)"}},
	} {
		h.dial.Set(h.dial.Now().Add(time.Minute))
		door.do()
		sent := deliver()
		if len(sent) != 5 {
			t.Errorf("%s: %d people got letters, not 5", door.name, len(sent))
		}
		for who, letters := range sent {
			if len(letters) != 1 {
				t.Errorf("%s: %s got %d letters", door.name, who, len(letters))
				continue
			}
			m, err := netmail.ReadMessage(bytes.NewReader([]byte(letters[0])))
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(m.Body)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(string(body), "=\r\n", "")
			for _, want := range door.says {
				if who != "cosimo@example.org" && !strings.Contains(text, want) {
					t.Errorf("%s: the e-mail to %s does not contain %q:\n%s", door.name, who, want, text)
				}
			}
			if who != "cosimo@example.org" && door.name == "a letter of 150 lines" {
				if strings.Contains(text, "Quiet") || strings.Contains(text, "Strict grace") {
					t.Errorf("the e-mail to %s contains unchanged settings:\n%s", who, text)
				}
			}
		}
	}
}

// TestUnsubscribePage checks that the link in e-mail shows a page without any
// effect, and that a wrong key has no effect and says so. The form stops the
// e-mail; mail programs send it with one click and without cookies.
func TestUnsubscribePage(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := newInn(t)
	at, _, _ := h.four()
	watcher := h.guest("Otto")
	watcher.post(at+"/watch", nil).has(t, http.StatusOK)
	stops := func(name string) bool {
		t.Helper()
		w, err := account.ReadWishes(h.account(name))
		if err != nil {
			t.Fatal(err)
		}
		return w.NoReminders && w.NoWaiting && w.NoBroadcasts
	}
	stopKey := func(id, name string) string {
		t.Helper()
		key, err := h.judge.Users.UnsubscribeKey(t.Context(), id, h.account(name).ID)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	link := func(name string) string {
		return "/unsubscribe/" + gameID(at) + "/" + stopKey(gameID(at), name)
	}
	oneClick := func(path string) (int, string) {
		t.Helper()
		r, err := http.Post(h.url+path, "application/x-www-form-urlencoded", strings.NewReader("List-Unsubscribe=One-Click"))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(text)
	}
	// Opening the link changes nothing: programs follow links in e-mail.
	page := h.browser().get(link("Ada"))
	page.has(t, http.StatusOK, "Stop e-mail", "This stops e-mail about the game.")
	if page.header.Get("Cache-Control") != "no-store" || stops("Ada") {
		t.Error("the page with the button may be cached, or had an effect")
	}
	wrong := link("Ada")
	wrong = wrong[:len(wrong)-1] + map[bool]string{true: "b", false: "a"}[strings.HasSuffix(wrong, "a")]
	for _, path := range []string{
		wrong, strings.TrimSuffix(link("Ada"), link("Ada")[len(link("Ada"))-4:]),
		"/unsubscribe/" + gameID(at) + "/x", "/unsubscribe/nogame99/" + stopKey(gameID(at), "Ada"),
		"/unsubscribe/nogame99/" + stopKey("nogame99", "Ada"),
	} {
		if status, text := oneClick(path); status != http.StatusNotFound || stops("Ada") {
			t.Errorf("%s: %d\n%s", path, status, text)
		}
	}
	for range 2 { // mail programs may send it twice
		if status, text := oneClick(link("Ada")); status != http.StatusOK || !strings.Contains(text, "Less e-mail") || !stops("Ada") {
			t.Errorf("a player: %d\n%s", status, text)
		}
		if status, text := oneClick(link("Otto")); status != http.StatusOK || !strings.Contains(text, "No more e-mail") {
			t.Errorf("an observer: %d\n%s", status, text)
		}
	}
	if stops("Bice") {
		t.Error("another player's letters were stopped")
	}
	if r, err := h.judge.Base.RoleOf(ctx, gameID(at), h.account("Otto").ID); err != nil || r.Takes() {
		t.Errorf("the observer still watches: %+v, %v", r, err)
	}
	if r, err := h.judge.Base.RoleOf(ctx, gameID(at), h.account("Ada").ID); err != nil || !r.Player {
		t.Errorf("the player has lost the seat: %+v, %v", r, err)
	}
	// The button on the page does the same.
	h.browser().post(link("Bice"), nil).has(t, http.StatusOK, "Less e-mail")
	if !stops("Bice") {
		t.Error("the button has done nothing")
	}
}
