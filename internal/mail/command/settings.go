package command

import (
	"sort"
	"strings"

	"podesta/machiavelli/message"
)

// setting is one form of a setting after SET, with the parser for its value.
type setting struct {
	words string
	parse func(*scanner) (Command, *Error)
}

// settings lists all forms of settings after SET, longer ones first, so that GRACE PRESS is not
// mistaken for GRACE.
var settings []setting

// settingWords lists the words of all settings, for suggestions.
var settingWords []string

func init() {
	settings = makeSettings()
	for _, s := range settings {
		if len(s.words) > 3 {
			settingWords = append(settingWords, s.words)
		}
	}
}

func makeSettings() []setting {
	var all []setting
	add := func(parse func(*scanner) (Command, *Error), words ...string) {
		for _, w := range words {
			all = append(all, setting{w, parse})
		}
	}
	addSettings(add)
	seatSettings(add)
	timings(add)
	addRows(add)
	sort.SliceStable(all, func(i, j int) bool { return len(all[i].words) > len(all[j].words) })
	return all
}

type adder func(parse func(*scanner) (Command, *Error), words ...string)

// seatSettings adds the settings of players.
func seatSettings(add adder) {
	add(parsePassword, "PASSWORD", "PW", "P")
	add(parseAddress, "ADDRESS", "AD")
}

// timings adds the settings for the times of phases.
func timings(add adder) {
	add(parseTiming("MOVES"), "MOVES", "MOVE")
	add(parseTiming("RETREATS"), "RETREATS", "RETREAT")
	add(parseTiming("ADJUSTS"), "ADJUSTS", "ADJUST", "BUILDS", "BUILD")
}

// The answers to settings that no longer have an effect.
var (
	notHere     = message.New("This setting has no effect in Machiavelli games.")
	noLonger    = message.New("This setting is no longer used, and nothing was changed.")
	noSites     = message.New("This judge does not record where players live. To choose who joins, use SET APPROVAL.")
	noLevels    = message.New("Players no longer have levels. SET RELIABILITY sets the record that newcomers need.")
	noProxies   = message.New("Machiavelli has no proxies: units cannot be lent to other powers.")
	noShow      = message.New("Everyone is always notified who changed a setting.")
	noResRat    = message.New("This judge keeps a single record of reliability: {command}.", message.Order("SET RELIABILITY 80"))
	noRefusal   = message.New("Dislodged units may always retreat where they can.")
	noOwnHome   = message.New("SET VICTORY HOMES counts home countries besides your own. To require all cities of your own home country, send {command}.", message.Order("SET OPTION victory-all-own-home-cities yes"))
	noSeed      = message.New("The judge draws the seed of the dice and publishes it when the game is over. SET ROLL sets a single roll, and everyone is notified.")
	noMasters   = message.New("Every registered player can create games. The judge's operator can block an account.")
	noAutomatic = message.New("Games are created with CREATE, never automatically.")
)

// diplomacyOnly lists settings of other games that older judges hosted.
var diplomacyOnly = []string{
	"TRANSFORM", "TRANSFORMS", "AIR LIFT", "AIR LIFTS", "RAILWAY", "RAILWAYS", "GATEWAY", "GATEWAYS", "HONG KONG", "ANY CENTER", "ANY CENTRE",
	"HOME CENTER", "HOME CENTRE", "ONE CENTER", "ONE CENTRE", "ANY DISBAND", "NORMAL DISBAND", "NEUTRAL", "NEUTRALS", "CAPTURE WIN", "BLANK BOARD",
	"PORTAGE", "HOME TRANSFER", "STRICT CONVOY", "STRICT CONVOYS", "BCENTERS", "BCENTRES", "ALLIED WIN", "WINGS", "SHORTHAND", "INTIMATE", "BLIND",
}

// findSetting skips the words of the setting that begins here and returns the setting, or nil if
// none begins here.
func findSetting(s *scanner) *setting {
	s.separators()
	for i := range settings {
		if end := match(s.s, s.pos, settings[i].words); end >= 0 {
			s.pos = end
			s.blanks()
			return &settings[i]
		}
	}
	return nil
}

// maxUnknown is the maximum number of unknown settings in a line that are reported individually.
const maxUnknown = 5

// set reads one or several settings after SET. It returns the valid settings even if there are
// errors. After an unknown setting, it continues after the next comma.
func set(s *scanner) (out []Command, errs []*Error) {
	for {
		s.separators()
		if s.done() {
			break
		}
		at := s.pos
		found := findSetting(s)
		if found == nil {
			s.pos = at
			words := s.s[at:]
			if i := strings.IndexByte(words, ','); i >= 0 {
				words = words[:i]
			}
			err := s.fail(CodeUnknown, message.New("SET does not know {words}. It was ignored.", quote(words)))
			if err.Suggest = s.closest(words, settingWords); err.Suggest == nil {
				err.Suggest = s.closest(s.peek(), settingWords)
			}
			if errs = append(errs, err); len(errs) == maxUnknown {
				err.Message = message.New("SET does not know {words}; the rest of the line was ignored.", quote(words))
				return out, errs
			}
			s.pos = at + len(words)
			continue
		}
		c, err := found.parse(s)
		if err != nil {
			return out, append(errs, err)
		}
		out = append(out, c)
	}
	if len(out) == 0 && len(errs) == 0 {
		errs = append(errs, s.missing(message.New("what to set"), "SET WAIT"))
	}
	return out, errs
}
