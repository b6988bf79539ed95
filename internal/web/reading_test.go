package web

import (
	"flag"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

var updateReading = flag.Bool("update-reading", false, "write testdata/reading anew: read every change aloud")

// TestReading compares pages with files that people who speak the language have
// read: the results of two campaigns and a winter with money, and three lessons
// with their solution.
func TestReading(t *testing.T) {
	for _, tag := range []string{"it", "es", "de"} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			b := newInn(t, WithoutLetters()).asks(tag)
			at := b.post("/new", classicB("name", "Urbino", "pace", "24h", "solitaire", "1")).url.Path
			for n, orders := range campaigns {
				form := url.Values{"revision": {b.get(at).value("revision")}, "then": {"process"}, "anyway": {"1"}}
				for power, text := range orders {
					form.Set("orders-"+power, text)
				}
				b.post(at+"/orders", form)
				compareReading(t, tag+"-results-"+strconv.Itoa(n+1), b.get(at+"/p/"+strconv.Itoa(n+1)))
			}
			for _, lesson := range []struct{ id, orders string }{
				{"first-siege-end", "A Montferrat B\nA Pavia H"}, {"convoy-chain", "A Bari - Lower Adriatic Sea - Upper Adriatic Sea - Carniola\nF Lower Adriatic Sea C A Bari - Carniola\nF Upper Adriatic Sea C A Bari - Carniola"}, {"counter-bribe", "e1: 3 counter-bribe A Modena"},
			} {
				compareReading(t, tag+"-"+lesson.id, b.get("/learn/"+lesson.id+"?o="+url.QueryEscape(lesson.orders)))
			}
		})
	}
}

// campaigns holds the orders of each phase that is read, keyed by power.
var campaigns = []map[string]string{
	{
		"milan":    "borrow 10 for 1 year\nA Pavia - Montferrat\nA Cremona - Mantua\nA Milan - Como\ne1: 12 assassinate Venice",
		"venice":   "A Padua - Vicenza\nA Verona - Mantua\nF Dalmatia - Upper Adriatic Sea\nG Venice H\npay 3 to Milan",
		"florence": "A Florence - Bologna\nA Arezzo - Perugia\nF Pisa - Pistoia",
		"papacy":   "A Bologna H\nA Perugia - Urbino\nA Rome - Patrimony\nF Ancona - Lower Adriatic Sea\ne1: 9 counter-bribe A Bologna",
		"naples":   "A Bari - Aquila\nF Naples - Gulf of Naples\nA Messina - Palermo\nF Palermo H",
		"turks":    "A Albania - Durazzo\nF Durazzo - Ionian Sea\nF Tunis H\ne1: 9 cause rebellion Bari",
		"austria":  "A Tyrolea - Como\nA Austria - Carinthia\nA Hungary - Slavonia\ne1: 9 disband A Padua",
		"france":   "A Swiss - Turin\nA Avignon - Provence\nF Marseilles - Western Gulf of Lyons",
	},
	{
		"milan":    "A Montferrat B\nA Mantua - Verona\nA Milan S A Mantua - Verona",
		"venice":   "A Verona - Mantua\nA Vicenza S A Verona - Mantua\nF Upper Adriatic Sea - Croatia",
		"florence": "A Florence - Bologna\nA Arezzo S A Florence\nF Pistoia - Pisa",
		"papacy":   "A Bologna H\nA Urbino S A Bologna\nA Patrimony - Siena\nF Lower Adriatic Sea - Bari",
		"naples":   "A Aquila - Bari\nF Gulf of Naples S F Palermo\nF Palermo H",
		"turks":    "A Durazzo H\nF Ionian Sea - Lower Adriatic Sea",
		"austria":  "A Carinthia - Friuli\nA Slavonia - Croatia",
		"france":   "A Turin B\nA Provence - Turin",
	},
}

// compareReading compares what a page says with a file.
func compareReading(t *testing.T, name string, p *response) {
	t.Helper()
	var b strings.Builder
	for n := range p.root.Descendants() {
		if n.Data == "main" {
			readAloud(&b, n)
		}
	}
	var got strings.Builder
	for line := range strings.Lines(b.String()) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			got.WriteString(line + "\n")
		}
	}
	file := "testdata/reading/" + name + ".txt"
	if *updateReading {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s: read it, and write it anew with -update-reading:\n%s", file, got.String())
	}
}

// readAloud writes the text of an element, a line for each block.
func readAloud(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(strings.Join(strings.Split(n.Data, "\n"), " "))
		return
	case n.Type == html.ElementNode && (n.Data == "svg" || n.Data == "noscript" || n.Data == "picture" || n.Data == "nav" || n.Data == "select" || n.Data == "pre" || attr(n, "translate") == "no"):
		return
	}
	block := n.Type == html.ElementNode && strings.Contains(" p li h1 h2 h3 h4 tr div dt dd section summary details ul ol form figure table label ", " "+n.Data+" ")
	if block {
		b.WriteString("\n")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		readAloud(b, c)
	}
	if block {
		b.WriteString("\n")
	}
	if n.Data == "td" || n.Data == "th" {
		b.WriteString(" | ")
	}
}
