package gamepage

import (
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// SeatNames returns the powers of seats in a language: "Milan and Venice".
func SeatNames(l message.Language, g *game.Game, seats ...int) string {
	return SeatPowers(g, seats...).In(l)
}

// SeatPowers returns the powers of seats as a message: "Milan and Venice".
func SeatPowers(g *game.Game, seats ...int) message.Message {
	return message.New("{powers:name}", message.List{How: message.And, Of: ArgsOfSeats(g, seats...)})
}

// ArgsOfSeats returns the powers of seats as arguments of messages.
func ArgsOfSeats(g *game.Game, seats ...int) []message.Arg {
	var out []message.Arg
	for _, n := range seats {
		if n >= 1 && n <= len(g.Setting.Seats) {
			for _, p := range g.Setting.Given(g.Setting.Seats[n-1]) {
				out = append(out, message.PowerOf(g.Setting.Powers, p))
			}
		}
	}
	return out
}

// HasPower reports whether one of the powers has the letter.
func HasPower(g *game.Game, powers []machiavelli.Power, letter string) bool {
	for _, p := range powers {
		if string(rune(g.Setting.Powers[p].Letter)) == letter {
			return true
		}
	}
	return false
}
