package page

import (
	"net/http"
	"slices"
	"strings"

	"podesta/internal/account"
)

// themeCookie holds the theme that a visitor has chosen.
const themeCookie = "podesta-theme"

// asSystem is the choice to follow the system of the device.
const asSystem = "system"

// themes lists the themes that a visitor can choose.
var themes = []string{asSystem, "light", "dark"}

// theme returns the theme that the sender of a request has chosen: "light", "dark", or "" for the
// theme of their system. The choice stored with the account has priority over the one stored in the
// browser.
func (s *Responder) theme(r *http.Request) string {
	chosen := ""
	if c, err := r.Cookie(themeCookie); err == nil {
		chosen = c.Value
	}
	if a := s.Visit(r).Account; a != nil {
		if wishes, err := account.ReadWishes(a); err == nil && wishes.Theme != "" {
			chosen = wishes.Theme
		}
	}
	if chosen == asSystem || !slices.Contains(themes, chosen) {
		return ""
	}
	return chosen
}

// SetTheme saves the theme that a visitor chose, in their browser and, if they are signed in, with
// their account.
func (s *Responder) SetTheme(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	theme := r.PostForm.Get("theme")
	if !slices.Contains(themes, theme) {
		s.Fail(w, r, http.StatusUnprocessableEntity, "There is no such theme", "Choose one of the themes at the foot of the page.", nil)
		return
	}
	a, err := s.Account(r)
	if err == nil && a != nil {
		err = s.judge.Users.SetTheme(r.Context(), a.ID, theme)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: themeCookie, Value: theme, Path: "/", MaxAge: int(languageTime.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Scheme(r) == "https",
	})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, Local(r.PostForm.Get("next"), "/"), http.StatusSeeOther)
}

// nightQuery is the media query under which templates show dark colours. It contains quotation
// marks that no text by a visitor can contain unescaped.
const nightQuery = "(prefers-color-scheme: dark)"

// themed replaces the media queries for the system's theme in a page by the theme that the
// visitor has chosen.
var themed = map[string]*strings.Replacer{
	"light": strings.NewReplacer(
		`media="`+nightQuery+`"`, `media="not all"`,
		`media="(max-width: 600px) and `+nightQuery+`"`, `media="not all"`,
		`/drawing.css">`, `/drawing.css?night=0">`,
	),
	"dark": strings.NewReplacer(
		`media="`+nightQuery+`"`, `media="all"`,
		`media="(max-width: 600px) and `+nightQuery+`"`, `media="(max-width: 600px)"`,
		`/drawing.css">`, `/drawing.css?theme=dark">`,
	),
}

// inTheme returns a page as visitors who have chosen a theme see it.
func inTheme(page []byte, theme string) []byte {
	if t := themed[theme]; t != nil {
		return []byte(t.Replace(string(page)))
	}
	return page
}
