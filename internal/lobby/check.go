package lobby

import (
	"slices"
	"strings"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Limits of what a master can set.
const (
	maxComment    = 80       // characters in the one-line comment
	maxHouseRules = 20 << 10 // bytes in the house rules
	maxEntries    = 200      // entries in a list of accounts
)

// CleanHosting checks the settings of a game and returns them in stored form.
// The error has code "invalid" and says what is wrong.
func CleanHosting(h hosting.Hosting) (hosting.Hosting, error) {
	for _, c := range schedule.Classes() {
		if err := h.Timing[c].Validate(); err != nil {
			return h, game.Refuse(game.Invalid, message.New("{class}: {why}", message.Order(c.String()), message.Of(err)))
		}
	}
	if h.Zone = strings.TrimSpace(h.Zone); h.Zone == "" {
		h.Zone = "UTC"
	}
	if _, err := schedule.Zone(h.Zone); err != nil {
		return h, game.Wrong(err)
	}
	if h.Preferences == "" {
		h.Preferences = hosting.PreferList
	}
	h.Comment = strings.Join(strings.Fields(h.Comment), " ")
	for i := range hosting.Numbers {
		if wrong := hosting.Numbers[i].Check(&h); !wrong.IsZero() {
			return h, game.Refuse(game.Invalid, wrong)
		}
	}
	switch {
	case !slices.Contains([]string{hosting.PreferList, hosting.PreferBoth, hosting.PreferRandom}, h.Preferences):
		return h, game.Refuse(game.Invalid, message.New("{word} is not a way to deal the powers. The ways are {words}.",
			game.Quoted(h.Preferences), message.ListOf(message.And, []message.Order{hosting.PreferList, hosting.PreferBoth, hosting.PreferRandom})))
	case utf8.RuneCountInString(h.Comment) > maxComment:
		return h, game.Refuse(game.Invalid, message.New("The comment is longer than {n} characters. Put longer texts into the house rules.", message.Number(maxComment)))
	case !game.Printable(h.Comment, false):
		return h, game.Refuse(game.Invalid, message.New("The comment has characters that cannot be printed."))
	case len(h.HouseRules) > maxHouseRules:
		return h, game.Refuse(game.TooLarge, message.New("The house rules are longer than {n} KB.", message.Number(maxHouseRules>>10)))
	}
	h.HouseRules = strings.TrimSpace(strings.ReplaceAll(h.HouseRules, "\r\n", "\n"))
	if !game.Printable(h.HouseRules, true) {
		return h, game.Refuse(game.Invalid, message.New("The house rules have characters that cannot be printed."))
	}
	var err error
	if h.Allow, err = cleanList(h.Allow, message.New("who may join")); err != nil {
		return h, err
	}
	if h.Deny, err = cleanList(h.Deny, message.New("who may not join")); err != nil {
		return h, err
	}
	if h.Links { // without accounts, nobody can be rated or asked
		h.Rated, h.Approval, h.ManualStart, h.Muster = false, false, false, false
	}
	h.Press, err = cleanPress(h.Press)
	return h, err
}

// cleanList normalizes a list of accounts, names or addresses for comparisons.
func cleanList(list []string, of message.Message) ([]string, error) {
	if len(list) > maxEntries {
		return nil, game.Refuse(game.Invalid, message.New("The list of {who} has more than {n} entries.", of, message.Number(maxEntries)))
	}
	var out []string
	for _, e := range list {
		e = account.Fold(e)
		switch {
		case e == "":
			continue
		case len(e) > account.MaxEmail || !game.Printable(e, false):
			return nil, game.Refuse(game.Invalid, message.New("An entry of the list of {who} is neither a name nor an address.", of))
		case !slices.Contains(out, e):
			out = append(out, e)
		}
	}
	return out, nil
}

// cleanPress checks rules of press and returns them in stored form.
func cleanPress(p hosting.PressRules) (hosting.PressRules, error) {
	if p.Observers == "" {
		p.Observers = "any"
	}
	switch {
	case !slices.Contains([]string{"any", "white", "none"}, p.Observers):
		return p, game.Refuse(game.Invalid, message.New("Observers can be allowed to send any press, white press or no press, but not {word}.", game.Quoted(p.Observers)))
	case !slices.Contains([]string{"", "may", "broadcast", "default"}, p.Fakes):
		return p, game.Refuse(game.Invalid, message.New("{word} is not a way to fake partial press. It may be faked ({may}), may look like a broadcast ({broadcast}), looks like one by default ({default}), or is not faked.",
			game.Quoted(p.Fakes), message.Order("may"), message.Order("broadcast"), message.Order("default")))
	case p.None:
		return p, nil
	case !p.White && !p.Grey:
		return p, game.Refuse(game.Invalid, message.New("Press is neither white nor grey. Allow one of them, or set NO PRESS."))
	case p.GreyFirst && !p.Grey:
		return p, game.Refuse(game.Invalid, message.New("Press cannot be grey by default where grey press is not allowed."))
	case p.Fakes != "" && !p.Partial:
		return p, game.Refuse(game.Invalid, message.New("Only partial press can be faked, and there is none in this game."))
	case p.Touch && !p.Partial:
		return p, game.Refuse(game.Invalid, message.New("TOUCH PRESS is about partial press, and there is none in this game."))
	}
	return p, nil
}
