package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/notify"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/telegram"
	"podesta/internal/notify/webhook"
)

// post is a webhook call that was received.
type post struct {
	header http.Header
	body   []byte
}

// doorbell is a server that receives webhook calls.
type doorbell struct {
	url string

	mu     sync.Mutex
	posts  []post
	answer func(n int, w http.ResponseWriter) // answers the n-th call, counted from 1
}

func (h *house) doorbell() *doorbell {
	d := &doorbell{answer: func(int, http.ResponseWriter) {}}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost {
			h.t.Errorf("%s: %v", r.Method, err)
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.posts = append(d.posts, post{r.Header, body})
		d.answer(len(d.posts), w)
	}))
	h.t.Cleanup(srv.Close)
	d.url = srv.URL + "/news?from=podesta"
	return d
}

// take returns the calls since the last take.
func (d *doorbell) take() []post {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.posts
	d.posts = nil
	return out
}

// caller returns a caller of webhooks. private allows calls to this machine.
func (h *house) caller(private bool) *notify.Sender {
	return &notify.Sender{
		Queue: h.judge.Hooks, Channels: hookChannels(private),
		Log: slog.New(slog.DiscardHandler), Base: "https://judge.example.org",
	}
}

func ring(t *testing.T, c *notify.Sender, want int) {
	t.Helper()
	if n, err := c.Work(ctx); err != nil || n != want {
		t.Errorf("%d calls succeeded, want %d: %v", n, want, err)
	}
}

// hookChannels returns the channels that every judge has. If near is set, they can reach the
// test's own machine.
func hookChannels(near bool) map[game.HookFormat]channel.Channel {
	client := webhook.Client(near)
	return map[game.HookFormat]channel.Channel{
		game.HookJSON: webhook.JSON{Client: client, Near: near}, game.HookDiscord: webhook.Discord{Client: client, Near: near},
	}
}

// hook creates a webhook of a person.
func (g *guest) hook(url, format, game string, kinds ...string) *answer {
	g.t.Helper()
	body := map[string]any{"url": url, "format": format}
	if game != "" {
		body["game"] = game
	}
	if len(kinds) > 0 {
		body["kinds"] = kinds
	}
	return g.session().post("/me/hooks", body).want(http.StatusOK)
}

func TestHook(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	bell, c := h.doorbell(), h.caller(true)
	made := x.players["venice"].hook(bell.url, "json", x.id)
	ring(t, c, 0) // earlier entries do not count
	x.say("milan", "to Florence alone", "florence")
	x.say("milan", "to Venice", "venice")
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	if n, err := c.Work(ctx); err != nil || n < 2 {
		t.Fatalf("%d calls, %v", n, err)
	}
	posts := bell.take()
	var kinds []string
	last, ids := int64(0), map[string]bool{}
	for _, p := range posts {
		if err := webhook.Verify(made.str("secret"), p.header.Get("Podesta-Signature"), h.clock.Now(), time.Minute, p.body); err != nil {
			t.Errorf("the signature %s: %v", p.header.Get("Podesta-Signature"), err)
		}
		for _, wrong := range []error{
			webhook.Verify("another secret", p.header.Get("Podesta-Signature"), h.clock.Now(), time.Minute, p.body),
			webhook.Verify(made.str("secret"), p.header.Get("Podesta-Signature"), h.clock.Now(), time.Minute, append([]byte(" "), p.body...)),
			webhook.Verify(made.str("secret"), p.header.Get("Podesta-Signature"), h.clock.Now().Add(time.Hour), time.Minute, p.body),
		} {
			if wrong == nil {
				t.Error("a wrong signature is taken")
			}
		}
		fitsSchema(t, "HookCall", p.body)
		var d apijson.Delivery
		if err := json.Unmarshal(p.body, &d); err != nil {
			t.Fatal(err)
		}
		seq := h.Press.EntrySeq(x.id, d.Entry.Seq)
		if seq <= last || d.Game.ID != x.id || d.Hook != made.str("id") || p.header.Get("Podesta-Event") != d.Entry.Kind {
			t.Errorf("call %s behind %d: %s", p.header, last, p.body)
		}
		last = seq
		ids[p.header.Get("Podesta-Delivery")] = true
		kinds = append(kinds, d.Entry.Kind)
		if d.Entry.Kind == "result" && d.Headline == "" {
			t.Errorf("a result without a headline: %s", p.body)
		}
		if strings.Contains(string(p.body), "Florence alone") || strings.Contains(string(p.body), made.str("secret")) {
			t.Errorf("Venice receives: %s", p.body)
		}
	}
	if got := strings.Join(kinds, " "); !strings.Contains(got, "press") || !strings.Contains(got, "result") || len(ids) != len(posts) {
		t.Errorf("calls about %s with ids %v", got, ids)
	}
	ring(t, c, 0)

	// The judge does not call a deleted webhook, or webhooks of members who have left the game.
	x.players["venice"].session().delete("/me/hooks/" + made.str("id")).want(http.StatusOK)
	x.players["naples"].hook(bell.url, "json", "")
	x.at(x.players["naples"]).post("/leave", nil).want(http.StatusOK)
	x.say("milan", "to all that are here", "all")
	if _, err := c.Work(ctx); err != nil {
		t.Error(err)
	}
	if posts := bell.take(); len(posts) > 0 {
		t.Errorf("calls: %s", posts[0].body)
	}
}

// TestHookClock sets the clock back after a webhook was created, and checks that the webhook is
// still called about later events.
func TestHookClock(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	bell, c := h.doorbell(), h.caller(true)
	h.clock.Advance(time.Hour)
	x.players["venice"].hook(bell.url, "json", "", "press")
	x.say("milan", "to Venice", "venice")
	ring(t, c, 1)
	h.clock.Set(h.clock.Now().Add(-90 * time.Second))
	x.say("milan", "again to Venice", "venice")
	h.clock.Advance(30 * time.Second)
	ring(t, c, 1)
	if posts := bell.take(); len(posts) != 2 || !strings.Contains(string(posts[1].body), "again to Venice") {
		t.Errorf("%d calls", len(posts))
	}
}

// TestHookRetries checks that failed calls are repeated in order.
func TestHookRetries(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	bell, c := h.doorbell(), h.caller(true)
	ada := x.players["milan"]
	ada.hook(bell.url, "json", "", "press")
	bell.answer = func(n int, w http.ResponseWriter) {
		switch n {
		case 1:
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, "a text that is nobody's business")
		case 2:
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusServiceUnavailable)
		case 3:
			http.Redirect(w, &http.Request{}, "http://example.org/", http.StatusFound)
		}
	}
	state := func() *answer { return ada.get("/me/hooks").want(http.StatusOK) }
	for n := range 3 {
		x.say("venice", fmt.Sprintf("letter %d", n), "milan")
	}
	ring(t, c, 0)
	if a := state(); !strings.Contains(a.str("items.0.failed"), "500") || a.str("items.0.next") == "" || strings.Contains(string(a.body), "business") {
		t.Errorf("after a failure: %s", a.body)
	}
	ring(t, c, 0) // the call is not repeated at once
	h.clock.Advance(time.Minute)
	ring(t, c, 0)
	h.clock.Advance(time.Hour)
	ring(t, c, 0) // the receiver asked to wait for two hours
	h.clock.Advance(time.Hour + time.Minute)
	ring(t, c, 0)
	if a := state(); !strings.Contains(a.str("items.0.failed"), "302") {
		t.Errorf("a redirect: %s", a.body)
	}
	h.clock.Advance(6 * time.Hour)
	ring(t, c, 3)
	posts := bell.take()
	if len(posts) != 6 {
		t.Fatalf("%d calls", len(posts))
	}
	for i, n := range []int{0, 0, 0, 0, 1, 2} {
		if !strings.Contains(string(posts[i].body), fmt.Sprintf("letter %d", n)) {
			t.Errorf("call %d: %s", i, posts[i].body)
		}
	}
	if a, b := posts[0].header.Get("Podesta-Delivery"), posts[3].header.Get("Podesta-Delivery"); a == "" || a != b {
		t.Errorf("the same call has the ids %s and %s", a, b)
	}
	if a := state(); a.at("items.0.failed") != nil || a.at("items.0.next") != nil {
		t.Errorf("after a success: %s", a.body)
	}

	// A receiver that fails for days is disabled.
	bell.answer = func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }
	x.say("venice", "letter 4", "milan")
	for range 40 {
		ring(t, c, 0)
		h.clock.Advance(6*time.Hour + time.Minute)
	}
	if a := state(); a.at("items.0.off") != true {
		t.Errorf("after days: %s", a.body)
	}
	calls := len(bell.take())
	x.say("venice", "letter 5", "milan")
	ring(t, c, 0)
	if more := len(bell.take()); calls < 10 || more > 0 {
		t.Errorf("%d calls until it was given up, %d after", calls, more)
	}
}

// TestHookCrash lets a process die during a call, and checks that half a minute later another
// process makes the same call and the calls after it. It also checks that a living process keeps
// its claims, however long all its calls take.
func TestHookCrash(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	bell, c, other := h.doorbell(), h.caller(true), h.caller(true)
	x.players["milan"].hook(bell.url, "json", "", "press")
	for n := range 6 {
		x.say("venice", fmt.Sprintf("letter %d", n), "milan")
	}
	life, die := context.WithCancel(ctx)
	bell.answer = func(n int, w http.ResponseWriter) {
		if n == 2 {
			die()
			w.WriteHeader(http.StatusInternalServerError)
		}
	}
	if _, err := c.Work(life); err == nil {
		t.Error("the process has not died")
	}
	died := bell.take()
	if len(died) != 2 {
		t.Fatalf("%d calls before the end", len(died))
	}
	bell.answer = func(int, http.ResponseWriter) {
		h.clock.Advance(12 * time.Second)
		ring(t, c, 0)
	}
	h.clock.Advance(20 * time.Second)
	ring(t, other, 0)
	h.clock.Advance(11 * time.Second)
	ring(t, other, 5)
	posts := bell.take()
	if len(posts) != 5 || posts[0].header.Get("Podesta-Delivery") != died[1].header.Get("Podesta-Delivery") {
		t.Errorf("%d calls; the first is %v, not %v again", len(posts), posts[0].header, died[1].header)
	}
}

// TestHookDiscord checks messages in the format of Discord.
func TestHookDiscord(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	bell, c := h.doorbell(), h.caller(true)
	x.watcher.hook(bell.url, "discord", x.id, "press", "result")
	x.say("milan", "@everyone *look* "+strings.Repeat("long ", 1000), "all")
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	ring(t, c, 2)
	var texts []string
	for _, p := range bell.take() {
		var m struct {
			Content  string
			Mentions struct{ Parse []string } `json:"allowed_mentions"`
		}
		if err := json.Unmarshal(p.body, &m); err != nil {
			t.Fatal(err)
		}
		if n := len([]rune(m.Content)); n > 2000 || n == 0 || m.Mentions.Parse == nil || len(m.Mentions.Parse) > 0 {
			t.Errorf("%d characters, mentions %v: %s", n, m.Mentions.Parse, p.body)
		}
		if p.header.Get("Podesta-Signature") != "" || !strings.Contains(m.Content, "<https://judge.example.org/g/"+x.id+">") {
			t.Errorf("%v %s", p.header, p.body)
		}
		texts = append(texts, m.Content)
	}
	if !strings.Contains(texts[0], `\@everyone \*look\*`) || !strings.Contains(texts[0], "press from Milan to everyone") {
		t.Errorf("press: %s", texts[0])
	}
	if !strings.Contains(texts[1], "**Siena 12: Spring 1385, orders**") || !strings.Contains(texts[1], "Next: Summer 1385, orders") {
		t.Errorf("result: %s", texts[1])
	}
}

// TestHookPrivate checks that addresses in the judge's own network are not
// called unless that is allowed.
func TestHookPrivate(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	bell, c := h.doorbell(), h.caller(false)
	ada := x.players["milan"]
	_, port, _ := strings.Cut(strings.TrimPrefix(bell.url, "http://"), ":")
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1", "192.168.1.1", "169.254.169.254", "[fd00::1]"} {
		ada.hook("http://"+host+":"+port, "json", "")
	}
	x.say("venice", "letter", "milan")
	ring(t, c, 0)
	list := ada.get("/me/hooks").want(http.StatusOK)
	for i := range list.at("items").([]any) {
		at := fmt.Sprintf("items.%d.", i)
		if got := list.str(at + "failed"); got != "the address lies in a private network" {
			t.Errorf("%s: %q", list.str(at+"url"), got)
		}
	}
	if posts := bell.take(); len(posts) > 0 {
		t.Errorf("it was called %d times", len(posts))
	}
	ada.session().post("/me/hooks", map[string]any{"url": "http://name:word@example.org/"}).want(http.StatusUnprocessableEntity, "invalid")
	x.stranger.session().post("/me/hooks", map[string]any{"url": "http://example.org/", "game": x.id}).want(http.StatusForbidden, "forbidden")
	for range 11 {
		ada.hook("http://example.org", "json", "")
	}
	ada.session().post("/me/hooks", map[string]any{"url": "http://example.org/"}).want(http.StatusConflict, "conflict")
}

// TestTelegramHook delivers to a chat of Telegram, with a local server in place of its Bot API,
// and checks that a chat that the bot does not know is refused.
func TestTelegramHook(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var sent []string
	telegramAPI := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Chat string `json:"chat_id"`
			Text string `json:"text"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !strings.HasPrefix(r.URL.Path, "/bot1:token/") {
			t.Errorf("%s: %v", r.URL, err)
		}
		if in.Chat != "4711" {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}`))
			return
		}
		if strings.HasSuffix(r.URL.Path, "/sendMessage") {
			mu.Lock()
			sent = append(sent, in.Text)
			mu.Unlock()
		}
		_, _ = w.Write([]byte(`{"ok":true,"result":{}}`))
	}))
	t.Cleanup(telegramAPI.Close)
	bot, err := telegram.New(telegramAPI.URL, "1:token")
	if err != nil {
		t.Fatal(err)
	}
	channels := hookChannels(true)
	channels[telegram.Format] = bot
	h := open(t, func(d *api.Deps) { d.Channels = channels })
	x := h.host(nil, map[string]any{"manualProcess": true})
	for chat, why := range map[string]string{"99": "Send the bot a message first", "https://example.org/": "number of your chat"} {
		refused := x.players["venice"].session().post("/me/hooks", map[string]any{"url": chat, "format": "telegram"}).want(http.StatusUnprocessableEntity, "invalid")
		if !strings.Contains(string(refused.body), why) {
			t.Errorf("%s: %s", chat, refused.body)
		}
	}
	unknown := x.players["venice"].session().post("/me/hooks", map[string]any{"url": "4711", "format": "pigeon"}).want(http.StatusUnprocessableEntity, "invalid")
	if !strings.Contains(string(unknown.body), "discord, json, telegram") {
		t.Errorf("an unknown channel: %s", unknown.body)
	}
	x.players["venice"].hook("4711", "telegram", x.id, "press")
	c := h.caller(true)
	c.Channels = channels
	x.say("milan", "Shall we share <Mantua>?", "venice")
	ring(t, c, 1)
	if len(sent) != 1 || !strings.Contains(sent[0], "Shall we share &lt;Mantua&gt;?") || !strings.Contains(sent[0], "https://judge.example.org/g/"+x.id) {
		t.Errorf("sent %q", sent)
	}
}

// TestPrivateHookRefused checks that a webhook to an address inside the judge's
// own network is refused with the reason when it is created, and not stored.
func TestPrivateHookRefused(t *testing.T) {
	t.Parallel()
	h := open(t, func(d *api.Deps) { d.Channels = hookChannels(false) })
	ada := h.person("Ada")
	for _, url := range []string{
		"https://127.0.0.1/x", "https://10.1.2.3/x", "https://192.168.0.7:8443/x", "https://169.254.169.254/latest/meta-data",
		"https://[::1]/x", "https://[fd00::1]/x", "https://localhost/x", "https://100.64.0.1/x",
	} {
		refused := ada.session().post("/me/hooks", map[string]any{"url": url, "format": "json"}).want(http.StatusUnprocessableEntity)
		if text := string(refused.body); !strings.Contains(text, "cannot be called") || !strings.Contains(text, "private network") {
			t.Errorf("%s: %s", url, text)
		}
	}
	if list := string(ada.get("/me/hooks").want(http.StatusOK).body); strings.Contains(list, "https://") {
		t.Errorf("it was stored: %s", list)
	}
	// A public address is accepted. Its name cannot be resolved here, which is
	// no reason to refuse it.
	ada.hook("https://hooks.example.org/x", "json", "")
}
