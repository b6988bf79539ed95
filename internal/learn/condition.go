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
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// condition is a condition on the result of orders.
type condition struct {
	text string // in words: "a Milanese army stands in Pavia"
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

// wantUnit is the condition that a unit exists, or does not.
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
	name := strings.TrimPrefix(report.New(s.p.Setting).Unit(position.Unit{Owner: p, Type: u.Type, Quality: q, At: u.At, Coast: u.Coast}), "the ")
	text := "A " + name + "."
	switch {
	case no:
		text = "No " + name + "."
	case strings.ContainsRune("AEIOUaeiou", rune(name[0])):
		text = "An " + name + "."
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
	what, owner := "The province of ", "is "+s.p.Setting.Powers[who].Adjective
	if city {
		what = "The city of "
	}
	if who == machiavelli.Nobody {
		owner = "belongs to nobody"
	}
	return condition{what + s.name(at) + " " + owner + ".", func(_ *Exercise, res *turn.Result) bool {
		if city {
			return res.Next.City[at] == who
		}
		return res.Next.Province[at] == who
	}}, nil
}

// state is a condition on one place afterwards.
func (s *settler) state(place string, no bool, what, not string, is func(*position.Position, board.ID) bool) (condition, error) {
	at, err := s.place(place)
	if err != nil {
		return condition{}, err
	}
	if no {
		what = not
	}
	return condition{strings.ReplaceAll(what, "*", s.name(at)), func(_ *Exercise, res *turn.Result) bool { return is(res.Next, at) != no }}, nil
}

func (s *settler) wantSiege(rest string, no bool) (condition, error) {
	return s.state(rest, no, "The city of * is under siege.", "The city of * is not under siege.", (*position.Position).Besieged)
}

func (s *settler) wantRebels(rest string, no bool) (condition, error) {
	return s.state(rest, no, "* is in rebellion.", "There is no rebellion in *.", func(p *position.Position, at board.ID) bool { return p.RebelLand.Has(at) || p.RebelCity.Has(at) })
}

func (s *settler) wantFamine(rest string, no bool) (condition, error) {
	return s.state(rest, no, "There is famine in *.", "There is no famine in *.", func(p *position.Position, at board.ID) bool { return p.Famine.Has(at) })
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
	return condition{fmt.Sprintf("%s has at least %d ducats.", s.p.Setting.Powers[who].Name, n), func(_ *Exercise, res *turn.Result) bool {
		return res.Next.Treasury[who] >= machiavelli.Ducats(n)
	}}, nil
}

func (s *settler) wantDebt(rest string, _ bool) (condition, error) {
	who, n, err := s.powerAnd(rest)
	if err != nil {
		return condition{}, err
	}
	owes := fmt.Sprintf("%s owes the bank no more than %d ducats.", s.p.Setting.Powers[who].Name, n)
	if n == 0 {
		owes = s.p.Setting.Powers[who].Name + " owes the bank nothing."
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
	return condition{"The unit in " + s.name(at) + " is dislodged.", func(_ *Exercise, res *turn.Result) bool {
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
	return condition{s.name(at) + " rises against its owner.", func(_ *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.RebellionBegun); ok && e.Province == at {
				return true
			}
		}
		return false
	}}, nil
}

func (s *settler) wantDone(rest string, _ bool) (condition, error) {
	kind := order.NoKind
	for k := order.Hold; k <= order.Overrule; k++ {
		if k.String() == rest {
			kind = k
		}
	}
	if kind == order.NoKind {
		return condition{}, fmt.Errorf("there is no kind of order %q", rest)
	}
	return condition{"An order of yours to " + rest + " is carried out.", func(x *Exercise, res *turn.Result) bool {
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
	return condition{"A build of yours is given up.", func(x *Exercise, res *turn.Result) bool {
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
	tell := report.New(s.p.Setting)
	return condition{message.Capital(tell.Power(who)) + " has one more assassination chit against " + tell.Power(victim) + ".", func(_ *Exercise, res *turn.Result) bool {
		return res.Next.Chits[who][victim] > before
	}}, nil
}

func (s *settler) wantKilled(rest string, _ bool) (condition, error) {
	who, err := s.power(rest)
	if err != nil {
		return condition{}, err
	}
	return condition{"The ruler of " + s.p.Setting.Powers[who].Name + " is dead.", func(_ *Exercise, res *turn.Result) bool {
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
	text := "%s is excommunicated."
	if no {
		text = "%s is not excommunicated."
	}
	return condition{fmt.Sprintf(text, s.p.Setting.Powers[who].Name), func(_ *Exercise, res *turn.Result) bool {
		for _, e := range res.Events {
			if e, ok := e.(event.Excommunicated); ok && e.Silenced == who {
				return !no
			}
		}
		return no
	}}, nil
}

// wantEvent is the condition that an event concerns a power, or that none does.
func (s *settler) wantEvent(who, text string, not bool, is func(event.Event, machiavelli.Power) bool) (condition, error) {
	p, err := s.power(who)
	if err != nil {
		return condition{}, err
	}
	return condition{message.Capital(fmt.Sprintf(text, report.New(s.p.Setting).Power(p))), func(_ *Exercise, res *turn.Result) bool {
		return slices.ContainsFunc(res.Events, func(e event.Event) bool { return is(e, p) }) != not
	}}, nil
}

func (s *settler) wantRetreated(rest string, _ bool) (condition, error) {
	return s.wantEvent(rest, "The army of %s has found a place to go.", false, func(e event.Event, p machiavelli.Power) bool {
		r, ok := e.(event.Retreated)
		return ok && r.Unit.Owner == p && r.Verdict == event.Succeeded && r.To.At != board.None
	})
}

func (s *settler) wantAlive(rest string, _ bool) (condition, error) {
	return s.wantEvent(rest, "%s is still in the game.", true, func(e event.Event, p machiavelli.Power) bool {
		out, ok := e.(event.Elimination)
		return ok && out.Power == p
	})
}

func (s *settler) wantSolvent(rest string, _ bool) (condition, error) {
	who, err := s.power(rest)
	if err != nil {
		return condition{}, err
	}
	text := message.Capital(report.New(s.p.Setting).Power(who)) + " has the ducats that the bank will collect."
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
	return s.wantEvent(who, "%s has conquered the home country of "+report.New(s.p.Setting).Power(victim)+".", false, func(e event.Event, p machiavelli.Power) bool {
		c, ok := e.(event.Conquest)
		return ok && c.By == p && c.From == victim
	})
}

func (s *settler) wantWon(rest string, _ bool) (condition, error) {
	return s.wantEvent(rest, "%s has won the game.", false, func(e event.Event, p machiavelli.Power) bool {
		v, ok := e.(event.Victory)
		return ok && v.Powers.Has(p)
	})
}

// name returns the name of an area.
func (s *settler) name(at board.ID) string { return s.p.Setting.Board.Areas[at].Name }
