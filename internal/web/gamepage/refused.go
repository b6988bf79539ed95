package gamepage

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"podesta/internal/game"
	"podesta/internal/web/page"
)

// refusedForm is a refused form. It is shown again on its page, with what was
// typed and the reason.
type refusedForm struct {
	action string // address of the form
	values url.Values
	reason string
}

// captured holds a page that is changed before it is sent.
type captured struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (c *captured) Header() http.Header         { return c.header }
func (c *captured) Write(b []byte) (int, error) { return c.body.Write(b) }
func (c *captured) WriteHeader(status int)      { c.status = status }

// correctable reports whether the sender of a form can correct an error, so that
// the form should be shown again.
func correctable(err error) bool {
	switch game.ErrorCode(err) {
	case game.Invalid, game.Conflict, game.Stale, "too_large":
		return true
	}
	return false
}

// RefuseOn answers a refused form. If the sender can correct the error, RefuseOn sends the page
// that contains the form, which the function show writes, with what was typed and the reason above
// it. For scripts and other errors, or if that page no longer has the form or cannot be shown, it
// answers as Refuse does.
func (s *Base) RefuseOn(w http.ResponseWriter, r *http.Request, err error, at string, show http.HandlerFunc) {
	if page.WantsJSON(r) || !correctable(err) {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return
	}
	reason := s.Refusal(r, err).Error
	again := r.Clone(r.Context())
	again.Method, again.Body, again.ContentLength = http.MethodGet, http.NoBody, 0
	again.URL = &url.URL{Path: at}
	again.Form, again.PostForm = nil, nil
	again.Header.Del("Accept-Encoding")
	c := &captured{header: http.Header{}, status: http.StatusOK}
	show(c, again)
	if c.status == http.StatusOK {
		f := refusedForm{page.Outer(r, r.URL.Path), r.PostForm, s.Catalogue(r).T(reason)}
		if body, ok := f.into(c.body.Bytes()); ok {
			for k, v := range c.header {
				w.Header()[k] = v
			}
			w.Header().Set("Cache-Control", "no-store")
			w.WriteHeader(page.Statuses[game.ErrorCode(err)].Status)
			_, _ = w.Write(body)
			return
		}
	}
	s.Refuse(w, r, err, page.Lost(r.PostForm))
}

// into adds what was typed, and the reason, to the form on its page. It returns
// false if the page has no such form.
func (f *refusedForm) into(body []byte) ([]byte, bool) {
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	form := f.find(root)
	if form == nil {
		return nil, false
	}
	for n := range form.Descendants() {
		f.fill(n)
	}
	for n := range form.Ancestors() {
		if n.DataAtom == atom.Details {
			put(n, "open", "")
		}
	}
	reason := &html.Node{Type: html.ElementNode, DataAtom: atom.P, Data: "p", Attr: []html.Attribute{
		// autofocus makes the browser scroll to the reason
		{Key: "class", Val: "alert refused"}, {Key: "role", Val: "alert"}, {Key: "tabindex", Val: "-1"}, {Key: "autofocus"},
	}}
	reason.AppendChild(&html.Node{Type: html.TextNode, Data: f.reason})
	form.InsertBefore(reason, form.FirstChild)
	var out bytes.Buffer
	if err := html.Render(&out, root); err != nil {
		return nil, false
	}
	return out.Bytes(), true
}

// find returns the form on a page that is sent to the address, by itself or by one of its buttons.
// If there are several, it returns the form with the same hidden fields.
func (f *refusedForm) find(root *html.Node) *html.Node {
	var first *html.Node
	for n := range root.Descendants() {
		if n.DataAtom != atom.Form || !f.leads(n) {
			continue
		}
		if f.about(n) {
			return n
		}
		if first == nil {
			first = n
		}
	}
	return first
}

func (f *refusedForm) leads(form *html.Node) bool {
	same := func(address string) bool {
		u, err := url.Parse(address)
		return err == nil && address != "" && u.Path == f.action
	}
	if same(get(form, "action")) {
		return true
	}
	for n := range form.Descendants() {
		if same(get(n, "formaction")) {
			return true
		}
	}
	return false
}

// changing lists the hidden fields that all forms on a page have, or whose values differ each time
// the page is rendered.
var changing = []string{page.OnceField, page.MineField, "revision", "number"}

func (f *refusedForm) about(form *html.Node) bool {
	for n := range form.Descendants() {
		name := get(n, "name")
		if n.DataAtom == atom.Input && get(n, "type") == "hidden" && !slices.Contains(changing, name) && f.values.Get(name) != get(n, "value") {
			return false
		}
	}
	return true
}

// fill sets a field to what was typed in it. It skips hidden fields, passwords and files.
func (f *refusedForm) fill(n *html.Node) {
	name := get(n, "name")
	if n.DataAtom == atom.Option {
		f.choose(n)
		return
	}
	if name == "" {
		return
	}
	typed := f.values.Get(name)
	switch n.DataAtom {
	case atom.Textarea:
		for n.FirstChild != nil {
			n.RemoveChild(n.FirstChild)
		}
		n.AppendChild(&html.Node{Type: html.TextNode, Data: page.Clean(typed)})
	case atom.Input:
		switch strings.ToLower(get(n, "type")) {
		case "hidden", "password", "file", "submit", "button":
		case "checkbox", "radio":
			drop(n, "checked")
			if slices.Contains(f.values[name], get(n, "value")) {
				put(n, "checked", "")
			}
		default:
			put(n, "value", page.Clean(typed))
		}
	}
}

// choose marks the chosen option of a list.
func (f *refusedForm) choose(option *html.Node) {
	for n := range option.Ancestors() {
		if name := get(n, "name"); n.DataAtom == atom.Select && f.values.Has(name) {
			drop(option, "selected")
			if slices.Contains(f.values[name], get(option, "value")) {
				put(option, "selected", "")
			}
			return
		}
	}
}

// get returns the value of an element's attribute, or "" if it has none.
func get(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// put sets an element's attribute.
func put(n *html.Node, key, value string) {
	drop(n, key)
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

// drop removes an attribute of an element.
func drop(n *html.Node, key string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// refuseForm answers a refused form of a game with the page that contains it, or with the page from
// which the sender came if that is a different one.
func (s *Base) refuseForm(w http.ResponseWriter, f *Form, err error) {
	base := "/g/" + f.Game.ID
	at := s.forms[strings.TrimPrefix(f.Request.URL.Path, base+"/")]
	switch {
	case f.Game.Number == 0 && (at == "/seat" || !f.Role.Master):
		at = ""
	case f.Get("back") == "panel" || at == "/master" && !f.Role.Master:
		at = ""
	case f.Role.Master && f.Get("seat") != "" && at == "/seat": // a master acts for another seat
		at = "/master"
	}
	s.RefuseOn(w, f.Request, err, base+at, s.pages[at])
}
