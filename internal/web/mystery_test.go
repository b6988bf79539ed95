package web

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/wiring"
)

// aboutPeople matches the addresses of pages and forms about people or about a game, except
// those with the same answer for everyone, and drawings, which show positions.
var aboutPeople = regexp.MustCompile(`^(GET|POST) /(g/|u/|friends|queue|inbox|me/safety|report|ratings|games|oembed|\{\$\})`)

var drawings = regexp.MustCompile(`film|end\.|preview|\.svg|map/|/live|print|sandbox|drawing|\.pdf`)

// fixed returns a page without its random parts: IDs, hashes and secrets.
func fixed(text string) string {
	text = without(text, `data-reader="`, `"`, nil)
	var out strings.Builder
	inWord := func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for i, end := 0, 0; i < len(text); i = end {
		for end = i; end < len(text) && inWord(text[end]) == inWord(text[i]); end++ {
		}
		switch word := text[i:end]; {
		case len(word) == 64 && strings.Trim(word, "0123456789abcdef") == "",
			len(word) == 26 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz234567") == "":
			out.WriteString("(chance)")
		default:
			out.WriteString(word)
		}
	}
	return out.String()
}

// TestFormsKeepMysteries opens the pages and sends the forms about people and games in the two
// worlds of each mystery, as a player, an observer, someone else and a stranger. No answer may
// differ between the worlds, whatever their relation is to the person about whom they ask.
func TestFormsKeepMysteries(t *testing.T) {
	t.Parallel()
	for number, x := range judgetest.Mysteries {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			worlds := x.Worlds(t, nil)
			var ask [2]func(forms bool) map[string]string
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
				same(t, "with "+between.Name, found[0], found[1])
			}
		})
	}
}

// asker returns a function that sends every request about people or games to the site of a world,
// as each visitor, and returns what they learn. With forms, it sends only forms and pages about a
// named person, and only as the player and the outsider. The requests save nothing.
func asker(t *testing.T, w *judgetest.World) func(forms bool) map[string]string {
	site := New(wiring.Pages(w.Judge), nil, WithClock(w.Clock), WithSite("podesta", "https://"+accessHost), WithLetters(&judgetest.Letters{}))
	var visitors []visitor
	for name, a := range map[string]*game.Account{"stranger": nil, "player": w.Asks, "observer": w.Watches, "outsider": w.Outside} {
		visitors = append(visitors, sessionOf(w.House, name, a))
	}
	var all addresses
	routes(&all, wiring.Pages(w.Judge), nil, settings{})
	seat := max(1, w.Role(w.Asks).Seat)
	fill := map[string]string{"{observer}": w.Named.ID, "{count}": "9", "{password}": "quattro stagioni di guerra", "{invitation}": "x", "{invitelink}": "x", "{report}": "x", "{settings}": ""}
	for _, name := range []string{"played", "fresh", "forming", "own", "links", "over", "mustered", "paused"} {
		fill["{"+name+"}"], fill["{"+name+".revision}"] = w.Game.ID, fmt.Sprint(w.Game.Revision)
	}
	names := regexp.MustCompile(`\b(Osservante|Straniera|Altra|Cosimo|Milano)\b`)
	return func(forms bool) map[string]string {
		w.Rehearsal.Forget(true)
		defer w.Rehearsal.Forget(false)
		got := map[string]string{}
		for _, pattern := range all {
			method, path, _ := strings.Cut(pattern, " ")
			if !aboutPeople.MatchString(pattern) || drawings.MatchString(pattern) || forms && method == http.MethodGet && !strings.Contains(path, "{name}") {
				continue
			}
			request, known := requests[pattern]
			if !known {
				t.Fatalf("there is no request for %s", pattern)
			}
			if request == "" || strings.HasPrefix(request, " ") {
				request = strings.TrimSuffix(path, "{$}") + request
			}
			request = names.ReplaceAllString(request, w.Named.Name)
			for other := 1; other <= 4; other++ {
				if other == seat || other != seat%4+1 && !strings.Contains(request, "{rival}") && !strings.Contains(request, "{vacant}") {
					continue
				}
				all := maps.Clone(fill)
				all["{rival}"], all["{vacant}"] = fmt.Sprint(other), fmt.Sprint(other)
				address, form, _ := strings.Cut(request, " ")
				for _, v := range visitors {
					if forms && v.name != "player" && v.name != "outsider" {
						continue // they have no relation to anyone
					}
					r := visit(t, site, v, method, address, form, all)
					said := fmt.Sprintf("%d %s %v\n%s", r.Code, r.Header().Get("Location"), slices.Sorted(slices.Values(r.Header().Values("Set-Cookie"))), r.Body)
					got[fmt.Sprint(pattern, " about seat ", other, " by ", v.name)] = fixed(lasting(w.Blind(said)))
				}
			}
		}
		return got
	}
}
