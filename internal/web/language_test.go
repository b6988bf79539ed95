package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/words"
	"podesta/internal/words/wordstest"
)

// sameWords matches words of the pages that are the same in every language:
// names of powers, players, the program.
var sameWords = regexp.MustCompile(`\b(podesta|English|Pseudo|unlimited|Austria|Florence|France|Milan|Naples|Papacy|Turks|Venice|Lorenzo|Cosimo|cosimo@example.org|UTC|localhost|Firefox|https?://[^ ]*[a-z0-9/]|The Four|UTC|CET|[AFG]|[A-Z]+-\d+|\d+[hd])\b`)

var optionName = regexp.MustCompile(`^[a-z0-9+-]+: `)

var letters = regexp.MustCompile(`[A-Za-z]{2,}`)

// english returns the texts of a page that are not translated.
func english(p *response) []string {
	var out []string
	if p.root == nil {
		return []string{"the page is none: " + p.body}
	}
	look := func(s string) {
		if letters.MatchString(sameWords.ReplaceAllString(s, "")) {
			out = append(out, strings.Join(strings.Fields(s), " "))
		}
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			text := n.Data
			if n.Parent.Data == "option" { // options of the rules: the name of the value, then its effect
				text = optionName.ReplaceAllString(text, "")
			}
			look(text)
		}
		if n.Type == html.ElementNode {
			if n.Data == "svg" && attr(n, "translate") != "no" {
				look(attr(n, "aria-label"))
			}
			if attr(n, "translate") == "no" || slices.Contains([]string{"script", "style", "code", "svg", "textarea", "title", "noscript"}, n.Data) {
				return
			}
			for _, k := range []string{"title", "aria-label", "placeholder", "alt"} {
				look(attr(n, k))
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(p.root)
	return out
}

// asks returns a browser that prefers a language.
func (h *house) asks(language string) *browser {
	b := h.browser()
	b.http.Transport = asking(language)
	return b
}

type asking string

func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Accept-Language", string(a))
	return http.DefaultTransport.RoundTrip(r)
}

// TestPseudoLanguage checks that every text of these pages goes through the
// catalogues.
func TestPseudoLanguage(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithLanguages(words.English(), wordstest.Catalogue(t)), WithoutLetters())
	b := h.asks("en-XA")
	b.post("/language", url.Values{"language": {"en-XA"}})
	member := h.asks("en-XA")
	member.post("/language", url.Values{"language": {"en-XA"}})
	member.post("/register", url.Values{"name": {"Cosimo"}, "email": {"cosimo@example.org"}, "password": {"four words in a row"}, "zone": {"Europe/Rome"}})
	form := member.get("/host").fields(t, "/host")
	form.Del("plays")
	form.Set("name", "The Four")
	form.Set("choice", "A/A-4")
	hosted := member.post("/host", form).url.Path
	table := b.post("/new", url.Values{"name": {"The Four"}, "choice": {"A/A-4"}, "preset": {"battleline-1978-advanced"}, "pace": {"24h"}}).url.Path
	for _, x := range []struct {
		who   *browser
		paths string
	}{
		{b, "/ /signin /signin?token=x /register /games /games?status=over /new /play /learn /nowhere /verify /verify?token=x"},
		{b, "/learn/first-siege-end /learn/first-letters?o= /learn/first-money?o=A+Milan+H /learn/build /learn/game/milan/2 /learn/game/florence/3?o= /learn/game/naples/9?printed=1 /rules/njudge-classic?cavalry=on /rules/battleline-1978-basic /rules/machiavelli-1995 /rules/diplomacy"},
		{member, "/ /host /me /?hello=welcome /me?hello=link /inbox /ratings /ratings?by=reliability /u/Cosimo " + hosted + "/master"},
		{b, table + " " + table + "/charts"},
	} {
		for path := range strings.FieldsSeq(x.paths) {
			t.Run(path, func(t *testing.T) {
				p := x.who.get(path)
				for _, s := range english(p) {
					t.Errorf("in no catalogue: %q", s)
				}
			})
		}
	}
}

// TestLanguageChoice checks that a visitor's choice overrides the browser's
// preference, and that an account's choice applies wherever it signs in.
func TestLanguageChoice(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	for _, x := range []struct{ header, want string }{
		{"", "en"},
		{"it", "it"},
		{"es-AR,es;q=0.9,en;q=0.5", "es"},
		{"fr, it;q=0.4, en;q=0.8", "en"},
		{"fr;q=1, pt", "en"},
		{"it;q=nonsense,es;q=0.1", "es"},
		{strings.Repeat("fr,", 5000) + "it", "en"},
	} {
		p := h.asks(x.header).get("/")
		if got := attr(p.root.FirstChild.NextSibling, "lang"); got != x.want {
			t.Errorf("Accept-Language %.40q: the page is in %q, not %q", x.header, got, x.want)
		}
		if vary := strings.Join(p.header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Language") || !strings.Contains(vary, "Cookie") {
			t.Errorf("Vary: %s", vary)
		}
		if got := p.header.Get("Content-Language"); got != x.want {
			t.Errorf("Content-Language: %s", got)
		}
	}
	b := h.asks("it")
	b.get("/games").has(t, http.StatusOK, "Partite")
	p := b.post("/language", url.Values{"language": {"es"}, "next": {"/games?status=over"}})
	p.has(t, http.StatusOK, "Partidas", "No hay ninguna.")
	if p.url.RequestURI() != "/games?status=over" {
		t.Errorf("it led to %s", p.url)
	}
	b.get("/").has(t, http.StatusOK, "Juega a Machiavelli")
	b.post("/language", url.Values{"language": {"xx"}}).has(t, http.StatusUnprocessableEntity, "No existe ese idioma")
	if p := b.post("/language", url.Values{"language": {"es"}, "next": {"https://example.com/"}}); p.url.Path != "/" {
		t.Errorf("a form led to %s", p.url)
	}

	ada := h.guest("Ada")
	ada.post("/language", url.Values{"language": {"it"}}).has(t, http.StatusOK, "Niente ti aspetta", "Esci")
	ada.post("/me/notices", url.Values{"letters": {"1"}}) // the form does not change the language
	other := h.asks("en")
	other.post("/language", url.Values{"language": {"es"}})
	other.post("/signin/letter", url.Values{"email": {"ada@example.org"}})
	s := other.get("/signin?token=" + h.mail.SignOnSecret("ada@example.org"))
	other.post("/signin/link", url.Values{"token": {s.value("token")}})
	other.get("/").has(t, http.StatusOK, "Niente ti aspetta")
}

// TestLanguagesDoNotMix checks that cached lists do not depend on the language.
func TestLanguagesDoNotMix(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithLists(keptLists(t, time.Hour)), WithoutLetters())
	b := h.asks("en")
	b.post("/register", url.Values{"name": {"Cosimo"}, "email": {"cosimo@example.org"}, "password": {"four words in a row"}})
	b.hosts("name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic")
	for range 2 {
		for _, x := range []struct{ tag, wanted, edition string }{
			{"es", "4 de 4 jugadores", "1978 básico"},
			{"it", "4 di 4 giocatori", "1978 base"},
			{"en", "4 of 4 players wanted", "1978 Basic"},
		} {
			h.asks(x.tag).get("/games").has(t, http.StatusOK, "The Four", x.wanted, x.edition)
		}
	}
}

// TestResultsInAnyLanguage checks that the results of a phase, with the names
// of powers and places, and the judge's errors are in the language of each
// visitor.
func TestResultsInAnyLanguage(t *testing.T) {
	h := newInn(t, WithoutLetters())
	it, es := h.asks("it"), h.asks("es")
	at := it.post("/new", url.Values{"name": {"The Four"}, "choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}, "pace": {"24h"}, "solitaire": {"1"}}).url.Path
	it.post(at+"/orders", url.Values{"revision": {it.get(at).value("revision")}, "orders-milan": {"A Pav - Mon"}, "then": {"process"}, "anyway": {"1"}})
	it.get(at+"/p/1").has(t, http.StatusOK, "Primavera 1385, ordini", "Milano prende il Monferrato.", "Milano: Esercito Pavia → Monferrato.", "Per la terra decide l'unità nella provincia")
	es.get(at+"/p/1").has(t, http.StatusOK, "Milán toma Monferrato.", "Milán: Ejército Pavía → Monferrato.")
	it.get("/g/nothing").has(t, http.StatusNotFound, "Questa partita non esiste.")
}

// TestAnswersToScriptsInLanguages checks that answers to scripts are in the language of the
// request, with orders in English, and that two strangers who watch the same game in different
// languages receive different answers.
func TestAnswersToScriptsInLanguages(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithoutLetters())
	it, es := h.asks("it"), h.asks("es")
	at := it.post("/new", url.Values{"name": {"The Four"}, "choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}, "pace": {"24h"}, "solitaire": {"1"}}).url.Path
	for _, x := range []struct {
		who  *browser
		path string
		want []string
	}{
		{it, "/table.json", []string{`"phase":"Primavera 1385, ordini"`, `"name":"Esercito Pavia"`, `"text":"A Pavia"`, `"say":"tiene la posizione"`}},
		{es, "/table.json", []string{`"phase":"Primavera de 1385, órdenes"`, `"name":"Ejército Pavía"`, `"text":"A Pavia"`}},
		{it, "/state", []string{"Primavera 1385, ordini"}},
		{es, "/state", []string{"Primavera de 1385, órdenes"}},
		{h.asks("en"), "/state", []string{"Spring 1385, orders"}},
	} {
		p := x.who.get(at + x.path)
		for _, w := range x.want {
			if !strings.Contains(p.body, w) {
				t.Errorf("%s does not say %s: %.300s", x.path, w, p.body)
			}
		}
	}
}
