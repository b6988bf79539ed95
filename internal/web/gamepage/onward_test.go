package gamepage

import (
	"net/url"
	"testing"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestNextGameIsHarder checks for all games against computer players that the first game offered after
// one is harder, and that the second is the same again.
func TestNextGameIsHarder(t *testing.T) {
	for _, name := range []string{scenario.First().ID, "B"} {
		for _, preset := range []string{"battleline-1978-basic", "battleline-1978-advanced", "battleline-1978-optional"} {
			for _, level := range bot.Levels() {
				set, err := rules.Make(preset, nil)
				if err != nil {
					t.Fatal(err)
				}
				p, err := scenario.New(name, "", &set)
				if err != nil {
					t.Fatal(err)
				}
				g := &game.Game{Setting: p.Setting, Rules: set}
				games := Onward(g, botgames.PlayState{Seat: 1, Bot: level})
				hard := func(href string) (short, money bool, bot string) {
					u, err := url.Parse(href)
					if err != nil {
						t.Fatal(err)
					}
					q := u.Query()
					return q.Get("game") == "short", q.Get("preset") != "" && q.Get("preset") != "battleline-1978-basic", q.Get("bot")
				}
				short, money, other := hard(games[0].Href)
				was := name != "B"
				harder := was && !short || was == short && (!was || money == set.Money) && bot.Weaker(level, other) || was && short && money && !set.Money
				if top := !was && !bot.Weaker(level, "principe"); !harder && !top {
					t.Errorf("%s, %s against %s: next is %s", name, preset, level, games[0].Href)
				}
				if short, _, other := hard(games[1].Href); short != was || other != level {
					t.Errorf("%s, %s against %s: the same again is %s", name, preset, level, games[1].Href)
				}
			}
		}
	}
}
