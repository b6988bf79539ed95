package lobby

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/schedule"
)

// Limits of what a master can set.
const (
	maxComment    = 80       // characters of the one-line comment
	maxHouseRules = 20 << 10 // bytes of the house rules
	maxEntries    = 200      // in a list of accounts
)

// CleanHosting checks the settings of a game and returns them in stored form.
// The error has code "invalid" and says what is wrong.
func CleanHosting(h hosting.Hosting) (hosting.Hosting, error) {
	for _, c := range schedule.Classes() {
		if err := h.Timing[c].Validate(); err != nil {
			return h, game.Invalidf("%s: %s", c, err)
		}
	}
	if h.Zone = strings.TrimSpace(h.Zone); h.Zone == "" {
		h.Zone = "UTC"
	}
	if _, err := schedule.Zone(h.Zone); err != nil {
		return h, game.Invalidf("%s", err)
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
		return h, game.Invalidf("Powers are dealt by list, both or random; %q is none of them.", h.Preferences)
	case utf8.RuneCountInString(h.Comment) > maxComment:
		return h, game.Invalidf("The comment is longer than %d characters. What needs more room belongs into the house rules.", maxComment)
	case !game.Printable(h.Comment, false):
		return h, game.Invalidf("The comment has characters that cannot be printed.")
	case len(h.HouseRules) > maxHouseRules:
		return h, &game.Error{Code: game.TooLarge, Message: fmt.Sprintf("The house rules are longer than %d KB.", maxHouseRules>>10)}
	}
	h.HouseRules = strings.TrimSpace(strings.ReplaceAll(h.HouseRules, "\r\n", "\n"))
	if !game.Printable(h.HouseRules, true) {
		return h, game.Invalidf("The house rules have characters that cannot be printed.")
	}
	var err error
	if h.Allow, err = cleanList(h.Allow, "who may join"); err != nil {
		return h, err
	}
	if h.Deny, err = cleanList(h.Deny, "who may not join"); err != nil {
		return h, err
	}
	if h.Links { // nobody can be rated without an account
		h.Rated, h.Approval, h.ManualStart = false, false, false
	}
	h.Press, err = cleanPress(h.Press)
	return h, err
}

// cleanList returns a list of accounts, names or addresses in the form in which
// it is compared.
func cleanList(list []string, of string) ([]string, error) {
	if len(list) > maxEntries {
		return nil, game.Invalidf("The list of %s has more than %d entries.", of, maxEntries)
	}
	var out []string
	for _, e := range list {
		e = account.Fold(e)
		switch {
		case e == "":
			continue
		case len(e) > account.MaxEmail || !game.Printable(e, false):
			return nil, game.Invalidf("An entry of the list of %s is neither a name nor an address.", of)
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
		return p, game.Invalidf("Observers may send any press, white press or none; %q is none of these.", p.Observers)
	case !slices.Contains([]string{"", "may", "broadcast", "default"}, p.Fakes):
		return p, game.Invalidf("Partial press may be faked (may), looks like a broadcast (broadcast), or does so by default (default), or it is not faked; %q is none of these.", p.Fakes)
	case p.None:
		return p, nil
	case !p.White && !p.Grey:
		return p, game.Invalidf("Press is neither white nor grey. Allow one of them, or set NO PRESS.")
	case p.GreyFirst && !p.Grey:
		return p, game.Invalidf("Press cannot be grey by default where grey press is not allowed.")
	case p.Fakes != "" && !p.Partial:
		return p, game.Invalidf("Only partial press can be faked, and there is none in this game.")
	case p.Touch && !p.Partial:
		return p, game.Invalidf("TOUCH PRESS is about partial press, and there is none in this game.")
	}
	return p, nil
}
