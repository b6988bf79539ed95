package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/pdf/pdftest"
	"podesta/internal/web/page"
	"podesta/machiavelli"
)

// pdf returns the text of a printed document, page by page.
func (b *browser) pdf(at string) []string {
	b.t.Helper()
	p := b.get(at)
	p.has(b.t, http.StatusOK)
	if kind := p.header.Get("Content-Type"); kind != "application/pdf" {
		b.t.Fatalf("%s: %s: %s", at, kind, p.brief())
	}
	return pdftest.Read(b.t, []byte(p.body))
}

// lacks checks that a text does not contain certain words.
func lacks(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			t.Errorf("%s contains %q", what, w)
		}
	}
}

func holds(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q:\n%s", what, w, text)
		}
	}
}

// TestPrintSolitaire prints a game in which one visitor plays all powers. It prints all powers'
// sheets, both blank and filled in, and a past phase.
func TestPrintSolitaire(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"name": {"Club <evening>"}, "scenario": {"B"}, "preset": {"njudge-classic"}, "solitaire": {"1"}})
	at := "/g/" + id
	orders := url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"save"}, "orders-milan": {"A Pavia - Montferrat\npay 2 to Florence\ne2: 3 pacify Milan\nA Nowhere H"}}
	b.post(at+"/orders", orders)
	b.get(at).has(t, http.StatusOK, `href="/g/`+id+`/print?phase=1"`)

	p := b.get(at+"/print").has(t, http.StatusOK, "Club &lt;evening&gt;: Spring 1454, orders", "Order sheets", "theme=print", "Army Pavia", "Filled in with the orders so far")
	lacks(t, "a blank sheet", text(p.find("printed")[0]), "advances to", "Results in")
	b.get(at+"/print?filled=1").has(t, http.StatusOK, "advances to Montferrat", "2 ducats to Florence", "A Nowhere H", "mine=1")

	b.get(at+"/print?filled=1").has(t, http.StatusOK, `formaction="`+at+`/print.pdf"`, `/print.pdf?filled=1&amp;paper=a4&amp;part=sheets&amp;phase=1"`)

	pages := b.pdf(at + "/print.pdf?filled=1")
	all := strings.Join(pages, "\n")
	holds(t, "the document", all, "Club <evening>: Spring 1454, orders\n", "Austria\nClub", "Venice\nClub", "advances to Montferrat\n", "Expenses\n", "Payments\n", "In the treasury: ", "Signed\n", "1 of 9\n")
	if len(pages) != 9 { // the map, and a sheet for each power
		t.Errorf("%d pages", len(pages))
	}
	blank := strings.Join(b.pdf(at+"/print.pdf?part=sheets&power=milan&paper=letter"), "\n")
	holds(t, "the blank sheet", blank, "Milan\n", "Army Pavia\n", "1 of 1\n")
	lacks(t, "the blank sheet of Milan", blank, "advances", "Florence\nClub", "Venice\nClub")
	if body := b.get(at + "/print.pdf?part=sheets&paper=letter").body; !strings.Contains(body, "/MediaBox[0 0 612.00 792.00]") {
		t.Error("the page is not as large as Letter")
	}

	orders.Set("then", "process")
	orders.Set("anyway", "1")
	orders.Set("revision", strconv.Itoa(h.revision(id)))
	b.post(at+"/orders", orders)
	past := strings.Join(b.pdf(at+"/print.pdf?phase=1"), "\n")
	holds(t, "the phase that is over", past, "Spring 1454, orders\n", "Orders, power by power\n", "Army Pavia advances to Montferrat", "solid arrows succeeded")
	b.get(at+"/print?phase=1").has(t, http.StatusOK, "orders=1", "Army Pavia advances to Montferrat")
	now := strings.Join(b.pdf(at+"/print.pdf"), "\n")
	holds(t, "the current phase", now, "Summer 1454, orders\n", "Results in")
	b.get(at+"/p/1").has(t, http.StatusOK, "/print?phase=1")

	for query, wants := range map[string]string{"?theme=print": "pm-print\" viewBox=\"-40 ", "?theme=safe": "pm-safe\" viewBox=\"-8 ", "?theme=neon": "pm-light"} {
		b.get(at+"/map/1.svg"+query).has(t, http.StatusOK, wants)
	}
	for _, bad := range []string{"?phase=9", "?phase=0", "?phase=x"} {
		b.get(at+"/print"+bad).has(t, http.StatusNotFound, "There is no such phase")
		b.get(at+"/print.pdf"+bad).has(t, http.StatusNotFound, "There is no such phase")
	}
	b.get("/g/none/print").has(t, http.StatusNotFound)
}

// TestPrintLanguage prints a game with a past phase and filled sheets in a language
// other than English.
func TestPrintLanguage(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"name": {"Sera"}, "scenario": {"B"}, "preset": {"njudge-classic"}, "solitaire": {"1"}})
	at := "/g/" + id
	orders := url.Values{"revision": {strconv.Itoa(h.revision(id))}, "then": {"process"}, "anyway": {"1"}, "orders-milan": {"A Pavia - Montferrat\nA Milan - Pavia"}}
	b.post(at+"/orders", orders)
	b.post("/language", url.Values{"language": {"it"}})
	all := strings.Join(b.pdf(at+"/print.pdf?filled=1"), "\n")
	holds(t, "the document", all, "Sera: Estate 1454, ordini\n", "Risultati in Sera.", "Esercito Pavia avanza verso il Monferrato", "Ordini, potenza per potenza", "Spese\n", "Pagamenti\n", "Nel tesoro: ", "Firmato\n", "11 di 11\n")
	lacks(t, "the document", all, "Spring", "Summer", "Army", "orders", "Orders", "Treasury", "treasury", "Power", "Cities", "ducats", "Signed", "Hand", "Results", "None")
	page := text(b.get(at + "/print?filled=1").find("printed")[0])
	holds(t, "the page", page, "Estate 1454, ordini", "Esercito Monferrato")
	lacks(t, "the page", page, "Spring", "Summer", "Army", "Orders", "treasury", "Cities", "ducats", "Signed", "Hand", "Results")
}

// TestPrintSecrets prints a game with hidden treasuries in every role, and checks that no one
// receives the sheets, drafts and ducats of others.
func TestPrintSecrets(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(url.Values{"name": {"Secrets"}, "scenario": {"B"}, "preset": {"njudge-classic"}, "opt-treasury-visibility": {"hidden"}})
	players := h.seats(id, master)
	at := "/g/" + id
	milan, venice, stranger := players["milan"], players["venice"], h.browser()
	milan.post(at+"/orders", url.Values{"revision": {strconv.Itoa(h.revision(id))}, "orders-milan": {"A Pavia - Montferrat\npay 1 to Florence"}})

	mine := strings.Join(milan.pdf(at+"/print.pdf?filled=1"), "\n")
	holds(t, "one's own sheet", mine, "Milan\nSecrets", "advances to Montferrat", "In the treasury: ", "1 ducat to Florence")
	lacks(t, "one's own sheet", mine, "Venice\nSecrets", "Florence\nSecrets")
	for _, c := range []struct {
		who string
		b   *browser
	}{{"Venice", venice}, {"a stranger", stranger}, {"the master", master}} {
		for _, q := range []string{"?filled=1", "?filled=1&power=milan", "?power=milan&part=sheets&filled=1"} {
			all := strings.Join(c.b.pdf(at+"/print.pdf"+q), "\n")
			lacks(t, c.who, all, "advances to", "to Florence")
			page := c.b.get(at + "/print" + q)
			lacks(t, c.who+"'s page", text(page.find("printed")[0]), "advances to", "to Florence")
			if c.who != "the master" {
				lacks(t, c.who, all, "Milan\nSecrets")
				lacks(t, c.who+"'s page", page.body, "Order sheet of Milan")
			}
		}
	}
	holds(t, "the master's document", strings.Join(master.pdf(at+"/print.pdf"), "\n"), "Milan\nSecrets", "Venice\nSecrets")
	outside := stranger.pdf(at + "/print.pdf")
	if len(outside) != 1 {
		t.Errorf("a stranger gets %d pages", len(outside))
	}
	holds(t, "a stranger's map", outside[0], "Milan\n", "?\n")
	lacks(t, "a stranger's page", outside[0], "In the treasury")
	if c := milan.get(at + "/print.pdf").header.Get("Cache-Control"); c != "no-store" {
		t.Errorf("a player's document may be cached: %q", c)
	}
}

// TestPrintWinter prints the sheets of phases other than campaigns, with payments and builds in
// winter and with possible retreats.
func TestPrintWinter(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"name": {"Year"}, "scenario": {"B"}, "preset": {"battleline-1978-advanced"}, "solitaire": {"1"}})
	at := "/g/" + id
	h.until(id, b, func(p machiavelli.Phase) bool { return p.Step == machiavelli.Adjustments && p.Year > 1454 })
	g, err := h.judge.Base.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(b.pdf(at+"/print.pdf?part=sheets"), "\n")
	holds(t, "the winter's sheet", all, g.Phase.Title()+"\n", "Kept, or removed\n", "To keep all units costs ", "New units\n", "Ducats\n")
	lacks(t, "the winter's sheet", all, "Expenses\n")
}

// TestPrintHosted prints a hosted game: its deadline is on the sheets, and only
// players have a sheet.
func TestPrintHosted(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	venice := players["Venice"]
	unit := strings.TrimSpace(attr(venice.get(at).find("unit")[0], "data-insert"))
	form, _ := venice.own(at, unit+" H")
	venice.post(at+"/orders", form)
	all := strings.Join(venice.pdf(at+"/print.pdf?filled=1"), "\n")
	holds(t, "the player's document", all, "Deadline: ", "Hand in by ", "Venice\nThe Four", "holds\n")
	lacks(t, "the player's document", all, "Milan\nThe Four")
	lacks(t, "another's document", strings.Join(players["Milan"].pdf(at+"/print.pdf?filled=1&power=venice"), "\n"), "holds\n", "Venice\nThe Four")
	all = strings.Join(master.pdf(at+"/print.pdf?filled=1"), "\n")
	holds(t, "the master's document", all, "Venice\nThe Four", "Milan\nThe Four")
	lacks(t, "the master's document", all, "holds\n")
	if n := len(h.browser().pdf(at + "/print.pdf")); n != 1 {
		t.Errorf("a stranger gets %d pages", n)
	}
	forming := master.hosts("name", "Not yet", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily")
	master.get(forming+"/print").has(t, http.StatusNotFound, "The game has not begun")
}

// TestPrintRetreats prints the sheets of a retreat phase, which list only dislodged units, with
// their destinations.
func TestPrintRetreats(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, b := h.game(url.Values{"name": {"Flight"}, "scenario": {"B"}, "preset": {"battleline-1978-basic"}, "solitaire": {"1"}})
	h.until(id, b, func(p machiavelli.Phase) bool { return p.Step == machiavelli.Retreats })
	ph, err := h.judge.Base.Current(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if len(ph.Before.Dislodged) == 0 {
		t.Fatal("no unit was dislodged in a whole game")
	}
	set := ph.Before.Setting
	for _, d := range ph.Before.Dislodged {
		all := strings.Join(b.pdf("/g/"+id+"/print.pdf?part=sheets&power="+set.Powers[d.Unit.Owner].ID), "\n")
		holds(t, "the sheet", all, "Retreats\n", "May go to\n", page.UnitName(set, d.Unit).String()+"\n")
		for _, u := range ph.Before.Units {
			if u.Owner == d.Unit.Owner && u.At != d.Unit.At {
				lacks(t, "the sheet", all, page.UnitName(set, u).String()+"\n")
			}
		}
	}
}
