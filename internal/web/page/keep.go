package page

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"podesta/internal/game"
	"podesta/internal/words"
)

// Rendering is the rendering of a page for all visitors with the same rights.
type Rendering struct {
	kept   *Kept
	status int
}

type renderingKey struct{}

// renderingOf returns the rendering of which a request is a part, or nil.
func renderingOf(r *http.Request) *Rendering {
	k, _ := r.Context().Value(renderingKey{}).(*Rendering)
	return k
}

// ForAll returns a request that is answered for all visitors who have a role in
// a game, a language and a time zone in common with its sender. It contains
// nothing else about the sender: a page for it cannot show who they are, unless
// the role names their account.
func (s *Responder) ForAll(r *http.Request, gameID string, role game.Role) (*http.Request, *Rendering) {
	from := s.Visit(r)
	v := &Visit{Lists: VisitOf(r).Lists, role: &role, roleIn: gameID}
	if a := from.Account; a != nil {
		v.Account = a
		if role.Account != a.ID {
			v.Account = &game.Account{Zone: a.Zone}
		}
	}
	v.once.Do(func() {})
	c := s.Catalogue(r)
	v.said.Do(func() { v.tongue = c })
	rendering := &Rendering{}
	ctx := context.WithValue(r.Context(), visitKey{}, v)
	in := r.WithContext(context.WithValue(ctx, renderingKey{}, rendering))
	in.Header = http.Header{}
	for _, name := range []string{"X-Forwarded-Proto", "Accept"} { // for Scheme and WantsJSON
		if list := r.Header[name]; list != nil {
			in.Header[name] = list
		}
	}
	return in, rendering
}

// Personal reports whether an answer may be for its reader alone. Within the
// rendering of a page for all, it may not: the handler returns at once, and is
// called again for the reader.
func Personal(r *http.Request) bool { return renderingOf(r) == nil }

// Kept returns what was rendered, or nil if the answer was no page. whole
// reports whether it is a page that everything is well with.
func (k *Rendering) Kept() (out *Kept, whole bool) { return k.kept, k.status == http.StatusOK }

// Status returns the status of the page.
func (k *Rendering) Status() int { return k.status }

// OnceFor returns the value of OnceField for the forms of a page.
func OnceFor(r *http.Request) string {
	if renderingOf(r) != nil {
		return onceMark()
	}
	return NewOnce()
}

// page renders the content of a page.
func (k *Rendering) page(s *Responder, r *http.Request, status int, name string, f Frame) error {
	var head, content bytes.Buffer
	t := s.Pages(r)[name]
	if t.Lookup("head") != nil {
		if err := t.ExecuteTemplate(&head, "head", f.Body); err != nil {
			return err
		}
	}
	if err := t.ExecuteTemplate(&content, "content", f.Body); err != nil {
		return err
	}
	f.Body = nil
	k.kept, k.status = &Kept{name: name, frame: f, head: newFilled(head.String()), content: newFilled(content.String())}, status
	return nil
}

// Data sends data that all visitors with the same rights receive. It must contain
// nothing that a stranger chose, because it is compressed.
func (s *Responder) Data(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	if k := renderingOf(r); k != nil {
		k.kept, k.status = &Kept{data: Pack(body), kind: kind}, http.StatusOK
		return
	}
	dataHeader(w, kind)
	Compress(w, r, http.StatusOK, body)
}

func dataHeader(w http.ResponseWriter, kind string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
}

// SendKept sends what was rendered to a visitor. member reports whether the
// visitor has a role in the game.
func (s *Responder) SendKept(w http.ResponseWriter, r *http.Request, status int, k *Kept, member bool) {
	if k.data != nil {
		dataHeader(w, k.kind)
		k.data.Send(w, r)
		return
	}
	if member || status != http.StatusOK {
		w.Header().Set("Cache-Control", "no-store")
	}
	c := s.Catalogue(r)
	values, common, personal := k.values(c, s.now())
	v := s.Visit(r)
	if status != http.StatusOK || member || personal || v.Account != nil || v.Err != nil || len(Keys(r)) > 0 {
		f := k.frame
		f.Shared = &Shared{k.head.fill(values), k.content.fill(values)}
		s.layout(w, r, status, k.name, f)
		return
	}
	open, _ := s.AccountsFor(r)
	if open {
		common += " open"
	}
	theme := s.theme(r)
	common += " " + theme
	if k.frame.Preview != nil {
		common += " " + s.Origin(r)
	}
	pageHeader(w, c)
	w.Header().Set("Cache-Control", "no-cache")
	p, err := k.forStrangers(common, func() ([]byte, error) {
		f := k.frame
		f.Shared = &Shared{k.head.fill(values), k.content.fill(values)}
		var b bytes.Buffer
		err := s.Pages(r)[k.name].ExecuteTemplate(&b, "layout.html", s.framed(r, f))
		return inTheme(b.Bytes(), theme), err
	})
	if err != nil {
		s.unwritten(w, k.name, err)
		return
	}
	p.Send(w, r)
}

// forStrangers returns the last answer to strangers if it was filled in the same
// way, or renders another.
func (k *Kept) forStrangers(filled string, render func() ([]byte, error)) (*Packed, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.whole != nil && k.filled == filled {
		return k.whole, nil
	}
	body, err := render()
	if err != nil {
		return nil, err
	}
	before := 0
	if k.whole != nil {
		before = k.whole.Size()
	}
	k.whole, k.filled = Pack(body), filled
	if k.shelf != nil {
		k.shelf.grow(k, k.whole.Size()-before)
	}
	return k.whole, nil
}

// KeptKey returns a key for Shelf with the given parts. None of them contains a
// zero byte, except possibly the last.
func KeptKey(c *words.Catalogue, parts ...string) string {
	return c.Tag + "\x00" + strings.Join(parts, "\x00")
}
