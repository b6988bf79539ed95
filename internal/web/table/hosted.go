package table

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"podesta/atlas"
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// tablePage is the page of a game: the board, or, while the game forms, the
// players for whom it waits.
type tablePage struct {
	Place   TablePlace
	Head    *tableHead
	Table   *gamePage // nil while the game forms
	People  *people
	As      int // the seat for which a master gives orders; 0: none
	AsName  string
	Master  *masterView // the master's panel; nil for others
	Places  lobby.Places
	Wishes  wishForm
	Over    string // how the game ended
	Setting string // "The Balance of Power, 1454-1494"
	Powers  []powerChoice
	Stands  *tableNews
	Ordered bool // the visitor has sent orders

	Edition string        // of a game that forms
	Running page.Phrase   // how the game will be run, in sentences
	Bots    []page.Choice // kinds of computer players for its empty seats; empty if the game does not allow them
	Address string        // its public address
}

// HowTo determines which sections on writing orders are shown.
type HowTo struct{ Money, Murders, Loans bool }

// NewHowTo returns the sections on orders that a game with these rules needs.
func NewHowTo(r *rules.Set) HowTo { return HowTo{r.Money, r.Assassinations, r.BankLoans} }

// powerChoice is a power that a player can prefer.
type powerChoice struct {
	Letter, Name string
	Badge        template.HTML
}

// wishForm is the form for a player's preferred powers.
type wishForm struct {
	Text   string
	Random bool // all powers are dealt at random
	Both   bool // * means a power at random
	Chosen bool // the scenario lets players choose powers
}

// people lists who takes part in a game.
type people struct {
	Masters, Players, Observers, Asking []personRow
	Hidden                              bool // the names of players are hidden here
}

// personRow is a person in a game, as far as the visitor may know.
type personRow struct {
	Name, Powers, Reliability string
	Wishes, Account           string
	Seat                      int
	You                       bool
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
	s.Page(w, r, http.StatusOK, name, page.Frame{Title: g.Name, Game: g.ID, Body: pg, Live: !g.Finished && g.Number > 0, Rev: g.Revision})
}

func (s *Pages) newTablePage(r *http.Request, g *game.Game, role game.Role) (*tablePage, error) {
	ctx := r.Context()
	pg := &tablePage{Setting: g.Setting.Title}
	var err error
	if pg.Head, err = s.head(r, g, role, ""); err != nil {
		return nil, err
	}
	if pg.People, err = s.people(ctx, g, role); err != nil {
		return nil, err
	}
	if pg.Places, err = s.judge.Places(ctx, g.ID, role); err != nil {
		return nil, err
	}
	if g.Number == 0 {
		pg.wishes(g, role)
		pg.Edition, pg.Running, pg.Bots = Edition(g.Rules.Preset), runWords(g.Hosting, pg.Head.NoMaster), botChoices(g)
		pg.Address = page.Scheme(r) + "://" + r.Host + pg.Head.Base()
		return pg, nil
	}
	writer := role
	if n, _ := strconv.Atoi(r.URL.Query().Get("as")); role.Master && n >= 1 && n <= len(g.Setting.Seats) {
		pg.As, pg.AsName = n, seatNames(g, n)
		writer = game.Role{Seat: n} // on the player's behalf
	}
	if pg.Table, err = s.gamePage(r, g, role); err != nil {
		return nil, err
	}
	if role.Master && !role.Public {
		if pg.Master, err = s.masterView(r, g, role, &masterView{Head: pg.Head, People: pg.People, Panel: true}, pg.Places); err != nil {
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
		pg.Over, err = s.ending(ctx, g, role)
	}
	pg.Place = newPlace(g, pg.As, pg.Table)
	return pg, err
}

// ordersAs adds the order boxes of another seat to a master's page.
func (s *Pages) ordersAs(ctx context.Context, l message.Language, pg *tablePage, g *game.Game, writer game.Role) error {
	var err error
	t := pg.Table
	if t.Boxes, err = s.OrderForms(ctx, l, g, writer); err != nil {
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
		pg.Head.Notice = message.New("The orders of {powers:name} are saved.", message.List{How: message.And, Of: argsOfSeats(pg.Table.Game, pg.As)})
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
	for i, p := range g.Setting.Powers {
		power := machiavelli.Power(i)
		if power == machiavelli.Nobody || g.Setting.Absent.Has(power) {
			continue
		}
		pg.Powers = append(pg.Powers, powerChoice{string(rune(p.Letter)), p.Name, template.HTML(atlas.Badge(g.Setting.Powers, power))}) // the badge consists of constants
	}
}

// people lists who takes part in a game.
func (s *Pages) people(ctx context.Context, g *game.Game, role game.Role) (*people, error) {
	all, err := s.judge.Roster(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	reliable, err := s.reliabilities(ctx, g, role)
	if err != nil {
		return nil, err
	}
	out := &people{Hidden: !g.View(role).SeesNames()}
	for _, p := range all {
		if p.Former {
			continue
		}
		row := personRow{Name: p.Name, Seat: p.Seat, Wishes: p.Preferences, You: role.Account != "" && p.Account == role.Account}
		if role.Master {
			row.Account = p.Account
		}
		if g.Number > 0 {
			row.Powers = seatNames(g, p.Seat)
		}
		switch {
		case p.Kind == game.Master:
			out.Masters = append(out.Masters, row)
		case p.Kind == game.Observer:
			out.Observers = append(out.Observers, row)
		case p.Waits > 0:
			row.Seat, row.Powers = p.Waits, seatNames(g, p.Waits)
			out.Asking = append(out.Asking, row)
		default:
			if p.Name != "" {
				row.Reliability = reliable[p.Name]
			}
			out.Players = append(out.Players, row)
		}
	}
	return out, nil
}

// reliabilities returns the reliability of a game's players by name. Those of
// hidden players are shown only to masters.
func (s *Pages) reliabilities(ctx context.Context, g *game.Game, role game.Role) (map[string]string, error) {
	out := map[string]string{}
	if !g.View(role).SeesNames() {
		return out, nil
	}
	members, err := s.judge.Members(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if m.Kind != game.Player || !m.Left.IsZero() {
			continue
		}
		a, err := s.judge.Account(ctx, m.Account)
		if err != nil {
			return nil, err
		}
		k, err := account.ReadRecord(a)
		if err != nil {
			return nil, err
		}
		if score := k.Outcomes.Score(); score.Known {
			out[a.Name] = strconv.Itoa(score.Percent) + "%"
		} else {
			out[a.Name] = "new"
		}
	}
	return out, nil
}

// seatRows adds the players and the states of their seats to the table of
// powers. Of other seats it shows only what is public.
func (s *Pages) seatRows(ctx context.Context, l message.Language, pg *tablePage, g *game.Game, role game.Role) error {
	states, err := s.judge.States(ctx, g.ID, role)
	if err != nil {
		return err
	}
	seats, err := s.judge.Seats(ctx, g.ID)
	if err != nil {
		return err
	}
	who := map[int]personRow{}
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
			if n > len(states) || !names(g, seat.Powers, row.Letter) {
				continue
			}
			row.Player, row.Reliability, row.Seat = who[n].Name, who[n].Reliability, n
			if seat.Bot != "" {
				row.Player, row.Reliability = seat.Player, ""
			}
			row.Vacant = vacant[n]
			row.State, row.Done = seatWords(g, seat, states[n-1], role)
		}
	}
	pg.Stands, err = s.newsFor(ctx, l, g, role, states)
	return err
}

// names reports whether one of the powers has the letter.
func names(g *game.Game, powers []machiavelli.Power, letter string) bool {
	for _, p := range powers {
		if string(rune(g.Setting.Powers[p].Letter)) == letter {
			return true
		}
	}
	return false
}

// seatWords describes the state of a seat, as far as the role may know it: only
// its player and masters see whether it has sent orders.
func seatWords(g *game.Game, seat game.Seat, st game.SeatState, role game.Role) (says message.Message, done bool) {
	says, done = seatPhase(g, seat, st, role)
	if g.Finished || g.Hosting.OnReady || st.LateCount == 0 {
		return says, done
	}
	late := message.Plural(st.LateCount, "late {n} time", "late {n} times")
	if says.IsZero() {
		return late, done
	}
	return message.New("{state}, {late}", says, late), done
}

// seatPhase describes the state of a seat in the current phase.
func seatPhase(g *game.Game, seat game.Seat, st game.SeatState, role game.Role) (says message.Message, done bool) {
	switch {
	case g.Finished:
		return says, true
	case g.Hosting.OnReady:
		return seatState(g, seat)
	case st.Disorder:
		return message.New("civil disorder"), false
	case st.Abandoned:
		return message.New("no player"), false
	case role.Master || role.Seat == seat.Number:
		says, owed := ownState(seat, st)
		if role.Master && st.Complete && st.Wait {
			says = message.New("orders in, waiting for the deadline")
		}
		return says, !owed
	case st.Late && st.Covered:
		return message.New("late, with errors"), false
	case st.Late:
		return message.New("late"), false
	case st.Awaited:
		return message.New("awaited"), false
	}
	return says, true
}

// ending describes how a game ended.
func (s *Pages) ending(ctx context.Context, g *game.Game, role game.Role) (string, error) {
	entries, err := s.lastEntries(ctx, g, role, 0, 200)
	if err != nil {
		return "", err
	}
	for i := len(entries.list) - 1; i >= 0; i-- {
		if n, ok := noticeOf(&entries.list[i]); ok {
			switch n.Topic {
			case journal.TopicVictory, journal.TopicDraw, journal.TopicConcession, journal.TopicTerminated:
				return n.Text, nil
			}
		}
	}
	return "", nil
}

// Vacant names the powers that can be taken over.
func (pg *tablePage) Vacant() []string {
	var names []string
	for _, p := range pg.Table.Powers {
		if p.Vacant {
			names = append(names, p.Name)
		}
	}
	return names
}

// Taken returns the number of seats with a player in a game that forms.
func (pg *tablePage) Taken() int { return pg.Places.Seats - pg.Places.Missing }
