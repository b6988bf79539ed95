package gamestate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// BotAt returns the kind of computer player that holds a seat, or "" if a
// person or nobody holds it.
func (g *State) BotAt(seat int) string {
	if seat < 1 || seat > len(g.Seats) || !bytes.Contains(g.Seats[seat-1].State, []byte(`"bot"`)) {
		return ""
	}
	s, err := g.SeatState(seat)
	if err != nil {
		return ""
	}
	return s.Bot
}

// CheckPerson returns an error if a computer player holds a seat, for commands
// that only the player of a seat can give.
func (g *State) CheckPerson(seat int) error {
	if g.BotAt(seat) == "" {
		return nil
	}
	return game.Refuse(game.Conflict, message.New("A computer player holds {powers:name}: it orders for itself.", g.Called(seat)))
}

// FreeSeats returns the seats that can be taken over: those without a player,
// and those of computer players.
func (g *State) FreeSeats() ([]int, error) {
	var out []int
	for i := range g.Seats {
		s, err := g.SeatState(i + 1)
		if err != nil {
			return nil, err
		}
		if s.Abandoned || s.Disorder || s.Bot != "" {
			out = append(out, i+1)
		}
	}
	return out, nil
}

// SeatState returns the state of a seat.
func (g *State) SeatState(seat int) (game.SeatState, error) {
	var s game.SeatState
	text := g.Seats[seat-1].State
	if len(text) == 0 {
		return s, nil
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("game %s: seat %d: %w", g.ID, seat, err)
	}
	return s, nil
}

// Zone returns the time zone of the game's deadlines.
func (g *State) Zone() *time.Location {
	loc, err := schedule.Zone(cmp.Or(g.Hosting.Zone, "UTC"))
	if err != nil { // the zone was checked when it was set, so it can only have disappeared from the zone database
		return time.UTC
	}
	return loc
}

// PowerNames returns the names of the powers of seats, such as "Florence and Milan".
func (g *State) PowerNames(seats ...int) string { return PowerNames(g.Game, seats...) }

// PowerNames returns the names of the powers of seats in a game, such as "Florence and Milan".
func PowerNames(g *game.Game, seats ...int) string {
	var words []string
	for _, s := range seats {
		if s < 1 || s > len(g.Setting.Seats) {
			continue
		}
		for _, p := range g.Setting.Given(g.Setting.Seats[s-1]) {
			words = append(words, g.Setting.Powers[p].Name)
		}
	}
	return Enumerate(words)
}

// Called lists the powers of seats for a message, including those that they have taken over.
func (g *State) Called(seats ...int) message.List {
	var list []message.Power
	for _, s := range seats {
		if s < 1 || s > len(g.Seats) {
			continue
		}
		for _, p := range g.Setting.Given(g.PowersAt(s)) {
			list = append(list, message.PowerOf(g.Setting.Powers, p))
		}
	}
	return message.ListOf(message.And, list)
}

// ErrOut returns the error that all powers of a seat are out of the game.
func (g *State) ErrOut(seat int) error {
	return game.Refuse(game.Conflict, message.New("{Powers:name} {powers?pl:are|is} out of the game.", g.Called(seat)))
}

// CheckAway returns an error if a role may not report a seat as absent. Seat 0
// means the masters.
func (g *State) CheckAway(role game.Role, seat int) error {
	if seat == schedule.Master {
		if role.Master {
			return nil
		}
		return game.ErrMaster
	}
	return g.CheckSeat(role, seat)
}

// Playing lists who plays which power, for the notice that the game has begun.
func (g *State) Playing() []message.Message {
	var out []message.Message
	for _, s := range g.Seats {
		if state, err := g.SeatState(s.Number); err == nil && state.Abandoned && state.Bot == "" {
			out = append(out, message.New("{powers:name}: {what}", g.Called(s.Number), message.New("nobody")))
			continue
		}
		player := message.New("{text}", message.Name(s.Player))
		if s.Player == "" || !g.View(game.Role{}).SeesName(s.Number, g.BotAt(s.Number) != "") {
			player = message.New("someone")
		}
		out = append(out, message.New("{powers:name}: {what}", g.Called(s.Number), player))
	}
	return out
}

// PowersAt returns the powers of a seat.
func (g *State) PowersAt(seat int) []machiavelli.Power { return g.Setting.Seats[seat-1] }

// CheckSeat returns an error if a role may not act for a seat. Only the seat's own player and
// masters may.
func (g *State) CheckSeat(role game.Role, seat int) error {
	switch {
	case seat < 1 || seat > len(g.Seats):
		return game.ErrNoSeat
	case role.Seat == seat, role.Master:
		return nil
	}
	return game.ErrPlayer
}

// SectionsBySeat returns the sections for each seat, after checking that the role may write for it
// and that the text is not too long. It normalizes line endings, and replaces bytes that are not
// valid text.
func (g *State) SectionsBySeat(role game.Role, in []ordertext.Section) (map[int][]ordertext.Section, error) {
	out := map[int][]ordertext.Section{}
	size := map[int]int{}
	for _, s := range in {
		if s.Power != machiavelli.Nobody {
			s.Power = g.Setting.Plays(s.Power)
			s.Seat = g.seatOf(s.Power)
		}
		if err := g.CheckSeat(role, s.Seat); err != nil {
			return nil, err
		}
		if size[s.Seat] += len(s.Text); size[s.Seat] > ordertext.MaxText {
			return nil, ordertext.ErrTooLong
		}
		s.Text = Storable(ordertext.Newlines.Replace(s.Text))
		out[s.Seat] = append(out[s.Seat], s)
	}
	return out, nil
}

// seatOf returns the seat that plays a power, or 0 if none does.
func (g *State) seatOf(power machiavelli.Power) int {
	return 1 + slices.IndexFunc(g.Setting.Seats, func(powers []machiavelli.Power) bool { return slices.Contains(powers, power) })
}
