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
	"podesta/internal/hooks"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/safety"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// request is an operation of the API with the request of TestAccess.
type request struct{ id, method, line string }

// allRequests returns those of all operations that the API describes; TestAccess fails
// if one has none.
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
		Judge: h.Judge, Clock: h.Clock, Letters: &judgetest.Letters{}, Channels: hookChannels(true),
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6, Programs: 1e8},
	})
	t.Cleanup(server.Close)
	return server
}

// about returns what stands in requests for the games and people of the cast, so
// that every request is about one game and one person.
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

// filled writes out what a request names.
func filled(line string, fill map[string]string) string {
	for name, value := range fill {
		line = strings.ReplaceAll(line, name, value)
	}
	return line
}

// told sends a request and returns all that the caller learns.
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

// TestPublicRecordOfMasked plays games that hide their players, or who is late, and
// checks that nothing that the API says about people changes before the game
// itself says it: neither when someone joins, is late, resigns, or takes a seat
// over, nor at the end of a game that never says.
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
					_, err := h.Befriend(ctx, friend.ID, a.Name)
					h.Must(err)
					_, err = h.Befriend(ctx, a.ID, friend.Name)
					h.Must(err)
				}
			}
			secrets := map[string]string{"stranger": "", "friend": h.Token(friend.ID)}
			read := func() map[string]string {
				out := map[string]string{}
				for _, o := range allRequests(server) {
					// The rest is about the game, or about the caller.
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
					// It is no secret here which people play, so profiles list it.
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

// TestSecretActs lets a player of a game with hidden players do all that a player
// can do in secret, and checks that no one else can read anything that differs from
// before: every operation of the API that reads, by every kind of reader, word for
// word with the validators of caches, and the numbers of entries of the log; and that
// nobody else is notified.
func TestSecretActs(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	m := h.Mask(func(s *hosting.Hosting) {
		s.Gunboat, s.Quiet, s.HideVotes, s.MaxAbsence = true, true, true, 30
		s.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Postal: true, Fakes: "may", Observers: "any", WatchAll: true}
	})
	m.Begin()
	g := m.Game
	ada, bea, cia := m.Players[0], m.Players[1], m.Others[0]
	observer, stranger := m.Others[1], m.Others[2]
	h.Must(h.Observe(ctx, g.ID, observer.ID))
	follower := cia
	h.Must(h.FollowGame(ctx, g.ID, follower.ID, true))
	server := maskedServer(t, h)
	me, partner := m.Role(ada), m.Role(bea)
	readers := map[string]string{"stranger": "", "outsider": h.Token(stranger.ID), "player": h.Token(m.Players[2].ID), "observer": h.Token(observer.ID), "follower": h.Token(follower.ID)}
	h.Clock.Advance(time.Hour) // hooks are not called for what was before
	for _, a := range []*game.Account{m.Players[2], observer, follower} {
		_, err := h.AddHook(ctx, game.Hook{Account: a.ID, URL: "https://example.org/" + a.Name})
		h.Must(err)
	}
	for _, secret := range readers { // the first use is recorded
		if secret != "" {
			_, _, err := h.Authenticate(ctx, secret)
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
	story := &judgetest.Story{House: m.House, TheGame: g}
	orders := story.Holding(me.Seat)
	say := func(n press.NewMessage) error {
		n.Text = "secret"
		return h.Say(ctx, g.ID, me, me.Seat, n)
	}
	to := journal.OnlySeats(partner.Seat)
	place := func(text string) error {
		_, err := h.Submit(ctx, g.ID, me, me.Seat, h.At(g.ID).Revision, text)
		return err
	}
	next, err := machiavelli.ParsePhase("summer 1385 orders")
	h.Must(err)
	number, from := 0, h.Clock.Now().Add(30*24*time.Hour)
	partnerName := g.Setting.Powers[g.Setting.Seats[partner.Seat-1][0]].Name
	acts := []struct {
		name string
		do   func() error
		// shows lists the operations whose answers may differ, because what they
		// say is public.
		shows []string
	}{
		{"nothing", func() error { return nil }, nil},
		{"orders", func() error { return place(orders) }, nil},
		{"other orders", func() error { return place(strings.Replace(orders, "hold", "besiege", 1)) }, nil},
		{"a comment in orders", func() error { return place(orders + "\n# secret") }, nil},
		{"no orders", func() error { return place("") }, nil},
		{"checks orders", func() error { _, err := h.Check(ctx, g.ID, me, me.Seat, orders); return err }, nil},
		{"orders for later", func() error {
			return h.Defer(ctx, g.ID, me, game.Deferred{Seat: me.Seat, Phase: next, Text: orders})
		}, nil},
		{"waits", func() error { return h.SetWait(ctx, g.ID, me, me.Seat, true) }, nil},
		{"waits no more", func() error { return h.SetWait(ctx, g.ID, me, me.Seat, false) }, nil},
		{"a note in the diary", func() error { return h.AddDiary(ctx, g.ID, me, me.Seat, "secret") }, nil},
		{"another note", func() error { return h.AddDiary(ctx, g.ID, me, me.Seat, "secret, too") }, nil},
		{"deletes a note", func() error { return h.DropDiary(ctx, g.ID, me, me.Seat, 1) }, nil},
		{"a letter", func() error { return say(press.NewMessage{To: to}) }, nil},
		{"an answer", func() error {
			return h.Say(ctx, g.ID, partner, partner.Seat, press.NewMessage{To: journal.OnlySeats(me.Seat), Text: "secret"})
		}, nil},
		{"a grey letter", func() error { return say(press.NewMessage{To: to, Grey: true}) }, nil},
		{"a letter to the master", func() error { return say(press.NewMessage{ToMaster: true}) }, nil},
		{"postal press", func() error { return say(press.NewMessage{Postal: true}) }, nil},
		{"reads letters", func() error { return h.MarkRead(ctx, g.ID, partner, "", 1<<40) }, nil},
		{"a proposal", func() error {
			p, err := h.Propose(ctx, g.ID, me, me.Seat, press.NewProposal{Line: "PEACE TO " + partnerName})
			number = p.Number
			return err
		}, nil},
		{"accepts it", func() error { return h.Answer(ctx, g.ID, partner, partner.Seat, number, journal.ActAccept, "") }, nil},
		{"another proposal", func() error {
			p, err := h.Propose(ctx, g.ID, me, me.Seat, press.NewProposal{Line: "ALLIANCE TO " + partnerName})
			number = p.Number
			return err
		}, nil},
		{"withdraws it", func() error { return h.Answer(ctx, g.ID, me, me.Seat, number, journal.ActWithdraw, "") }, nil},
		{"a vote", func() error { return h.Vote(ctx, g.ID, me, me.Seat, game.Ballot{Draw: true}) }, nil},
		{"no vote", func() error { return h.Vote(ctx, g.ID, me, me.Seat, game.Ballot{}) }, nil},
		{"an absence", func() error {
			return h.SetAbsence(ctx, g.ID, me, me.Seat, schedule.Absence{Start: from, End: from.Add(48 * time.Hour)})
		}, nil},
		{"a vacation", func() error { _, err := h.SetVacation(ctx, ada.ID, from, from.Add(72*time.Hour)); return err }, nil},
		{"mutes a seat", func() error { return h.MuteSeat(ctx, g.ID, me, partner.Seat, true) }, nil},
		{"mutes a person", func() error { return h.MutePerson(ctx, ada.ID, bea.Name, false) }, nil},
		{"blocks a person", func() error { return h.MutePerson(ctx, ada.ID, cia.Name, true) }, nil},
		{"reports the game", func() error {
			return h.Report(ctx, ada.ID, safety.NewReport{Kind: game.GameReport, Game: g.ID, Reason: game.Spam, Note: "secret"})
		}, nil},
		{"asks a friend", func() error { _, err := h.Befriend(ctx, ada.ID, bea.Name); return err }, nil},
		{"follows", func() error { return h.FollowGame(ctx, g.ID, ada.ID, true) }, nil},
		{"a webhook", func() error {
			_, err := h.AddHook(ctx, game.Hook{Account: ada.ID, URL: "https://example.org/secret"})
			return err
		}, nil},
		{"a key", func() error {
			_, err := h.NewToken(ctx, game.Token{Kind: game.APIToken, Account: ada.ID}, time.Hour)
			return err
		}, nil},
		{"a calendar", func() error { _, err := h.NewCalendar(ctx, ada.ID); return err }, nil},
		{"the queue", func() error { _, err := h.Enqueue(ctx, ada.ID, game.Wants{}); return err }, []string{"getQueue"}}, // its length is public
		{"complete orders", func() error { return place(orders) }, nil},
		{"ready", func() error { return h.Ready(ctx, g.ID, me, me.Seat, h.At(g.ID).Revision, true) }, nil},
		{"not ready", func() error { return h.Ready(ctx, g.ID, me, me.Seat, h.At(g.ID).Revision, false) }, nil},
		{"hosts a game in secret", func() error {
			_, err := h.Host(ctx, ada.ID, lobby.NewGame{Name: "Secret", Scenario: "A", Variant: "A-4"}, unlisted())
			return err
		}, nil},
	}
	calls := func() (out []string) {
		for range 5 { // a job may make others
			_, err := h.WorkHooks(ctx, func(_ context.Context, all []hooks.Call) error {
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
	before := read()
	for _, a := range acts {
		if err := a.do(); err != nil {
			t.Errorf("%s: %v", a.name, err)
			continue
		}
		after := read()
		for k := range after {
			if op, _, _ := strings.Cut(k, " "); slices.Contains(a.shows, op) {
				before[k] = after[k]
			}
		}
		differ(t, a.name, before, after)
		if who := calls(); len(who) > 0 {
			t.Errorf("%s: %v are notified", a.name, who)
		}
		before = after
	}
}

func unlisted() hosting.Hosting {
	h := hosting.Default()
	h.Listed = false
	return h
}

// TestRefusalsOfMasked asks every operation of the API about a person, a seat and a
// game in the two worlds of each mystery. No answer may tell the worlds apart,
// whatever there is between that person and the caller: who plays in a game with
// hidden players must not be found out by trying.
func TestRefusalsOfMasked(t *testing.T) {
	t.Parallel()
	for _, x := range judgetest.Mysteries {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			worlds := x.Worlds(t, nil)
			var ask [2]func() map[string]string
			for i, w := range worlds {
				ask[i] = asker(t, w)
			}
			for _, between := range judgetest.Between {
				var found [2]map[string]string
				for i, w := range worlds {
					for _, a := range []*game.Account{w.Asks, w.Watches, w.Outside} {
						w.Must(between.Do(w, a))
					}
					found[i] = ask[i]()
					for _, a := range []*game.Account{w.Asks, w.Watches, w.Outside} {
						w.Must(between.Undo(w, a))
					}
				}
				differ(t, "with "+between.Name, found[1], found[0])
			}
		})
	}
}

// ownKeys matches the IDs of the caller's own keys, which depend on chance.
var ownKeys = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// asker returns a function that sends all requests in a world, and returns what
// everyone learns from them. Nothing that they do lasts.
func asker(t *testing.T, w *judgetest.World) func() map[string]string {
	server := maskedServer(t, w.House)
	secrets := map[string]string{"stranger": ""}
	for name, a := range map[string]*game.Account{"player": w.Asks, "observer": w.Watches, "outsider": w.Outside} {
		secrets[name] = w.Token(a.ID)
		_, _, err := w.Authenticate(ctx, secrets[name]) // the first use is recorded
		w.Must(err)
	}
	seat := max(1, w.Role(w.Asks).Seat)
	return func() map[string]string {
		w.Rehearsal.Forget(true)
		defer w.Rehearsal.Forget(false)
		got := map[string]string{}
		for _, o := range allRequests(server) {
			if slices.Contains(unchanging, o.id) || slices.Contains([]string{"createGame", "importGame", "createTournament", "register", "signIn", "addToken", "addHook", "addLink", "askLink"}, o.id) {
				continue // they make random secrets, and name nobody
			}
			for other := 1; other <= 4; other++ {
				if other == seat || other != seat%4+1 && !strings.Contains(o.line, "{rival}") && !strings.Contains(o.line, "{vacant}") {
					continue
				}
				for who, secret := range secrets {
					text := ownKeys.ReplaceAllString(told(server, o, about(w.Game, seat, other, other, w.Named), secret), "(a key)")
					if blind := w.Blind(text); blind != text { // the validator depends on random IDs
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
