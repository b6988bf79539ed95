package ordertext

import (
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// ReadLines reads orders in a position like the judge reads those of a seat with the given
// powers. It returns the lines for the engine, and the verdict on each. Nothing is stored.
func ReadLines(p *position.Position, r *rules.Set, powers []machiavelli.Power, text string) ([]turn.Line, []game.Verdict) {
	if len(powers) == 0 {
		return nil, nil
	}
	x := Reader{Position: p, Rules: r}
	s := x.Sheet(powers, "", []Section{{Text: Newlines.Replace(text)}})
	return turnLines(s.Lines), Verdicts(s.Lines)
}
