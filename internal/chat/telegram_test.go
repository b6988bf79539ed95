package chat_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/chat"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/notify/telegram"
	"podesta/internal/wiring"
)

var quiet = slog.New(slog.DiscardHandler)

// start is the time when the tests begin.
var start = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// chatter is a fake of Telegram's Bot API: it keeps what people write until a bot confirms it,
// and keeps the bot's answers.
type chatter struct {
	t       *testing.T
	url     string
	mu      sync.Mutex
	waiting []map[string]any
	next    int64
	members map[string]int // number of members, keyed by chat
	sent    map[string][]string
	deleted []string
	may     bool                     // whether the bot may delete messages
	fail    map[string][]http.Header // headers of the next answers with status 429, keyed by method
	status  int                      // status of all answers; 0 for the usual one
}

func newChatter(t *testing.T) *chatter {
	c := &chatter{t: t, next: 100, members: map[string]int{}, sent: map[string][]string{}, fail: map[string][]http.Header{}}
	srv := httptest.NewServer(c)
	t.Cleanup(srv.Close)
	c.url = srv.URL
	return c
}

// ServeHTTP answers a call of a method of the Bot API.
func (c *chatter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	method := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	refuse := func(status int, text string, after int) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"ok": false, "error_code": status, "description": text, "parameters": map[string]any{"retry_after": after}})
	}
	result := func(v any) { _ = json.NewEncoder(w).Encode(map[string]any{"ok": true, "result": v}) }
	if c.status != 0 {
		refuse(c.status, "as the test wants it", 0)
		return
	}
	if h := c.fail[method]; len(h) > 0 {
		c.fail[method] = h[1:]
		after, _ := strconv.Atoi(h[0].Get("Retry-After"))
		refuse(http.StatusTooManyRequests, "Too Many Requests", after)
		return
	}
	in := map[string]any{}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			c.t.Errorf("%s: %v", method, err)
		}
	}
	to := fmt.Sprint(in["chat_id"])
	if n, ok := in["chat_id"].(float64); ok {
		to = strconv.FormatInt(int64(n), 10)
	}
	switch method {
	case "getMe":
		result(map[string]any{"id": 7, "is_bot": true, "username": "podesta_bot", "first_name": "Podesta"})
	case "getUpdates":
		offset := int64(in["offset"].(float64))
		left := []map[string]any{}
		for _, u := range c.waiting {
			if u["update_id"].(int64) >= offset {
				left = append(left, u)
			}
		}
		c.waiting = left
		result(left)
	case "getChatMemberCount":
		result(c.members[to])
	case "deleteMessage":
		if !c.may {
			refuse(http.StatusBadRequest, "message can't be deleted", 0)
			return
		}
		c.deleted = append(c.deleted, fmt.Sprint(in["message_id"]))
		result(true)
	case "sendMessage":
		text := strings.NewReplacer("<pre>", "", "</pre>", "", "&gt;", ">", "&lt;", "<", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(in["text"].(string))
		c.sent[to] = append(c.sent[to], text)
		result(map[string]any{})
	case "sendPhoto":
		file, head, err := r.FormFile("photo")
		if err != nil {
			c.t.Error(err)
			return
		}
		begin := make([]byte, 8)
		_, _ = file.Read(begin)
		c.sent[r.FormValue("chat_id")] = append(c.sent[r.FormValue("chat_id")], fmt.Sprintf("%s %q", head.Filename, begin))
		result(map[string]any{})
	default:
		c.t.Errorf("the method %s", method)
	}
}

// writes lets a person write in a chat; kind is "private" or "group".
func (c *chatter) writes(person int, name string, to int, kind, text, answering string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := map[string]any{
		"message_id": c.next, "from": map[string]any{"id": person, "username": name}, "chat": map[string]any{"id": to, "type": kind}, "text": text,
	}
	if answering != "" {
		m["reply_to_message"] = map[string]any{"message_id": 1, "from": map[string]any{"id": 7, "is_bot": true}, "chat": m["chat"], "text": answering}
	}
	c.waiting = append(c.waiting, map[string]any{"update_id": c.next, "message": m})
	c.next++
}

// took returns what the bot has written to a chat since the last call.
func (c *chatter) took(to int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := strconv.Itoa(to)
	out := strings.Join(c.sent[key], "\n--\n")
	delete(c.sent, key)
	return out
}

// house is a judge with chats on Telegram.
type house struct {
	*judgetest.House
	t     *testing.T
	there *chatter
	chats *chat.Chats
}

func newHouse(t *testing.T) *house {
	t.Helper()
	base := judgetest.Open(t, start)
	base.Seeded(3)
	h := &house{House: base, t: t, there: newChatter(t)}
	h.chats = h.process()
	return h
}

// process returns the chats of another process of the judge.
func (h *house) process() *chat.Chats {
	h.t.Helper()
	bot, err := telegram.New(h.there.url, "1:token")
	h.Must(err)
	office := mail.NewForChats(mail.Deps{Judge: wiring.Mail(h.Judge), Store: h.Store, Clock: h.Clock, Config: mail.Config{Name: "Test", BaseURL: "https://judge.example.org"}})
	return chat.New(chat.Options{Judge: wiring.Chat(h.Judge), Store: h.Store, Clock: h.Clock, Log: quiet, Office: office, Telegram: bot})
}

// works lets a process read and answer all waiting messages.
func (h *house) works(c *chat.Chats) {
	h.t.Helper()
	for {
		h.Clock.Advance(time.Second)
		polled, err := c.Poll(h.t.Context())
		h.Must(err)
		did, err := c.Work(h.t.Context())
		h.Must(err)
		if polled+did == 0 {
			return
		}
	}
}

// says lets a person write in a private chat, and returns the answer.
func (h *house) says(person int, text string) string {
	h.t.Helper()
	h.there.writes(person, "p"+strconv.Itoa(person), person, "private", text, "")
	h.works(h.chats)
	return h.there.took(person)
}

// tied connects a person with an account.
func (h *house) tied(person int, a *game.Account) {
	h.t.Helper()
	code, err := h.Judge.Users.BeginChat(h.t.Context(), a.ID)
	h.Must(err)
	has(h.t, h.says(person, "/start "+code), "is now connected with the account "+a.Name)
}

// has checks that a text contains others.
func has(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in:\n%s", w, text)
		}
	}
}

// hasNot checks that a text does not contain others.
func hasNot(t *testing.T, text string, unwanted ...string) {
	t.Helper()
	for _, w := range unwanted {
		if strings.Contains(text, w) {
			t.Errorf("%q is in:\n%s", w, text)
		}
	}
}

// plays begins a game of four, and returns it with the player of Milan.
func (h *house) plays(name string) (*game.Game, *game.Account, []*game.Account) {
	h.t.Helper()
	g, _, players := h.Playing(name, func(*hosting.Hosting) {})
	for _, a := range players {
		if h.Part(g.ID, a).Seat == h.SeatOf(g, "milan") {
			return g, a, players
		}
	}
	h.t.Fatal("nobody plays Milan")
	return nil, nil, nil
}

// TestTelegram plays in a private chat: it connects the chat with a code, sends orders and
// compares the verdicts, and fetches the map.
func TestTelegram(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, milan, _ := h.plays("Siena")
	has(t, h.says(1, "A MIL H"), "does not know who you are", "button")
	has(t, h.says(1, "/start"), "does not know who you are")
	has(t, h.says(1, "/start abcdefghijklmnopqrstuvwxyz"), "This code is not valid")
	code, err := h.Judge.Users.BeginChat(t.Context(), milan.ID)
	h.Must(err)
	has(t, h.says(1, "/start "+code), "is now connected with the account "+milan.Name, "READY: your orders are final")
	has(t, h.says(2, "/start "+code), "This code is not valid") // a code works only once
	late, err := h.Judge.Users.BeginChat(t.Context(), milan.ID)
	h.Must(err)
	h.Clock.Advance(time.Hour)
	has(t, h.says(2, "/start "+late), "This code is not valid")

	seat := h.Part(g.ID, milan).Seat
	orders := func() string {
		text, err := h.Orders(t.Context(), g.ID, h.Part(g.ID, milan), seat)
		h.Must(err)
		return text
	}
	has(t, h.says(1, "A Milan H\nA Nowhere - Rome"), "Order: A Milan H", "ERROR", "Nowhere", "Siena")
	has(t, orders(), "A Milan H")
	has(t, h.says(1, "/orders"), "Army Milan HOLD", "2 orders missing")
	has(t, h.says(1, "/READY@podesta_bot"), "READY")
	has(t, h.says(1, "/status"), "Siena")
	has(t, h.says(1, "hello?!"), "neither a command nor an order")
	has(t, h.says(1, "PRESS TO M\nWhen do we begin?\nENDPRESS"), "Sent to the masters.")
	picture := h.says(1, "/map")
	has(t, picture, "The map of Siena", ".png", `"\x89PNG\r\n\x1a\n"`)
	has(t, h.says(1, "/help"), "MAP: the map as a picture")
	has(t, h.says(1, "HELP orders"), "Help")
	// A chat is not enough for commands that concern the whole account.
	has(t, h.says(1, "SET ADDRESS eve@example.org"), "affects your whole account")

	// A disconnected chat no longer belongs to anyone.
	h.Must(h.Judge.Users.UntieChat(t.Context(), milan.ID, chat.Telegram, "1"))
	has(t, h.says(1, "A Milan H"), "does not know who you are")
}

// TestSeveralGames chooses between games, first by name and then by replying to a message.
func TestSeveralGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, milan, players := h.plays("One")
	two := h.HostGame(h.Person("Another master"), lobby.NewGame{Name: "Two", Preset: "battleline-1978-basic"}, func(*hosting.Hosting) {})
	h.JoinAll(two, players)
	h.tied(1, milan)
	has(t, h.says(1, "ORDERS"), "Your games: One, Two")
	has(t, h.says(1, "GAME Three"), "You play in no game called Three", "Your games: One, Two")
	has(t, h.says(1, "GAME one\nORDERS"), "One, Spring")
	has(t, h.says(1, "ORDERS"), "One, Spring")
	has(t, h.says(1, "game two"), "This chat is now about Two")
	has(t, h.says(1, "ORDERS"), "Two, Spring")
	h.there.writes(1, "p1", 1, "private", "ORDERS", "One: Spring 1385 is over\nhttps://judge.example.org/g/"+one.ID)
	h.works(h.chats)
	has(t, h.there.took(1), "One, Spring")
	h.there.writes(1, "p1", 1, "private", "ORDERS", "One: a digest")
	h.works(h.chats)
	has(t, h.there.took(1), "One, Spring")
	has(t, h.says(1, "ORDERS"), "Two, Spring")
}

// TestGroupChats writes in groups, and checks that orders are accepted only where nobody else reads
// them.
func TestGroupChats(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, milan, _ := h.plays("Siena")
	h.tied(1, milan)
	const group = -55
	writes := func(text string) string {
		h.there.writes(1, "p1", group, "group", text, "")
		h.works(h.chats)
		return h.there.took(group)
	}
	h.there.members["-55"] = 3
	has(t, writes("/A Milan H"), "Others read this chat", "Delete your message yourself")
	h.there.may = true
	has(t, writes("@podesta_bot A Milan H"), "Others read this chat", "Your message was deleted")
	has(t, writes("/orders"), "Others read this chat")
	if len(h.there.deleted) != 2 {
		t.Errorf("deleted: %v", h.there.deleted)
	}
	if said := writes("A Milan H") + writes("/orders@another_bot"); said != "" {
		t.Errorf("what is not for the bot is answered: %s", said)
	}
	text, err := h.Orders(t.Context(), g.ID, h.Part(g.ID, milan), h.Part(g.ID, milan).Seat)
	h.Must(err)
	hasNot(t, text, "A Milan H")
	h.there.members["-55"] = 2 // a channel for one power
	has(t, writes("/orders"), "Siena, Spring")
	has(t, writes("/a Milan H"), "Order: A Milan H")
	h.there.members["-55"] = 3 // another member has joined
	has(t, writes("/orders"), "Others read this chat")
}

// TestLimits lets Telegram refuse requests for some time, and not answer at all.
func TestLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, milan, _ := h.plays("Siena")
	h.tied(1, milan)
	h.there.fail["sendMessage"] = []http.Header{{"Retry-After": {"30"}}}
	if said := h.says(1, "ORDERS"); said != "" {
		t.Errorf("an answer in spite of 429: %s", said)
	}
	h.Clock.Advance(20 * time.Second)
	h.works(h.chats)
	if said := h.there.took(1); said != "" {
		t.Errorf("an answer before the time: %s", said)
	}
	h.Clock.Advance(20 * time.Second)
	h.works(h.chats)
	if said := h.there.took(1); strings.Count(said, "Siena, Spring") != 1 {
		t.Errorf("after the time: %s", said)
	}
	h.there.fail["getUpdates"] = []http.Header{{"Retry-After": {"60"}}}
	if said := h.says(1, "ORDERS"); said != "" {
		t.Errorf("asked in spite of 429: %s", said)
	}
	h.Clock.Advance(2 * time.Minute)
	h.works(h.chats)
	has(t, h.there.took(1), "Siena, Spring")
	for _, status := range []int{http.StatusBadGateway, http.StatusUnauthorized, http.StatusConflict} {
		h.there.mu.Lock()
		h.there.status = status
		h.there.mu.Unlock()
		if said := h.says(1, "ORDERS"); said != "" {
			t.Errorf("with %d: %s", status, said)
		}
		h.there.mu.Lock()
		h.there.status = 0
		h.there.mu.Unlock()
		h.Clock.Advance(10 * time.Minute)
		h.works(h.chats)
		has(t, h.there.took(1), "Siena, Spring")
	}
}

// TestTwoProcesses lets one process fetch messages after another, including those that the
// other has read but not confirmed, and checks that each is answered once.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, milan, _ := h.plays("Siena")
	h.tied(1, milan)
	other := h.process()
	h.there.writes(1, "p1", 1, "private", "PRESS TO M\nOnce.\nENDPRESS", "")
	before := append([]map[string]any{}, h.there.waiting...)
	h.works(h.chats)
	has(t, h.there.took(1), "Sent to the masters.")
	h.there.mu.Lock()
	h.there.waiting = before // the confirmation was lost
	h.there.mu.Unlock()
	h.works(other)
	if said := h.there.took(1); said != "" {
		t.Errorf("answered twice: %s", said)
	}
	letters, err := h.Judge.Press.Log(t.Context(), g.ID, h.Part(g.ID, milan), 0, 1000)
	h.Must(err)
	n := 0
	for _, e := range letters {
		if strings.Contains(string(e.Data), "Once.") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the letter was sent %d times", n)
	}
}

// TestErased erases the account of a chat.
func TestErased(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, milan, _ := h.plays("Siena")
	h.tied(1, milan)
	data, err := h.Judge.Safety.OwnData(t.Context(), milan.ID)
	h.Must(err)
	if len(data.Chats) != 1 || data.Chats[0].Person != "1" || data.Chats[0].Name != "@p1" {
		t.Errorf("the data of the person: %+v", data.Chats)
	}
	h.Must(h.Judge.Users.Block(t.Context(), milan.ID, true))
	has(t, h.says(1, "ORDERS"), "This account is closed")
	h.Must(h.Judge.Users.Erase(t.Context(), milan.ID))
	has(t, h.says(1, "ORDERS"), "does not know who you are")
	if all, err := h.Judge.Users.Chats(t.Context(), milan.ID); err != nil || len(all) != 0 {
		t.Errorf("left: %+v, %v", all, err)
	}
}
