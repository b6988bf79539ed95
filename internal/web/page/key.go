package page

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// CookieName returns the name of the cookie with a visitor's key of a game.
func CookieName(id string) string { return "podesta-" + id }

// mostKeys is the number of keys that a browser sends to every page. Further keys go only to
// the pages of their games, so that requests stay small.
const mostKeys = 40

// KeepKey sets the cookie with a game's key. All pages receive it, so that they can lead back to
// the game; if the browser already has mostKeys keys, only the game's pages do. Scripts cannot read
// it.
func KeepKey(w http.ResponseWriter, r *http.Request, id, key string) {
	path := "/"
	if len(Keys(r)) >= mostKeys {
		path = "/g/" + id
	} else if r.PathValue("id") == id { // an earlier cookie for the game's pages alone would be read first
		setKey(w, r, CookieName(id), "", "/g/"+id)
	}
	setKey(w, r, CookieName(id), key, path)
}

// aside is the suffix of the cookie name of a key that another key has replaced.
const aside = "-aside"

// SetKeyAside keeps the key that another link is about to replace, for the pages of
// the game.
func SetKeyAside(w http.ResponseWriter, r *http.Request, id string) {
	if c, err := r.Cookie(CookieName(id)); err == nil && c.Value != "" {
		setKey(w, r, CookieName(id)+aside, c.Value, "/g/"+id)
	}
}

// KeyAside returns the key that SetKeyAside kept, or "".
func KeyAside(r *http.Request, id string) string {
	c, err := r.Cookie(CookieName(id) + aside)
	if err != nil {
		return ""
	}
	return c.Value
}

// ForgetKey deletes the cookies of a game.
func ForgetKey(w http.ResponseWriter, r *http.Request, id string) {
	setKey(w, r, CookieName(id), "", "/g/"+id)
	setKey(w, r, CookieName(id), "", "/")
	setKey(w, r, CookieName(id)+aside, "", "/g/"+id)
}

// setKey sets the cookie of a key, or deletes it if the key is empty.
func setKey(w http.ResponseWriter, r *http.Request, name, key, path string) {
	age := 400 * 24 * time.Hour
	if key == "" {
		age = -time.Second
	}
	http.SetCookie(w, &http.Cookie{Name: name, Value: key, Path: path, MaxAge: int(age.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https"})
}

// idLength is the number of characters of a game's ID.
const idLength = game.IDBytes * 8 / 5

// GameKey is a key of a game that a browser keeps.
type GameKey struct{ Game, Key string }

// Keys returns the keys of games that a browser sends with a request. Some of these games may no
// longer exist.
func Keys(r *http.Request) []GameKey {
	var out []GameKey
	seen := map[string]bool{}
	for _, c := range r.Cookies() {
		id, ok := strings.CutPrefix(c.Name, CookieName(""))
		if ok && len(id) == idLength && !seen[id] && c.Name != languageCookie && c.Value != "" {
			seen[id] = true
			out = append(out, GameKey{id, c.Value})
		}
	}
	return out
}

// KeyOf returns the key of a game that a request contains, or "". For a browser that keeps no
// cookies it is in the address of the page, which is also the referrer of the requests that the
// page sends.
func KeyOf(r *http.Request, id string) string {
	if c, err := r.Cookie(CookieName(id)); err == nil && c.Value != "" {
		return c.Value
	}
	return addressKey(r, id)
}

// addressKey returns the key of a game in the address of a request or, if that has none, of the
// page that sends the request.
func addressKey(r *http.Request, id string) string {
	if key := r.URL.Query().Get("key"); key != "" {
		return key
	}
	from, err := url.Parse(r.Referer())
	at := Outer(r, "/g/"+id)
	if err != nil || from.Host != r.Host || from.Path != at && !strings.HasPrefix(from.Path, at+"/") {
		return ""
	}
	return from.Query().Get("key")
}

// Cookieless reports whether a visitor has a key of a game only in the address.
func Cookieless(r *http.Request, id string) bool {
	_, err := r.Cookie(CookieName(id))
	return err != nil && addressKey(r, id) != ""
}

// keyed keeps the key of a game in the addresses of pages for a browser that keeps no cookies.
// Forms and links of a page have no key in their addresses, but the page itself does.
func keyed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		part := strings.SplitN(strings.TrimPrefix(r.URL.Path, "/g/"), "/", 2)
		page := r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/g/") && strings.Contains(r.Header.Get("Accept"), "text/html")
		if !page || r.URL.Query().Has("key") || len(r.Cookies()) > 0 || addressKey(r, part[0]) == "" {
			next.ServeHTTP(w, r)
			return
		}
		to := *r.URL
		q := to.Query()
		q.Set("key", addressKey(r, part[0]))
		to.RawQuery = q.Encode()
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, to.RequestURI(), http.StatusSeeOther)
	})
}

// Scheme returns the scheme with which the visitor reached the server or its
// proxy.
func Scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// Role returns the role of a visitor in a game: by their key if seats are held by links, or
// else by their account. A visitor who may only watch has the zero role. It returns an error if
// the role cannot be determined, or if a form comes from a page for another role, because the
// visitor has since opened another link of the game, or signed in as someone else.
func (s *Responder) Role(r *http.Request, g *game.Game) (game.Role, error) {
	role, err := s.role(r, g)
	if mine := r.PostForm.Get(MineField); err == nil && mine != "" && mine != Mine(game.Role{}) && mine != Mine(role) {
		return game.Role{}, errNotMine
	}
	return role, err
}

// MineField is the field of a game's forms that names the role for which the page was rendered.
const MineField = "mine"

var errNotMine = game.Refuse(game.Forbidden, message.New("This page is not for the seat that you have in this browser now: another secret link or another account was opened in it. Nothing was sent. Load the page again to see whose seat it is."))

// Mine returns the value of MineField for a role.
func Mine(role game.Role) string {
	if role.Master {
		return "master"
	}
	return strconv.Itoa(role.Seat)
}

func (s *Responder) role(r *http.Request, g *game.Game) (game.Role, error) {
	if g.Hosting.Links {
		if role, err := s.keyRole(r, g.ID); err != nil || role.Takes() {
			return role, err
		}
	}
	a, err := s.Account(r)
	if err != nil || a == nil {
		return game.Role{}, err
	}
	return s.judge.Base.RoleOf(r.Context(), g.ID, a.ID)
}

// keyRole returns the role of a visitor's key. It ignores an invalid key.
func (s *Responder) keyRole(r *http.Request, id string) (game.Role, error) {
	key := KeyOf(r, id)
	if key == "" {
		return game.Role{}, nil
	}
	role, err := s.judge.Lobby.Role(r.Context(), id, key)
	if code := game.ErrorCode(err); code == game.Forbidden || code == game.NotFound {
		return game.Role{}, nil
	}
	return role, err
}

// OnlyWatches reports whether the role may only watch.
func OnlyWatches(role game.Role) bool { return !role.Master && role.Seat == 0 }
