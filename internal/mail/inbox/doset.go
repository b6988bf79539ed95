package inbox

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// set runs the settings of a game and of its rules after SET.
func (s *session) set(ctx context.Context, it *command.Item) (message.Message, error) {
	if options, ok := ruleOptions(it.Command); ok {
		return s.setRules(ctx, options)
	}
	if cast, ok, err := recasting(it.Command); err != nil {
		return message.Message{}, err
	} else if ok {
		return s.recast(ctx, cast)
	}
	h, err := s.o.judge.Lobby.Hosting(ctx, s.game.ID)
	if err != nil {
		return message.Message{}, err
	}
	remarks, err := setHosting(&h, it.Command)
	if err != nil {
		return message.Message{}, err
	}
	changes, err := s.o.judge.Lobby.SetHosting(ctx, s.game.ID, s.role, h)
	if err != nil {
		return message.Message{}, err
	}
	return phrase.Lines(append([]message.Message{changed(changes)}, remarks...)...), nil
}

// recasting returns the cast that a command asks for, if it concerns the cast:
// the number of players and powers, the scenario or the edition.
func recasting(c command.Command) (lobby.Recasting, bool, error) {
	var out lobby.Recasting
	switch c := c.(type) {
	case command.Number:
		switch c.Name {
		case "PLAYERS":
			out.Players = c.Value
			return out, true, nil
		case "POWERS":
			out.Powers = c.Value
			return out, true, nil
		}
	case command.Flag:
		if c.Name == "MACH2" {
			out.Preset = map[bool]string{true: "machiavelli-1995", false: "njudge-classic"}[c.On]
			return out, true, nil
		}
	case command.Variant:
		if c.Name == "gunboat" {
			return out, false, nil
		}
		if c.Not {
			return out, false, game.Refuse(game.Invalid, message.New("GUNBOAT is the only option that can be switched off like this. SET VARIANT and a name chooses another variant, SET OPTION name value another rule."))
		}
		var n lobby.NewGame
		var h hosting.Hosting
		if err := createWord(&n, &h, c.Name); err != nil {
			return out, false, err
		}
		if n.Plays || len(n.Options) > 0 {
			return out, false, game.Refuse(game.Invalid, message.New("Behind SET VARIANT stands a scenario, a variant of one, an edition, or GUNBOAT."))
		}
		out.Scenario, out.Variant, out.Preset = n.Scenario, n.Variant, n.Preset
		return out, true, nil
	}
	return out, false, nil
}

// recast changes the cast.
func (s *session) recast(ctx context.Context, c lobby.Recasting) (message.Message, error) {
	changes, err := s.o.judge.Lobby.Recast(ctx, s.game.ID, s.role, c)
	if err != nil {
		return message.Message{}, err
	}
	return changed(changes), nil
}

// setRules changes options of the rules.
func (s *session) setRules(ctx context.Context, options map[string]string) (message.Message, error) {
	changes, err := s.o.judge.Lobby.SetRules(ctx, s.game.ID, s.role, options)
	if err != nil {
		return message.Message{}, err
	}
	return changed(changes), nil
}

// changed lists changes, one on each line.
func changed(changes []message.Message) message.Message {
	if len(changes) == 0 {
		return message.New("Nothing to change: it is set this way already.")
	}
	return phrase.Lines(changes...)
}

// flagOptions maps the flags of the old judge to options of the rules.
var flagOptions = map[string][]string{
	"MONEY":           {"money"},
	"DICE":            {"dice"},
	"LOANS":           {"bank-loans"},
	"FAMINE":          {"famine"},
	"PLAGUE":          {"plague"},
	"STORMS":          {"storms"},
	"ASSASSINATIONS":  {"assassinations"},
	"GARRISONS":       {"garrisons"},
	"SPECIAL":         {"special-units"},
	"FORTRESSES":      {"fortresses"},
	"COASTAL CONVOYS": {"coastal-convoys"},
	"DISBAND":         {"disband-orders"},
}

// ruleOptions returns the options of the rules that a command sets, if it
// concerns rules.
func ruleOptions(c command.Command) (map[string]string, bool) {
	out := map[string]string{}
	onOff := func(on bool) string {
		if on {
			return "on"
		}
		return "off"
	}
	switch c := c.(type) {
	case command.Option:
		out[c.Name] = c.Value
	case command.Edition:
		out["money"], out["dice"] = onOff(c.Advanced), onOff(c.Advanced)
	case command.WinterDefault:
		out["unordered-unit-in-winter"] = map[bool]string{false: "maintain", true: "disband"}[c.Remove]
	case command.Number:
		switch c.Name {
		case "CITIES":
			out["victory-cities"] = strconv.Itoa(c.Value)
		case "VICTORY HOMES":
			out["victory-homes"] = "none"
			if c.Value > 0 {
				out["victory-homes"] = "foreign-" + strconv.Itoa(c.Value)
			}
		}
	case command.Flag:
		switch c.Name {
		case "SUMMER":
			out["seasons-per-year"] = map[bool]string{true: "3", false: "2"}[c.On]
		case "ADJACENCY":
			out["bribe-adjacency"] = map[bool]string{true: "own-units", false: "off"}[c.On]
			out["counter-bribe-adjacency"] = map[bool]string{true: "yes", false: "no"}[c.On]
			out["province-expense-adjacency"] = out["counter-bribe-adjacency"]
		case "HIDDEN TREASURY":
			out["treasury-visibility"] = map[bool]string{true: "hidden", false: "open"}[c.On]
		}
		for _, o := range flagOptions[c.Name] {
			out[o] = onOff(c.On)
		}
	}
	return out, len(out) > 0
}

// setHosting applies a command to the settings of a game, and returns warnings.
func setHosting(h *hosting.Hosting, c command.Command) (remarks []message.Message, err error) {
	switch c := c.(type) {
	case command.Flag:
		s := hosting.ByCommand(c.Name)
		if s == nil {
			return nil, notHere("SET " + c.Name)
		}
		s.Order(h, c.On)
	case command.Timing:
		class, ok := schedule.ParseClass(c.Class)
		if !ok {
			return nil, notHere("SET " + c.Class)
		}
		t, rest, err := schedule.ParseItems(h.Timing[class], c.Words)
		if err != nil {
			return nil, dated(err)
		}
		if len(rest) > 0 {
			return nil, game.Refuse(game.Invalid, message.New("{command} cannot read {word}.", message.Order("SET "+c.Class), message.Name(phrase.OneLine(rest[0], 40))))
		}
		h.Timing[class] = t
		remarks = t.Remarks(h.NMR)
	case command.Number:
		x := hosting.NumberOf(c.Name)
		if x == nil {
			return nil, notHere("SET " + c.Name)
		}
		x.Set(h, c.Value)
	case command.OnTime:
		h.MinReliability = int(c.Value*100 + 0.5)
	case command.SetComment:
		h.Comment = c.Text
	case command.HouseRules:
		h.HouseRules = c.Text
	case command.PreferenceMode:
		h.Preferences = map[string]string{"PRFLIST": hosting.PreferList, "PRFBOTH": hosting.PreferBoth, "PRFRAND": hosting.PreferRandom}[c.Mode]
	case command.SetPress:
		setPress(&h.Press, c.Rule)
	case command.AccessList:
		access(h, c)
	case command.Variant:
		h.Gunboat = !c.Not
	default:
		return nil, notHere(phrase.OneLine(c.String(), 40))
	}
	return remarks, nil
}

// notHere answers a command that has no effect on this judge.
func notHere(what string) error {
	return game.Refuse(game.Conflict, message.New("{command} has no effect on this judge. Nothing was changed.", message.Order(what)))
}

// setPress changes the rules of press.
func setPress(p *hosting.PressRules, rule command.PressRule) {
	switch rule {
	case command.PressWhite:
		p.None, p.White, p.Grey, p.GreyFirst = false, true, false, false
	case command.PressGrey:
		p.None, p.White, p.Grey, p.GreyFirst = false, false, true, true
	case command.PressWhiteGrey:
		p.None, p.White, p.Grey, p.GreyFirst = false, true, true, false
	case command.PressGreyWhite:
		p.None, p.White, p.Grey, p.GreyFirst = false, true, true, true
	case command.PressNone:
		p.None, p.Observers = true, "none"
	case command.PressPartial:
		p.Partial = true
	case command.PressNoPartial:
		p.Partial = false
		if p.Observers == "any" {
			p.Observers = "white"
		}
	case command.PressNoFake:
		p.Fakes = ""
	case command.PressMayFake:
		p.Fakes = "may"
	case command.PressFakes:
		p.Fakes = "broadcast"
	case command.PressFakeDefault:
		p.Fakes = "default"
	case command.ObserverAny:
		p.Observers = "any"
	case command.ObserverWhite:
		p.Observers = "white"
	case command.ObserverNone:
		p.Observers = "none"
	}
}

// access changes who may join.
func access(h *hosting.Hosting, c command.AccessList) {
	list := &h.Deny
	if c.Allow {
		list = &h.Allow
	}
	who := strings.ToLower(c.Address)
	*list = slices.DeleteFunc(slices.Clone(*list), func(s string) bool { return strings.EqualFold(s, who) })
	if !c.Remove {
		*list = append(*list, who)
	}
}
