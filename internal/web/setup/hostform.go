package setup

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// hostForm is the part of a form with the settings of a game.
type hostForm struct {
	Paces       []page.Choice
	Timings     []timingForm
	Zone        string
	Press       []page.Choice
	Fakes       []page.Choice
	Observers   []page.Choice
	Preferences []page.Choice
	Main        []switchForm // the most important settings
	Listed      bool         // whether the game is in the public list
	Rest        []switchForm // the other settings
	Groups      []switchGroup
	Comment     string
	House       string
	Allow, Deny string // lists of names, one per line
}

// timingForm holds the times of a kind of phase.
type timingForm struct {
	Title, Key                      string
	Clock, Min, Next, Grace, Delay  string
	ClockField, MinField, NextField string
	GraceField, DelayField, Of      string
	Days                            []dayForm // the days of the week, from Monday on
}

// dayForm is a day of the week, and whether deadlines may fall on it.
type dayForm struct {
	Field, Label string
	Choices      []page.Choice
}

// dayChoices lists the values of a day.
//
//lang:words
var dayChoices = []page.Choice{
	{Value: "all", Label: "all day"},
	{Value: "noon", Label: "from noon on"},
	{Value: "none", Label: "no deadlines"},
}

type switchGroup struct {
	Title             string
	Switches          []switchForm
	Numbers           []numberForm
	Joining, Messages bool // whether it is the group about joining, or about messages
}

type switchForm struct {
	Field, Label, Doc string
	On                bool
}

type numberForm struct {
	Field, Label, Value string
	Least, Most         int
}

// fakeChoices lists what a message may say about its recipients.
//
//lang:words
var fakeChoices = []page.Choice{
	{Value: "", Label: "always the truth"},
	{Value: "broadcast", Label: "always that it goes to everyone"},
	{Value: "default", Label: "that it goes to everyone, unless the sender chooses the truth"},
	{Value: "may", Label: "whatever the sender likes"},
}

// observerChoices lists what observers may write.
//
//lang:words
var observerChoices = []page.Choice{
	{Value: "any", Label: "can write like players"},
	{Value: "white", Label: "can write to everyone, by name"},
	{Value: "none", Label: "can write to the master only"},
}

// preferenceChoices lists how powers are dealt.
//
//lang:words
var preferenceChoices = []page.Choice{
	{Value: hosting.PreferList, Label: "By the players' wishes"},
	{Value: hosting.PreferBoth, Label: "By the players' wishes, or at random for those who prefer that"},
	{Value: hosting.PreferRandom, Label: "At random"},
}

// ownPace is the pace in a form that sets every time separately.
const ownPace = "own"

// ownPaceChoice is the choice of individual times, next to the usual paces.
//
//lang:words
var ownPaceChoice = page.Choice{Value: ownPace, Label: "My own", Doc: "As you set them below, under Times."}

// classKeys holds the names of the kinds of phases in form fields.
//
//lang:words
var classKeys = map[schedule.Class][2]string{
	schedule.Moves: {"moves", "Campaigns"}, schedule.Retreats: {"retreats", "Retreats"}, schedule.Adjusts: {"adjusts", "Winters"},
}

// hostingValues returns the form fields with the settings of a game.
func hostingValues(h hosting.Hosting, pace string) url.Values {
	v := url.Values{
		"hosting": {"1"}, "pace": {pace}, "zone": {h.Zone}, "comment": {h.Comment}, "house": {h.HouseRules},
		"allow": {strings.Join(h.Allow, "\n")}, "deny": {strings.Join(h.Deny, "\n")},
		"preferences": {h.Preferences}, "fakes": {h.Press.Fakes}, "observers": {h.Press.Observers},
		"press": {h.Press.Colours()},
	}
	for i := range hosting.Switches {
		if s := &hosting.Switches[i]; s.Get(&h) {
			v.Set(switchField(s), "1")
		}
	}
	for i := range hosting.Numbers {
		x := &hosting.Numbers[i]
		v.Set(x.Field(), strconv.Itoa(x.Get(&h)))
	}
	for _, c := range schedule.Classes() {
		t, key := h.Timing[c], classKeys[c][0]
		clock := "none"
		if t.Clock >= 0 {
			clock = fmt.Sprintf("%d:%02d", t.Clock/60, t.Clock%60)
		}
		for name, value := range map[string]string{"clock": clock, "min": span(t.Min), "next": span(t.Next), "grace": span(t.Grace), "delay": span(t.Delay)} {
			v.Set(key+"-"+name, value)
		}
		for i, day := range []byte(t.Days) {
			v.Set(dayField(key, i), dayValue(day))
		}
	}
	return v
}

// dayField returns the name of the form field for a day of the week; 0 is
// Sunday.
func dayField(class string, day int) string { return class + "-day-" + strconv.Itoa(day) }

// dayValue returns the form value of a character in a timing's days.
func dayValue(day byte) string {
	switch {
	case day == '-':
		return "none"
	case day >= 'a':
		return "noon"
	}
	return "all"
}

// readDays parses the days on which deadlines fall. Days that are missing in
// the form stay as they are.
func readDays(v url.Values, class, days string) (string, error) {
	if len(days) != len(schedule.EveryDay) {
		days = schedule.EveryDay
	}
	out := []byte(days)
	for i := range out {
		field := dayField(class, i)
		if !v.Has(field) {
			continue
		}
		switch v.Get(field) {
		case "all":
			out[i] = schedule.EveryDay[i]
		case "noon":
			out[i] = schedule.EveryDay[i] | 0x20
		case "none":
			out[i] = '-'
		default:
			return "", invalid(message.New("Choose for {day} one of those offered: all day, from noon on, no deadlines.", schedule.DayNames[i]))
		}
	}
	return string(out), nil
}

// switchField returns the name of a switch's field in forms.
func switchField(s *hosting.Switch) string { return strings.ToLower(s.Name) }

// span formats a duration as forms accept it: "3d", "71h", "30m".
func span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d == 0:
		return "0"
	case d%day == 0:
		return strconv.Itoa(int(d/day)) + "d"
	case d%time.Hour == 0:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d%time.Minute == 0:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	}
	return strconv.Itoa(int(d/time.Second)) + "s"
}

// newHostForm returns the form with the given values, which were sent or come from hostingValues.
func newHostForm(v url.Values) hostForm {
	get := func(name string) string { return page.Clean(v.Get(name)) }
	f := hostForm{
		Zone: get("zone"), Comment: get("comment"), House: get("house"), Allow: get("allow"), Deny: get("deny"),
		Press: chosen(gamepage.PressChoices, get("press")), Fakes: chosen(fakeChoices, get("fakes")), Observers: chosen(observerChoices, get("observers")),
		Preferences: chosen(preferenceChoices, get("preferences")),
	}
	for _, p := range hosting.Paces {
		f.Paces = append(f.Paces, page.Choice{Value: p.Name, Label: p.Label, Chosen: p.Name == get("pace"), Doc: p.Doc})
	}
	own := ownPaceChoice
	own.Chosen = get("pace") == ownPace
	f.Paces = append(f.Paces, own)
	for _, c := range schedule.Classes() {
		key := classKeys[c][0]
		var days []dayForm
		for i := range 7 {
			field := dayField(key, (i+1)%7)
			days = append(days, dayForm{field, schedule.DayNames[(i+1)%7].String(), chosen(dayChoices, get(field))})
		}
		f.Timings = append(f.Timings, timingForm{
			Title: classKeys[c][1], Key: key, Of: strings.ToLower(classKeys[c][1]),
			Clock: get(key + "-clock"), Min: get(key + "-min"), Next: get(key + "-next"), Grace: get(key + "-grace"), Delay: get(key + "-delay"), Days: days,
			ClockField: key + "-clock", MinField: key + "-min", NextField: key + "-next", GraceField: key + "-grace", DelayField: key + "-delay",
		})
	}
	for _, group := range hosting.Groups {
		var all []switchForm
		for i := range hosting.Switches {
			if s := &hosting.Switches[i]; s.Group == group {
				all = append(all, switchForm{switchField(s), s.Label, s.Doc, v.Get(switchField(s)) != ""})
			}
		}
		if group == "" {
			f.Main = all
		} else {
			f.Groups = append(f.Groups, switchGroup{group, all, numberForms(v, group), group == hosting.Joining, group == hosting.Messages})
		}
	}
	for _, sw := range f.Main {
		if sw.Field == "listed" {
			f.Listed = sw.On
			continue
		}
		f.Rest = append(f.Rest, sw)
	}
	return f
}

// numberForms returns the fields of a group's numbers.
func numberForms(v url.Values, group string) []numberForm {
	var out []numberForm
	for i := range hosting.Numbers {
		if x := &hosting.Numbers[i]; x.Group == group {
			out = append(out, numberForm{x.Field(), x.Label, page.Clean(v.Get(x.Field())), x.Least, x.Most})
		}
	}
	return out
}

// chosen marks the choice with the given value as chosen.
func chosen(all []page.Choice, value string) []page.Choice {
	out := slices.Clone(all)
	for i := range out {
		out[i].Chosen = out[i].Value == value
	}
	return out
}

// readHosting parses a form with the settings of a game. It returns an "invalid" error for
// values that cannot be parsed. The judge itself refuses contradictions.
func readHosting(v url.Values, h hosting.Hosting) (hosting.Hosting, error) {
	if v.Get("hosting") == "" { // the form contains no settings
		return h, nil
	}
	get := func(name string) string { return strings.TrimSpace(page.Clean(v.Get(name))) }
	h.Zone, h.Comment, h.HouseRules, h.Preferences = get("zone"), get("comment"), get("house"), get("preferences")
	h.Allow, h.Deny = lines(get("allow")), lines(get("deny"))
	for i := range hosting.Switches {
		s := &hosting.Switches[i]
		s.Set(&h, v.Get(switchField(s)) != "")
	}
	for i := range hosting.Numbers {
		x := &hosting.Numbers[i]
		text := get(x.Field())
		if text == "" {
			text = strconv.Itoa(x.Least)
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return h, invalid(message.New("{what} must be a whole number.", message.Message{ID: x.Title}))
		}
		x.Set(&h, n)
	}
	p := &h.Press
	p.Fakes, p.Observers = get("fakes"), get("observers")
	p.None, p.White, p.Grey, p.GreyFirst = false, false, false, false
	switch get("press") {
	case "none":
		p.None, p.White = true, true
	case "white/grey":
		p.White, p.Grey = true, true
	case "grey/white":
		p.White, p.Grey, p.GreyFirst = true, true, true
	case "grey":
		p.Grey = true
	default:
		p.White = true
	}
	return readTimes(v, h)
}

// readTimes parses how long phases last.
func readTimes(v url.Values, h hosting.Hosting) (hosting.Hosting, error) {
	pace := v.Get("pace")
	if p := hosting.FindPace(pace); p != nil {
		p.Keep(&h)
		return h, nil
	}
	if pace != ownPace {
		return h, game.Refuse(game.Invalid, message.New("The pace is not one of those offered."))
	}
	for _, c := range schedule.Classes() {
		key := classKeys[c][0]
		t := h.Timing[c]
		var words []string
		endless := false
		for _, x := range []struct{ field, item string }{{"clock", "CLOCK"}, {"min", "MIN"}, {"next", "NEXT"}, {"grace", "GRACE"}, {"delay", "DELAY"}} {
			value := strings.Join(strings.Fields(page.Clean(v.Get(key+"-"+x.field))), "")
			switch {
			case x.item == "NEXT" && (value == "" || value == "0"):
				endless = true
				continue
			case value == "" && x.item == "CLOCK":
				value = "none"
			case value == "":
				value = "0"
			}
			words = append(words, x.item, value)
		}
		if endless { // times that have no effect without deadlines must not cause a refusal
			t.Next = 0
		}
		var err error
		if t.Days, err = readDays(v, key, t.Days); err != nil {
			return h, err
		}
		set, _, err := schedule.ParseItems(t, words)
		if err != nil {
			return h, invalid(message.New("{what}: {why}", message.Message{ID: classKeys[c][1]}, message.Of(err)))
		}
		h.Timing[c] = set
	}
	return h, nil
}

// lines returns the lines of a text that are not empty.
func lines(text string) []string {
	var out []string
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// invalid returns an error about input.
func invalid(why message.Message) error { return game.Refuse(game.Invalid, why) }
