package setup

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"podesta/internal/lobby"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// gameCard is one of the games that most people choose: a scenario and an
// edition as one choice.
type gameCard struct {
	ID, Title, Doc    string
	Scenario, Edition string // their titles
	Picture           string // address of the small map of its start position
	Money             bool
	First             bool // whether it is the one for a first game
	Chosen            bool
	Least, Most       int           // least and largest number of players
	Numbers           []page.Choice // choices of the number of players
}

// otherGame is the choice of any scenario and any edition, in fields of their own.
const otherGame = "other"

// usualGames lists the games that most people choose, with the number of players that forms
// suggest.
var usualGames = []struct {
	id, scenario, preset string
	players              int
}{
	{"basic", "B", FirstPreset, 5},
	{"money", "B", "battleline-1978-advanced", 6},
	{"whole", "B", "battleline-1978-optional", 8},
	{"small", "A", FirstPreset, 4},
	{"diplomacy", "diplomacy", "diplomacy", 7},
}

// gameTexts holds the titles of the usual games, and a sentence about each.
//
//lang:words
var gameTexts = map[string][2]string{
	"basic":     {"The basic game", "All of Italy in 1454: armies, fleets, garrisons and sieges."},
	"money":     {"The game with money", "The same war, with treasuries, bribes, rebellions and assassins."},
	"whole":     {"The whole game", "Loans, special units, famine and plague as well."},
	"small":     {"A smaller war", "Milan, Venice, Florence and Naples in 1385: it is over sooner."},
	"diplomacy": {"Diplomacy", "The other classic: Europe in 1901, with rules and a board of its own."},
}

// numbersOf maps each possible number of players to a variant of a scenario. If several variants
// are possible, it prefers one in which each player has one power.
func numbersOf(sc scenario.Info) map[int]scenario.VariantInfo {
	out := map[int]scenario.VariantInfo{}
	for _, v := range sc.Variants {
		if old, ok := out[v.Players]; !ok || len(old.Powers) != old.Players && len(v.Powers) == v.Players {
			out[v.Players] = v
		}
	}
	return out
}

// editionTitle returns the title of an edition.
func editionTitle(id string) string {
	all := rules.Presets()
	i := slices.IndexFunc(all, func(p rules.PresetInfo) bool { return p.ID == id })
	return all[i].Title
}

// playersField returns the name of the field that holds the number of players for a usual game.
func playersField(id string) string { return "players-" + id }

// gameCards returns the usual games as a form offers them. If the form chooses a
// scenario and an edition instead, the game with these is chosen, if there is one.
func gameCards(form url.Values) (cards []gameCard, other bool) {
	other = true
	for _, u := range usualGames {
		sc, _ := scenario.Find(u.scenario)
		set, _ := rules.Preset(u.preset)
		c := gameCard{
			ID: u.id, Title: gameTexts[u.id][0], Doc: gameTexts[u.id][1], Scenario: sc.Title, Edition: editionTitle(u.preset),
			Money: set.Money, First: u.id == usualGames[0].id, Chosen: form.Get("game") == u.id,
		}
		all := numbersOf(sc)
		players := u.players
		if n, err := strconv.Atoi(form.Get(playersField(u.id))); err == nil && all[n].ID != "" {
			players = n
		}
		if !form.Has("game") && form.Get("preset") == u.preset {
			for n, v := range all {
				if form.Get("choice") == sc.ID+"/"+v.ID {
					c.Chosen, players = true, n
				}
			}
		}
		c.Picture = "/scenarios/" + sc.ID + "/" + all[u.players].ID + ".svg"
		numbers := slices.Sorted(maps.Keys(all))
		c.Least, c.Most = numbers[0], numbers[len(numbers)-1]
		for _, n := range numbers {
			c.Numbers = append(c.Numbers, page.Choice{Value: strconv.Itoa(n), Chosen: n == players})
		}
		other = other && !c.Chosen
		cards = append(cards, c)
	}
	return cards, other
}

// readGame sets scenario, variant and edition from the chosen usual game, if one is chosen.
func readGame(form url.Values, n *lobby.NewGame) message.Message {
	for _, u := range usualGames {
		if form.Get("game") != u.id {
			continue
		}
		players, err := strconv.Atoi(form.Get(playersField(u.id)))
		sc, _ := scenario.Find(u.scenario)
		v, ok := numbersOf(sc)[players]
		if err != nil || !ok {
			return message.New("Choose the number of players.")
		}
		n.Scenario, n.Variant, n.Preset = sc.ID, v.ID, u.preset
	}
	return message.Message{}
}
