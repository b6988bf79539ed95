package cli

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/machiavelli/message"
)

func clientLooks() []clientCommand {
	const group = "Looking"
	return []clientCommand{
		{group, "games", "", "list your games, or with -all also the listed games of others", (*clientRun).listGames},
		{group, "show", "GAME", "show a game: players, deadline and position", (*clientRun).show},
		{group, "map", "GAME [FILE]", "save the map as an SVG file; - is the standard output", (*clientRun).drawn},
		{group, "history", "GAME", "list the phases of a game", (*clientRun).history},
		{group, "results", "GAME [PHASE]", "show the results of a phase, by its number, or of the last one", (*clientRun).results},
		{group, "rules", "GAME", "show the rulebook of a game, with the master's house rules", (*clientRun).gameRules},
		{group, "scenarios", "", "list the scenarios that can be played", (*clientRun).scenarios},
		{group, "api", "METHOD PATH [FILE]", "make any call of the API: PATH is the part after /api/v1, FILE is sent as the body", (*clientRun).anyCall},
	}
}

func (s *clientRun) listGames() error {
	all := s.flags.Bool("all", false, "include the listed games of others")
	status := s.flags.String("status", "", "only games with this `status`: forming, active, paused, over or terminated")
	name := s.flags.String("name", "", "only games whose name contains this `text`")
	limit := s.flags.Int("limit", 50, "list at most this `number` of games, up to 200")
	if err := s.parse(0, 0); err != nil {
		return err
	}
	q := url.Values{"limit": {fmt.Sprint(*limit)}}
	if !*all {
		q.Set("mine", "true")
	}
	if *status != "" {
		q.Set("status", *status)
	}
	if *name != "" {
		q.Set("name", *name)
	}
	var list apijson.GameList
	told, err := s.get("/games", q, &list)
	if told || err != nil {
		return err
	}
	for i := range list.Items {
		s.tell(standingOf(&list.Items[i]))
	}
	switch n := list.Total - len(list.Items); {
	case list.Total == 0:
		s.tell(message.New("no games"))
	case n > 0:
		s.tell(message.New("and {number} more", message.Number(n)))
	}
	return nil
}

// called returns the name of a person or program. The name of a program gets a suffix that marks
// it as one.
func (s *clientRun) called(name string, program bool) string {
	if program && name != "" {
		name = s.word(message.New("{name} (program)", message.Name(name)))
	}
	return name
}

func (s *clientRun) show() error {
	phase := s.flags.Int("phase", 0, "show the position before the phase with this `number`")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	var g apijson.Game
	told, err := s.get(s.game(), nil, &g)
	if told || err != nil {
		return err
	}
	s.tell(standingOf(&g.Summary))
	s.tell(message.New("{title} ({variant}), {number} players, rules {edition}", message.Name(g.Title), message.Name(g.Variant), message.Number(g.Players), message.Name(g.Preset)))
	if g.Comment != "" {
		s.say("%s", g.Comment)
	}
	if g.Times.Grace != nil && g.Status == "active" {
		s.tell(message.New("nothing is resolved before {start}; late orders are accepted until {grace}", moment(g.Times.Start), moment(g.Times.Grace)))
	}
	s.tell(message.New("you are: {role}", youWords(&g)))
	if g.Missing != nil {
		s.tell(message.New("players missing: {number}", message.Number(*g.Missing)))
	}
	if len(g.Victors) > 0 {
		s.tell(endWords(&g))
	}
	for i := range g.Seats {
		x := &g.Seats[i]
		powers := together(message.Commas, powerNames(&g, x.Powers))
		s.say("%s%s%s", s.word(message.New("seat {number}: {powers}", message.Number(x.Number), powers)), before(" - ", s.called(x.Player, x.Program)), before(": ", s.word(seatWords(x))))
	}
	if len(g.Vacant) > 0 {
		s.tell(message.New("open to others: seats {seats}", message.Name(strings.Trim(fmt.Sprint(g.Vacant), "[]"))))
	}
	if g.Phase == "" {
		return nil
	}
	q := url.Values{}
	if *phase > 0 {
		q.Set("phase", fmt.Sprint(*phase))
	}
	var p client.PositionAt
	if err := s.api.Call(s, "GET", s.game("position"), q, nil, &p); err != nil {
		return err
	}
	s.position(&g, &p)
	return nil
}

// before returns a text with a prefix, or "" if the text is empty.
func before(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + text
}

// position lists the holdings of every power.
func (s *clientRun) position(g *apijson.Game, at *client.PositionAt) {
	s.say("\n%s", s.word(message.New("Position, {phase}", phaseOf(at.Phase))))
	p := &at.Position
	rich := false // in a game without money, no power has any
	for _, ducats := range p.Treasuries {
		rich = rich || ducats > 0
	}
	units, provinces, cities, chits, owes := s.word(message.New("units")), s.word(message.New("provinces")), s.word(message.New("cities")), s.word(message.New("chits")), s.word(message.New("loans"))
	width := 10
	for _, title := range []string{units, provinces, cities, chits, owes} {
		width = max(width, utf8.RuneCountInString(title))
	}
	list := func(title string, items string) {
		if items != "" {
			s.say("  %-*s %s", width, title, items)
		}
	}
	for i := range g.Powers {
		id := g.Powers[i].ID
		power := message.Power{ID: id, Name: g.Powers[i].Name}
		if slices.Contains(p.Eliminated, id) {
			s.tell(message.New("{power:name}: out of the game", power))
			continue
		}
		if ducats, ok := p.Treasuries[id]; ok && rich {
			s.tell(message.New("{power:name}: {number} ducats", power, message.Number(ducats)))
		} else {
			s.tell(message.New("{power:name}", power))
		}
		list(units, strings.Join(p.Units[id], ", "))
		list(provinces, s.word(places(message.Commas, p.Provinces[id])))
		list(cities, s.word(places(message.Commas, p.Cities[id])))
		list(chits, strings.Join(p.Chits[id], ", "))
		for _, l := range p.Loans {
			if l.Power == id {
				list(owes, s.word(message.New("{borrowed} ducats and {interest} interest, {campaign}", message.Number(l.Principal), message.Number(l.Interest), campaignOf(l.Due))))
			}
		}
	}
	if len(p.Units["autonomous"]) > 0 {
		s.tell(message.New("Autonomous units"))
		list(units, strings.Join(p.Units["autonomous"], ", "))
	}
	for _, d := range p.Dislodged {
		to := append(quoted(d.Retreats), message.New("nowhere"))
		s.tell(message.New("{power} must retreat: {unit}, to {to}", allOf(powerNames(g, []string{d.Power})), message.Order(d.Unit), together(message.Commas, to)))
	}
	var rebels []message.Message
	for _, r := range p.Rebellions {
		rebels = append(rebels, rebellion(r.Province, r.In, message.Order(r.Against)))
	}
	for _, x := range []struct {
		title, items message.Message
	}{
		{message.New("Sieges"), places(message.Clauses, p.Sieges)},
		{message.New("Rebellions"), together(message.Clauses, rebels)},
		{message.New("Famine"), places(message.Clauses, p.Famine)},
		{message.New("Plague"), places(message.Clauses, p.Plague)},
	} {
		if !x.items.IsZero() {
			s.say("%s: %s", s.word(x.title), s.word(x.items))
		}
	}
}

// rebellion describes a rebellion in a province, its city or both.
func rebellion(province string, in []string, against message.Order) message.Message {
	place := message.Place{Name: province}
	switch strings.Join(in, " ") {
	case "province":
		return message.New("{place:name} (province) against {power}", place, against)
	case "city":
		return message.New("{place:name} (city) against {power}", place, against)
	}
	return message.New("{place:name} (province and city) against {power}", place, against)
}

func (s *clientRun) drawn() error {
	phase := s.flags.Int("phase", 0, "draw the map of the phase with this `number`")
	orders := s.flags.Bool("orders", false, "draw orders too: your own, or in a resolved phase all of them with their results")
	theme := s.flags.String("theme", "light", "light, dark, print or safe (for colour-blind readers)")
	labels := s.flags.String("labels", "names", "names, codes or none")
	width := s.flags.Int("width", 0, "width in `pixels`; 0: the viewer decides")
	if err := s.parse(1, 2); err != nil {
		return err
	}
	s.raw = false // this answer is not JSON
	q := url.Values{
		"phase": {fmt.Sprint(*phase)}, "orders": {fmt.Sprint(*orders)}, "theme": {*theme}, "labels": {*labels}, "width": {fmt.Sprint(*width)},
	}
	var svg []byte
	if _, err := s.get(s.game("map"), q, &svg); err != nil {
		return err
	}
	name := s.arg(1)
	switch name {
	case "-":
		_, err := s.out.Write(svg)
		return err
	case "":
		name = strings.Map(func(r rune) rune {
			if strings.ContainsRune(`/\:`, r) || r <= ' ' {
				return '_'
			}
			return r
		}, strings.TrimLeft(s.arg(0), ".")) + ".svg"
	}
	if err := os.WriteFile(name, svg, 0o644); err != nil {
		return err
	}
	s.say("%s: %d KB", name, (len(svg)+1023)/1024)
	return nil
}

func (s *clientRun) history() error {
	if err := s.parse(1, 1); err != nil {
		return err
	}
	var list apijson.Page[apijson.PhaseSummary]
	told, err := s.get(s.game("phases"), nil, &list)
	if told || err != nil {
		return err
	}
	for _, p := range list.Items {
		phase := phaseOf(p.Phase)
		if !p.Done {
			phase = message.New("{phase}, now", phase)
		}
		s.say("%4d  %s", p.Number, s.word(phase))
	}
	return nil
}

func (s *clientRun) results() error {
	story := s.flags.Bool("story", false, "show a story in chapters instead of the classic report")
	if err := s.parse(1, 2); err != nil {
		return err
	}
	number := s.arg(1)
	if number == "" {
		last, err := s.lastDone()
		if err != nil {
			return err
		}
		number = fmt.Sprint(last)
	}
	var r apijson.Report
	told, err := s.get(s.game("phases", number, "report"), nil, &r)
	if told || err != nil {
		return err
	}
	if !*story {
		s.say("%s", strings.TrimRight(r.Classic, "\n"))
		return nil
	}
	s.say("%s\n%s", r.Title, r.Headline)
	for _, c := range r.Story {
		s.say("\n%s", c.Title)
		for _, l := range c.Lines {
			s.say("  %s", l)
		}
	}
	return nil
}

// lastDone returns the number of the last resolved phase.
func (s *clientRun) lastDone() (int, error) {
	var list apijson.Page[apijson.PhaseSummary]
	if err := s.read(s.game("phases"), &list); err != nil {
		return 0, err
	}
	for _, p := range slices.Backward(list.Items) {
		if p.Done {
			return p.Number, nil
		}
	}
	return 0, message.Error(message.New("no phase of this game has been resolved yet"))
}

func (s *clientRun) gameRules() error {
	options := s.flags.Bool("options", false, "list the options with their values instead of the rulebook")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	var r apijson.Rules
	told, err := s.get(s.game("rules"), url.Values{"text": {"plain"}}, &r)
	if told || err != nil {
		return err
	}
	if *options {
		s.tell(message.New("edition {edition}", message.Name(r.Preset)))
		for _, name := range slices.Sorted(maps.Keys(r.Options)) {
			s.say("%s=%s", name, r.Options[name])
		}
		return nil
	}
	s.say("%s", strings.TrimRight(r.Text, "\n"))
	if r.HouseRules != "" {
		s.say("\n%s\n\n%s", s.word(message.New("House rules")), r.HouseRules)
	}
	return nil
}

func (s *clientRun) scenarios() error {
	if err := s.parse(0, 0); err != nil {
		return err
	}
	var list apijson.Page[apijson.Scenario]
	told, err := s.get("/scenarios", nil, &list)
	if told || err != nil {
		return err
	}
	for _, x := range list.Items {
		s.say("%s  %s, %s (%s)", x.ID, x.Title, x.Period, x.Slug)
		for _, v := range x.Variants {
			s.say("     %-6s %s", v.ID, s.word(message.New("{number} players: {title}", message.Number(v.Players), message.Name(v.Title))))
		}
	}
	return nil
}

// anyCall executes a call to the API that has no command of its own.
func (s *clientRun) anyCall() error {
	if err := s.parse(2, 3); err != nil {
		return err
	}
	asked := s.arg(1)[max(0, strings.Index(s.arg(1), "/api/v1/")):] // the judge may have a path
	path, query, _ := strings.Cut("/"+strings.TrimLeft(strings.TrimPrefix(asked, "/api/v1"), "/"), "?")
	q, err := url.ParseQuery(query)
	if err != nil {
		return message.Error(message.New("the part of the path after the question mark cannot be read"))
	}
	var in any
	if s.arg(2) != "" {
		text, err := s.input(s.arg(2))
		if err != nil {
			return err
		}
		in = []byte(text)
	}
	s.raw = true
	_, err = s.ask(strings.ToUpper(s.arg(0)), path, q, in, nil)
	return err
}
