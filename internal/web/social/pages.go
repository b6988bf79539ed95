// Package social contains the pages by which people come together. They are about invitations,
// friends, followed games, and what other sites show about a game.
package social

import (
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// Pages serves the pages by which people come together.
type Pages struct {
	*gamepage.Base
	pictures page.Cache // pictures of games, for previews
}

// New returns the pages by which people come together.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the pages by which people come together.
func (s *Pages) Routes(mux page.Router) {
	s.HandlePage(mux, "/invite", s.invites)
	s.HandleForms(mux, "/invite", map[string]func(*gamepage.Form) (string, error){
		"invite": s.invite, "uninvite": s.uninvite, "link": s.addLink, "unlink": s.dropLink,
	})
	s.HandlePage(mux, "/share", s.share)
	s.HandleForms(mux, "/share", map[string]func(*gamepage.Form) (string, error){"follow": s.follow, "unfollow": s.unfollow})
	mux.HandleFunc("GET /g/{id}/embed", s.embed)
	mux.HandleFunc("GET /g/{id}/preview/{file}", s.preview)
	mux.HandleFunc("GET /oembed", s.oembedOf)
	mux.HandleFunc("GET /friends", s.friends)
	mux.HandleFunc("POST /friends", s.changeFriends)
	s.HandleForms(mux, "", map[string]func(*gamepage.Form) (string, error){
		"accept": s.accept, "decline": s.decline,
	})
	mux.HandleFunc("POST /g/{id}/rematch", s.rematch)
	mux.HandleFunc("GET /invite/{key}", s.opened)
	mux.HandleFunc("POST /invite/{key}", s.joinByLink)
}
