package sim

import (
	"fmt"
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Record is the result of the computer players with the same name, over all their seats.
type Record struct {
	Player     string
	Seats      int     // number of powers played
	Won        float64 // number of games won; a shared victory is divided
	Most       float64 // number of games ended with the most cities; ties are divided
	Cities     int     // cities at the end
	Eliminated int
}

// seat creates the computer players.
func (t *Table) seat() error {
	for _, name := range t.config.Players {
		player, err := bot.New(name)
		if err != nil {
			return err
		}
		t.seats = append(t.seats, player)
	}
	for _, name := range bot.Names() {
		if slices.ContainsFunc(t.seats, func(p bot.Player) bool { return p.Name() == name }) {
			t.tally.Records = append(t.tally.Records, Record{Player: name})
		}
	}
	return nil
}

// player returns the player of a power in the current game.
func (t *Table) player(power machiavelli.Power) bot.Player {
	return t.seats[(uint64(power)-1+t.game)%uint64(len(t.seats))]
}

// decide lets the computer players write their lines.
func (t *Table) decide(p *position.Position) {
	seed := strconv.FormatUint(t.config.Seed, 10) + " " + strconv.FormatUint(t.game, 10)
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Eliminated.Has(power) || p.Setting.Absent.Has(power) {
			continue
		}
		v := bot.Look(p, &t.config.Rules, bot.Alone(p, power), seed)
		t.lines = append(t.lines, t.player(power).Decide(v, power)...)
	}
}

// accepted returns an error if a line of a computer player was refused.
func accepted(res *turn.Result) error {
	for _, e := range res.Events {
		if e, ok := e.(event.Refused); ok {
			return fmt.Errorf("a computer player's line %q was refused: %s", e.Given, e.Error)
		}
	}
	return nil
}

// record adds the end of a game to the records.
func (t *Table) record(p *position.Position) {
	if len(t.seats) == 0 {
		return
	}
	best, leaders, winners := -1, 0, 0
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		n := t.standing(p, power)
		if n > best {
			best, leaders = n, 0
		}
		if n == best {
			leaders++
		}
		if p.Victors.Has(power) {
			winners++
		}
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Setting.Absent.Has(power) {
			continue
		}
		name := t.player(power).Name()
		r := &t.tally.Records[slices.IndexFunc(t.tally.Records, func(r Record) bool { return r.Player == name })]
		r.Seats++
		r.Cities += turn.Cities(p, &t.config.Rules, power)
		if p.Eliminated.Has(power) {
			r.Eliminated++
		}
		if p.Victors.Has(power) {
			r.Won += 1 / float64(winners)
		}
		if t.standing(p, power) == best {
			r.Most += 1 / float64(leaders)
		}
	}
}

// standing returns a number that ranks the powers at the end. A victor ranks above all others,
// and these rank by their cities.
func (t *Table) standing(p *position.Position, power machiavelli.Power) int {
	if p.Victors.Has(power) {
		return 1000
	}
	return turn.Cities(p, &t.config.Rules, power)
}
