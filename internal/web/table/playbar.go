package table

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"

	"podesta/atlas"
	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// playBar is the additional content of the page of a game against computer players for its
// player.
type playBar struct {
	botgames.PlayState
	ID, Power  string
	For        string // the role that the page is for (see page.Mine)
	Finished   bool
	Link       string          // the address to return to
	Account    bool            // whether the player has signed in
	Cookieless bool            // whether the browser keeps no cookies, so that only the address leads back to the game
	Begun      bool            // whether the player has only just begun, so that the page explains the game
	Others     int             // number of computer players at the start
	Goal       int             // number of cities needed to win
	LastYear   int             // the year after whose fall the game ends; 0 if none
	Last       bool            // whether it is that year
	InTime     bool            // whether the game ended because that year is over
	Wins       message.Message // the full condition for winning, as in the panel of the powers
	Cities     int             // number of the player's cities
	Leader     string          // a power with more cities than the player, and how many
	Leading    int
	Places     []playPlace // the places at the end
	Won        bool        // whether the player has won, perhaps with others
	End        report.End  // how the game ended
	Decided    message.Message
	Onward     []gamepage.NextGame // what to play next
}

// playPlace is the place of a power at the end of a game.
type playPlace struct {
	Place, Cities    int
	Name             string
	Badge            template.HTML
	Won, Gone, Yours bool
}

// stand sets how far the visitor is from winning, or the places at the end of the game.
func (b *playBar) stand(g *game.Game, p *position.Position) {
	b.Goal, b.Wins, b.Others = turn.CitiesNeeded(p, &g.Rules), tableview.Needed(p, &g.Rules), len(g.Setting.Seats)-1
	b.LastYear = g.Rules.LastYear
	b.Last = b.LastYear > 0 && g.Phase.Year >= b.LastYear
	mine := g.Setting.Seats[b.Seat-1]
	for _, seat := range g.Setting.Seats {
		// badges contain no user input
		place := playPlace{Gone: true, Name: g.Setting.Powers[seat[0]].Name, Badge: template.HTML(atlas.Badge(g.Setting.Powers, seat[0]))}
		for _, x := range seat {
			place.Cities += turn.Cities(p, &g.Rules, x)
			place.Won = place.Won || p.Victors.Has(x)
			place.Gone = place.Gone && p.Eliminated.Has(x)
		}
		place.Yours = seat[0] == mine[0]
		switch {
		case place.Yours:
			b.Cities, b.Won = place.Cities, place.Won
		case place.Cities > b.Leading:
			b.Leader, b.Leading = place.Name, place.Cities
		}
		b.Places = append(b.Places, place)
	}
	if b.Leading <= b.Cities {
		b.Leader = ""
	}
	if !g.Finished {
		b.Places = nil
		return
	}
	rank := func(x playPlace) int {
		switch {
		case x.Won:
			return 1000
		case x.Gone:
			return -1
		}
		return x.Cities
	}
	slices.SortStableFunc(b.Places, func(x, y playPlace) int { return cmp.Compare(rank(y), rank(x)) })
	b.InTime = b.End.How == event.ByTime
	for i := range b.Places {
		b.Places[i].Place = i + 1
		if i > 0 && rank(b.Places[i]) == rank(b.Places[i-1]) {
			b.Places[i].Place = b.Places[i-1].Place
		}
	}
	b.Onward = gamepage.Onward(g, b.PlayState)
}

// newPlayBar returns the bar for a position, or nil for an observer.
func (s *Pages) newPlayBar(r *http.Request, g *game.Game, role game.Role, p *position.Position, end report.End) (*playBar, error) {
	st, err := s.Judge.BotGames.PlayState(r.Context(), g.ID)
	if err != nil || role.Seat != st.Seat {
		return nil, err
	}
	key := page.KeyOf(r, g.ID)
	if key == "" {
		return nil, nil
	}
	a, err := s.Account(r)
	bar := &playBar{
		End:       end,
		PlayState: st, ID: g.ID, For: page.Mine(role), Power: gamepage.SeatNames(s.Catalogue(r), g, st.Seat), Finished: g.Finished, Account: a != nil, Cookieless: page.Cookieless(r, g.ID), Begun: g.Number <= 2,
		Link: page.Reached(r) + gamepage.PlayLink(g.ID, key),
	}
	bar.stand(g, p)
	return bar, err
}

// The number of phases of the years that pass while the visitor watches: a year has three
// campaigns, each with its retreats, and a winter.
const (
	phasesOfYear = 7
	phasesToEnd  = 400
)

// playDo runs the commands of the bar.
func (s *Pages) playDo(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	ctx, id := r.Context(), d.g.ID
	var err error
	query := ""
	switch r.PostForm.Get("do") {
	case "leave":
		if r.PostForm.Get("sure") == "" {
			err = game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to leave your power to a computer player."))
		} else {
			err = s.Judge.BotGames.LeavePlay(ctx, id, d.role)
		}
	case "back":
		err = s.Judge.BotGames.BackToPlay(ctx, id, d.role)
		if err == nil {
			s.AwaitBots(ctx, id)
		}
	case "year":
		err = s.Judge.BotGames.WatchPlay(ctx, id, d.role, phasesOfYear)
	case "end":
		err = s.Judge.BotGames.WatchPlay(ctx, id, d.role, phasesToEnd)
	case "rest":
		err = s.Judge.BotGames.WatchPlay(ctx, id, d.role, 0)
	case "keep":
		var a *game.Account
		if a, ok = s.Member(w, r); !ok {
			return
		}
		err = s.Judge.BotGames.KeepPlay(ctx, id, d.role, a.ID)
		query = "done=kept"
	default:
		err = game.Refuse(game.Invalid, message.New("There was nothing to do in this form."))
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	gamepage.ToGame(w, r, id, query)
}
