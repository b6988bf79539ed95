package command

import (
	"slices"
	"sort"
	"strings"

	"podesta/internal/hosting"
	"podesta/machiavelli/message"
)

// toggle is a setting that is on or off. Every word that switches it on
// switches it off after NO.
type toggle struct {
	name string
	on   []string // further words
	off  []string // words in addition to those with NO
}

// flags lists the settings that are on or off: those of a game, and those of
// its rules under the names of the old judge.
var flags = slices.Concat(switches(), []toggle{
	{name: "MACH2", on: []string{"MACHIAVELLI2", "MACH 2", "MACHIAVELLI 2"}},
	{name: "SUMMER"},
	{name: "MONEY"},
	{name: "DICE"},
	{name: "LOANS", on: []string{"LOAN", "BANK", "BANKERS"}},
	{name: "FAMINE"},
	{name: "PLAGUE"},
	{name: "STORMS", on: []string{"STORM"}},
	{name: "ASSASSINATIONS", on: []string{"ASSASSINATION", "ASSASSINS", "ASSASSIN"}},
	{name: "GARRISONS", on: []string{"GARRISON"}},
	{name: "SPECIAL", on: []string{"SPECIALS", "SPECIAL UNITS"}},
	{name: "FORTRESSES", on: []string{"FORTRESS", "FORTS", "FORT"}},
	{name: "ADJACENCY", on: []string{"ADJACENT", "ADJ"}},
	{name: "COASTAL CONVOYS", on: []string{"COASTAL CONVOY"}},
	{name: "DISBAND"},
	{name: "HIDDEN TREASURY", on: []string{"HIDDEN TREASURIES"}},
})

// switches returns the switches of a game.
func switches() []toggle {
	var out []toggle
	for _, s := range hosting.Switches {
		if s.Command != "" {
			out = append(out, toggle{s.Command, s.On, s.Off})
		}
	}
	return out
}

// setting is one way to write a setting after SET, with the parser of its rest.
type setting struct {
	words string
	parse func(*scanner) (Command, *Error)
}

// simple returns the parser of a setting without a rest.
func simple(c Command) func(*scanner) (Command, *Error) {
	return func(*scanner) (Command, *Error) { return c, nil }
}

// settings lists all ways to write settings after SET, longer ones first, so
// that GRACE PRESS is not mistaken for GRACE.
var settings []setting

// settingWords lists the ways to write settings, as candidates for suggestions.
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
	for _, f := range flags {
		on := append([]string{f.name}, f.on...)
		add(simple(Flag{f.name, true}), on...)
		for _, w := range on {
			add(simple(Flag{f.name, false}), "NO "+w)
		}
		add(simple(Flag{f.name, false}), f.off...)
	}
	addSettings(add)
	seatSettings(add)
	gameSettings(add)
	pressSettings(add)
	obsoleteSettings(add)
	sort.SliceStable(all, func(i, j int) bool { return len(all[i].words) > len(all[j].words) })
	return all
}

type adder func(parse func(*scanner) (Command, *Error), words ...string)

// seatSettings adds the settings of players.
func seatSettings(add adder) {
	add(parsePassword, "PASSWORD", "PW", "P")
	add(parseAddress, "ADDRESS", "AD")
	add(parseZone, "ZONE", "TIME ZONE")
	add(parseLanguage, "LANGUAGE")
	add(simple(AllPress{true}), "ALL PRESS")
	add(simple(AllPress{false}), "NORMAL PRESS")
	add(simple(Letters{Broadcasts, true}), "BROADCAST", "BROADCAST PRESS", "NORMAL BROADCAST")
	add(simple(Letters{Broadcasts, false}), "NO BROADCAST", "NO BROADCAST PRESS")
	add(simple(Letters{Reminders, true}), "REMINDERS", "REMINDER")
	add(simple(Letters{Reminders, false}), "NO REMINDERS", "NO REMINDER")
	add(simple(Letters{Waiting, true}), "IDLE NOTICES", "IDLE NOTICE")
	add(simple(Letters{Waiting, false}), "NO IDLE NOTICES", "NO IDLE NOTICE")
	for _, what := range []LetterKind{ResultLetters, MessageLetters, VoteLetters, StartLetters, CommentLetters, OtherLetters} {
		one := strings.TrimSuffix(string(what), "S")
		add(simple(Letters{what, true}), string(what), one)
		add(simple(Letters{what, false}), "NO "+string(what), "NO "+one)
	}
	add(parseQuietHours, "QUIET HOURS")
	add(simple(QuietHours{}), "NO QUIET HOURS")
	add(parseDailyLetter, "DAILY LETTER", "DAILY LETTERS")
	add(simple(DailyLetter{}), "NO DAILY LETTER", "NO DAILY LETTERS")
	add(simple(OpenData{true}), "OPEN DATA")
	add(simple(OpenData{false}), "NO OPEN DATA")
	add(simple(Letters{Full, true}), "FULL LETTERS", "NO PLAIN LETTERS")
	add(simple(Letters{Full, false}), "PLAIN LETTERS", "NO FULL LETTERS")
}

// gameSettings adds the settings of masters.
func gameSettings(add adder) {
	add(parseTiming("MOVES"), "MOVES", "MOVE")
	add(parseTiming("RETREATS"), "RETREATS", "RETREAT")
	add(parseTiming("ADJUSTS"), "ADJUSTS", "ADJUST", "BUILDS", "BUILD")
	for _, x := range hosting.Numbers {
		add(parseNumber(x.Command, x.Least, x.Most), append([]string{x.Command}, x.Also...)...)
	}
	add(parseNumber("CITIES", 1, 99), "CENTERS", "CENTRES", "CITIES")
	add(parseNumber("PLAYERS", 1, 12), "PLAYERS")
	add(parseNumber("POWERS", 1, 12), "POWERS")
	add(parseNumber("VICTORY HOMES", 0, 3), "VICTORY HOMES")
	add(parseOnTime, "ON TIME RAT")
	add(parseComment, "COMMENT", "INFO", "INFORMATION")
	add(parseVariant(false), "VARIANT")
	add(parseVariant(true), "NOT VARIANT", "NO VARIANT")
	for _, m := range []string{"PRFLIST", "PRFBOTH", "PRFRAND"} {
		add(simple(PreferenceMode{m}), m)
	}
	add(parseAccess(true), "ALLOW PLAYER", "PLAYER ALLOW")
	add(parseAccess(false), "DENY PLAYER", "PLAYER DENY")
	add(simple(Edition{false}), "BASIC")
	add(simple(Edition{true}), "ADVANCED")
	add(parseOption, "OPTION")
	add(parseWinter, "ADJUST DEFAULT", "ADJUSTS DEFAULT")
}

// pressSettings adds the settings of a game's press.
func pressSettings(add adder) {
	rule := func(r PressRule, words ...string) { add(simple(SetPress{r}), append(words, string(r))...) }
	rule(PressWhite, "NO GREY", "NO GRAY")
	rule(PressGrey, "GRAY", "NO WHITE")
	rule(PressWhiteGrey, "WHITE/GRAY")
	rule(PressGreyWhite, "GRAY/WHITE")
	rule(PressNone, "NONE", "PRESS NONE")
	rule(PressPartial, "PARTIAL PRESS")
	rule(PressNoPartial, "NO PARTIAL PRESS")
	rule(PressNoFake, "NO FAKES", "NO FAKE PRESS")
	rule(PressMayFake, "PARTIAL MAY", "PARTIAL MAY FAKE")
	rule(PressFakes, "PARTIAL FAKES", "PARTIAL FAKE", "PARTIAL FAKE BROADCAST")
	rule(PressFakeDefault, "PARTIAL DEFAULT", "DEFAULT", "PARTIAL FAKE BROADCAST BY DEFAULT")
	rule(ObserverAny, "OBSERVERS ANY", "OBSERVER ANY PRESS")
	rule(ObserverWhite, "OBSERVERS WHITE", "OBSERVER WHITE PRESS")
	rule(ObserverNone, "OBSERVERS NO", "OBSERVER NONE", "OBSERVERS NONE", "OBSERVER NO PRESS")
}

// The answers to settings that no longer have an effect.
var (
	notHere     = message.New("It has no effect in Machiavelli games.")
	noLonger    = message.New("It is no longer used, and nothing was changed.")
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

// obsoleteSettings adds settings of older judges that this one does not need.
func obsoleteSettings(add adder) {
	skip := func(name string, answer message.Message, values int) func(*scanner) (Command, *Error) {
		return func(s *scanner) (Command, *Error) {
			for range values {
				s.item()
			}
			return Obsolete{name, answer}, nil
		}
	}
	add(skip("SET ACCESS", noSites, 1), "ACCESS")
	add(skip("SET LEVEL", noLevels, 1), "LEVEL")
	add(skip("SET RESRAT", noResRat, 1), "RES RAT")
	add(skip("SET SEED", noSeed, 1), "SEED")
	for _, w := range []string{"ALLOW MASTER", "MASTER ALLOW", "DENY MASTER", "MASTER DENY"} {
		add(skip("SET "+w, noMasters, 1), w)
	}
	for w, answer := range map[string]message.Message{"SHOW": noShow, "AUTO DISBAND": noRefusal, "INCLUDE OWN HOME": noOwnHome} {
		add(skip("SET "+w, answer, 0), w)
		add(skip("SET NO "+w, answer, 0), "NO "+w)
	}
	for _, w := range []string{"AUTO CREATE", "NO AUTO CREATE"} {
		add(skip("SET "+w, noAutomatic, 0), w)
	}
	for _, w := range []string{"PROXY", "NO PROXY"} {
		add(skip("SET "+w, noProxies, 0), w)
	}
	for _, w := range []string{"BN", "MN", "EP", "FLAGS", "XFLAGS"} {
		add(skip("SET "+w, noLonger, 1), w)
	}
	for _, w := range diplomacyOnly {
		add(skip("SET "+w, notHere, 0), w)
		add(skip("SET NO "+w, notHere, 0), "NO "+w)
	}
}

// diplomacyOnly lists settings of other games that judges hosted.
var diplomacyOnly = []string{
	"TRANSFORM", "TRANSFORMS", "AIR LIFT", "AIR LIFTS", "RAILWAY", "RAILWAYS", "GATEWAY", "GATEWAYS", "HONG KONG", "ANY CENTER", "ANY CENTRE",
	"HOME CENTER", "HOME CENTRE", "ONE CENTER", "ONE CENTRE", "ANY DISBAND", "NORMAL DISBAND", "NEUTRAL", "NEUTRALS", "CAPTURE WIN", "BLANK BOARD",
	"PORTAGE", "HOME TRANSFER", "STRICT CONVOY", "STRICT CONVOYS", "BCENTERS", "BCENTRES", "ALLIED WIN", "WINGS", "SHORTHAND", "INTIMATE", "BLIND",
}

// findSetting skips the setting that begins here and returns it, or nil if
// there is none.
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

// maxUnknown is the number of unknown settings of a line that are reported one
// by one.
const maxUnknown = 5

// set reads what follows SET: one or several settings. It returns the valid
// ones even if there are errors. After an unknown setting it continues after
// the next comma.
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
