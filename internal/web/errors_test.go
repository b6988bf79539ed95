package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// englishWords matches words that occur in almost every English sentence but not in German.
var englishWords = regexp.MustCompile(`\b(the|The|is|are|of|must|cannot|there|There|has|have|not|with|such|takes|expected|nothing|nobody|Nobody|this|This|that|which|been|here|your|you|You|would)\b`)

// alerts returns the texts of a page's alerts.
func alerts(n *html.Node) []string {
	if n.Type == html.ElementNode && (attr(n, "role") == "alert" || strings.Contains(attr(n, "class"), "alert")) {
		return []string{text(n)}
	}
	var out []string
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out = append(out, alerts(c)...)
	}
	return out
}

// german checks that a refusal gives its reason, in German.
func german(t *testing.T, p *response, status int, said string) {
	t.Helper()
	p.has(t, status)
	found := alerts(p.root)
	all := strings.Join(found, " ")
	if !strings.Contains(all, said) {
		t.Errorf("it does not say %q: %q", said, found)
	}
	if w := englishWords.FindString(all); w != "" {
		t.Errorf("%q is English: %q", w, found)
	}
}

// TestRefusalsInGerman checks that errors in settings, rules, times and corrections are
// reported in the visitor's language, except for quoted input.
func TestRefusalsInGerman(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, _ := h.four("preset", "njudge-classic")
	master.http.Transport = asking("de")
	master.post("/language", url.Values{"language": {"de"}})
	settings := master.get(at+"/settings").fields(t, at+"/settings")
	if settings.Get("pace") == "" {
		t.Fatal("the form has no pace")
	}
	for _, x := range []struct{ field, value, said string }{
		{"moves-next", "soon", "„Zeit bis zur Frist“ verlangt eine Dauer"},
		{"moves-grace", "1.2.3", "„Nachfrist“ verlangt eine Dauer"},
		{"moves-delay", "99d", "„Nach den letzten Befehlen“ darf höchstens"},
		{"moves-min", "9d", "könnte nichts ausgewertet werden"},
		{"adjusts-clock", "25:00", "„Uhrzeit“ verlangt eine Uhrzeit"},
		{"moves-day-1", "weekends", "Montag"},
		{"zone", "Mars/Olympus", "Die Zeitzone \"Mars/Olympus\" gibt es nicht"},
		{"minreliability", "much", "ganze Zahl"},
		{"comment", strings.Repeat("x", 99), "80"},
		{"pace", "at leisure", ""},
	} {
		bad := url.Values{}
		for k, v := range settings {
			bad[k] = v
		}
		if x.field != "pace" {
			bad.Set("pace", "own")
		}
		bad.Set(x.field, x.value)
		german(t, master.post(at+"/settings", bad), http.StatusUnprocessableEntity, x.said)
	}
	options := master.get(at+"/settings").fields(t, at+"/options")
	for _, x := range []struct{ field, value, said string }{
		{"opt-famine", "sometimes", "hat keinen Wert \"sometimes\""},
		{"opt-fortresses", "maybe", "Festungen"},
	} {
		bad := url.Values{}
		for k, v := range options {
			bad[k] = v
		}
		bad.Set(x.field, x.value)
		german(t, master.post(at+"/options", bad), http.StatusUnprocessableEntity, x.said)
	}
	options.Set("opt-money", "off")
	options.Set("opt-bank-loans", "on")
	options.Set("opt-plague", "on")
	options.Set("opt-dice", "off")
	german(t, master.post(at+"/options", options), http.StatusUnprocessableEntity, "Ohne Geld können keine Befehle gekauft werden: Schalte „Befehle für autonome Einheiten“ aus oder „Geld“ ein")

	revision := strconv.Itoa(h.revision(gameID(at)))
	for typed, said := range map[string]string{
		"next blue moon": "gehört nicht zu einem Datum",
		"Feb 30":         "Den Tag \"Feb 30\" gibt es nicht",
		"25:99":          "ist keine Uhrzeit",
		"yesterday":      "ist vorbei",
	} {
		german(t, master.post(at+"/times", url.Values{"revision": {revision}, "deadline": {typed}}), http.StatusUnprocessableEntity, said)
	}
	for typed, said := range map[string]string{
		"treasury venice many":                   "Der Inhalt einer Kasse ist eine ganze Zahl",
		"treasury atlantis 3":                    "Die Macht \"atlantis\" gibt es in dieser Partie nicht",
		"treasury venice 12 13":                  "Die Anweisung ist bis hierher verständlich",
		"unit add milan A Atlantis":              "Den Ort \"Atlantis\" gibt es auf diesem Plan nicht",
		"unit remove A Bern":                     "",
		"loan set milan 5 1 due winter 1454":     "ist kein Feldzug",
		"famine Ionian Sea":                      "ist keine Landprovinz",
		"dislodged add milan A Turin":            "Das gilt nur in Rückzugsphasen",
		"fly":                                    "Die Anweisung \"fly\" gibt es nicht",
		"unit add milan F Pavia":                 "Eine Flotte kann nicht im Binnenland stehen",
		"unit add milan A Pavia":                 "stehen zwei Einheiten",
		"eliminated milan\ntreasury milan 3":     "ist ausgeschieden",
		"siege Pavia":                            "Niemand belagert die Stadt",
		"rebellion Pavia city\ntreasury milan x": "Der Inhalt einer Kasse",
	} {
		p := master.post(at+"/edit", url.Values{"revision": {revision}, "changes": {typed}, "why": {"x"}, "do": {"edit"}})
		german(t, p, http.StatusUnprocessableEntity, said)
	}
}

// TestRefusedLinesInGerman checks that the results of a phase give the reasons
// of refused lines in the visitor's language.
func TestRefusedLinesInGerman(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithoutLetters())
	b := h.asks("de")
	at := b.post("/new", url.Values{"name": {"Vier"}, "choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}, "pace": {"24h"}, "solitaire": {"1"}}).url.Path
	orders := "A Pavia - Atlantis\nA Pavia - Montferrat\nA Pavia H\nA Rome H\nF Pavia H\nA Xyzzy H"
	b.post(at+"/orders", url.Values{"revision": {b.get(at).value("revision")}, "orders-milan": {orders}, "then": {"process"}, "anyway": {"1"}})
	p := b.get(at + "/p/1")
	p.has(t, http.StatusOK, "abgelehnt", "A Pavia - Atlantis", "Xyzzy", "Der Ort „Atlantis“", "In Pavia gibt es keine Flotte")
	// the classic report is English
	said, _, found := strings.Cut(text(p.root), "Der Bericht, wie ihn die alten Judges schrieben")
	if w := englishWords.FindString(said); w != "" || !found {
		t.Errorf("%q is English: %s", w, said)
	}
}
