package api_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/notify"
	"podesta/internal/press"
	"podesta/internal/wiring"
)

// request is an operation of the API together with the request that TestAccess sends to it.
type request struct{ id, method, line string }

// allRequests returns the requests of all operations that the API describes. TestAccess fails
// if an operation has none.
func allRequests(server *api.Server) []request {
	var out []request
	for _, item := range server.Description().Paths {
		for method, op := range map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
		} {
			if op != nil {
				out = append(out, request{op.OperationID, method, requests[op.OperationID]})
			}
		}
	}
	slices.SortFunc(out, func(a, b request) int { return strings.Compare(a.id, b.id) })
	return out
}

// unchanging lists operations whose answers depend neither on games nor on people.
var unchanging = []string{"about", "listScenarios", "listPresets", "listOptions", "getBoard"}

func maskedServer(t *testing.T, h *judgetest.House) *api.Server {
	t.Helper()
	server := api.New(api.Deps{
		Judge: wiring.API(h.Judge), Clock: h.Clock, Letters: &judgetest.Letters{}, Channels: hookChannels(true),
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6, Programs: 1e8},
	})
	t.Cleanup(server.Close)
	return server
}

// about returns the values of the placeholders in requests, so that every request is about one
// game and one person.
func about(g *game.Game, seat, other, vacant int, person *game.Account) map[string]string {
	fill := map[string]string{
		"{seat}": fmt.Sprint(seat), "{rival}": fmt.Sprint(other), "{vacant}": fmt.Sprint(vacant), "{observer}": person.ID,
		"{soon}": "2026-02-01T12:00:00Z", "{export}": "{}", "{password}": "quattro stagioni di guerra", "{count}": "9",
	}
	for _, name := range []string{"played", "fresh", "forming", "own", "links", "elsewhere", "over", "bots", "mustered", "paused"} {
		fill["{"+name+"}"], fill["{"+name+".revision}"] = g.ID, fmt.Sprint(g.Revision)
	}
	for _, name := range []string{"Osservante", "Straniera", "Veneto", "Altra", "Milano"} {
		fill[name] = person.Name
	}
	return fill
}

// filled fills in the placeholders of a request.
func filled(line string, fill map[string]string) string {
	for name, value := range fill {
		line = strings.ReplaceAll(line, name, value)
	}
	return line
}

// told sends a request and returns everything that the caller learns from the answer.
func told(server http.Handler, o request, fill map[string]string, secret string) string {
	address, content, _ := strings.Cut(filled(o.line, fill), " ")
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r := httptest.NewRequestWithContext(limited, o.method, "/api/v1"+address, strings.NewReader(content))
	if content != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	w := &leaving{httptest.NewRecorder(), cancel}
	server.ServeHTTP(w, r)
	return fmt.Sprintf("%d %s\n%s", w.Code, w.Header().Get("ETag"), w.Body)
}

// differ fails the test if two readings differ, and says where.
func differ(t *testing.T, what string, before, after map[string]string) {
	t.Helper()
	for _, k := range slices.Sorted(maps.Keys(before)) {
		a, b := before[k], after[k]
		if a == b {
			continue
		}
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		part := func(s string) string { return s[max(0, min(at, len(s))-60):min(len(s), at+160)] }
		t.Errorf("%s: %s changes from\n  ...%s\nto\n  ...%s", what, k, part(a), part(b))
	}
}

// TestPublicRecordOfMasked plays games that hide their players, or who is late, and checks that the
// API's answers about people do not change before the game itself reveals the change: not when
// someone joins, is late, resigns, or takes over a seat, and not at the end of a game that never
// reveals its players.
func TestPublicRecordOfMasked(t *testing.T) {
	t.Parallel()
	for _, kind := range judgetest.Maskers {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
			m := h.Mask(kind.Change)
			server := maskedServer(t, h)
			friend := m.Others[2]
			everyone := slices.Concat(m.Players, m.Others)
			for _, a := range everyone {
				if a.ID != friend.ID {
					_, err := h.Users.Befriend(ctx, friend.ID, a.Name)
					h.Must(err)
					_, err = h.Users.Befriend(ctx, a.ID, friend.Name)
					h.Must(err)
				}
			}
			secrets := map[string]string{"stranger": "", "friend": h.Token(friend.ID)}
			read := func() map[string]string {
				out := map[string]string{}
				for _, o := range allRequests(server) {
					// The other operations are about the game, or about the caller.
					if !slices.Contains([]string{"getPlayer", "getLadder", "listFriends", "getQueue", "listTournaments", "listFollowed"}, o.id) {
						continue
					}
					for who, secret := range secrets {
						for _, a := range everyone {
							out[o.id+" of "+a.Name+" by "+who] = told(server, o, about(m.Game, 1, 2, 3, a), secret)
						}
					}
				}
				return out
			}
			before := read()
			named := kind.Name == "quiet"
			m.Course(func(act string) {
				after := read()
				switch {
				case named && (strings.Contains(act, "joins") || act == "Bea resigns" || act == "Cia takes a seat over"):
					// This game does not hide its players, so profiles list the game.
				case act == "end" && !kind.Never:
					if k := "getPlayer of Dea by stranger"; !strings.Contains(before[k], `"reliability":100`) || strings.Contains(after[k], `"reliability":100`) {
						t.Errorf("at the end the lateness of Dea is still hidden: %s", after[k])
					}
				default:
					differ(t, act, before, after)
				}
				before = after
			})
			if !kind.Never {
				return
			}
			changed := map[time.Time][]string{}
			ended := h.Clock.Now()
			for range 7 * 8 {
				h.Clock.Advance(24 * time.Hour)
				after := read()
				for _, a := range everyone {
					k := "getPlayer of " + a.Name + " by stranger"
					if before[k] != after[k] {
						changed[h.Clock.Now()] = append(changed[h.Clock.Now()], a.Name)
						if h.Clock.Now().Sub(ended) < 7*24*time.Hour {
							t.Errorf("the record of %s changes %s after the end", a.Name, h.Clock.Now().Sub(ended))
						}
						if !regexp.MustCompile(`"reliability":\d+0}`).MatchString(after[k]) {
							t.Errorf("the reliability of %s is not rounded: %s", a.Name, after[k])
						}
					}
				}
				before = after
			}
			if len(changed) == 0 {
				t.Error("the records have never changed")
			}
		})
	}
}

// TestSecretActs lets a player of a game with hidden players do everything that a player can do in
// secret. It checks that the answers of all operations that read, for every kind of reader, stay
// the same word for word, including the ETags and the numbers of log entries, that nobody else is
// notified, and that live streams that were already open report nothing.
func TestSecretActs(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	m := h.SecretGame()
	g, ada, bea := m.Game, m.Players[0], m.Players[1]
	follower, observer, stranger := m.Others[0], m.Others[1], m.Others[2]
	server := maskedServer(t, h)
	me := m.Role(ada)
	readers := map[string]string{"stranger": "", "outsider": h.Token(stranger.ID), "player": h.Token(m.Players[2].ID), "observer": h.Token(observer.ID), "follower": h.Token(follower.ID)}
	h.Clock.Advance(time.Hour) // hooks are not called for earlier events
	for _, a := range []*game.Account{m.Players[2], observer, follower} {
		_, err := h.Judge.Hooks.AddHook(ctx, game.Hook{Account: a.ID, URL: "https://example.org/" + a.Name})
		h.Must(err)
	}
	for _, secret := range readers { // later uses write nothing
		if secret != "" {
			_, _, err := h.Users.Authenticate(ctx, secret)
			h.Must(err)
		}
	}
	var reads []request
	for _, o := range allRequests(server) {
		if o.method == http.MethodGet && !slices.Contains(unchanging, o.id) && !strings.Contains(o.line, "{cup}") && !strings.Contains(o.line, "{invitation}") {
			reads = append(reads, o)
		}
	}
	fill := about(g, me.Seat, m.Role(m.Players[2]).Seat, 0, ada)
	power := g.Setting.Powers[g.Setting.Seats[me.Seat-1][0]].ID
	read := func() map[string]string {
		out := map[string]string{}
		for who, secret := range readers {
			for _, o := range reads {
				out[o.id+" by "+who] = told(server, o, fill, secret)
			}
			out["getLegal of the seat by "+who] = told(server, request{method: http.MethodGet, line: "/games/" + g.ID + "/legal?power=" + power}, nil, secret)
		}
		return out
	}
	calls := func() (out []string) {
		for range 5 { // a job may create further jobs
			_, err := h.Judge.Hooks.Work(ctx, func(_ context.Context, all []notify.Call) error {
				for i := range all {
					out = append(out, all[i].Account.Name)
				}
				return nil
			})
			h.Must(err)
		}
		return slices.DeleteFunc(out, func(name string) bool { return name == ada.Name || name == bea.Name })
	}
	calls()
	heard := streamsOf(t, m, server, readers)
	before := read()
	for _, a := range m.SecretActs() {
		if err := a.Do(); err != nil {
			t.Errorf("%s: %v", a.Name, err)
			continue
		}
		heard(a.Name)
		after := read()
		for k := range after {
			if op, _, _ := strings.Cut(k, " "); slices.Contains(a.Shows, op) {
				before[k] = after[k]
			}
		}
		differ(t, a.Name, before, after)
		if who := calls(); len(who) > 0 {
			t.Errorf("%s: %v are notified", a.Name, who)
		}
		before = after
	}
}

// streamsOf opens a live stream for each reader. The function that it returns fails the test if
// one of them has reported something since the last call. To know when everything has been
// reported, the streams include a second game in which something visible is then made to
// happen.
func streamsOf(t *testing.T, m *judgetest.Masked, server *api.Server, readers map[string]string) (heard func(act string)) {
	t.Helper()
	clock := m.HostGame(m.Master, lobby.NewGame{Name: "Clock", Scenario: "A", Variant: "A-4"}, nil)
	site := httptest.NewServer(server)
	t.Cleanup(site.Close)
	t.Cleanup(server.Close)
	h := &house{t: t, House: m.House, url: site.URL, route: router(t, site.URL), done: map[string]bool{}}
	streams, place := map[string]*listener{}, map[string]string{}
	of := func(id string) string { // the entry number in the secret game
		for part := range strings.SplitSeq(id, ",") {
			if strings.HasPrefix(part, m.Game.ID+".") {
				return part
			}
		}
		return ""
	}
	for who, secret := range readers {
		l := h.listen(&guest{house: h, name: who, token: secret}, "?game="+m.Game.ID+","+clock.ID)
		for range 2 { // each stream reports the state of both games
			place[who] = of(l.next().id)
		}
		streams[who] = l
	}
	return func(act string) {
		t.Helper()
		m.Must(m.Press.Say(ctx, clock.ID, m.RoleFor(clock, m.Master), 0, press.NewMessage{To: journal.Everybody, Text: act}))
		for who, l := range streams {
			for {
				e := l.next()
				if e.name == "end" {
					t.Fatalf("%s: the stream of the %s has ended", act, who)
				}
				if got := of(e.id); got != place[who] {
					t.Errorf("%s: the place of the %s in the stream changes from %s to %s", act, who, place[who], got)
				}
				if e.name == "entry" && strings.Contains(string(e.data), fmt.Sprintf("%q", act)) {
					break
				}
				t.Errorf("%s: the %s hears %s %s", act, who, e.name, e.data)
			}
		}
	}
}

// TestRefusalsOfMasked asks every operation of the API about a person, a seat and a game in the
// two worlds of each mystery. No answer may show which world it is, whatever the relation
// between that person and the caller, so that nobody can find out by trying who plays in a game
// with hidden players.
func TestRefusalsOfMasked(t *testing.T) {
	t.Parallel()
	for number, x := range judgetest.Mysteries {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			worlds := x.Worlds(t, nil)
			var ask [2]func(related bool) map[string]string
			for i, w := range worlds {
				ask[i] = asker(t, w)
			}
			for n, between := range judgetest.Between(number) {
				var found [2]map[string]string
				for i, w := range worlds {
					askers := []*game.Account{w.Asks, w.Outside}
					for _, a := range askers {
						w.Must(between.Do(w, a))
					}
					found[i] = ask[i](n > 0)
					for _, a := range askers {
						w.Must(between.Undo(w, a))
					}
				}
				differ(t, "with "+between.Name, found[1], found[0])
			}
		})
	}
}

// ownKeys matches the IDs of the caller's own keys, which are random.
var ownKeys = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// asker returns a function that sends all requests in a world and returns what everyone learns
// from them, optionally limited to callers who have a relation to the person in question. All
// their effects are rolled back.
func asker(t *testing.T, w *judgetest.World) func(related bool) map[string]string {
	server := maskedServer(t, w.House)
	secrets := map[string]string{"stranger": ""}
	for name, a := range map[string]*game.Account{"player": w.Asks, "observer": w.Watches, "outsider": w.Outside} {
		secrets[name] = w.Token(a.ID)
		_, _, err := w.Users.Authenticate(ctx, secrets[name]) // later uses write nothing
		w.Must(err)
	}
	seat := max(1, w.Role(w.Asks).Seat)
	return func(related bool) map[string]string {
		w.Rehearsal.Forget(true)
		defer w.Rehearsal.Forget(false)
		got := map[string]string{}
		for _, o := range allRequests(server) {
			if slices.Contains(unchanging, o.id) || slices.Contains([]string{"createGame", "importGame", "createTournament", "register", "signIn", "addToken", "addHook", "addLink", "askLink"}, o.id) {
				continue // they create random secrets, and do not depend on people
			}
			for other := 1; other <= 4; other++ {
				if other == seat || other != seat%4+1 && !strings.Contains(o.line, "{rival}") && !strings.Contains(o.line, "{vacant}") {
					continue
				}
				for who, secret := range secrets {
					if related && who != "player" && who != "outsider" {
						continue
					}
					text := ownKeys.ReplaceAllString(told(server, o, about(w.Game, seat, other, other, w.Named), secret), "(a key)")
					if blind := w.Blind(text); blind != text { // the ETag depends on random IDs
						status, _, _ := strings.Cut(text, " ")
						_, body, _ := strings.Cut(blind, "\n")
						text = status + "\n" + body
					}
					got[fmt.Sprint(o.id, " about seat ", other, " by ", who)] = text
				}
			}
		}
		return got
	}
}
