package gamepage

import (
	"strconv"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// The size of preview pictures, in pixels.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
)

// Public reports whether other sites may show a game: it is in the public list, and is not a
// visitor's game against computer players.
func Public(g *game.Game) bool { return g.Hosting.Listed && !g.Play }

// Newest returns the phase number in the address of the map that shows a game's newest position.
func Newest(g *game.Game) int {
	if g.Finished {
		return g.Number + 1
	}
	return g.Number
}

// PreviewPicture returns the path of the picture that shows a game's newest position. The path
// contains the game's revision.
func PreviewPicture(g *game.Game) string {
	return "/g/" + g.ID + "/preview/" + strconv.Itoa(g.Revision) + ".png"
}

// PreviewText describes the state of a game using only public facts. The parameter missing is the
// number of free seats in a forming game; it is negative if unknown.
func PreviewText(g *game.Game, missing int) message.Message {
	setting, edition := message.Message{ID: g.Setting.Title}, message.Message{ID: Edition(g.Rules.Preset)}
	switch {
	case g.Status == game.Terminated:
		return message.New("{setting}, {edition}. The game was abandoned.", setting, edition)
	case g.Number == 0 && missing > 0:
		return message.Plural(missing, "{setting}, {edition}. The game waits for players: {n} seat is free.", "{setting}, {edition}. The game waits for players: {n} seats are free.", setting, edition)
	case g.Number == 0:
		return message.New("{setting}, {edition}. The game waits for players.", setting, edition)
	case g.Finished || g.Status == game.Over:
		return message.New("{setting}, {edition}. The game is over; it ended in {phase}.", setting, edition, page.PhaseTitle(g.Phase))
	case g.Status == game.Paused:
		return message.New("{setting}, {edition}. The game is paused in {phase}.", setting, edition, page.PhaseTitle(g.Phase))
	}
	return message.New("{setting}, {edition}. The game is being played: {phase}.", setting, edition, page.PhaseTitle(g.Phase))
}

// PreviewOf returns the preview of a game's page for other sites, or nil for a
// game that they may not show.
func PreviewOf(g *game.Game, missing int) *page.Preview {
	if !Public(g) {
		return nil
	}
	p := &page.Preview{Text: PreviewText(g, missing), Path: "/g/" + g.ID}
	if g.Number > 0 {
		p.Picture, p.Width, p.Height, p.Embed = PreviewPicture(g), PreviewWidth, PreviewHeight, true
	}
	return p
}
