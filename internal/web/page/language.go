package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"text/template/parse"
	"time"

	"podesta/atlas"
	"podesta/internal/account"
	"podesta/internal/web/templates"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// languageCookie holds the language that a visitor has chosen.
const languageCookie = "podesta-language"

const languageTime = 365 * 24 * time.Hour

// language returns a language of the pages by its tag, or nil.
func (s *Responder) language(tag string) *words.Catalogue {
	for _, c := range s.languages {
		if c.Tag == tag {
			return c
		}
	}
	return nil
}

// Catalogue returns the language of the answer to a request: the account's, or else the one
// chosen in this browser, or else the browser's preference.
func (s *Responder) Catalogue(r *http.Request) *words.Catalogue {
	v := VisitOf(r)
	v.said.Do(func() { v.tongue = s.findTongue(r) })
	return v.tongue
}

func (s *Responder) findTongue(r *http.Request) *words.Catalogue {
	if baked(r, SessionCookie) != "" {
		if a := s.Visit(r).Account; a != nil {
			if wishes, err := account.ReadWishes(a); err == nil {
				if c := s.language(wishes.Language); c != nil {
					return c
				}
			}
		}
	}
	if k, err := r.Cookie(languageCookie); err == nil {
		if c := s.language(k.Value); c != nil {
			return c
		}
	}
	return words.Accepted(r.Header.Get("Accept-Language"), s.languages)
}

// SetLanguage saves the language that a visitor chose, in their browser and, if they are signed in,
// with their account.
func (s *Responder) SetLanguage(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	c := s.language(r.PostForm.Get("language"))
	if c == nil {
		s.Fail(w, r, http.StatusUnprocessableEntity, "There is no such language", "Choose one of the languages at the foot of the page.", nil)
		return
	}
	a, err := s.Account(r)
	if err == nil && a != nil {
		err = s.judge.Users.SetLanguage(r.Context(), a.ID, c.Tag)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: languageCookie, Value: c.Tag, Path: "/", MaxAge: int(languageTime.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https",
	})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, Local(r.PostForm.Get("next"), "/"), http.StatusSeeOther)
}

// here returns the address of the requested page, to which the visitor can return. For forms and
// addresses with a secret it is the front page.
func here(r *http.Request) string {
	if r.Method != http.MethodGet || r.URL.Query().Has("token") {
		return "/"
	}
	return r.URL.RequestURI()
}

// Drawn returns the language of a drawing: the language in its address, or else the language of the
// request.
func (s *Responder) Drawn(r *http.Request) *words.Catalogue {
	if c := s.language(r.URL.Query().Get("lang")); c != nil {
		return c
	}
	return s.Catalogue(r)
}

// wordsFile returns the name of the file with a language's texts for the
// scripts.
func wordsFile(c *words.Catalogue) string { return "words-" + c.Tag + ".js" }

// pageSets holds the templates of the pages, keyed by language.
var pageSets sync.Map // maps *words.Catalogue to map[string]func() *template.Template

// Render fills in a template of a page, in the language of a request and with times in the
// visitor's time zone. The same templates serve visitors in all zones.
func (s *Responder) Render(r *http.Request, page, name string, data any) ([]byte, error) {
	c, zone := s.Catalogue(r), time.UTC
	if a := s.Visit(r).Account; a != nil {
		zone = account.Zone(a)
	}
	t := pagesIn(c)[page]
	if t == nil {
		return nil, fmt.Errorf("pageNames has no page %q", page)
	}
	var b bytes.Buffer
	err := t().ExecuteTemplate(&b, name, data)
	return outward(c.Timed(b.Bytes(), zone), Outer(r, "")), err
}

func pagesIn(c *words.Catalogue) map[string]func() *template.Template {
	all, ok := pageSets.Load(c)
	if !ok {
		all, _ = pageSets.LoadOrStore(c, Templates(c))
	}
	return all.(map[string]func() *template.Template)
}

// Warm compresses the static files, and parses the parts of all pages and the front page in a
// language, so that no visitor waits for it.
func Warm(c *words.Catalogue) { pagesIn(c)["front"]() }

// mapLanguages caches the languages of maps, keyed by catalogue.
var mapLanguages sync.Map // maps *words.Catalogue to *atlas.Language

// MapLanguage returns the language in which maps of a page name places and
// powers: nil for English, or if c is nil.
func MapLanguage(c *words.Catalogue) *atlas.Language {
	if c == nil || c == words.English() {
		return nil
	}
	l, ok := mapLanguages.Load(c)
	if !ok {
		l, _ = mapLanguages.LoadOrStore(c, atlas.NewLanguage(c))
	}
	return l.(*atlas.Language)
}

// Called returns a name as readers of a language see it. The name of a program has a mark in that
// language.
func Called(c *words.Catalogue, name string) string {
	return c.M(message.New("{text}", message.Name(name)))
}

// Templates returns the templates of the pages in a language. A page is parsed when its templates
// are first needed, because the templates of all pages in one language take up eight megabytes.
// They are embedded, so a template that cannot be parsed is a bug.
func Templates(c *words.Catalogue) map[string]func() *template.Template {
	untimed := c.Untimed()
	funcs := template.FuncMap{
		"T": func(s any, args ...any) string {
			switch s := s.(type) {
			case message.Message:
				return s.In(untimed)
			case Phrase:
				return s.In(untimed)
			case interface{ Say() message.Message }:
				return s.Say().In(untimed)
			}
			return c.T(fmt.Sprint(s), args...)
		}, "N": c.N, "Decimal": func(n any) string { return c.M(message.New("{text}", message.Decimal(fmt.Sprint(n)))) }, "Power": func(name string) string { return c.Called("power", name) },
		"Powers":     func(names string) string { return PowersIn(names).In(c) },
		"ProfileOf":  PlayerLink,
		"PlayerLink": PlayerLink,
		"Person":     func(name string) string { return Called(c, name) },
		"Force":      func(n [3]int) string { return force(c, n) },
		"Moment": func(d Due) string {
			if d.at.IsZero() {
				return d.Text
			}
			return c.Moment(d.at)
		},
		"Span": func(d Due) string {
			return c.Span(d.left)
		},
		"Tongue":    func() *words.Catalogue { return c },
		"WordsFile": func() template.URL { return template.URL(strings.TrimPrefix(staticAddress(wordsFile(c)), "/static/")) }, // no user input
	}
	read := func(t *template.Template, pattern string) *template.Template {
		names, err := fs.Glob(templates.Files, pattern+".html")
		if err != nil {
			panic(err)
		}
		for _, name := range names {
			src, err := templates.Files.ReadFile(name)
			if err != nil {
				panic(err)
			}
			into := t
			if name != t.Name() {
				into = t.New(name)
			}
			template.Must(into.Parse(c.Template(versioned(string(src)))))
		}
		return t
	}
	common := sync.OnceValue(func() *template.Template {
		t := template.New("layout.html").Funcs(funcs)
		for _, pattern := range commonParts {
			read(t, pattern)
		}
		return t
	})
	all := map[string]func() *template.Template{}
	for _, name := range pageNames {
		all[name] = sync.OnceValue(func() *template.Template {
			t, common := read(template.New("").Funcs(funcs), name), common() // no part has the empty name
			if name == partsPage {
				for _, part := range common.Templates() {
					include(t, common, part.Name())
				}
			}
			for _, own := range t.Templates() {
				includeAll(t, common, own.Tree)
			}
			include(t, common, "layout.html")
			return t
		})
	}
	return all
}

// partsPage is the page whose templates include every common part, so that each part can be
// rendered by itself.
const partsPage = "table"

// include adds a common part and all that it includes to the templates of a page, unless the
// page has them. In html/template each page needs a copy of its own, and copies of all parts
// for every page would take up most of the judge's memory.
func include(t, common *template.Template, name string) {
	part := common.Lookup(name)
	if part == nil || part.Tree == nil || t.Lookup(name) != nil {
		return
	}
	template.Must(t.AddParseTree(name, part.Tree.Copy()))
	includeAll(t, common, part.Tree)
}

// includeAll adds the common parts that a template includes.
func includeAll(t, common *template.Template, tree *parse.Tree) {
	if tree == nil {
		return
	}
	var walk func(list *parse.ListNode)
	branch := func(b *parse.BranchNode) {
		walk(b.List)
		walk(b.ElseList)
	}
	walk = func(list *parse.ListNode) {
		if list == nil {
			return
		}
		for _, n := range list.Nodes {
			switch n := n.(type) {
			case *parse.IfNode:
				branch(&n.BranchNode)
			case *parse.RangeNode:
				branch(&n.BranchNode)
			case *parse.WithNode:
				branch(&n.BranchNode)
			case *parse.TemplateNode:
				include(t, common, n.Name)
			}
		}
	}
	walk(tree.Root)
}

// force describes a number of armies, fleets and garrisons.
func force(c *words.Catalogue, n [3]int) string {
	var has []string
	if n[0] > 0 {
		has = append(has, c.N(n[0], "%d army", "%d armies"))
	}
	if n[1] > 0 {
		has = append(has, c.N(n[1], "%d fleet", "%d fleets"))
	}
	if n[2] > 0 {
		has = append(has, c.N(n[2], "%d garrison", "%d garrisons"))
	}
	return c.List(has)
}
