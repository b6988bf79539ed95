package atlas

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

var update = flag.Bool("update", false, "write the golden files anew")

// draw returns the picture of a position.
func draw(t testing.TB, p *position.Position, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// check parses a picture as XML and checks that every reference has its
// definition, that no id is defined twice, and that there are no outside
// references.
func check(t testing.TB, svg string) {
	t.Helper()
	ids := map[string]bool{}
	var refs []string
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id":
				if ids[a.Value] {
					t.Errorf("id %s is defined twice", a.Value)
				}
				ids[a.Value] = true
			case a.Name.Local == "href":
				refs = append(refs, strings.TrimPrefix(a.Value, "#"))
			case strings.HasPrefix(a.Value, "url(#"):
				refs = append(refs, strings.TrimSuffix(a.Value[5:], ")"))
			}
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || strings.Contains(a.Value, "%!") {
				t.Errorf("<%s %s=%q>", e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
	for _, r := range refs {
		if !ids[r] {
			t.Errorf("a reference to %q, which is not defined", r)
		}
	}
	if n := strings.Count(svg, "://"); n != 1 {
		t.Errorf("%d addresses, expected only that of the SVG name space", n)
	}
}

// zipped returns the compressed size of a picture.
func zipped(t testing.TB, svg string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, svg); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestEveryScenario draws the start of every variant of every scenario.
func TestEveryScenario(t *testing.T) {
	for _, s := range scenario.List() {
		for i, v := range s.Variants {
			set, err := rules.Make("", nil)
			if err != nil {
				t.Fatal(err)
			}
			p, err := scenario.New(s.ID, v.ID, &set)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range []Options{{Legend: true, Interactive: true}, {Theme: "dark", Labels: Codes, Width: 700}, {Labels: NoNames}, {Size: Phone}} {
				if i > 0 && o.Theme == "dark" {
					continue // variants differ in their powers, not in their geography
				}
				svg := draw(t, p, o)
				check(t, svg)
				if n := zipped(t, svg); n > 80<<10 {
					t.Errorf("%s: %d bytes compressed, expected at most 80 KB", v.ID, n)
				}
			}
		}
	}
}

func TestBase(t *testing.T) {
	for _, slug := range board.Slugs() {
		var b bytes.Buffer
		if err := Base(&b, mustBoard(t, slug), Options{Interactive: true}); err != nil {
			t.Fatal(err)
		}
		check(t, b.String())
		for id, a := range mustBoard(t, slug).Areas {
			if id > 0 && !strings.Contains(b.String(), fmt.Sprintf(`<g id="prov-%s" data-area="%s"><title>`, a.Code, a.Code)) {
				t.Errorf("%s: nothing to point at for %s", slug, a.Code)
			}
		}
	}
}

// These expressions match what golden files leave out or break up.
var (
	outlines = regexp.MustCompile(` d="[^"]{240,}"`)
	defined  = regexp.MustCompile(`(?s)<defs>.*?</defs>`)
	hills    = regexp.MustCompile(`<path class="m-mt"[^>]*>`)
	styles   = regexp.MustCompile(`(?s)<style>.*?</style>`)
	elements = regexp.MustCompile(`>\s*<`)
)

// TestGolden compares the specimen with its last approved version. After an
// intended change, run go test -run Golden -update and look at the picture.
func TestGolden(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		p := fixture(t, "italy-1978", "specimen")
		svg := draw(t, p, Options{Theme: theme, Legend: true, Interactive: true, Results: results(t, p)})
		check(t, svg)
		got := outlines.ReplaceAllString(svg, ` d="…"`)
		got = defined.ReplaceAllString(got, "<defs>…</defs>")
		got = hills.ReplaceAllString(got, "")
		if theme == "dark" {
			// the themes differ in the style sheet and in the water-lines
			got = styles.FindString(got) + "\n" + strings.Join(regexp.MustCompile(`<use [^>]*m-wa[^>]*>`).FindAllString(got, -1), "\n")
			got = strings.ReplaceAll(got, "}", "}\n")
		} else {
			got = styles.ReplaceAllString(got, "<style>…</style>")
		}
		got = elements.ReplaceAllString(got, ">\n<")
		name := "testdata/specimen-" + theme + ".golden"
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range max(len(a), len(b)) {
			var x, y string
			if i < len(a) {
				x = a[i]
			}
			if i < len(b) {
				y = b[i]
			}
			if x != y {
				t.Errorf("%s line %d:\n got %s\nwant %s", name, i+1, x, y)
				break
			}
		}
	}
}

// TestSameBytes draws the same picture from many goroutines at once.
func TestSameBytes(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	res := results(t, p)
	want := draw(t, p, Options{Legend: true, Results: res})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var b bytes.Buffer
			if err := SVG(&b, p, Options{Legend: true, Results: res}); err != nil || b.String() != want {
				t.Errorf("another picture of the same position (%v)", err)
			}
		})
	}
	wg.Wait()
}

func TestRefusals(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	for want, o := range map[string]Options{
		`unknown theme "sepia": expected light, dark, print or safe`: {Theme: "sepia"},
		`unknown labels "long": expected names, codes or none`:       {Labels: "long"},
		"width -1: expected 0 to 20000 pixels":                       {Width: -1},
	} {
		if err := SVG(io.Discard, p, o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	q := *p.Setting
	q.Board = &board.Board{Slug: "moon"}
	if err := SVG(io.Discard, &position.Position{Setting: &q}, Options{}); err == nil || err.Error() != `the board "moon" has no areas` {
		t.Errorf("a board without areas: %v", err)
	}
}

// TestEscaping puts XML's reserved characters into every text of a position.
func TestEscaping(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	set := *p.Setting
	set.Title = `<b>"Guelphs" & Ghibellines` + "\x01</b>"
	set.Powers = append(set.Powers[:0:0], set.Powers...)
	set.Powers[4].Name = "Milan & <Sforza>"
	p.Setting = &set
	check(t, draw(t, p, Options{Legend: true, Interactive: true}))
}

// TestLiveries checks that within a scenario no two powers share a letter, a
// colour or an emblem.
func TestLiveries(t *testing.T) {
	set, err := rules.Make("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scenario.List() {
		for _, v := range s.Variants {
			p, err := scenario.New(s.ID, v.ID, &set)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]string{}
			for i, l := range liveries(p.Setting.Powers) {
				for _, mark := range []string{"letter " + l.letter, "emblem " + l.emblem, l.day, l.night} {
					if other, ok := seen[mark]; ok && i > 0 {
						t.Errorf("%s: %s and %s share %s", v.ID, l.name, other, mark)
					}
					seen[mark] = l.name
				}
			}
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	p := fixture(b, "italy-1978", "specimen")
	res := results(b, p)
	b.ReportAllocs()
	for b.Loop() {
		if err := SVG(io.Discard, p, Options{Legend: true, Interactive: true, Results: res}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPNG draws the maps of several phases of a game, each with a few
// provinces and units changed, as e-mail does. What all maps have in common is
// cached, as it soon is in a running judge.
func BenchmarkPNG(b *testing.B) {
	p := fixture(b, "italy-1978", "specimen")
	dice := rand.New(rand.NewPCG(1, 2))
	next := func() *position.Position {
		p = p.Clone()
		for range 6 {
			u := &p.Units[dice.IntN(len(p.Units))]
			u.Owner = p.Units[dice.IntN(len(p.Units))].Owner
			p.Province[u.At] = u.Owner
		}
		return p
	}
	for range 3 {
		if err := PNG(io.Discard, next(), Options{Legend: true}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := PNG(io.Discard, next(), Options{Legend: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPNGOfGames draws the maps of unrelated games, in which every
// province, city and unit belongs to a random power.
func BenchmarkPNGOfGames(b *testing.B) {
	p := fixture(b, "italy-1978", "specimen")
	dice := rand.New(rand.NewPCG(1, 2))
	next := func() *position.Position {
		p = p.Clone()
		power := func() machiavelli.Power { return machiavelli.Power(dice.IntN(len(p.Setting.Powers))) }
		for i := range p.Units {
			p.Units[i].Owner = power()
		}
		for i := range p.Province {
			p.Province[i], p.City[i] = power(), power()
		}
		return p
	}
	for range 100 {
		if err := PNG(io.Discard, next(), Options{Legend: true}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := PNG(io.Discard, next(), Options{Legend: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestDisasters checks that the places struck by a phase's disasters are
// marked, each with its sign.
func TestDisasters(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	r := &reader{t, p}
	before := draw(t, p, Options{})
	for what, where := range map[string]string{"famine": "tur", "plague": "tur", "storm": "ion"} {
		got := draw(t, p, Options{Results: []event.Event{event.Disaster{What: what, Struck: board.SetOf(r.area(where))}}})
		check(t, got)
		if n, m := strings.Count(got, "#k-"+what), strings.Count(before, "#k-"+what); n != m+1 {
			t.Errorf("%s: %d signs, expected %d", what, n, m+1)
		}
	}
	p.Plague = board.SetOf(r.area("flo"))
	if got := draw(t, p, Options{Interactive: true}); !strings.Contains(got, "#k-plague") || !strings.Contains(got, "; plague</title>") {
		t.Error("the plague in Florence is missing in the drawing or the tooltip")
	}
}
