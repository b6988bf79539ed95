package learn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// condition is a condition on the result of orders.
type condition struct {
	text message.Message // such as "There is an army of Milan in Pavia."
	met  func(x *Exercise, res *turn.Result) bool
}

// condition parses a condition. It is one of
//
//	unit POWER UNIT              such a unit is there afterwards; POWER may be "nobody"
//	no unit POWER UNIT           there is none
//	city PLACE POWER             the city belongs to POWER afterwards
//	province PLACE POWER         the province does
//	siege PLACE                  the city is besieged afterwards
//	no siege PLACE
//	rebels PLACE, quiet PLACE    there is a rebellion in the province or the city; there is none
//	risen PLACE                  a rebellion began there in this phase, even if it ended
//	famine PLACE, no famine PLACE
//	treasury POWER NUMBER        it holds at least that sum afterwards
//	debt POWER NUMBER            it owes the bank at most that sum
//	dislodged PLACE              the army or fleet there was dislodged
//	done KIND                    an order of that kind by the reader succeeded
//	waived                       a build was waived
//	chit POWER VICTIM            POWER holds an assassination chit against VICTIM
//	killed POWER                 its ruler was assassinated
//	silenced POWER               it may not send messages
//	retreated POWER              one of its units has retreated and survived
//	alive POWER                  it is still in the game
//	solvent POWER                it can repay the bank
//	conquered POWER COUNTRY      POWER has conquered the home country of another
//	won POWER                    it has won the game
func (s *settler) condition(text string) (condition, error) {
	verb, rest, _ := strings.Cut(text, " ")
	no := verb == "no"
	if no {
		verb, rest, _ = strings.Cut(rest, " ")
	}
	read, ok := conditions[verb]
	if !ok {
		return condition{}, fmt.Errorf("there is no condition %q", verb)
	}
	return read(s, rest, no)
}

var conditions = map[string]func(s *settler, rest string, no bool) (condition, error){
	"unit":      (*settler).wantUnit,
	"city":      func(s *settler, rest string, _ bool) (condition, error) { return s.wantOwner(rest, true) },
	"province":  func(s *settler, rest string, _ bool) (condition, error) { return s.wantOwner(rest, false) },
	"siege":     (*settler).wantSiege,
	"rebels":    (*settler).wantRebels,
	"quiet":     func(s *settler, rest string, _ bool) (condition, error) { return s.wantRebels(rest, true) },
	"risen":     (*settler).wantRisen,
	"famine":    (*settler).wantFamine,
	"treasury":  (*settler).wantTreasury,
	"debt":      (*settler).wantDebt,
	"dislodged": (*settler).wantDislodged,
	"done":      (*settler).wantDone,
	"waived":    (*settler).wantWaived,
	"chit":      (*settler).wantChit,
	"killed":    (*settler).wantKilled,
	"silenced":  (*settler).wantSilenced,
	"retreated": (*settler).wantRetreated,
	"alive":     (*settler).wantAlive,
	"solvent":   (*settler).wantSolvent,
	"conquered": (*settler).wantConquered,
	"won":       (*settler).wantWon,
}

// wantUnit returns the condition that a unit exists or, if the parameter no is set, that it does
// not.
func (s *settler) wantUnit(rest string, no bool) (condition, error) {
	who, unit, _ := strings.Cut(rest, " ")
	p, err := s.power(who)
	if err != nil {
		return condition{}, err
	}
	u, q, err := s.unit(unit)
	if err != nil {
		return condition{}, err
	}
	if no {
		u.Coast = machiavelli.NoCoast
	}
	kind, at := message.KindOf(u.Type, q), s.where(u.At)
	if u.Coast != machiavelli.NoCoast {
		at.Coast = u.Coast.String()
	}
	var text message.Message
	switch {
	case p == machiavelli.Nobody && no:
		text = message.New("There is no autonomous {type} in {place}.", kind, at)
	case p == machiavelli.Nobody:
		text = message.New("There is an autonomous {type} in {place}.", kind, at)
	case no:
		text = message.New("There is no {type} of {power} in {place}.", kind, s.who(p), at)
	default:
		text = message.New("There is {type:a} of {power} in {place}.", kind, s.who(p), at)
	}
	return condition{text, func(_ *Exercise, res *turn.Result) bool {
		for _, x := range res.Next.Units {
			if x.Owner == p && x.Type == u.Type && x.At == u.At && (q == machiavelli.Ordinary || x.Quality == q) && (no || u.Coast == machiavelli.NoCoast || x.Coast == u.Coast) {
				return !no
			}
		}
		return no
	}}, nil
}

// placeAnd parses a place followed by a power's name.
func (s *settler) placeAnd(rest string) (board.ID, machiavelli.Power, error) {
	i := strings.LastIndexByte(rest, ' ')
	if i < 0 {
		return 0, 0, fmt.Errorf("expected a place and a power")
	}
	at, err := s.place(rest[:i])
	if err != nil {
		return 0, 0, err
	}
	who, err := s.power(rest[i+1:])
	return at, who, err
}

func (s *settler) wantOwner(rest string, city bool) (condition, error) {
	at, who, err := s.placeAnd(rest)
	if err != nil {
		return condition{}, err
	}
	where, of := s.where(at), s.who(who)
	var text message.Message
	switch {
	case city && who == machiavelli.Nobody:
		text = message.New("The city of {place:name} belongs to nobody.", where)
	case city:
		text = message.New("The city of {place:name} belongs to {power}.", where, of)
	case who == machiavelli.Nobody:
		text = message.New("The province of {place:name} belongs to nobody.", where)
	default:
		text = message.New("The province of {place:name} belongs to {power}.", where, of)
	}
	return condition{text, func(_ *Exercise, res *turn.Result) bool {
		if city {
			return res.Next.City[at] == who
		}
		return res.Next.Province[at] == who
	}}, nil
}

// state returns a condition on a place after the phase, or its negation if the parameter no is set.
func (s *settler) state(place string, no bool, text, not func(message.Place) message.Message, is func(*position.Position, board.ID) bool) (condition, error) {
	at, err := s.place(place)
	if err != nil {
		return condition{}, err
	}
	if no {
		text = not
	}
	return condition{text(s.where(at)), func(_ *Exercise, res *turn.Result) bool { return is(res.Next, at) != no }}, nil
}

func (s *settler) wantSiege(rest string, no bool) (condition, error) {
	return s.state(rest, no,
		func(at message.Place) message.Message {
			return message.New("The city of {place:name} is under siege.", at)
		},
		func(at message.Place) message.Message {
			return message.New("The city of {place:name} is not under siege.", at)
		},
		(*position.Position).Besieged)
}

func (s *settler) wantRebels(rest string, no bool) (condition, error) {
	return s.state(rest, no,
		func(at message.Place) message.Message { return message.New("{Place:name} is in rebellion.", at) },
		func(at message.Place) message.Message { return message.New("There is no rebellion in {place}.", at) },
		func(p *position.Position, at board.ID) bool { return p.RebelLand.Has(at) || p.RebelCity.Has(at) })
}

func (s *settler) wantFamine(rest string, no bool) (condition, error) {
	return s.state(rest, no,
		func(at message.Place) message.Message { return message.New("There is famine in {place}.", at) },
		func(at message.Place) message.Message { return message.New("There is no famine in {place}.", at) },
		func(p *position.Position, at board.ID) bool { return p.Famine.Has(at) })
}

// powerAnd parses a power followed by a number.
func (s *settler) powerAnd(rest string) (machiavelli.Power, int, error) {
	name, number, _ := strings.Cut(rest, " ")
	who, err := s.power(name)
	if err != nil {
		return 0, 0, err
	}
	n, err := strconv.Atoi(number)
	return who, n, err
}

func (s *settler) wantTreasury(rest string, _ bool) (condition, error) {
	who, n, err := s.powerAnd(rest)
	if err != nil {
		return condition{}, err
	}
	return condition{message.New("{Power} {power?pl:have|has} at least {sum}.", s.who(who), message.Ducats(n)), func(_ *Exercise, res *turn.Result) bool {
		return res.Next.Treasury[who] >= machiavelli.Ducats(n)
	}}, nil
}

func (s *settler) wantDebt(rest string, _ bool) (condition, error) {
	who, n, err := s.powerAnd(rest)
	if err != nil {
		return condition{}, err
	}
	owes := message.New("{Power} {power?pl:owe|owes} the bank no more than {sum}.", s.who(who), message.Ducats(n))
	if n == 0 {
		owes = message.New("{Power} {power?pl:owe|owes} the bank nothing.", s.who(who))
	}
	return condition{owes, func(_ *Exercise, res *turn.Result) bool {
		sum := 0
		for _, l := range res.Next.Loans {
			if l.Power == who {
				sum += int(l.Principal + l.Interest)
			}
		}
		return sum <= n
	}}, nil
}

func (s *settler) wantDislodged(rest string, _ bool) (condition, error) {
	at, err := s.place(rest)
	if err != nil {
		return condition{}, err
	}
	return condition{message.New("The unit in {place} is dislodged.", s.where(at)), func(_ *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.UnitDislodged); ok && e.Dislodged.Unit.At == at {
				return true
			}
		}
		return false
	}}, nil
}

func (s *settler) wantRisen(rest string, _ bool) (condition, error) {
	at, err := s.place(rest)
	if err != nil {
		return condition{}, err
	}
	return condition{message.New("{Place:name} rises against its owner.", s.where(at)), func(_ *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.RebellionBegun); ok && e.Province == at {
				return true
			}
		}
		return false
	}}, nil
}

// deeds lists the kinds of orders that a condition may require.
var deeds = map[order.Kind]message.Message{
	order.Disband: message.New("One of your units disbands as you ordered."),
	order.Lift:    message.New("One of your units lifts its siege as you ordered."),
}

func (s *settler) wantDone(rest string, _ bool) (condition, error) {
	kind := order.NoKind
	for k := range deeds {
		if k.String() == rest {
			kind = k
		}
	}
	if kind == order.NoKind {
		return condition{}, fmt.Errorf("there is no condition for orders of the kind %q", rest)
	}
	return condition{deeds[kind], func(x *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.Ordered); ok && e.Unit.Owner == x.You && e.Given != "" && e.Order.Kind == kind &&
				(e.Result.Verdict == event.Succeeded || e.Result.Verdict == event.Disbanded) {
				return true
			}
		}
		return false
	}}, nil
}

func (s *settler) wantWaived(string, bool) (condition, error) {
	return condition{message.New("You give up a build."), func(x *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.Adjusted); ok && e.Power == x.You && e.Order.Kind == order.Waive && e.Verdict == event.Succeeded {
				return true
			}
		}
		return false
	}}, nil
}

func (s *settler) wantChit(rest string, _ bool) (condition, error) {
	name, other, _ := strings.Cut(rest, " ")
	who, err := s.power(name)
	if err != nil {
		return condition{}, err
	}
	victim, err := s.power(other)
	if err != nil {
		return condition{}, err
	}
	before := s.p.Chits[who][victim]
	return condition{message.New("{Power} {power?pl:have|has} one more assassination chit against {victim}.", s.who(who), s.who(victim)), func(_ *Exercise, res *turn.Result) bool {
		return res.Next.Chits[who][victim] > before
	}}, nil
}

func (s *settler) wantKilled(rest string, _ bool) (condition, error) {
	who, err := s.power(rest)
	if err != nil {
		return condition{}, err
	}
	return condition{message.New("The ruler of {power} is dead.", s.who(who)), func(_ *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.Paralysed); ok && e.Power == who {
				return true
			}
		}
		return false
	}}, nil
}

func (s *settler) wantSilenced(rest string, no bool) (condition, error) {
	who, err := s.power(rest)
	if err != nil {
		return condition{}, err
	}
	text := message.New("{Power} {power?pl:are|is} excommunicated.", s.who(who))
	if no {
		text = message.New("{Power} {power?pl:are|is} not excommunicated.", s.who(who))
	}
	return condition{text, func(_ *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.Excommunicated); ok && e.Silenced == who {
				return !no
			}
		}
		return no
	}}, nil
}

// wantEvent returns the condition that an event concerns a power or, if the parameter not is set,
// that no event does.
func (s *settler) wantEvent(who string, text func(message.Power) message.Message, not bool, is func(event.Event, machiavelli.Power) bool) (condition, error) {
	p, err := s.power(who)
	if err != nil {
		return condition{}, err
	}
	return condition{text(s.who(p)), func(_ *Exercise, res *turn.Result) bool {
		return slices.ContainsFunc(res.Events, func(e event.Event) bool { return is(e, p) }) != not
	}}, nil
}

func (s *settler) wantRetreated(rest string, _ bool) (condition, error) {
	return s.wantEvent(rest, func(p message.Power) message.Message { return message.New("An army of {power} has retreated.", p) }, false, func(e event.Event, p machiavelli.Power) bool {
		r, ok := e.(event.Retreated)
		return ok && r.Unit.Owner == p && r.Verdict == event.Succeeded && r.To.At != board.None
	})
}

func (s *settler) wantAlive(rest string, _ bool) (condition, error) {
	return s.wantEvent(rest, func(p message.Power) message.Message {
		return message.New("{Power} {power?pl:are|is} still in the game.", p)
	}, true, func(e event.Event, p machiavelli.Power) bool {
		out, ok := e.(event.Elimination)
		return ok && out.Power == p
	})
}

func (s *settler) wantSolvent(rest string, _ bool) (condition, error) {
	who, err := s.power(rest)
	if err != nil {
		return condition{}, err
	}
	text := message.New("{Power} {power?pl:have|has} the ducats that the bank will collect.", s.who(who))
	return condition{text, func(_ *Exercise, res *turn.Result) bool {
		owes := machiavelli.Ducats(0)
		for _, l := range res.Next.Loans {
			if l.Power == who {
				owes += l.Principal + l.Interest
			}
		}
		return res.Next.Treasury[who] >= owes
	}}, nil
}

func (s *settler) wantConquered(rest string, _ bool) (condition, error) {
	who, other, _ := strings.Cut(rest, " ")
	victim, err := s.power(other)
	if err != nil {
		return condition{}, err
	}
	return s.wantEvent(who, func(p message.Power) message.Message {
		return message.New("{Power} {power?pl:have|has} conquered the home country of {victim}.", p, s.who(victim))
	}, false, func(e event.Event, p machiavelli.Power) bool {
		c, ok := e.(event.Conquest)
		return ok && c.By == p && c.From == victim
	})
}

func (s *settler) wantWon(rest string, _ bool) (condition, error) {
	return s.wantEvent(rest, func(p message.Power) message.Message {
		return message.New("{Power} {power?pl:have|has} won the game.", p)
	}, false, func(e event.Event, p machiavelli.Power) bool {
		v, ok := e.(event.Victory)
		return ok && v.Powers.Has(p)
	})
}

// name returns the name of an area.
func (s *settler) name(at board.ID) string { return s.p.Setting.Board.Areas[at].Name }

// where returns an area for use in messages.
func (s *settler) where(at board.ID) message.Place {
	a := &s.p.Setting.Board.Areas[at]
	return message.Place{Name: a.Name, Sea: a.Sea}
}

// who returns a power for use in messages.
func (s *settler) who(p machiavelli.Power) message.Power {
	return message.PowerOf(s.p.Setting.Powers, p)
}
