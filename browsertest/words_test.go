package browsertest

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

// pseudo is the tag of the pseudo-language, in which every letter of the program's
// texts has a mark.
const pseudo = "en-XA"

// ownNames are what is the same in every language: names of people, games and
// services, orders, and what is typed.
var ownNames = regexp.MustCompile(strings.Join([]string{
	`\b(podesta|principe|Pseudo|English|Italiano|Español|Deutsch|Machiavelli|UTC|Europe/Rome|Esc|Ctrl|Firefox|Safari|Chrome|Linux|Discord|Telegram|telegram|Slack|Mattermost|Letter|A4|JSON|API|unlimited)\b`,
	`\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM)\b`,
	`Natural Earth|L'arte della guerra|La mandragola|La vita solitaria|Gian Galeazzo|Antonio Venier|Carlo di Durazzo|Coluccio Salutati`,
	`\b(The (Peace|League) of Lodi|The Cup of the Two Seas( R\d B\d)?|Milan against (two|seven)|lombardy-3|The Chess Club|The master was too quick|Peace to all, and to me what I can take|A calm game for people who have a family)`,
	`\b(Ada( Lovelace)?|Niccolo|Lorenzo|Bice|Carla|Dora|Elda|Fina|Gemma|Hilda|Cosimo|Adalgisa|Your Wife Is Ugly|Player \d+|A player whose name is as long as can be)\b`,
	`https?://\S+|\S+@\S+|@\w+|\b[A-Z]{2,}-\d+|\b[A-Z]{2,}( [A-Z]+)*\b|\d+[dh]\b|\b[nsew]c\b`,
	`((Milan|Venice): )?\b[AFG] [A-Z][a-z]+( (of )?[A-Z][a-z]*)*(/[nsew]c)?( ?- ?[A-Z][a-z]+)?`,
}, "|"))

var latin = regexp.MustCompile(`[A-Za-z]{2,}`)

// speaks changes the language of the person's pages.
func (p *person) speaks(language string) {
	p.t.Helper()
	p.sends("/language", "language", language, "next", "/")
}

// wordsOf is an expression for the promise of all texts of a page: it opens what is closed,
// presses every tab and every button that only shows something, and reads the texts after each.
const wordsOf = `(async () => {
	const found = new Set(), pressed = new Set(); // by key, id or label
	const hidden = 'script, style, noscript, code, textarea, q, blockquote, [translate=no], [lang=en], .told';
	const look = (root) => {
		for (const e of root.querySelectorAll('*')) {
			if (e.shadowRoot) look(e.shadowRoot);
			if (e.closest(hidden)) continue;
			for (const name of ['title', 'aria-label', 'placeholder', 'alt']) if (e.getAttribute(name)) found.add(e.getAttribute(name));
			for (const n of e.childNodes) if (n.nodeType === 3 && n.data.trim()) found.add(n.data.trim().replace(/\s+/g, ' ').replace(e.localName === 'option' ? /^[a-z0-9+-]+: / : '', ''));
		}
	};
	const rest = () => new Promise(done => setTimeout(done, 40));
	for (const d of document.querySelectorAll('details')) d.open = true;
	look(document);
	const where = location.href;
	for (let k = 0; k < 150 && location.href.split('#')[0] === where.split('#')[0]; k++) {
		const b = deepAll('button[type=button], [role=tab], .paneltabs a').find(b => !b.disabled && shown(b) && !b.closest('[data-no]') &&
			!pressed.has(b.dataset.key || b.id || b.getAttribute('aria-label') || b.textContent));
		if (!b) break;
		pressed.add(b.dataset.key || b.id || b.getAttribute('aria-label') || b.textContent);
		if (/^(send|ready|leave|close)/.test(b.dataset.key || '') || b.matches('[data-push], [data-push-off], [data-install], [data-share], [data-copy], #map-screen')) continue;
		b.click();
		await rest();
		look(document);
	}
	return [...found];
})()`

// inWords fails the test for each text of the page that is in no catalogue. The page is
// in the pseudo-language.
func (p *person) inWords(where string) {
	p.t.Helper()
	for _, text := range promised[[]string](p, deep+"\n"+wordsOf) {
		if latin.MatchString(ownNames.ReplaceAllString(text, "")) {
			p.t.Errorf("%s: in no catalogue: %q", where, text)
		}
	}
}

// TestBoardInWords plays a campaign and a winter in the pseudo-language, and looks at
// every menu and card on the way.
func TestBoardInWords(t *testing.T) {
	p := newPerson(t, visitors(t), "Reader", wide)
	p.visit("/")
	p.speaks(pseudo)
	tab := p.begins("Everything", "milan")
	for range 5 {
		p.inWords("board")
		if h := tab.hand(); h != nil {
			for _, u := range h.Units {
				p.visitAnew("/g/" + tab.Game)
				p.board()
				p.pick("unit", u.Unit)
				p.inWords("menu of " + u.Unit)
			}
		}
		p.visitAnew("/g/" + tab.Game)
		p.board()
		from := p.revision()
		p.readyBy(p.push)
		p.moves(from)
		tab = p.table()
		if strings.Contains(strings.ToLower(tab.Step), "adjust") {
			p.inWords("winter")
		}
	}
}

var updateReading = flag.Bool("update-reading", false, "write testdata/treasury-*.txt anew: read every change aloud")

// TestTreasuryReading compares what the treasury says in each language with files that
// people who speak it have read: what can be bought, and an expense.
func TestTreasuryReading(t *testing.T) {
	p := newPerson(t, visitors(t), "Treasurer", wide)
	p.visit("/")
	for _, tag := range []string{"it", "es", "de"} {
		p.speaks(tag)
		p.visitAnew("/learn/counter-bribe#panel-treasury")
		p.settles()
		read := func() string {
			return ask[string](p, "document.querySelector('#panel-treasury').innerText.replace(/[ \\t]+/g, ' ').replace(/\\s*\\n\\s*/g, '\\n').trim()") + "\n"
		}
		p.push("deep('[data-key=\"card 1\"]')")
		p.sees("deep('[data-key^=\"kind \"]')")
		got := read()
		p.push("deep('[data-key=\"kind counter-bribe\"]')")
		p.sees("deep('[data-key^=\"take \"]')")
		got += "\n" + read()
		p.push("deep('[data-key^=\"take \"]')")
		p.sees("deep('[data-key=\"drop 1\"]')")
		got += "\n" + read()
		file := "testdata/treasury-" + tag + ".txt"
		if *updateReading {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: read it, and write it anew with -update-reading:\n%s", file, got)
		}
	}
	p.speaks("en")
}
