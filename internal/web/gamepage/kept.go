package gamepage

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/press"
	"podesta/internal/web/page"
	"podesta/internal/words"
)

// Kept returns a handler that renders a page of a game once for all visitors who
// may see the same, and again only after something has changed that the page may
// show. The page is kept under everything on which it depends: its address, the
// stamp of the game (which covers all rows of the game and its members' accounts),
// the visitor's role, language and time zone, how far they have read the messages,
// and which deadlines have passed. It is rendered for a request that contains
// nothing else (page.ForAll), and is not kept if it has read anything that the
// stamp does not cover. Addresses with a query are always rendered.
func (s *Base) Kept(show http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x, ok := s.sharedView(r)
		if !ok {
			show(w, r)
			return
		}
		if k := s.Shelf.Get(x.key); k != nil {
			s.SendKept(w, r, http.StatusOK, k, x.role.Takes())
			return
		}
		in, rendering := s.ForAll(r, x.game, x.role)
		answer := &answer{header: w.Header().Clone()}
		covered := s.Judge.Covered(r.Context(), x.game, cmp.Or(x.role.Account, press.LinkReader), func() { show(answer, in) })
		r.Pattern = in.Pattern
		k, whole := rendering.Kept()
		switch {
		case whole && covered:
			s.Shelf.Put(x.key, k)
			s.SendKept(w, r, http.StatusOK, k, x.role.Takes())
		case answer.status == 0 && k == nil, !covered:
			s.Shelf.Leave()
			show(w, r)
		case k != nil:
			w.Header().Set("Cache-Control", "no-store")
			if again := answer.header.Get("Retry-After"); again != "" {
				w.Header().Set("Retry-After", again)
			}
			s.SendKept(w, r, rendering.Status(), k, x.role.Takes())
		default:
			answer.send(w)
		}
	}
}

// sharedView is the view of a game that several visitors may share.
type sharedView struct {
	game string
	role game.Role
	key  string
}

// sharedView returns the view that the sender of a request has of the game of the
// address. ok reports whether its pages can be kept at all.
func (s *Base) sharedView(r *http.Request) (x sharedView, ok bool) {
	if !s.Shelf.On() || r.URL.RawQuery != "" || page.WantsJSON(r) {
		return x, false
	}
	x.game = r.PathValue("id")
	stamp, err := s.Judge.Stamp(r.Context(), x.game)
	if err != nil {
		return x, false
	}
	c, err := s.courseAt(r.Context(), x.game, stamp)
	if err != nil || c.play { // who plays against computer players waits for them
		return x, false
	}
	visit := s.Visit(r)
	if visit.Err != nil {
		return x, false
	}
	if x.role, err = s.roleIn(r, c, visit.Account); err != nil {
		return x, false
	}
	signed, zone, seen, host := "", "", "", ""
	if visit.Account != nil {
		signed, zone = "signed in", visit.Account.Zone
	}
	if x.role.Takes() {
		if seen, err = s.Judge.SeenMark(r.Context(), x.game, x.role); err != nil {
			return x, false
		}
	}
	if !c.begun || c.links && x.role.Master { // these pages contain the address of the game
		host = page.Scheme(r) + "://" + r.Host
	}
	now := s.Now()
	if x.role.Master && c.Overdue(now) {
		return x, false // the master's panel shows the time
	}
	x.key = page.KeptKey(s.Catalogue(r), r.URL.Path, stamp, fmt.Sprintf("%+v", x.role), signed, zone, seen, host, strconv.Itoa(c.Epoch(now)))
	return x, true
}

// The limits of known courses.
const (
	maxCourses = 4096
	maxRoles   = 256 // of one game
)

// course is what is known of a game with a stamp, and the roles of visitors in it.
type course struct {
	gamestate.Turns
	stamp, id          string
	links, play, begun bool

	mu    sync.Mutex
	roles map[string]game.Role
}

// courses keeps the courses of games that were visited recently.
type courses struct {
	mu  sync.Mutex
	all map[string]*course
}

// courseAt returns the course of a game with a stamp.
func (s *Base) courseAt(ctx context.Context, id, stamp string) (*course, error) {
	s.courses.mu.Lock()
	c := s.courses.all[id]
	s.courses.mu.Unlock()
	if c != nil && c.stamp == stamp {
		return c, nil
	}
	g, err := s.Judge.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	turns, err := s.Judge.Turns(ctx, id)
	if err != nil {
		return nil, err
	}
	c = &course{Turns: turns, stamp: stamp, id: id, links: g.Hosting.Links, play: g.Play, begun: g.Number > 0, roles: map[string]game.Role{}}
	s.courses.mu.Lock()
	defer s.courses.mu.Unlock()
	if s.courses.all == nil || len(s.courses.all) >= maxCourses {
		s.courses.all = map[string]*course{}
	}
	s.courses.all[id] = c
	return c, nil
}

// roleIn returns the role of the sender of a request in a game.
func (s *Base) roleIn(r *http.Request, c *course, a *game.Account) (game.Role, error) {
	key := ""
	if k := page.KeyOf(r, c.id); c.links && k != "" {
		sum := sha256.Sum256([]byte(k))
		key = string(sum[:])
	}
	if a != nil { // being an operator or blocked is no part of the stamp for strangers
		key += accountKey(a)
	}
	if key == "" {
		return game.Role{}, nil
	}
	return c.roleOf(key, func() (game.Role, error) {
		return s.Role(r, &game.Game{ID: c.id, Hosting: &hosting.Hosting{Links: c.links}})
	})
}

// accountKey identifies an account and what of it decides its roles.
func accountKey(a *game.Account) string { return fmt.Sprintf("%s %t %t", a.ID, a.Operator, a.Blocked) }

// roleOf returns the role with a key, or finds it.
func (c *course) roleOf(key string, find func() (game.Role, error)) (game.Role, error) {
	c.mu.Lock()
	role, ok := c.roles[key]
	c.mu.Unlock()
	if ok {
		return role, nil
	}
	role, err := find()
	if err != nil {
		return role, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.roles) >= maxRoles {
		clear(c.roles)
	}
	c.roles[key] = role
	return role, nil
}

// MemberKey returns a key for what an account sees of a game by its membership, in
// a language: everything on which that depends, except the time until a moment.
func (s *Base) MemberKey(ctx context.Context, l *words.Catalogue, id string, a *game.Account) (string, error) {
	stamp, err := s.Judge.Stamp(ctx, id)
	if err != nil {
		return "", err
	}
	c, err := s.courseAt(ctx, id, stamp)
	if err != nil {
		return "", err
	}
	role, err := c.roleOf("member "+accountKey(a), func() (game.Role, error) { return s.Judge.RoleOf(ctx, id, a.ID) })
	if err != nil {
		return "", err
	}
	seen := ""
	if role.Takes() {
		if seen, err = s.Judge.SeenMark(ctx, id, role); err != nil {
			return "", err
		}
	}
	return page.KeptKey(l, id, stamp, fmt.Sprintf("%+v", role), a.Zone, seen, strconv.Itoa(c.Epoch(s.Now()))), nil
}

// answer is an answer that is not a kept page, such as a redirection.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}

func (a *answer) send(w http.ResponseWriter) {
	h := w.Header()
	clear(h)
	for name, list := range a.header {
		h[name] = list
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body.Bytes()) // the client may have disconnected
}
