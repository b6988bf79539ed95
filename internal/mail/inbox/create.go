package inbox

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// variant is the meaning of a word after CREATE.
type variant struct{ scenario, variant, preset string }

// variants maps the names of games on the old judge to their meanings.
var variants = map[string]variant{
	"machiavelli":  {"B", "", "njudge-classic"},
	"machiavelli2": {"balance-of-power-1995", "", "machiavelli-1995"},
	"mach_eos":     {"A", "", "njudge-classic"},
	"mach_sfd1":    {"C1", "", "njudge-classic"},
	"mach_sfd2":    {"C2", "njudge", "njudge-classic"},
	"mach_span":    {"D", "njudge", "njudge-classic"},
	"mach2_sfd1":   {"struggle-for-dominance-1499-1995", "", "machiavelli-1995"},
	"mach2_sfd2":   {"struggle-for-dominance-1513-1995", "", "machiavelli-1995"},
	"mach2_span":   {"spanish-preponderance-1995", "", "machiavelli-1995"},
	"dipmach":      {"dipmach", "", "njudge-classic"},
}

// create creates a game whose master is the sender or, with PLAY, a game without a master in
// which the sender plays.
func (s *session) create(ctx context.Context, c *command.Signon, b *command.Block) (message.Message, error) {
	a, _, err := s.identify(ctx, "", c.Password, nil)
	if err != nil {
		return message.Message{}, newcomer(err)
	}
	n := lobby.NewGame{Name: c.Game, Scenario: "B", Options: map[string]string{}}
	h := hosting.Default()
	if a.Zone != "" {
		h.Zone = a.Zone
	}
	for _, w := range c.Words {
		if err := createWord(&n, &h, w); err != nil {
			return message.Message{}, err
		}
	}
	if n.Plays {
		n.Wishes, h.Listed = s.wish, true
		s.setBefore(&n, &h, b)
	}
	g, err := s.host(ctx, a, n, h)
	if err != nil {
		return message.Message{}, err
	}
	s.w.changed = true
	s.created = true
	if err := s.sit(ctx, g, a, game.Token{}); err != nil {
		return message.Message{}, err
	}
	if n.Plays {
		return s.madeToPlay(ctx), nil
	}
	return message.New("You have created {game} ({scenario}) and are its master. Players join with {join}. {set} changes the settings; {list} shows the game in the public listing.", message.Name(g.Name), s.title(g.Setting.Title), joinWith(g), message.Order("SET"), message.Order("SET LIST")), nil
}

// joinWith returns the command with which players join a game.
func joinWith(g *game.Game) message.Order { return message.Order("SIGNON ?" + phrase.Typed(g.Name)) }

// title returns a scenario's title in the reader's language.
func (s *session) title(english string) message.Name { return message.Name(s.reader().T(english)) }

// createWord applies one word after CREATE: a name of the old judge, a scenario or one of its
// variants, an edition, GUNBOAT, PLAY, or an option.
func createWord(n *lobby.NewGame, h *hosting.Hosting, word string) error {
	if v, ok := variants[word]; ok {
		n.Scenario, n.Variant, n.Preset = v.scenario, v.variant, v.preset
		return nil
	}
	switch word {
	case "gunboat":
		h.Gunboat = true
		return nil
	case "play":
		n.Plays = true
		return nil
	}
	if slices.Contains(presets(), word) {
		n.Preset = word
		return nil
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		n.Options[name] = value
		return nil
	}
	for _, s := range scenario.List() {
		if strings.EqualFold(s.ID, word) {
			n.Scenario, n.Variant = s.ID, ""
			return nil
		}
		for _, v := range s.Variants {
			if strings.EqualFold(v.ID, word) && !strings.EqualFold(v.ID, "njudge") {
				n.Scenario, n.Variant = s.ID, v.ID
				return nil
			}
		}
	}
	var ids []string
	for _, s := range scenario.List() {
		ids = append(ids, s.ID)
	}
	return game.Refuse(game.Invalid, message.New("The judge knows no variant, edition or option {word}. Expected a scenario ({scenarios}) or a variant of one, an edition ({editions}), GUNBOAT, PLAY, or an option as {form}.",
		message.Name(phrase.OneLine(word, 40)), message.Order(strings.Join(ids, ", ")), message.Order(strings.Join(presets(), ", ")), message.Order("name=value")))
}

// presets returns the names of the editions.
func presets() []string {
	var out []string
	for _, p := range rules.Presets() {
		out = append(out, p.ID)
	}
	return out
}
