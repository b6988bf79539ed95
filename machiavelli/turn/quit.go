package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Quit resolves the departure of a power's player who is not replaced, by the
// option player-quits. It does not advance the phase, roll dice or change p.
//
// With autonomous-garrisons the power is eliminated: its units leave the board,
// including dislodged ones; every fortified city that it owned, and each of its
// fortresses if they are in use, receives an autonomous garrison if it has
// none; its land belongs to nobody; its money, loans and chits are removed
// (QUIT-01). A siege of such a city continues against the new garrison
// (SIEGE-11). With civil-disorder nothing happens: the power stays and gives no
// orders (QUIT-02, DIST-03).
//
// A power that is Nobody, not in the game or already eliminated is not an error
// and changes nothing. Quit returns ErrGameOver for a finished game.
func Quit(p *position.Position, r *rules.Set, power machiavelli.Power) (Result, error) {
	if p.Victors != 0 {
		return Result{}, ErrGameOver
	}
	s := states.Get().(*state)
	defer s.release()
	s.begin(p, nil, r, nil)
	stays := power == machiavelli.Nobody || int(power) >= len(p.Setting.Powers) || p.Eliminated.Has(power)
	if !stays && r.PlayerQuits == rules.QuitAutonomousGarrisons {
		s.quit(power)
		adjudicateControl(s) // land that it left may immediately have a new owner (CTRL-08)
		dropForeignRebellions(s)
	}
	return Result{Next: s.pos, Events: s.events}, nil
}

// quit eliminates power and garrisons its cities (QUIT-01).
func (s *state) quit(power machiavelli.Power) {
	p := s.pos
	forts := s.fortsOf(power)
	waiting := make([]position.Dislodged, 0, len(p.Dislodged))
	for _, d := range p.Dislodged {
		if d.Unit.Owner == power {
			s.say(event.Removed{Unit: d.Unit, Reason: event.ByElimination})
			continue
		}
		waiting = append(waiting, d)
	}
	p.Dislodged = waiting
	sieges := p.Sieges
	p.Sieges = board.Set{} // restored after the new garrisons are placed
	held := p.Holder
	s.eliminate(machiavelli.PowerSet(0).With(power), &held)
	s.locate()
	for at := forts.Next(board.None); at != board.None; at = forts.Next(at) {
		if s.garrison[at] < 0 && !(at == s.singleVenice() && s.field[at] >= 0) {
			p.Units = append(p.Units, position.Unit{Type: machiavelli.Garrison, At: at})
		}
	}
	p.Sieges = sieges
	s.pruneSieges()
}

// fortsOf returns the fortified cities that the power owns, and the fortresses
// in use in its provinces.
func (s *state) fortsOf(power machiavelli.Power) (forts board.Set) {
	p, b := s.pos, s.board()
	for at := p.Setting.Forts.Next(board.None); at != board.None; at = p.Setting.Forts.Next(at) {
		owner := p.Province[at]
		if b.Cities.Has(at) {
			owner = p.City[at]
		}
		if owner == power {
			forts.Add(at)
		}
	}
	return forts
}
