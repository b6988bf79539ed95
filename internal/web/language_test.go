package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/words"
)

// sameWords matches what is the same in every language: the names of people, games
// and the program, orders and their forms, and what is typed.
var sameWords = regexp.MustCompile(strings.Join([]string{
	`\b(podesta|principe|Pseudo|English|Machiavelli|UTC|CET|localhost|Firefox|Telegram|Discord|Esc|Ctrl|Letter|PROGRAMS|INVITES|unlimited|Europe/Rome|America/New_York)\b`,
	`\b(Straniera|Osservante|Milano|Veneto|Firenze|Napoli|Cosimo|Lorenzo|Podestaria|Automa|Altra|Bandita|Quarta|Terza)\b`,
	`\b(Played|Fresh|Forming|Mustered|Finished|Own|Links|Elsewhere|Cup|Beware|Well played|Be kind)\b`,
	`\b[A-Z]{3,}( [A-Z]+)*\b|https?://[^ ]*[a-z0-9/]|\S+@\S+|\d+[hd]\b`,
	`\b[AFG] [A-Z][a-z]+( [A-Z]\b)?|(- ?|C A |S A )[A-Z][a-z]+|\b[A-Z]+-\d+`,
	`\bFri 23:30, (Nov 27 23:30, )?2026-11-27`,
	`(: |"?12345"?[:;] |ńó ɱóťíóń ).*`, // what an error answers to nonsense: the names that it would accept
}, "|"))

var optionName = regexp.MustCompile(`^[a-z0-9+-]+: `)

var letters = regexp.MustCompile(`[A-Za-z]{2,}`)

// english returns the texts of a page that are not translated.
func english(root *html.Node) []string {
	var out []string
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
			if attr(n, "translate") == "no" || attr(n, "lang") == "en" || slices.Contains([]string{"script", "style", "code", "svg", "textarea", "title", "noscript"}, n.Data) {
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
	walk(root)
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

// TestPseudoLanguage sends the requests of TestAccess as readers of a
// pseudo-language, each form empty and with nonsense, too, and follows all links:
// every text of every answer goes through the catalogues.
func TestPseudoLanguage(t *testing.T) {
	t.Parallel()
	x := newWorld(t, []*words.Catalogue{words.English(), words.Pseudo()})
	x.rehearsal.Forget(true)
	n, seen, followed := 0, map[string]bool{}, map[string]bool{}
	var look func(pattern string, v visitor, address, form string)
	look = func(pattern string, v visitor, address, form string) {
		n++
		x.fill["{count}"], x.fill["{once}"] = fmt.Sprint(n), fmt.Sprint(n)
		w := visit(t, x.site, v, strings.Fields(pattern)[0], address, form, x.fill, "Cookie", "podesta-language="+words.PseudoTag, "Accept-Language", words.PseudoTag)
		kind := w.Header().Get("Content-Type")
		if w.Header().Get("Location") != "" || !strings.HasPrefix(kind, "text/html") && !strings.HasPrefix(kind, "image/svg") {
			return
		}
		root, err := html.Parse(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		for to := range root.Descendants() {
			if href := attr(to, "href"); to.Data == "a" && strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "/docs/") {
				href, _, _ = strings.Cut(href, "#")
				if known := v.name + href; !followed[known] {
					followed[known] = true
					look("GET "+href, v, href, "")
				}
			}
		}
		for _, s := range english(root) {
			if !seen[s] {
				t.Errorf("%s %s by %s: in no catalogue: %q", pattern, form, v.name, s)
			}
			seen[s] = true
		}
	}
	for _, pattern := range x.all {
		if pattern == "/" { // the catch-all for addresses without a page
			pattern = "GET /nowhere"
		}
		request := requests[pattern]
		address, form, _ := strings.Cut(request, " ")
		if address == "" {
			_, address, _ = strings.Cut(pattern, " ")
		}
		for _, v := range x.visitors {
			if !slices.Contains([]string{"stranger", "observer", "player", "master", "operator", "seat-link"}, v.name) {
				continue
			}
			look(pattern, v, address, form)
			if strings.HasPrefix(pattern, "POST") {
				look(pattern, v, address, "")
				look(pattern, v, address, nonsense.ReplaceAllString(form, "=12345"))
			}
		}
	}
}

// nonsense matches the values of a form.
var nonsense = regexp.MustCompile(`=[^&]*`)

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
			{"es", "se buscan 4 jugadores de 4", "1978 básico"},
			{"it", "si cercano 4 giocatori su 4", "1978 base"},
			{"en", "4 players wanted, of 4", "1978 Basic"},
		} {
			h.asks(x.tag).get("/games").has(t, http.StatusOK, "The Four", x.wanted, x.edition)
		}
	}
}

// TestResultsInAnyLanguage checks that a phase's results, with all names of powers and places, and
// the judge's errors are in each visitor's language.
func TestResultsInAnyLanguage(t *testing.T) {
	h := newInn(t, WithoutLetters())
	it, es := h.asks("it"), h.asks("es")
	at := it.post("/new", url.Values{"name": {"The Four"}, "choice": {"A/A-4"}, "preset": {"battleline-1978-basic"}, "pace": {"24h"}, "solitaire": {"1"}}).url.Path
	it.post(at+"/orders", url.Values{"revision": {it.get(at).value("revision")}, "orders-milan": {"A Pav - Mon"}, "then": {"process"}, "anyway": {"1"}})
	it.get(at+"/p/1").has(t, http.StatusOK, "Primavera 1385, ordini", "Milano prende il Monferrato.", "Milano: Esercito Pavia → Monferrato.", "er la provincia decide l'unità di fuori")
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
