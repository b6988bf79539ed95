package inbox

import (
	"cmp"
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// help answers HELP and GET with a text from package command, the house rules of the session's
// game, a rulebook, or the description of a scenario.
func (s *session) help(topic string) (message.Message, error) {
	name := strings.ToLower(strings.Join(strings.Fields(topic), " "))
	var blocks []outbox.Block // a text in the reader's language or written by a person
	text, found := command.HelpText(name)
	switch {
	case found:
	case name == "package" || name == "form letter":
		text, _ = command.HelpText("")
	case name == "house.rules" || name == "house rules":
		blocks = s.houseRules()
	case strings.HasPrefix(name, "info.") || strings.HasPrefix(name, "map."):
		_, word, _ := strings.Cut(name, ".")
		text = aboutVariant(word)
	case name == "rules" || strings.HasPrefix(name, "rules."):
		_, word, _ := strings.Cut(name, ".")
		var err error
		if blocks, err = s.rulesHelp(word); err != nil {
			return message.Message{}, err
		}
	}
	if text == "" && len(blocks) == 0 {
		var topics []message.Order
		for _, f := range append(command.HelpFiles(), "rules", "rules.VARIANT", "house.rules", "info.VARIANT") {
			topics = append(topics, message.Order(f))
		}
		return message.Message{}, game.Refuse(game.NotFound, message.New("There is no help on {word}. There is help on: {topics}.", message.Name(phrase.OneLine(topic, 40)), message.ListOf(message.And, topics)))
	}
	if text != "" {
		blocks = append(s.inEnglish(), outbox.TextBlocks(text)...)
	}
	if s.o.c.BaseURL != "" {
		blocks = append(blocks, s.paragraph(message.New("More: {page}", message.Order(s.o.c.BaseURL))))
	}
	s.add(message.New("Help"), blocks...)
	return message.New("See the help below."), nil
}

// houseRules returns the house rules of the session's game.
func (s *session) houseRules() []outbox.Block {
	switch {
	case s.game == nil:
		return []outbox.Block{s.paragraph(message.New("Sign on to a game to see its house rules, or send {list} and the game's name.", message.Order("LIST")))}
	case strings.TrimSpace(s.game.Hosting.HouseRules) == "":
		return []outbox.Block{s.paragraph(message.New("The master of {game} has set no house rules.", message.Name(phrase.OneLine(s.game.Name, 60))))}
	}
	return []outbox.Block{{Verbatim: s.game.Hosting.HouseRules}}
}

// rulesHelp returns the rulebook for an edition or variant, as named in CREATE. Without a name, it
// returns the settings and the rulebook of the session's game or, outside of a game, the rulebook
// of the default edition. It returns nothing for an unknown name.
func (s *session) rulesHelp(name string) ([]outbox.Block, error) {
	if name == "" && s.game != nil {
		r := s.reader()
		x := s.paragraph(message.New("The game {game} is run like this:", message.Name(phrase.OneLine(s.game.Name, 60))))
		x.Items = parameters(s.game, r)
		return append([]outbox.Block{x}, outbox.BookBlocks(rulebook.In(r, &s.game.Rules, s.game.Setting))...), nil
	}
	n := lobby.NewGame{Options: map[string]string{}}
	var h hosting.Hosting
	if name != "" {
		if err := createWord(&n, &h, name); err != nil || h.Gunboat || n.Plays || len(n.Options) > 0 {
			return nil, nil
		}
	}
	var options map[string]string
	if sc, ok := scenario.Find(n.Scenario); ok {
		options = sc.Options
	}
	set, err := rules.Make(cmp.Or(n.Preset, rules.DefaultPreset), options)
	if err != nil {
		return nil, err
	}
	var setting *position.Setting
	if n.Scenario != "" {
		scenario.BuiltIn().Suit(n.Scenario, &set, options)
		p, err := scenario.New(n.Scenario, n.Variant, &set)
		if err != nil {
			return nil, err
		}
		setting = p.Setting
	} else if setting, err = rulebook.Usual(&set); err != nil {
		return nil, err
	}
	return outbox.BookBlocks(rulebook.In(s.reader(), &set, setting)), nil
}

// aboutVariant describes the scenario with the given name, which may be its name on the old judge.
// It returns "" for an unknown name.
func aboutVariant(word string) string {
	id := word
	if v, ok := variants[word]; ok {
		id = v.scenario
	}
	sc, ok := scenario.Find(id)
	if !ok {
		for _, x := range scenario.List() {
			if strings.EqualFold(x.ID, id) || strings.EqualFold(x.Slug, id) {
				sc, ok = x, true
			}
		}
	}
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s. To create such a game, send CREATE ?name password and one of:\n\n", sc.Title, sc.Period)
	for _, v := range sc.Variants {
		fmt.Fprintf(&b, "    %-10s  %s\n", v.ID, v.Title)
	}
	for _, name := range sortedKeys(sc.Options) {
		fmt.Fprintf(&b, "\nThe option %s is %s.\n", name, sc.Options[name])
	}
	return b.String()
}
