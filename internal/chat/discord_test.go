package chat_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/chat"
	"podesta/internal/mail"
	"podesta/internal/notify/discord"
	"podesta/internal/wiring"
)

const application = "4711"

// guild is a fake Discord server: it signs requests on behalf of people, and keeps the
// application's answers.
type guild struct {
	*house
	key     ed25519.PrivateKey
	handler *chat.Chats
	mu      sync.Mutex
	sent    map[string][]string // the answers, keyed by token
	slashes []map[string]any
	limits  int // number of requests that are refused with status 429
	other   bool
	next    int
}

func newGuild(t *testing.T) *guild {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	g := &guild{house: newHouse(t), key: private, sent: map[string][]string{}}
	g.Must(err)
	srv := httptest.NewServer(http.HandlerFunc(g.api))
	t.Cleanup(srv.Close)
	bot, err := discord.New(srv.URL, application, hex.EncodeToString(public), "token", g.Clock.Now)
	g.Must(err)
	office := mail.NewForChats(mail.Deps{Judge: wiring.Mail(g.Judge), Store: g.Store, Clock: g.Clock, Config: mail.Config{Name: "Test"}})
	g.handler = chat.New(chat.Options{Judge: wiring.Chat(g.Judge), Store: g.Store, Clock: g.Clock, Log: quiet, Office: office, Discord: bot})
	return g
}

// api receives requests from the application.
func (g *guild) api(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	hooks := strings.HasPrefix(r.URL.Path, "/webhooks/"+application+"/")
	switch {
	case hooks != (r.Header.Get("Authorization") == ""):
		g.t.Errorf("%s %s with %v", r.Method, r.URL, r.Header)
	case g.limits > 0:
		g.limits--
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"message":"You are being rate limited.","retry_after":30.5,"global":false}`))
	case r.URL.Path == "/applications/@me" && g.other:
		_, _ = w.Write([]byte(`{"id":"99"}`))
	case r.URL.Path == "/applications/@me":
		_, _ = w.Write([]byte(`{"id":"` + application + `"}`))
	case r.Method == http.MethodPut && r.URL.Path == "/applications/"+application+"/commands":
		if err := json.Unmarshal(body, &g.slashes); err != nil {
			g.t.Error(err)
		}
		_, _ = w.Write([]byte("[]"))
	case hooks:
		parts := strings.Split(r.URL.Path, "/")
		g.sent[parts[3]] = append(g.sent[parts[3]], g.message(r, body, len(parts) == 4))
		_, _ = w.Write([]byte("{}"))
	default:
		g.t.Errorf("%s %s", r.Method, r.URL)
	}
}

// message returns the text of an answer.
func (g *guild) message(r *http.Request, body []byte, more bool) string {
	file := ""
	if kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		form, err := multipart.NewReader(bytes.NewReader(body), params["boundary"]).ReadForm(1 << 22)
		if err != nil {
			g.t.Error(err)
			return ""
		}
		head := form.File["files[0]"][0]
		f, _ := head.Open()
		begin := make([]byte, 8)
		_, _ = f.Read(begin)
		file, body = fmt.Sprintf(" %s %q", head.Filename, begin), []byte(form.Value["payload_json"][0])
	}
	var m struct {
		Content string
		Flags   int
	}
	if err := json.Unmarshal(body, &m); err != nil || more != (m.Flags == 64) || more != (r.Method == http.MethodPost) {
		g.t.Errorf("%s %s: %v", r.Method, body, err)
	}
	return m.Content + file
}

// request returns a signed request.
func (g *guild) request(body any, at time.Time) *http.Request {
	text, err := json.Marshal(body)
	g.Must(err)
	r := httptest.NewRequest(http.MethodPost, discord.Path, bytes.NewReader(text))
	stamp := strconv.FormatInt(at.Unix(), 10)
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(g.key, append([]byte(stamp), text...))))
	return r
}

// does sends a person's interaction to the judge, and returns the judge's immediate answer and
// its later ones.
func (g *guild) does(person string, kind int, data map[string]any) (now, later string) {
	g.t.Helper()
	g.next++
	token := "token" + strconv.Itoa(g.next)
	w := httptest.NewRecorder()
	g.handler.ServeHTTP(w, g.request(map[string]any{
		"id": strconv.Itoa(g.next), "type": kind, "token": token, "channel_id": "5", "data": data,
		"member": map[string]any{"user": map[string]any{"id": person, "username": "user" + person}},
	}, g.Clock.Now()))
	g.runs()
	g.mu.Lock()
	defer g.mu.Unlock()
	return w.Body.String(), strings.Join(g.sent[token], "\n--\n")
}

func (g *guild) runs() {
	g.t.Helper()
	for {
		g.Clock.Advance(time.Second)
		did, err := g.handler.Work(g.t.Context())
		g.Must(err)
		if did == 0 {
			return
		}
	}
}

// slash lets a person send a command with a text, and returns the answer.
func (g *guild) slash(person, name, option, value string) string {
	g.t.Helper()
	data := map[string]any{"name": name}
	if option != "" {
		data["options"] = []any{map[string]any{"name": option, "value": value}}
	}
	now, later := g.does(person, discord.Command, data)
	has(g.t, now, `"type":5`, `"flags":64`) // only the person sees the answer
	return later
}

// types lets a person fill in a form.
func (g *guild) types(person, form, text string) string {
	g.t.Helper()
	_, later := g.does(person, discord.Modal, map[string]any{
		"custom_id": form, "components": []any{map[string]any{"components": []any{map[string]any{"custom_id": "text", "value": text}}}},
	})
	return later
}

// TestDiscord plays with slash commands.
func TestDiscord(t *testing.T) {
	t.Parallel()
	h := newGuild(t)
	g, milan, _ := h.plays("Siena")
	if did, err := h.handler.Register(t.Context()); did != 1 || err != nil || len(h.slashes) != 9 {
		t.Fatalf("registered: %d, %v, %v", did, err, h.slashes)
	}
	has(t, h.slash("1", "show", "", ""), "does not know who you are")
	code, err := h.Judge.Users.BeginChat(t.Context(), milan.ID)
	h.Must(err)
	has(t, h.slash("1", "link", "code", code), "is now connected with the account "+milan.Name)

	now, _ := h.does("1", discord.Command, map[string]any{"name": "orders"})
	has(t, now, `"type":9`, `"custom_id":"orders"`)
	has(t, h.types("1", "orders", "A Milan H\nA Nowhere - Rome"), "Order: A Milan H", "ERROR", "```")
	text, err := h.Orders(t.Context(), g.ID, h.Part(g.ID, milan), h.Part(g.ID, milan).Seat)
	h.Must(err)
	has(t, text, "A Milan H")
	has(t, h.slash("1", "ready", "", ""), "READY")
	has(t, h.slash("1", "status", "", ""), "Siena")
	has(t, h.slash("1", "map", "", ""), "The map of Siena", ".png", `"\x89PNG\r\n\x1a\n"`)
	has(t, h.slash("1", "game", "", ""), "Your games: Siena")
	has(t, h.slash("1", "game", "name", "siena"), "This chat is now about Siena")
	has(t, h.slash("1", "help", "", ""), "MAP: the map as a picture")
	now, _ = h.does("1", discord.Command, map[string]any{"name": "press", "options": []any{map[string]any{"name": "to", "value": "M"}}})
	has(t, now, `"custom_id":"press M"`)
	has(t, h.types("1", "press M", "When do we begin?"), "Sent to the masters.")
	has(t, h.types("1", "orders", strings.Repeat("A Nowhere - Rome\n", 60)), "```\n--\n```") // the answer takes several messages

	// Discord refuses requests for some time.
	h.mu.Lock()
	h.limits = 1
	h.mu.Unlock()
	if said := h.slash("1", "show", "", ""); said != "" {
		t.Errorf("an answer in spite of 429: %s", said)
	}
	token := "token" + strconv.Itoa(h.next)
	h.Clock.Advance(15 * time.Second)
	h.runs()
	if len(h.sent[token]) != 0 {
		t.Errorf("an answer before the time: %v", h.sent[token])
	}
	h.Clock.Advance(30 * time.Second)
	h.runs()
	if len(h.sent[token]) != 1 {
		t.Errorf("after the time: %v", h.sent[token])
	}
}

// TestDiscordRefused checks that requests that do not come from Discord, and unknown commands,
// are refused.
func TestDiscordRefused(t *testing.T) {
	t.Parallel()
	h := newGuild(t)
	now := h.Clock.Now()
	user := map[string]any{"id": "1", "username": "x"}
	ping := map[string]any{"type": discord.Ping}
	answer := func(r *http.Request) (int, string) {
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if code, body := answer(h.request(ping, now)); code != http.StatusOK || !strings.Contains(body, `"type":1`) {
		t.Errorf("a ping: %d %s", code, body)
	}
	forged := h.request(ping, now)
	forged.Header.Set("X-Signature-Ed25519", strings.Repeat("00", 64))
	changed := h.request(ping, now)
	changed.Body = io.NopCloser(strings.NewReader(`{"type":2}`))
	long := h.request(map[string]any{"type": discord.Ping, "x": strings.Repeat("x", 300<<10)}, now)
	for name, c := range map[string]struct {
		r    *http.Request
		want int
	}{
		"a forged signature": {forged, http.StatusUnauthorized},
		"another body":       {changed, http.StatusUnauthorized},
		"an old request":     {h.request(ping, now.Add(-time.Hour)), http.StatusUnauthorized},
		"one of tomorrow":    {h.request(ping, now.Add(time.Hour)), http.StatusUnauthorized},
		"a long one":         {long, http.StatusRequestEntityTooLarge},
		"no JSON object":     {h.request("x", now), http.StatusBadRequest},
		"of nobody":          {h.request(map[string]any{"type": 2, "id": "1", "token": "x", "data": map[string]any{"name": "show"}}, now), http.StatusBadRequest},
		"an unknown command": {h.request(map[string]any{"type": 2, "id": "1", "token": "x", "user": user, "data": map[string]any{"name": "nothing"}}, now), http.StatusBadRequest},
		"an unknown form":    {h.request(map[string]any{"type": 5, "id": "1", "token": "x", "user": user, "data": map[string]any{"custom_id": "nothing"}}, now), http.StatusBadRequest},
	} {
		if code, body := answer(c.r); code != c.want {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
	h.mu.Lock()
	h.other = true
	h.mu.Unlock()
	if did, err := h.handler.Register(t.Context()); did != 0 || err != nil || h.slashes != nil {
		t.Errorf("the token of another application: %d, %v, %v", did, err, h.slashes)
	}
}
