package table

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
	"podesta/view"
)

// gamePage is the page of a game's current phase, for the visitor's role.
type gamePage struct {
	*game.Game
	Role      game.Role
	Mine      string // the powers of the visitor's seat
	Player    string
	Ready     bool
	Scenario  string
	Edition   string
	Map       string // address of the map
	PhaseName message.Message
	Time      *timeline
	Powers    []PowerRow
	Needed    message.Message // what wins: "To win: 15 cities and 2 home countries"
	Boxes     []OrderForm
	Troubles  []Chapter         // famine, rebellions, sieges
	Opening   []message.Message // the events before the first phase
	First     page.Phrase       // the purpose of the winter before the first campaign; empty in other phases
	Rolls     []roll            // set by the master for this phase
	Writes    bool              // the visitor writes orders
	Refused   int
	Owing     int             // boxes that still owe something
	Idle      message.Message // what a unit without an order does
	Before    *digest
	Links     []link
	Notice    string
	Warning   page.Phrase
	Anyway    string // what the visitor may do although lines were refused: ready or process
	Due       page.Due
	Howto     HowTo
	Seven     *playBar // for the visitor of a game against computer players
}

// digest describes a processed phase: in brief, by the results of the visitor's
// own orders, and step by step.
type digest struct {
	Title    message.Message
	Headline message.Message
	Href     string
	Own      []PowerOrders
	Lands    []message.Message // what the visitor's powers have gained and lost, in sentences
	Steps    []StoryStep
	Data     string    // address of the data with which the script plays it
	Then     []*digest // later phases in which the visitor had no orders to give
}

// link is a secret link of a seat.
type link struct {
	Label       message.Message
	State       page.Phrase
	Player, URL string
}

// game shows a game's current phase. It first moves a key in the address to a
// cookie.
func (s *Pages) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	g, err := s.judge.Game(r.Context(), id)
	if game.ErrorCode(err) == game.NotFound {
		if found, e := s.judge.FindGame(r.Context(), id); e == nil { // by its name
			http.Redirect(w, r, "/g/"+found.ID, http.StatusSeeOther)
			return
		}
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if key := r.URL.Query().Get("key"); key != "" && g.Hosting.Links {
		if _, err := s.judge.Role(r.Context(), id, key); err != nil {
			w.Header().Set("Cache-Control", "no-store")
			s.Fail(w, r, http.StatusForbidden, "This link does not work", "The key in this address does not open a seat in this game. It may have been cut off when it was copied: use the whole link.", nil)
			return
		}
		page.KeepKey(w, r, id, key)
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/g/"+id, http.StatusSeeOther)
		return
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if !page.OnlyWatches(role) {
		w.Header().Set("Cache-Control", "no-store")
	}
	s.hosted(w, r, g, role)
}

// gamePage collects the content of a game's page.
func (s *Pages) gamePage(r *http.Request, g *game.Game, role game.Role) (*gamePage, error) {
	ctx := r.Context()
	ph, err := s.judge.Current(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	seats, err := s.judge.Seats(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	now, number := ph.Before, ph.Number
	if ph.After != nil { // the game is over: the final position
		now, number = ph.After, ph.Number+1
	}
	pg := &gamePage{
		Game: g, Role: role, PhaseName: page.PhaseTitle(g.Phase), Due: page.NewDue(g.Deadline),
		Scenario: g.Setting.Title, Edition: Edition(g.Rules.Preset),
		Map:    "/g/" + g.ID + "/map/" + strconv.Itoa(number) + ".svg?rev=" + strconv.Itoa(g.Revision),
		Needed: Needed(now, &g.Rules), Howto: NewHowTo(&g.Rules),
	}
	if pg.Time, err = s.timeline(ctx, g, role, number); err != nil {
		return nil, err
	}
	if g.Play {
		if pg.Seven, err = s.newPlayBar(r, g, role, now); err != nil {
			return nil, err
		}
	}
	if !g.Finished && (pg.Seven == nil || pg.Seven.Playing) {
		if pg.Boxes, err = s.OrderForms(ctx, s.Catalogue(r), g, role); err != nil {
			return nil, err
		}
	}
	pg.Writes = len(pg.Boxes) > 0
	pg.Idle = Idle(g)
	for _, b := range pg.Boxes {
		pg.Refused += b.Refused
		if b.Owes != "" {
			pg.Owing++
		}
	}
	if pg.Writes {
		pg.Map += "&mine=1"
	}
	past, err := s.chronicle(ctx, g, true)
	if err != nil {
		return nil, err
	}
	pg.Powers = PowerRows(g, now, true, seats, role, past)
	pg.Troubles = Troubles(now)
	if number == 1 {
		if pg.Opening, err = s.opening(ctx, g, role); err != nil {
			return nil, err
		}
	}
	if now.Opening {
		pg.First = page.Say(report.FirstWinter())
	}
	for _, name := range slices.Sorted(maps.Keys(ph.Given)) {
		pg.Rolls = append(pg.Rolls, roll{name, ph.Given[name]})
	}
	for _, seat := range seats {
		if seat.Number == role.Seat {
			pg.Player, pg.Ready = seat.Player, seat.Ready
			pg.Mine = powerNames(g, seat)
		}
	}
	if number > 1 {
		if pg.Before, err = s.lately(ctx, g, number-1, g.View(role)); err != nil {
			return nil, err
		}
	}
	if role.Master && !g.Solitaire && g.Hosting.Links {
		if pg.Links, err = s.links(r, g, seats); err != nil {
			return nil, err
		}
	}
	pg.notices(r.URL.Query())
	return pg, nil
}

// Needed returns what wins: "To win: 15 cities and 2 home countries".
func Needed(p *position.Position, r *rules.Set) message.Message {
	n := turn.CitiesNeeded(p, r)
	cities := message.Plural(n, "{n} city", "{n} cities")
	m := message.New("To win: {cities}", cities)
	switch homes := turn.HomesNeeded(r, n); {
	case r.VictoryAllOwnHomeCities:
		m = message.New("To win: hold {cities}, including all your home cities", cities)
	case homes > 0 && turn.ForeignHomes(r):
		m = message.New("To win: {cities} and {homes}", cities, message.Plural(homes, "{n} foreign home country", "{n} foreign home countries"))
	case homes > 0:
		m = message.New("To win: {cities} and {homes}", cities, message.Plural(homes, "{n} home country", "{n} home countries"))
	}
	if r.LastYear > 0 {
		m = message.New("{goal}, or the most cities after the fall of {year}", m, message.Number(r.LastYear))
	}
	return m
}

// Idle says what a unit without an order does in the current phase.
func Idle(g *game.Game) message.Message {
	switch {
	case g.Phase.Step == machiavelli.Retreats && g.Rules.UnorderedRetreat == rules.JudgePicks:
		return message.New("The judge chooses a retreat for a unit without an order.")
	case g.Phase.Step == machiavelli.Retreats:
		return message.New("A unit without an order is disbanded.")
	case g.Phase.Step == machiavelli.Orders:
		return message.New("A unit without an order holds.")
	case g.Rules.Money && g.Rules.UnorderedUnitInWinter == rules.WinterDisband:
		return message.New("A unit without an order is disbanded.")
	case g.Rules.Money:
		return message.New("A unit without an order is kept while the money lasts.")
	}
	return message.New("Units that your cities cannot support are removed, the oldest first.")
}

// notices confirms the result of the visitor's last form.
func (pg *gamePage) notices(q url.Values) {
	if q.Get("saved") != "" {
		pg.Notice = "Saved."
	}
	if then := q.Get("refused"); then == "ready" || then == "process" {
		pg.Notice, pg.Anyway = "", then
		pg.Warning = page.Say(message.New("Everything is saved. Read the warnings below, then change your orders or continue anyway."))
	}
	if pg.Anyway != "" && pg.Refused > 0 {
		pg.Warning = page.Say(message.Plural(pg.Refused, "{n} line could not be used. Everything is saved; mend the red lines, or go on without them.", "{n} lines could not be used. Everything is saved; mend the red lines, or go on without them."))
	}
	switch q.Get("done") {
	case "name":
		pg.Notice = "Your name is now shown in the game."
	case "kept":
		pg.Notice = "The game is saved to your account: you can find it under Play against computer players."
	case "new":
		pg.Notice = "The game is ready."
	}
}

// lookBack is the number of phases without the visitor that are described.
const lookBack = 4

// lately describes the last processed phase. For a player it is the last one in
// which they had orders to give, if that is recent, with the later ones: phases
// pass by themselves for players without orders to give.
func (s *Pages) lately(ctx context.Context, g *game.Game, number int, eyes view.View) (*digest, error) {
	last, err := s.digest(ctx, g, number, eyes)
	if err != nil || eyes.Powers == 0 || eyes.Master {
		return last, err
	}
	for d, then := last, []*digest(nil); ; {
		if len(d.Own) > 0 {
			d.Then = then
			return d, nil
		}
		then = append([]*digest{d}, then...)
		if number--; number < 1 || len(then) > lookBack {
			return last, nil
		}
		if d, err = s.digest(ctx, g, number, eyes); err != nil {
			return nil, err
		}
	}
}

// digest describes a processed phase as far as a view allows.
func (s *Pages) digest(ctx context.Context, g *game.Game, number int, eyes view.View) (*digest, error) {
	ph, err := s.judge.Phase(ctx, g.ID, number)
	if err != nil {
		return nil, err
	}
	seen, t := eyes.Events(ph.Events), report.New(g.Setting)
	d := &digest{
		Title:    message.New("{phase}", message.Phase(ph.Phase)),
		Headline: t.Headline(seen),
		Href:     "/g/" + g.ID + "/p/" + strconv.Itoa(number),
	}
	if !g.Solitaire {
		seats, err := s.judge.Seats(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		for _, o := range OrdersByPower(g, t, seen, GameRules(g.ID), ownLines(g, ph, seats, eyes.Powers)...) {
			if eyes.Powers.Has(o.Power) {
				d.Own = append(d.Own, o)
			}
		}
		for _, e := range seen {
			if e, ok := e.(event.Control); ok && (eyes.Powers.Has(e.From) || eyes.Powers.Has(e.To)) {
				if text := t.ChangesFor(eyes.Powers, seen, e); !text.IsZero() {
					d.Lands = append(d.Lands, text)
				}
			}
		}
	}
	if ph.After != nil {
		d.Steps = StorySteps(GameRules(g.ID), replay.Steps(ph.Before, ph.After, seen, &g.Rules))
		d.Data = d.Href + "/steps.json"
	}
	return d, nil
}

// roll is a roll of the dice with its name.
type roll struct {
	Name  string
	Value int
}

// opening describes the events before the first phase.
func (s *Pages) opening(ctx context.Context, g *game.Game, role game.Role) ([]message.Message, error) {
	all, err := s.judge.Opening(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	var out []message.Message
	t := report.New(g.Setting)
	for _, e := range g.View(role).Events(all) {
		if e, ok := e.(event.Adjusted); ok && e.Verdict == event.Succeeded { // every unit of the set-up is paid
			continue
		}
		if text := t.Sentence(e); !text.IsZero() {
			out = append(out, text)
		}
	}
	return out, nil
}

// seatState describes how far a seat is with its orders, in a game that waits
// for everyone to be ready.
func seatState(g *game.Game, seat game.Seat) (says message.Message, done bool) {
	switch {
	case g.Finished:
		return says, true
	case seat.Ready:
		return message.New("ready"), true
	case seat.Given:
		return message.New("orders in"), true
	case !seat.Owes:
		return message.New("nothing to do"), true
	default:
		return message.New("waiting"), false
	}
}

// links returns the secret links of the seats, for the master to distribute.
func (s *Pages) links(r *http.Request, g *game.Game, seats []game.Seat) ([]link, error) {
	keys, err := s.judge.Keys(r.Context(), g.ID)
	if err != nil {
		return nil, err
	}
	base := page.Scheme(r) + "://" + r.Host + "/g/" + g.ID + "?key="
	out := []link{{Label: message.New("Master (you)"), URL: base + url.QueryEscape(keys.Master)}}
	for _, seat := range seats {
		if seat.Number < 1 || seat.Number > len(keys.Seats) {
			continue
		}
		state, _ := seatState(g, seat)
		out = append(out, link{Label: message.New("{powers:name}", message.List{How: message.And, Of: argsOfSeats(g, seat.Number)}), Player: seat.Player, URL: base + url.QueryEscape(keys.Seats[seat.Number-1]), State: page.Say(state)})
	}
	return out, nil
}
