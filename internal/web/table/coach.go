package table

import (
	"context"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// mostAdvice is the maximum number of sentences from the coach at a time.
const mostAdvice = 2

// schooldays is the number of phases in which the coach explains what happens for
// the first time.
const schooldays = 16

// advice is something that the coach says, with the order that it refers to, if any.
type advice struct {
	Text  message.Message
	Power string // id of the power that gives the order
	Unit  string // the key of the unit in the table's data
	Line  string // the order; empty if there is none
	Deed  message.Message
}

// situation is what the coach knows.
type situation struct {
	p     *position.Position // the present position, including a master's changes
	last  *position.Position // the position before the last phase; nil in the first one
	g     *game.Game
	power machiavelli.Power
	solo  bool // whether computer players hold all other seats
	t     report.Teller
	past  []*game.Phase // the game's phases so far, if the coach may teach the player from them
}

// counsel is a condition and what the coach says if it holds: nothing, or some advice.
type counsel struct {
	solo bool // not in games between people, because it reveals more than the rules do
	says func(s *situation) []advice
}

// counsels lists everything that the coach can say, the most urgent first.
var counsels = []counsel{
	{solo: true, says: lesson},
	{says: upshots},
	{solo: true, says: beginning},
	{solo: true, says: outnumbered},
	{solo: true, says: winter},
}

// coach returns what the coach says to the player of a seat at the beginning of a phase: what
// follows from the last one, and what is about to happen. It says nothing to observers and masters,
// after the end of the game, in games in which one visitor plays all powers, and in games between
// people whose host does not want it.
func (s *Pages) coach(ctx context.Context, g *game.Game, role game.Role, seats []game.Seat, now *position.Position, number int) ([]advice, error) {
	solo := hinted(seats, role)
	if g.Finished || role.Seat == 0 || role.Master || g.Solitaire || !solo && g.Hosting.NoCoach || role.Seat > len(g.Setting.Seats) {
		return nil, nil
	}
	x := situation{p: now, g: g, solo: solo, t: report.New(g.Setting)}
	if number > 1 {
		ph, err := s.Judge.Base.Phase(ctx, g.ID, number-1)
		if err != nil {
			return nil, err
		}
		x.last = ph.Before
	}
	if solo && number <= schooldays {
		for n := 1; n < number; n++ {
			ph, err := s.Judge.Base.Phase(ctx, g.ID, n)
			if err != nil {
				return nil, err
			}
			x.past = append(x.past, ph)
		}
	}
	var out []advice
	for _, c := range counsels {
		for _, x.power = range g.Setting.Seats[role.Seat-1] {
			if c.solo && !solo || now.Eliminated.Has(x.power) {
				continue
			}
			for _, a := range c.says(&x) {
				if len(out) < mostAdvice {
					out = append(out, a)
				}
			}
		}
	}
	return out, nil
}

// lesson explains what has happened for the first time in the last phase.
func lesson(s *situation) []advice {
	pupil := botgames.Pupil{Power: s.power}
	var text message.Message
	for _, ph := range s.past {
		text = pupil.Learn(ph.After, ph.Events)
	}
	if text.IsZero() {
		return nil
	}
	return []advice{{Text: text}}
}

// upshots describes the consequences of the last phase.
func upshots(s *situation) []advice {
	if s.last == nil {
		return nil
	}
	var out []advice
	for _, u := range turn.Upshots(s.last, s.p, &s.g.Rules, s.power) {
		a := advice{Text: u.Text}
		if f := s.p.Field(u.At); u.Order != "" && f >= 0 {
			unit := &s.p.Units[f]
			o := order.Order{Kind: order.Besiege, Unit: order.Unit{Type: unit.Type, At: unit.At, Coast: unit.Coast}}
			a.Power, a.Line, a.Unit = s.p.Setting.Powers[s.power].ID, u.Order, tableview.KeyOf(s.p, &o)
			a.Deed = message.New("Besiege {place:name}", s.t.AreaOf(u.At))
		}
		out = append(out, a)
	}
	return out
}

// beginning explains in the first phase what is needed to win.
func beginning(s *situation) []advice {
	if s.last != nil || s.p.Phase.Step != machiavelli.Orders {
		return nil
	}
	has, needed := turn.Cities(s.p, &s.g.Rules, s.power), turn.CitiesNeeded(s.p, &s.g.Rules)
	return []advice{{Text: message.New("You have {has} cities and need {needed}. Send your units to cities that you do not hold: those next to yours first. An order for each unit, then Ready.", message.Number(has), message.Number(needed))}}
}

// outnumbered warns the player if several units of another power can attack one of the player's
// units together.
func outnumbered(s *situation) []advice {
	if s.p.Phase.Step != machiavelli.Orders {
		return nil
	}
	for i := range s.p.Units {
		u := &s.p.Units[i]
		if u.Owner != s.power || u.InCity() {
			continue
		}
		near := map[machiavelli.Power]int{}
		for j := range s.p.Units {
			x := &s.p.Units[j]
			if x.Owner != machiavelli.Nobody && !s.p.Setting.Same(x.Owner, s.power) && !x.InCity() && reaches(s.p, x, u.At) {
				near[x.Owner]++
			}
		}
		for x := range s.p.Setting.Powers {
			if n := near[machiavelli.Power(x)]; n > 1 {
				return []advice{{Text: message.New("{n} units of {power} can attack {unit} together. Alone it is dislodged: let a unit next to it support it, or move it.", message.Number(n), s.t.PowerOf(machiavelli.Power(x)), s.t.UnitOf(*u))}}
			}
		}
	}
	return nil
}

// reaches reports whether a unit can go to an area without a convoy.
func reaches(p *position.Position, u *position.Unit, to board.ID) bool {
	b := p.Setting.Board
	if u.Type == machiavelli.Fleet {
		return b.FleetEdges[u.At][u.Coast].Has(to)
	}
	return b.ArmyEdges[u.At].Has(to)
}

// winter explains what the player may build, or must remove.
func winter(s *situation) []advice {
	if s.p.Phase.Step != machiavelli.Adjustments {
		return nil
	}
	switch owed := turn.Owes(s.p, &s.g.Rules, s.power, nil); {
	case owed.Builds > 0:
		return []advice{{Text: message.Plural(owed.Builds, "You have more cities than units: build {n} unit in a city of your home country.", "You have more cities than units: build {n} units in cities of your home country.")}}
	case owed.Removals > 0:
		return []advice{{Text: message.Plural(owed.Removals, "You have more units than cities: choose {n} unit to remove.", "You have more units than cities: choose {n} units to remove.")}}
	}
	return nil
}
