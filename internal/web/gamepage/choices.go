package gamepage

import (
	"html/template"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/machiavelli"
)

// PowerChoice is a power that players can wish for.
type PowerChoice struct {
	Letter, Name string
	Badge        template.HTML
}

// PowerChoices returns the powers that the players of a game can wish for.
func PowerChoices(g *game.Game) []PowerChoice {
	var out []PowerChoice
	for i, p := range g.Setting.Powers {
		power := machiavelli.Power(i)
		if power == machiavelli.Nobody || g.Setting.Absent.Has(power) {
			continue
		}
		// badges contain no user input
		out = append(out, PowerChoice{string(rune(p.Letter)), p.Name, template.HTML(atlas.Badge(g.Setting.Powers, power))})
	}
	return out
}
