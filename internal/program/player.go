package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/arena"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/env"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
)

// mostLate is how many times in a row a program may answer late before the game continues without
// it.
const mostLate = 3

// player is a program in a seat of a game.
type player struct {
	pool    *Pool
	game    string
	process *process // nil before the first request, and after the process has become unusable
	gone    bool     // whether it is no longer asked
	late    int      // number of late answers in a row

	now     *position.Position // position as the seat knows it
	before  *position.Position // position at the start of the previous phase
	events  []event.Event      // events of the previous phase
	choices legal.Choices
	request []byte
	asked   []machiavelli.Power // powers asked in this phase
}

// where describes the decision of a power in the last request.
func (p *player) where(power machiavelli.Power) string {
	return fmt.Sprintf("game %s, %s, %s", p.game, p.now.Phase, p.now.Setting.Powers[power].ID)
}

// Watch records the previous phase for the next request.
func (p *player) Watch(v bot.View, events []event.Event) {
	if p.now != nil {
		for _, e := range events {
			if e, ok := e.(event.Refused); ok && e.Given != "" && slices.Contains(p.asked, e.Power) {
				p.pool.tell(arena.Refused, p.where(e.Power), fmt.Sprintf("%.80q: %s", e.Given, e.Error))
			}
		}
	}
	p.asked = p.asked[:0]
	p.before, p.now, p.events = p.now, v.Position(), events
}

// Decide asks the program.
func (p *player) Decide(v bot.View, power machiavelli.Power) arena.Answer {
	if p.process == nil && !p.gone {
		var err error
		if p.process, err = p.pool.take(); err != nil {
			p.pool.tell(arena.Died, "game "+p.game, err.Error())
			return p.lose(arena.Died)
		}
	}
	if p.gone {
		return arena.Answer{Faults: []arena.Fault{arena.GaveUp}}
	}
	scene := env.Scene{Position: v.Position(), Rules: v.Rules(), Before: p.before, Events: p.events}
	words := p.pool.words(v.Position().Setting, v.Rules())
	p.asked = append(p.asked, power)
	x := p.process
	x.id++
	p.request = scene.AppendRequest(p.request[:0], x.id, p.game, power, &p.choices, words)
	var answer env.Answer
	var fault arena.Fault
	var why error
	err := x.ask(p.request, p.pool.patience, func(line []byte) (heard bool) {
		answer, fault, heard, why = read(line, x.id)
		return heard
	})
	tell := func(f arena.Fault, err error) { p.pool.tell(f, p.where(power), err.Error()) }
	switch {
	case errors.Is(err, errLate):
		tell(arena.Late, err)
		if p.late++; p.late == mostLate {
			return p.lose(arena.Late)
		}
		return arena.Answer{Faults: []arena.Fault{arena.Late}}
	case errors.Is(err, errStuck):
		tell(arena.Late, err)
		return p.lose(arena.Late)
	case errors.Is(err, errLong):
		tell(arena.TooLong, err)
		return p.lose(arena.TooLong)
	case err != nil:
		tell(arena.Died, err)
		return p.lose(arena.Died)
	}
	p.late = 0
	if fault != "" {
		tell(fault, why)
		return arena.Answer{Faults: []arena.Fault{fault}}
	}
	lines, err := scene.Lines(power, answer.Orders, words)
	if err != nil {
		tell(arena.Refused, err)
		return arena.Answer{Lines: lines, Faults: []arena.Fault{arena.Refused}}
	}
	return arena.Answer{Lines: lines}
}

// read parses a line as the answer to the request with an ID. heard is false for a late answer
// to an earlier request, which is ignored. why describes the fault of an invalid line.
func read(line []byte, id uint64) (a env.Answer, f arena.Fault, heard bool, why error) {
	a, err := env.ReadAnswer(line, id)
	if err == nil {
		return a, "", true, nil
	}
	why = fmt.Errorf("%w, in the line %.80q", err, line)
	var to struct {
		ID uint64 `json:"id"`
	}
	switch bad := json.Unmarshal(line, &to) != nil; {
	case bad || to.ID == id:
		return env.Answer{}, arena.Garbled, true, why
	case to.ID > 0 && to.ID < id:
		return env.Answer{}, "", false, nil
	}
	return env.Answer{}, arena.Wrong, true, why
}

// lose excludes the program from the rest of the game because of a fault.
func (p *player) lose(f arena.Fault) arena.Answer {
	p.gone = true
	if p.process != nil {
		p.pool.drop(p.process)
		p.process = nil
	}
	return arena.Answer{Faults: []arena.Fault{f}}
}

// Close returns the process to the pool, or ends it if it still owes an answer.
func (p *player) Close() {
	switch {
	case p.process == nil:
	case p.late > 0:
		p.pool.drop(p.process)
	default:
		p.pool.give(p.process)
	}
	p.process = nil
}
