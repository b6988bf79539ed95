package api_test

import (
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/notify"
	"podesta/internal/notify/webhook"
	"podesta/internal/notify/webpush"
	"podesta/internal/notify/webpush/pushtest"
)

// pushing returns a caller that also notifies browsers, and a push service.
func (h *house) pushing() (*notify.Sender, *pushtest.Service) {
	keys, err := webpush.NewKeys([]byte("the secret of a judge"))
	if err != nil {
		h.t.Fatal(err)
	}
	channels := maps.Clone(hookChannels(true))
	channels[game.HookPush] = webpush.Push{Client: webhook.Client(true), Near: true, Keys: keys}
	return &notify.Sender{
		Queue: h.judge.Hooks, Channels: channels, Log: slog.New(slog.DiscardHandler),
		Base: "https://judge.example.org",
	}, pushtest.Serve(h.t)
}

// subscribe registers the browser of a service for a person.
func (h *house) subscribe(s *pushtest.Service, account, session string, events ...game.Event) game.Hook {
	h.t.Helper()
	hook, err := h.judge.Hooks.AddHook(ctx, game.Hook{
		Account: account, Format: game.HookPush, URL: s.Browser.Endpoint, Secret: s.Browser.Secret(), Label: "Firefox, Linux", Session: session, Events: events,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return hook
}

// TestPush checks that a browser is notified of the chosen events, but not of its owner's own
// actions, until the push service reports that it is gone.
func TestPush(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	c, service := h.pushing()
	milan := x.players["milan"].account
	h.subscribe(service, milan, "", game.EventMessage, game.EventLate)
	x.say("milan", "My own words", "venice")
	x.say("venice", "Come to Padua", "milan")
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	ring(t, c, 1)
	got := service.Take()
	if len(got) != 1 || got[0].Body != "Come to Padua" || !strings.Contains(got[0].Title, "press from Venice to Milan") || got[0].Link != "https://judge.example.org/g/"+x.id {
		t.Fatalf("%+v", got)
	}

	// When the service asks for a delay, the judge waits.
	service.Answer(func(w http.ResponseWriter) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	x.say("venice", "Or to Verona", "milan")
	ring(t, c, 0)
	service.Answer(nil)
	h.clock.Advance(59 * time.Minute)
	calls := service.Calls()
	ring(t, c, 0)
	if service.Calls() != calls {
		t.Error("the service is called before the time that it asked for")
	}
	h.clock.Advance(2 * time.Minute)
	ring(t, c, 1)
	if got := service.Take(); len(got) != 1 || got[0].Body != "Or to Verona" {
		t.Errorf("%+v", got)
	}

	for _, status := range []int{http.StatusInternalServerError, http.StatusGone} {
		service.Status(status)
		x.say("venice", "Are you there?", "milan")
		ring(t, c, 0)
		h.clock.Advance(time.Hour)
	}
	ring(t, c, 0)
	if list, err := h.judge.Hooks.Hooks(ctx, milan); err != nil || len(list) != 0 {
		t.Errorf("a browser that is gone is still registered: %+v, %v", list, err)
	}
}

// TestPushSignedOut checks that a browser is no longer notified when its session has ended.
func TestPushSignedOut(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	c, service := h.pushing()
	milan := x.players["milan"].account
	if _, err := h.judge.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: milan}, 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	tokens, err := h.judge.Users.Tokens(ctx, milan)
	if err != nil {
		t.Fatal(err)
	}
	session := tokens[len(tokens)-1].Hash
	h.subscribe(service, milan, session, game.EventMessage)
	x.say("venice", "Come to Padua", "milan")
	ring(t, c, 1)
	if err := h.judge.Users.DropToken(ctx, milan, session); err != nil {
		t.Fatal(err)
	}
	x.say("venice", "For your eyes only", "milan")
	ring(t, c, 0)
	if got := service.Take(); len(got) != 1 {
		t.Errorf("%d messages", len(got))
	}
	if list, err := h.judge.Hooks.Hooks(ctx, milan); err != nil || len(list) != 0 {
		t.Errorf("the browser is still registered: %+v, %v", list, err)
	}
}

// TestDigest checks that messages wait until quiet hours end, or are combined into one a day,
// unless a deadline depends on them.
func TestDigest(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	c, service := h.pushing()
	ada := x.players["milan"]
	hook := h.subscribe(service, ada.account, "", game.EventMessage, game.EventResolved)
	now := h.clock.Now().UTC()
	clock := func(d time.Duration) string { return now.Add(d).Format("15:04") }
	me := map[string]any{"zone": "UTC", "notices": map[string]any{"mail": []string{"due"}, "mailDaily": false, "daily": clock(5 * time.Hour), "quietFrom": clock(-time.Hour), "quietUntil": clock(time.Hour)}}
	a := ada.do(http.MethodPatch, "/me", me).want(http.StatusOK)
	if mail, _ := json.Marshal(a.at("notices.mail")); string(mail) != `["due","late"]` || a.str("notices.quietUntil") != clock(time.Hour) {
		t.Errorf("%s", a.body)
	}
	x.say("venice", "First", "milan")
	x.say("venice", "Second", "milan")
	ring(t, c, 0)
	h.clock.Advance(time.Hour)
	ring(t, c, 1)
	got := service.Take()
	if len(got) != 1 || !strings.Contains(got[0].Title, "2 notifications") || !strings.Contains(got[0].Body, "• press from Venice to Milan: First\n") || !strings.Contains(got[0].Body, "Second") {
		t.Fatalf("%+v", got)
	}
	ring(t, c, 0)

	ada.session().do(http.MethodPatch, "/me/hooks/"+hook.ID, map[string]any{"daily": true}).want(http.StatusOK)
	x.say("venice", "Third", "milan")
	ring(t, c, 0)
	h.clock.Advance(5 * time.Hour)
	service.Status(http.StatusServiceUnavailable)
	ring(t, c, 0)
	service.Answer(nil)
	h.clock.Advance(time.Hour)
	ring(t, c, 1)
	if got := service.Take(); len(got) != 1 || got[0].Body != "Third" {
		t.Errorf("%+v", got)
	}
	ada.do(http.MethodPatch, "/me", map[string]any{"notices": map[string]any{"mail": []string{}, "mailDaily": false, "daily": "", "quietFrom": "25:00", "quietUntil": "07:00"}}).want(http.StatusUnprocessableEntity, "invalid")
	ada.session().do(http.MethodPatch, "/me/hooks/"+hook.ID, map[string]any{"events": []string{"rain"}}).want(http.StatusUnprocessableEntity)
	if a := ada.session().do(http.MethodPatch, "/me/hooks/"+hook.ID, map[string]any{"events": []string{}}).want(http.StatusOK); a.at("none") != true {
		t.Errorf("%s", a.body)
	}
}

// TestNewsByOtherWays invites a person who is notified in a browser and by a webhook for
// programs, also in quiet hours and after a failure.
func TestNewsByOtherWays(t *testing.T) {
	t.Parallel()
	h := open(t)
	c, service := h.pushing()
	bell := h.doorbell()
	host, ada, blind := h.person("Cosimo"), h.person("Ada"), h.person("Bice")
	browser := h.subscribe(service, ada.account, "", game.EventWaiting)
	ada.session().post("/me/hooks", map[string]any{"url": bell.url, "events": []string{"waiting"}}).want(http.StatusOK)
	// this hook is only called for log entries of games
	ada.session().post("/me/hooks", map[string]any{"url": bell.url}).want(http.StatusOK)
	// this hook does not want the news
	ada.session().post("/me/hooks", map[string]any{"url": bell.url, "events": []string{"message"}}).want(http.StatusOK)
	h.subscribe(service, blind.account, "", game.EventMessage)
	invited := func(name string, people ...*guest) string {
		t.Helper()
		id := host.post("/games", map[string]any{"name": name, "scenario": "A", "variant": "A-4", "hosting": map[string]any{"listed": true}}).want(http.StatusCreated).str("id")
		for _, g := range people {
			host.put("/games/"+id+"/invitations/"+g.name, nil).want(http.StatusOK)
		}
		return id
	}
	id := invited("Palle", ada, blind)
	ring(t, c, 2)
	got := service.Take()
	if len(got) != 1 || got[0].Title != "Invitation to Palle" || got[0].Body != "Cosimo invites you to the game Palle." || got[0].Link != "https://judge.example.org/g/"+id {
		t.Fatalf("the browser gets %+v", got)
	}
	posts := bell.take()
	if len(posts) != 1 || posts[0].header.Get("Podesta-Event") != "news" {
		t.Fatalf("the program gets %+v", posts)
	}
	fitsSchema(t, "HookNews", posts[0].body)
	var d apijson.NewsDelivery
	if err := json.Unmarshal(posts[0].body, &d); err != nil || d.News.Page != "/g/"+id || d.News.Text != got[0].Body {
		t.Errorf("the program gets %s, %v", posts[0].body, err)
	}

	// In quiet hours the webhook for programs is called at once, and the browser is notified
	// afterwards.
	clock := func(d time.Duration) string { return h.clock.Now().UTC().Add(d).Format("15:04") }
	ada.do(http.MethodPatch, "/me", map[string]any{"zone": "UTC", "notices": map[string]any{
		"mail": []string{"due"}, "mailDaily": false, "daily": "", "quietFrom": clock(-time.Hour), "quietUntil": clock(time.Hour),
	}}).want(http.StatusOK)
	invited("Gigli", ada)
	ring(t, c, 1)
	if len(bell.take()) != 1 || len(service.Take()) != 0 {
		t.Error("the quiet hours do not count")
	}
	h.clock.Advance(time.Hour + time.Minute)
	ring(t, c, 1)
	if got := service.Take(); len(got) != 1 || got[0].Title != "Invitation to Gigli" {
		t.Errorf("after the quiet hours: %+v", got)
	}

	// Several waiting messages are combined into one notification.
	ada.do(http.MethodPatch, "/me", map[string]any{"notices": map[string]any{
		"mail": []string{"due"}, "mailDaily": false, "daily": "", "quietFrom": clock(-time.Hour), "quietUntil": clock(time.Hour),
	}}).want(http.StatusOK)
	invited("Aquile", ada)
	invited("Orsi", ada)
	ring(t, c, 2)
	if len(bell.take()) != 2 || len(service.Take()) != 0 {
		t.Error("the second quiet hours do not count")
	}
	h.clock.Advance(time.Hour + time.Minute)
	ring(t, c, 1)
	if got := service.Take(); len(got) != 1 || got[0].Title != "2 notifications" || !strings.Contains(got[0].Body, "• Invitation to Aquile: ") || !strings.Contains(got[0].Body, "Orsi") {
		t.Errorf("of two that have waited: %+v", got)
	}
	h.clock.Advance(24 * time.Hour)
	ring(t, c, 0)

	// A failed notification is tried again; a browser that is gone is forgotten.
	service.Status(http.StatusInternalServerError)
	invited("Draghi", ada)
	ring(t, c, 1)
	service.Answer(nil)
	h.clock.Advance(time.Minute)
	ring(t, c, 1)
	if got := service.Take(); len(got) != 1 || got[0].Title != "Invitation to Draghi" {
		t.Errorf("after a failure: %+v", got)
	}
	service.Status(http.StatusGone)
	invited("Leoni", ada)
	ring(t, c, 1)
	list, err := h.judge.Hooks.Hooks(ctx, ada.account)
	if err != nil || len(list) != 3 {
		t.Errorf("%d ways out are left: %v", len(list), err)
	}
	for _, x := range list {
		if x.ID == browser.ID {
			t.Error("a browser that is gone is still registered")
		}
	}
}
