package gamepage

import (
	"net/url"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/scenario"
)

// NextGame is a game that is offered after one against computer players.
type NextGame struct{ Href, Text string }

// ladder lists games against computer players, each harder than the one before.
//
//lang:words
var ladder = []NextGame{
	{"/play?game=short&bot=hard", "The same war against hard opponents"},
	{"/play?game=short&bot=even&preset=battleline-1978-advanced", "The same war, with money"},
	{"/play?game=&bot=even#eight", "Eight powers: the Balance of Power"},
	{"/play?game=&bot=hard#eight", "Eight powers against hard opponents"},
	{"/play?game=&bot=principe#eight", "Eight powers against very hard opponents"},
}

// Onward returns the games offered after a game against computer players. The next harder game, or
// the hardest if there is none, comes first, then the same game again, then other harder games.
func Onward(g *game.Game, st botgames.PlayState) []NextGame {
	const hard = "hard"
	next := 0
	short := g.Setting.Scenario == scenario.First().ID
	switch {
	case !short && !bot.Weaker(st.Bot, hard):
		next = len(ladder) - 1
	case !short:
		next = 3
	case g.Rules.Money:
		next = 2
	case !bot.Weaker(st.Bot, hard):
		next = 1
	}
	q := url.Values{"game": {""}, "bot": {st.Bot}, "preset": {g.Rules.Preset}, "power": {g.Setting.Powers[g.Setting.Seats[st.Seat-1][0]].ID}}
	place := "#eight"
	if short {
		q.Set("game", "short")
		place = "#first"
	}
	again := NextGame{"/play?" + q.Encode() + place, sameAgain}
	return append([]NextGame{ladder[next], again}, ladder[next+1:]...)
}

// sameAgain is the text of the link to the same game.
//
//lang:words
const sameAgain = "The same game again"
