package table

import (
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// seatNames names the powers of seats: "Milan, Naples and Venice".
func seatNames(g *game.Game, seats ...int) string { return Enumerate(namesOfSeats(g, seats...)) }

// seatPowers returns the powers of seats as a message: "Milan and Venice".
func seatPowers(g *game.Game, seats ...int) message.Message {
	return message.New("{powers:name}", message.List{How: message.And, Of: argsOfSeats(g, seats...)})
}

// argsOfSeats returns the powers of seats as arguments of messages.
func argsOfSeats(g *game.Game, seats ...int) []message.Arg {
	var out []message.Arg
	for _, n := range seats {
		if n >= 1 && n <= len(g.Setting.Seats) {
			for _, p := range g.Setting.Seats[n-1] {
				out = append(out, message.PowerOf(g.Setting.Powers, p))
			}
		}
	}
	return out
}

// namesOfSeats returns the names of the powers of seats.
func namesOfSeats(g *game.Game, seats ...int) []string {
	var names []string
	for _, n := range seats {
		if n < 1 || n > len(g.Setting.Seats) {
			continue
		}
		for _, p := range g.Setting.Seats[n-1] {
			names = append(names, g.Setting.Powers[p].Name)
		}
	}
	return names
}

// Enumerate joins words as in a sentence.
func Enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// powerNames names the powers of a seat.
func powerNames(g *game.Game, seat game.Seat) string {
	text := ""
	for i, p := range seat.Powers {
		if i > 0 {
			text += " and "
		}
		text += g.Setting.Powers[p].Name
	}
	return text
}

// names reports whether one of the powers has the letter.
func names(g *game.Game, powers []machiavelli.Power, letter string) bool {
	for _, p := range powers {
		if string(rune(g.Setting.Powers[p].Letter)) == letter {
			return true
		}
	}
	return false
}
