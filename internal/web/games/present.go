package games

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"podesta/atlas"
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// The limits of the games that every page shows.
const (
	mostPresent = 3  // maximum number shown
	mostLooked  = 12 // maximum number read to find them
)

// present returns the running games of the visitor; games that wait for the visitor come first. On
// a page of a game it contains at most a game that asks the visitor to confirm, so as not to
// distract from the game.
func (s *Pages) present(r *http.Request, here string) (*page.Present, error) {
	a, err := s.Account(r)
	if err != nil {
		return nil, err
	}
	path, _, _ := strings.Cut(here, "?")
	out := &page.Present{}
	inGame := strings.HasPrefix(path, "/g/")
	if a != nil {
		if err := s.presentOf(r, a, out, path); err != nil {
			return nil, err
		}
	}
	if inGame {
		out.Games = nil
		return out, nil
	}
	if err := s.keptGames(r, a, out); err != nil {
		return nil, err
	}
	slices.SortStableFunc(out.Games, func(x, y page.PresentGame) int { return cmp.Compare(truth(y.Urgent), truth(x.Urgent)) })
	if n := len(out.Games) - mostPresent; n > 0 {
		out.Games, out.More = out.Games[:mostPresent], n
	}
	if a == nil {
		out.More = 0
	}
	return out, nil
}

// presentOf adds the games in which an account takes part. The front page and the inbox list them
// anyway, so there, and on the pages of games, only a game that asks for a confirmation is added.
func (s *Pages) presentOf(r *http.Request, a *game.Account, out *page.Present, path string) error {
	ctx, c := r.Context(), s.Catalogue(r)
	shown := path != "/" && path != "/inbox" && !strings.HasPrefix(path, "/g/")
	st, err := s.Judge.Queue.QueueStanding(ctx, a.ID)
	if err != nil {
		return err
	}
	out.Soon = st.Waits
	parts, err := s.Judge.Base.RunningOf(ctx, a.ID)
	if err != nil {
		return err
	}
	slices.Reverse(parts) // puts the latest first
	var ids []string
	for _, p := range parts[:min(len(parts), mostLooked)] {
		if shown || p.Status == game.Forming {
			ids = append(ids, p.Game)
		}
	}
	if err := s.Judge.Base.GatherGames(ctx, ids); err != nil {
		return err
	}
	if err := s.Judge.Base.GatherSeen(ctx, a.ID, ids); err != nil {
		return err
	}
	now, zone := s.Now(), account.Zone(a)
	for _, id := range ids {
		l, err := s.lineOf(ctx, c, id, a, true)
		if s.Judge.Base.LeaveOut(id, err) {
			continue
		}
		if err != nil {
			return err
		}
		out.Soon = out.Soon || l.Forms
		if l.Confirm && (out.Ready == nil || path == "/g/"+id) {
			out.Ready = &page.ReadyGame{ID: id, Name: l.Name, Until: page.DueFrom(l.at, now, zone)}
		}
		if l.ended || !shown {
			continue
		}
		g := page.PresentGame{Href: "/g/" + id, Name: l.Name, Badges: l.Badges, Phase: l.Phase, Urgent: l.Waits()}
		switch {
		case l.Urgent:
			g.Says = page.Say(message.New("your orders"))
		case l.Unread > 0:
			g.Says = page.Say(message.Plural(l.Unread, "{n} unread message", "{n} unread messages"))
		}
		out.Games = append(out.Games, g)
	}
	return nil
}

// keptGames adds the games for which this browser or the visitor's account keeps a seat's key.
func (s *Pages) keptGames(r *http.Request, a *game.Account, out *page.Present) error {
	ctx := r.Context()
	seen := map[string]bool{}
	if a != nil {
		plays, err := s.Judge.BotGames.PlaysOf(ctx, a.ID)
		if err != nil {
			return err
		}
		for _, t := range plays {
			seen[t.Game.ID] = true
			if err := s.keptGame(r, out, t.Game, game.Role{Seat: t.Seat}, gamepage.PlayLink(t.Game.ID, t.Key)); err != nil {
				return err
			}
		}
	}
	for _, k := range page.Keys(r) {
		if seen[k.Game] {
			continue
		}
		role, err := s.Judge.Lobby.Role(ctx, k.Game, k.Key)
		if err == nil {
			var g *game.Game
			if g, err = s.Judge.Base.Game(ctx, k.Game); err == nil {
				err = s.keptGame(r, out, g, role, "/g/"+k.Game)
			}
		}
		switch code := game.ErrorCode(err); {
		case err == nil, code == game.Forbidden, code == game.NotFound, s.Judge.Base.LeaveOut(k.Game, err):
		default:
			return err
		}
	}
	return nil
}

// keptGame adds a game for which the visitor has a key, unless the game has not begun or is over,
// or the key gives no role in it.
func (s *Pages) keptGame(r *http.Request, out *page.Present, g *game.Game, role game.Role, href string) error {
	if page.Ended(g) || role.Public || g.Number == 0 {
		return nil
	}
	l := page.PresentGame{Href: href, Name: g.Name, Phase: page.PhaseTitle(g.Phase)}
	if role.Seat > 0 {
		seats, err := s.Judge.Base.Seats(r.Context(), g.ID)
		if err != nil {
			return err
		}
		seat := seats[role.Seat-1]
		for _, p := range seat.Powers {
			l.Badges = append(l.Badges, template.HTML(atlas.Badge(g.Setting.Powers, p))) // badges contain no user input
		}
		l.Urgent = seat.Owes && !seat.Ready && seat.Bot == ""
	} else {
		l.Urgent = role.Master && g.Solitaire
	}
	if l.Urgent {
		l.Says = page.Say(message.New("your orders"))
	}
	out.Games = append(out.Games, l)
	return nil
}
