package page

import (
	"html/template"
	"net/http"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Present is what all pages show first: the running games of the visitor, whether
// they have an account or only the key of a seat.
type Present struct {
	Games []PresentGame
	More  int        // number of games that are not listed
	Ready *ReadyGame // the game that waits for the visitor's confirmation; nil if there is none
	Soon  bool       // whether a game may begin at any moment, so that the page asks often
	Here  string     // the page's address
}

// PresentGame is a running game of the visitor.
type PresentGame struct {
	Href, Name string
	Badges     []template.HTML
	Phase      message.Message
	Says       Phrase // what is missing from the visitor; may be empty
	Urgent     bool   // whether the game waits for it
}

// ReadyGame is a game that begins as soon as all its players have confirmed.
type ReadyGame struct {
	ID, Name string
	Until    Due
}

// FindPresent sets the function that finds a visitor's games for the page whose address is here.
func (s *Responder) FindPresent(find func(r *http.Request, here string) (*Present, error)) {
	s.present = find
}

// presentAt returns the games of a visitor for a page. If they cannot be read, the page is
// shown without them.
func (s *Responder) presentAt(r *http.Request, here string) *Present {
	v := s.Visit(r)
	if s.present == nil || v.Err != nil || v.Account == nil && len(Keys(r)) == 0 {
		return nil
	}
	p, err := s.present(r, here)
	if err != nil {
		if r.Context().Err() == nil {
			s.log.Error("the games of a visitor cannot be read", "error", err)
		}
		return nil
	}
	p.Here = here
	return p
}

// ServePresent sends the visitor's games to a page that is already open.
func (s *Responder) ServePresent(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	text, err := s.Fragment(r, "present", s.presentAt(r, Local(r.URL.Query().Get("at"), "/")))
	if err != nil {
		s.unwritten(w, "present", err)
		return
	}
	_, _ = w.Write([]byte(text))
}

// takeAlong adds the games against computer players that a visitor began in this browser without an
// account to the account that signs in.
func (s *Responder) takeAlong(r *http.Request, account string) {
	ctx := r.Context()
	for _, k := range Keys(r) {
		st, err := s.judge.BotGames.PlayState(ctx, k.Game)
		if err != nil || st.Kept {
			continue
		}
		role, err := s.judge.Lobby.Role(ctx, k.Game, k.Key)
		if err == nil && role == (game.Role{Seat: st.Seat}) {
			err = s.judge.BotGames.KeepPlay(ctx, k.Game, role, account)
		}
		if err != nil && game.ErrorCode(err) == game.Internal {
			s.log.Error("a game of a visitor was not saved to the account", "game", k.Game, "error", err)
		}
	}
}
