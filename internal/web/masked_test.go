package web

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
	"podesta/internal/wiring"
)

// lasting returns a page without what differs between two readings of it, and without the phase
// of a public game in a profile. It uses no regular expressions, because they would take as
// long as the pages themselves.
func lasting(text string) string {
	for _, begin := range []string{`name="once" value="`, `data-now="`, `nonce="`} {
		text = without(text, begin, `"`, nil)
	}
	return without(text, "<small>", "</small></li>", func(inner string) bool {
		season, _, _ := strings.Cut(inner, " ")
		return slices.Contains([]string{"Spring", "Summer", "Fall", "Winter"}, season) && !strings.Contains(inner, "<")
	})
}

// without removes the pieces of a text that stand between two marks, together with the marks. The
// function drops decides whether a piece is removed; if it is nil, all are.
func without(text, begin, end string, drops func(inner string) bool) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, begin)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		inner, after, closed := strings.Cut(rest, end)
		if text = after; !closed || drops != nil && !drops(inner) {
			out.WriteString(begin)
			text = rest
		}
	}
}

// sessionOf returns a visitor with a session, or a stranger for nil.
func sessionOf(h *judgetest.House, name string, a *game.Account) visitor {
	h.T.Helper()
	if a == nil {
		return visitor{name, nil}
	}
	secret, err := h.Users.NewToken(h.T.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, 1000*time.Hour)
	h.Must(err)
	_, _, err = h.Users.Authenticate(h.T.Context(), secret)
	h.Must(err)
	return visitor{name, &http.Cookie{Name: sessionCookie, Value: secret}}
}

// shown returns what visitors see at some addresses. It includes the ETag, which is a digest of
// the page.
func shown(t *testing.T, site http.Handler, visitors []visitor, addresses []string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, v := range visitors {
		for _, at := range addresses {
			w := visit(t, site, v, http.MethodGet, at, "", nil) // a live stream sends only the state
			if strings.HasSuffix(at, "/live") && w.Code == http.StatusOK && !strings.Contains(w.Body.String(), "event: state") {
				t.Errorf("%s by %s tells no state: %s", at, v.name, w.Body)
			}
			out[at+" by "+v.name] = fmt.Sprintf("%d\n%s", w.Code, lasting(w.Body.String()))
		}
	}
	return out
}

// same fails the test if two results differ, and says where.
func same(t *testing.T, what string, before, after map[string]string) {
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

// TestPublicPagesOfMasked checks the same as TestPublicRecordOfMasked of package api, for the pages
// about people: profiles, tables, lists and the queue.
func TestPublicPagesOfMasked(t *testing.T) {
	t.Parallel()
	for _, kind := range judgetest.Maskers {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
			m := h.Mask(kind.Change)
			site := New(wiring.Pages(h.Judge), nil, WithClock(h.Clock), WithSite("podesta", "https://"+accessHost))
			friend := m.Others[2]
			addresses := []string{"/ratings", "/ratings?by=points", "/ratings?by=reliability", "/friends", "/queue", "/tournaments"}
			for _, a := range slices.Concat(m.Players, m.Others) {
				addresses = append(addresses, "/u/"+a.Name)
				if a.ID != friend.ID {
					for _, pair := range [][2]*game.Account{{friend, a}, {a, friend}} {
						_, err := h.Users.Befriend(t.Context(), pair[0].ID, pair[1].Name)
						h.Must(err)
					}
				}
			}
			visitors := []visitor{sessionOf(h, "stranger", nil), sessionOf(h, "friend", friend)}
			before := shown(t, site, visitors, addresses)
			m.Course(func(act string) {
				h.Clock.Advance(time.Hour) // lets the tables be computed again
				after := shown(t, site, visitors, addresses)
				told := act == "end" && !kind.Never
				if kind.Name == "quiet" { // this kind does not hide who plays
					told = told || strings.Contains(act, "joins") || act == "Bea resigns" || act == "Cia takes a seat over"
				}
				if !told {
					same(t, act, before, after)
				}
				before = after
			})
		})
	}
}

// TestSecretActsOnPages checks the same as TestSecretActs of package api, for the pages of a game:
// whatever a player does in secret, no page changes for anyone else, and neither does the state
// that the live stream of an open page reports.
func TestSecretActsOnPages(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	m := h.SecretGame()
	ctx, g := t.Context(), m.Game
	ada, bea := m.Players[0], m.Players[1]
	me, partner := m.Role(ada), m.Role(bea)
	site := New(wiring.Pages(h.Judge), nil, WithClock(h.Clock), WithSite("podesta", "https://"+accessHost))
	visitors := []visitor{sessionOf(h, "stranger", nil), sessionOf(h, "outsider", m.Others[2]), sessionOf(h, "player", m.Players[2]), sessionOf(h, "observer", m.Others[1])}
	var all addresses
	routes(&all, wiring.Pages(h.Judge), nil, settings{})
	var pages []string
	for _, pattern := range all {
		path, ok := strings.CutPrefix(pattern, "GET ")
		// Pictures and films show positions, which no secret act changes.
		if !ok || !strings.HasPrefix(path, "/g/{id}") || strings.Contains(path, "preview") || strings.Contains(path, "film") || strings.Contains(path, "end.") || strings.HasSuffix(path, ".svg") || strings.HasSuffix(path, ".pdf") || strings.Contains(path, "/map/") {
			continue
		}
		at := requests[pattern]
		for _, name := range []string{"played", "forming", "over", "own", "links", "mustered"} {
			at = strings.ReplaceAll(at, "{"+name+".revision}", fmt.Sprint(g.Revision))
			at = strings.ReplaceAll(at, "{"+name+"}", g.ID)
		}
		pages = append(pages, at)
	}
	pages = append(pages, "/u/Ada", "/u/Bea", "/games", "/friends")
	acts := append(m.SecretActs(), judgetest.SecretAct{
		// More than a page of the log or of the messages can show.
		Name: "many letters", Do: func() error {
			for range 330 {
				h.Clock.Advance(time.Minute)
				if err := h.Press.Say(ctx, g.ID, me, me.Seat, press.NewMessage{To: journal.OnlySeats(partner.Seat), Text: "secret"}); err != nil {
					return err
				}
			}
			return nil
		},
	})
	before := shown(t, site, visitors, pages)
	for _, a := range acts {
		if err := a.Do(); err != nil {
			t.Errorf("%s: %v", a.Name, err)
			continue
		}
		now := h.Clock.Now()
		// Pages show the time until the deadline, so the clock must be the same as for the first
		// reading.
		h.Clock.Set(time.Date(2026, 1, 5, 12, 4, 0, 0, time.UTC))
		after := shown(t, site, visitors, pages)
		h.Clock.Set(now)
		same(t, a.Name, before, after)
		before = after
	}
}
