package table

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/master"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/scenario"
)

// tablePage is the page of a game: the board or, while the game is forming, the players it
// waits for.
type tablePage struct {
	Place   boardpage.TablePlace
	Head    *gamepage.Head
	Table   *gamePage // nil while the game is forming
	People  *gamepage.People
	As      int // the seat for which a master gives orders; 0 if none
	AsName  string
	Master  *master.View // the master's panel; nil for everyone else
	Places  lobby.Places
	Wishes  wishForm
	Over    string // how the game ended
	Setting string // "The Balance of Power, 1454-1494"
	Powers  []gamepage.PowerChoice
	Stands  *gamepage.News
	Ordered bool // whether the visitor has sent orders

	Edition string        // for a forming game: its edition
	Muster  *musterPanel  // for a forming game: who must confirm; nil if nobody was asked
	Running page.Phrase   // how the game will be run, in sentences
	Bots    []page.Choice // kinds of computer players for its empty seats; empty if the game does not allow them
	Address string        // its public address
	Offer   *lobby.Offer  // the visitor's invitation; nil if there is none
	Invites bool          // whether the visitor may invite people
	Filled  string        // identifies how many seats are taken, for the script
	Free    []struct{}    // its free seats; none if their number is secret
	Start   string        // address of a small map of its start position; empty if the scenario is not built in

	gamepage.Afterwards
}

// musterPanel shows whose confirmation a forming game waits for before it begins.
type musterPanel struct {
	lobby.MusterState
	Until, Ends page.Due
}

// musterPanel returns the panel about confirmations in a game, or nil.
func (s *Pages) musterPanel(r *http.Request, g *game.Game, role game.Role, loc *time.Location) (*musterPanel, error) {
	m, err := s.Judge.Lobby.Muster(r.Context(), g.ID, role)
	if err != nil || m == nil {
		return nil, err
	}
	return &musterPanel{*m, page.DueFrom(m.Until, s.Now(), loc), page.DueFrom(m.Ends, s.Now(), loc)}, nil
}

// wishForm is the form for a player's preferred powers.
type wishForm struct {
	Text   string
	Random bool // whether all powers are dealt at random
	Both   bool // whether * means a power at random
	Chosen bool // whether the scenario lets players choose powers
}

// hosted shows the page of a game.
func (s *Pages) hosted(w http.ResponseWriter, r *http.Request, g *game.Game, role game.Role) {
	pg, err := s.newTablePage(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	name := "table"
	if g.Number == 0 {
		name = "forming"
	}
	s.Page(w, r, http.StatusOK, name, page.Frame{
		Title: g.Name, Game: g.ID, Body: pg, Live: !g.Finished && g.Number > 0, Rev: g.Revision, Preview: gamepage.PreviewOf(g, pg.Places.Missing),
	})
}

func (s *Pages) newTablePage(r *http.Request, g *game.Game, role game.Role) (*tablePage, error) {
	ctx := r.Context()
	pg := &tablePage{Setting: g.Setting.Title}
	var err error
	if pg.Head, err = s.NewHead(r, g, role, ""); err != nil {
		return nil, err
	}
	if pg.People, err = s.People(ctx, g, role); err != nil {
		return nil, err
	}
	if pg.Places, err = s.Judge.Lobby.Places(ctx, g.ID, role); err != nil {
		return nil, err
	}
	if g.Number == 0 {
		pg.Head.State = gamepage.StateWith(g, pg.Places.Missing)
		pg.wishes(g, role)
		pg.Edition, pg.Running, pg.Bots = gamepage.Edition(g.Rules.Preset), gamepage.RunWords(g.Hosting, pg.Head.NoMaster), gamepage.BotChoices(g)
		pg.Address = s.Origin(r) + pg.Head.Base()
		// A scenario file can have the id of a built-in scenario, but not its picture.
		if sc, ok := scenario.Find(g.Setting.Scenario); ok && sc.Title == g.Setting.Title {
			if v, err := sc.Variant(g.Setting.Variant); err == nil {
				pg.Start = "/scenarios/" + sc.ID + "/" + v.ID + ".svg"
			}
		}
		if pg.Muster, err = s.musterPanel(r, g, role, pg.Head.Loc); err != nil {
			return nil, err
		}
		pg.Free = make([]struct{}, max(0, pg.Places.Missing))
		if pg.Filled, err = s.filled(ctx, g.ID, role); err != nil {
			return nil, err
		}
		return pg, s.offered(ctx, pg, g, role)
	}
	writer := role
	if n, _ := strconv.Atoi(r.URL.Query().Get("as")); role.Master && n >= 1 && n <= len(g.Setting.Seats) {
		pg.As, pg.AsName = n, gamepage.SeatNames(s.Catalogue(r), g, n)
		writer = game.Role{Seat: n} // on the player's behalf
	}
	if pg.Table, err = s.gamePage(r, g, role); err != nil {
		return nil, err
	}
	if role.Master && !role.Public {
		if pg.Master, err = s.master.FillView(r, g, role, &master.View{Head: pg.Head, People: pg.People, Panel: true}, pg.Places); err != nil {
			return nil, err
		}
	}
	if pg.As > 0 && !g.Finished {
		if err := s.ordersAs(ctx, s.Catalogue(r), pg, g, writer); err != nil {
			return nil, err
		}
	}
	if err := s.seatRows(ctx, s.Catalogue(r), pg, g, role); err != nil {
		return nil, err
	}
	pg.notices(r.URL.Query())
	if g.Finished || g.Status == game.Over {
		if pg.Over, err = s.Ending(ctx, s.Catalogue(r), g, role); err == nil {
			pg.Afterwards, err = s.Afterwards(ctx, g, role)
		}
	}
	pg.Place = newPlace(g, pg.As, pg.Table)
	return pg, err
}

// offered adds the visitor's invitation to the page of a forming game.
func (s *Pages) offered(ctx context.Context, pg *tablePage, g *game.Game, role game.Role) (err error) {
	if pg.Invites, err = s.Judge.Lobby.MayInvite(ctx, g.ID, role); err != nil {
		return err
	}
	if pg.Head.Me == nil || role.Player || role.Master {
		return nil
	}
	pg.Offer, err = s.Judge.Lobby.Offered(ctx, g.ID, pg.Head.Me.ID)
	return err
}

// ordersAs adds the order boxes of another seat to a master's page.
func (s *Pages) ordersAs(ctx context.Context, l message.Language, pg *tablePage, g *game.Game, writer game.Role) error {
	var err error
	t := pg.Table
	if t.Boxes, err = boardpage.OrderForms(ctx, s.Judge.Clock, l, g, writer); err != nil {
		return err
	}
	t.Writes, t.Refused = len(t.Boxes) > 0, 0
	for _, b := range t.Boxes {
		t.Refused += b.Refused
	}
	return nil
}

// notices confirms the result of the visitor's last orders.
func (pg *tablePage) notices(q url.Values) {
	t := pg.Table
	for _, b := range t.Boxes {
		pg.Ordered = pg.Ordered || b.Text != ""
	}
	if q.Get("saved") == "" {
		return
	}
	pg.Head.Notice = "Your orders are saved."
	if q.Get("done") == "wait" {
		pg.Head.Notice = "Your orders are saved, and the phase is held until the deadline."
	}
	if pg.As > 0 {
		pg.Head.Notice = message.New("The orders of {powers:name} are saved.", message.List{How: message.And, Of: gamepage.ArgsOfSeats(pg.Table.Game, pg.As)})
	}
	if t.Refused > 0 {
		t.Warning = page.Say(message.Plural(t.Refused, "{n} line could not be used. Everything is saved, but until they are mended or taken out the orders do not count as complete.", "{n} lines could not be used. Everything is saved, but until they are mended or taken out the orders do not count as complete."))
	}
}

// wishes fills in the form for preferred powers.
func (pg *tablePage) wishes(g *game.Game, role game.Role) {
	pg.Wishes = wishForm{Random: g.Hosting.Preferences == hosting.PreferRandom, Both: g.Hosting.Preferences == hosting.PreferBoth}
	for _, p := range pg.People.Players {
		if p.You {
			pg.Wishes.Text = p.Wishes
		}
	}
	pg.Powers = gamepage.PowerChoices(g)
}

// seatRows adds the players and the states of their seats to the table of powers. About other
// seats it shows only what is public.
func (s *Pages) seatRows(ctx context.Context, l message.Language, pg *tablePage, g *game.Game, role game.Role) error {
	states, err := s.Judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		return err
	}
	seats, err := s.Judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return err
	}
	who := map[int]gamepage.Person{}
	for _, p := range pg.People.Players {
		who[p.Seat] = p
	}
	vacant := map[int]bool{}
	for _, n := range pg.Places.Vacant {
		vacant[n] = true
	}
	for i := range pg.Table.Powers {
		row := &pg.Table.Powers[i]
		row.Player, row.State, row.Done = "", message.Message{}, true
		for _, seat := range seats {
			n := seat.Number
			if n > len(states) || !gamepage.HasPower(g, seat.Powers, row.Letter) {
				continue
			}
			row.Player, row.Reliability, row.Seat = who[n].Name, who[n].Reliability, n
			if seat.Bot != "" {
				row.Player, row.Reliability = seat.Player, ""
			}
			row.Vacant = vacant[n]
			row.State, row.Done = gamepage.SeatWords(g, seat, states[n-1], role)
		}
	}
	pg.Stands, err = s.NewsFor(ctx, l, g, role, states)
	return err
}

// SignInToTakeOver is the label of the link that leads to the open seats.
func (pg *tablePage) SignInToTakeOver() message.Message {
	open := message.List{How: message.And}
	for _, p := range pg.Table.Powers {
		if p.Vacant {
			open.Of = append(open.Of, message.Power{Name: p.Name})
		}
	}
	return message.New("Sign in to take over {powers}", open)
}

// Taken returns the number of seats with a player in a forming game.
func (pg *tablePage) Taken() int { return pg.Places.Seats - pg.Places.Missing }

// newPlace returns the addresses of a game. The parameter as is the seat for which a master gives
// orders, or 0.
func newPlace(g *game.Game, as int, t *gamePage) boardpage.TablePlace {
	base := "/g/" + g.ID
	p := boardpage.TablePlace{Base: base, Data: base + "/table.json", Orders: base + "/orders", Check: base + "/check", Keep: g.ID, Mode: "ready"}
	if as > 0 {
		p.Data += "?as=" + url.QueryEscape(strconv.Itoa(as))
		p.Keep += "-" + strconv.Itoa(as)
	}
	if !g.Finished {
		p.Live = base + "/live"
	}
	switch {
	case g.Solitaire:
		p.Mode = "process"
	case !g.Hosting.OnReady:
		p.Mode = "go"
	}
	if t == nil {
		return p
	}
	for _, x := range []struct {
		name, title string
		has         bool
	}{
		{"orders", "Orders", t.Writes},
		{"treasury", "Treasury", t.Writes && g.Rules.Money},
		{"letters", "Messages", gamepage.HasLetters(g)},
		{"results", "Results", true},
		{"powers", "Powers", true},
		{"rules", "Rules", true},
		{"master", "Master", t.Role.Master && !t.Role.Public},
	} {
		if x.has {
			p.Panels = append(p.Panels, boardpage.PanelTab{Name: x.name, Title: x.title})
		}
	}
	return p
}

// IsReady reports whether the visitor has marked their seat ready, so that the
// game no longer waits for it.
func (pg *tablePage) IsReady() bool {
	if pg.Head.Hosting.OnReady {
		return pg.Table.Ready
	}
	return !pg.Head.Mine.Wait && !pg.Head.Mine.Ordered.IsZero()
}

// withPanel returns the page of a game with the master's panel.
func (s *Pages) withPanel(r *http.Request, g *game.Game, role game.Role) (board any, panel *master.View, err error) {
	pg, err := s.newTablePage(r, g, role)
	if err != nil {
		return nil, nil, err
	}
	return pg, pg.Master, nil
}
