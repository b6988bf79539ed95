package env

import (
	"encoding/json"
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/legal"
)

// selection is a choice of powers: a list of ids, or true for all.
type selection struct {
	all bool
	ids []string
}

// UnmarshalJSON reads true, false, or a list of ids.
func (x *selection) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &x.all) == nil {
		return nil
	}
	if json.Unmarshal(data, &x.ids) != nil {
		return fmt.Errorf("observe and legal are true for all powers, or a list of their ids")
	}
	return nil
}

// of returns the chosen powers of a game.
func (x *selection) of(g *Game) (machiavelli.PowerSet, error) {
	if x.all {
		return g.Setup.Powers(), nil
	}
	var set machiavelli.PowerSet
	for _, id := range x.ids {
		power, err := g.power(id)
		if err != nil {
			return 0, err
		}
		set = set.With(power)
	}
	return set, nil
}

// Forms in which legal orders are written.
const (
	formBoth    = "both"
	formLines   = "lines"
	formActions = "actions"
)

// lister returns the function that writes legal orders of a game in the given form.
func (g *Game) lister(form string) (interchange.LegalForm, error) {
	var f interchange.LegalForm
	switch form {
	case "", formBoth, formLines, formActions:
	default:
		return f, wrong("request", "form is lines, actions or both, not %q", form)
	}
	f.Lines = form != formActions
	if form != formLines {
		f.Number = g.Setup.Vocabulary().Number
	}
	return f, nil
}

// looks selects the observations and legal orders that an answer contains besides its own
// members.
type looks struct {
	Observe selection `json:"observe"`
	Legal   selection `json:"legal"`
	Form    string    `json:"form"`
}

// check returns an error if a power or the form does not exist.
func (l *looks) check(g *Game) error {
	if _, err := l.Observe.of(g); err != nil {
		return err
	}
	if _, err := l.Legal.of(g); err != nil {
		return err
	}
	_, err := g.lister(l.Form)
	return err
}

// look appends the observations and legal orders that a request asks for.
func (s *Service) look(dst []byte, g *Game, l *looks) ([]byte, error) {
	observers, err := l.Observe.of(g)
	if err != nil {
		return dst, err
	}
	movers, err := l.Legal.of(g)
	if err != nil {
		return dst, err
	}
	set := g.Setup.Setting()
	if observers != 0 {
		dst = append(dst, `,"observations":{`...)
		for i, x := range members(observers) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendText(dst, set.Powers[x].ID), ':')
			dst = g.appendObservation(dst, x)
		}
		dst = append(dst, '}')
	}
	if movers == 0 {
		return dst, nil
	}
	form, err := g.lister(l.Form)
	if err != nil {
		return dst, err
	}
	s.list(g, movers)
	dst = append(dst, `,"legal":{`...)
	for i, x := range members(movers) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, set.Powers[x].ID), ':')
		dst = interchange.AppendLegal(dst, g.Position, &s.choices, x, form)
	}
	return append(dst, '}'), nil
}

// list finds the legal orders of powers. After the end there are none.
func (s *Service) list(g *Game, powers machiavelli.PowerSet) {
	if g.End() != Playing {
		powers = 0
	}
	s.choices.List(g.Position, g.Setup.Rules, powers)
}

// appendObservation appends what the seat of a power may know. For Nobody, it appends everything.
func (g *Game) appendObservation(dst []byte, power machiavelli.Power) []byte {
	scene := g.Scene()
	return scene.observation(append(dst, g.Setup.head...), power)
}

type powerRequest struct {
	inGame
	Power string `json:"power"`
}

// observe returns what a seat may know, or everything if the request names no power.
func (s *Service) observe(dst []byte, r *powerRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	power := machiavelli.Nobody
	if r.Power != "" {
		if power, err = g.power(r.Power); err != nil {
			return dst, err
		}
	}
	dst = g.appendEnd(dst)
	return g.appendObservation(append(dst, `,"observation":`...), power), nil
}

type legalRequest struct {
	powerRequest
	Form string `json:"form"`

	// Buying holds expenses that buy units, or orders for them. The answer then
	// has the orders that these units could be given.
	Buying []Choice `json:"buying"`
}

// legal lists the legal orders of a power.
func (s *Service) legal(dst []byte, r *legalRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	power, err := g.power(r.Power)
	if err != nil {
		return dst, err
	}
	form, err := g.lister(r.Form)
	if err != nil {
		return dst, err
	}
	s.list(g, machiavelli.PowerSet(0).With(power))
	dst = appendText(append(dst, `,"phase":`...), g.Position.Phase.String())
	dst = interchange.AppendLegal(append(dst, `,"legal":`...), g.Position, &s.choices, power, form)
	if len(r.Buying) == 0 {
		return dst, nil
	}
	return s.bought(dst, g, power, r.Buying, form)
}

// bought appends the orders that a power could give to units that it buys.
func (s *Service) bought(dst []byte, g *Game, power machiavelli.Power, buying []Choice, form interchange.LegalForm) ([]byte, error) {
	scene := g.Scene()
	lines, err := scene.Lines(power, buying, g.vocabularyFor(buying))
	if err != nil {
		return dst, wrong("orders", "buying: %s", err.Error())
	}
	found := legal.Choices{}
	for i := range lines {
		l := &lines[i]
		if !l.Err.IsZero() {
			return dst, wrong("orders", "buying: %s: %s", l.Text, l.Err.String())
		}
		found.Buy(g.Position, g.Setup.Rules, power, &l.Order)
	}
	return interchange.AppendLegal(append(dst, `,"bought":`...), g.Position, &found, power, form), nil
}
