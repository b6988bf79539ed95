package inbox

import (
	"context"
	"fmt"
	"strings"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/view"
)

// asked returns the game that a command concerns, a named one or that of the
// session, and the writer's role there.
func (s *session) asked(ctx context.Context, name string) (*game.Game, game.Role, error) {
	if name == "" {
		if s.game == nil {
			return nil, game.Role{}, game.Refuse(game.Invalid, message.New("Name the game, or sign on to it first."))
		}
		return s.game, s.role, nil
	}
	g, err := s.o.judge.FindGame(ctx, name)
	if err != nil {
		return nil, game.Role{}, err
	}
	if g.Hosting.Links {
		return nil, game.Role{}, game.ErrNoGame
	}
	if s.game != nil && s.game.ID == g.ID {
		return s.game, s.role, nil
	}
	return g, game.Role{}, nil
}

// list answers LIST.
func (s *session) list(ctx context.Context, c command.List) (string, error) {
	if c.Game == "" && s.game == nil {
		return s.listAll(ctx, c.Full)
	}
	g, role, err := s.asked(ctx, c.Game)
	if err != nil {
		return "", err
	}
	text, err := s.o.listing(ctx, g, role, s)
	if err != nil {
		return "", err
	}
	s.add("Game "+phrase.OneLine(g.Name, 60), text)
	return "See the listing below.", nil
}

// listAll lists all public games.
func (s *session) listAll(ctx context.Context, full bool) (string, error) {
	p, err := s.o.judge.List(ctx, lobby.Filter{Limit: 200})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	n := 0
	for _, g := range p.Games {
		if g.Hosting.Links {
			continue
		}
		n++
		text, err := s.o.brief(ctx, g)
		if full && n <= 20 {
			text, err = s.o.listing(ctx, g, game.Role{}, s)
			text = g.Name + "\n" + text + "\n"
		}
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	if n == 0 {
		return "There are no public games at the moment. Send CREATE to start one.", nil
	}
	s.add("Games", b.String())
	return "See the games below. LIST and a name shows one in full.", nil
}

// brief describes a game in a few lines.
func (o *Inbox) brief(ctx context.Context, g *game.Game) (string, error) {
	h := g.Hosting
	words := []string{g.Setting.Title}
	add := func(on bool, w string) {
		if on {
			words = append(words, w)
		}
	}
	add(h.Gunboat, "Gunboat")
	add(h.NMR, "NMR")
	add(!h.Unmoderated, "Moderated")
	words = append(words, "Press: "+pressLetters(&h.Press))
	add(!h.Rated, "Unrated")
	add(g.Status == game.Over, "Completed")
	add(g.Status == game.Terminated, "Terminated")
	out := phrase.Wrap(strings.Join(words, ", ")+".", fmt.Sprintf("%-18s %-9s ", phrase.OneLine(g.Name, 18), phrase.GameCode(g)), "    ", phrase.AnswerWidth) + "\n"
	if h.Comment != "" {
		out += phrase.Wrap(h.Comment, "    ", "    ", phrase.AnswerWidth) + "\n"
	}
	p, err := o.judge.Places(ctx, g.ID, game.Role{})
	if err != nil {
		return "", err
	}
	if p.Missing > 0 {
		out += "    Forming: " + phrase.Count(p.Missing, "more player") + " needed.\n"
	}
	if len(p.Vacant) > 0 {
		var names []string
		for _, v := range p.Vacant {
			names = append(names, phrase.Seat(g, v))
		}
		out += "    Openings: " + phrase.List(names) + ".\n"
	}
	return out, nil
}

// pressLetters returns the letters of the kinds of press in a game: white,
// grey, partial, fake.
func pressLetters(p *hosting.PressRules) string {
	out := []byte("----")
	if !p.None {
		for i, on := range []bool{p.White, p.Grey, p.Partial, p.Fakes != ""} {
			if on {
				out[i] = "WGPF"[i]
			}
		}
	}
	return string(out)
}

// listing describes a game in full, as far as the role may know it.
func (o *Inbox) listing(ctx context.Context, g *game.Game, role game.Role, s *session) (string, error) {
	var b strings.Builder
	plan := o.deadline(ctx, g)
	b.WriteString(gameHeader(g, plan, phrase.Zone(s.account)))
	if err := o.status(ctx, &b, g, role, plan, s); err != nil {
		return "", err
	}
	b.WriteString("\n")
	b.WriteString(parameters(g))
	if g.Hosting.HouseRules != "" {
		b.WriteString("\nHouse rules:\n" + g.Hosting.HouseRules + "\n")
	}
	if err := o.players(ctx, &b, g, role); err != nil {
		return "", err
	}
	if g.Number == 0 {
		return b.String(), nil
	}
	ph, err := o.judge.Current(ctx, g.ID)
	if err != nil {
		return "", err
	}
	s.positionOf(&b, g, ph, g.View(role))
	return b.String(), nil
}

// status describes what the game waits for.
func (o *Inbox) status(ctx context.Context, b *strings.Builder, g *game.Game, role game.Role, plan schedule.Plan, s *session) error {
	loc := phrase.Zone(s.account)
	switch {
	case g.Status == game.Forming:
		p, err := o.judge.Places(ctx, g.ID, role)
		if err != nil {
			return err
		}
		if p.Missing > 0 {
			fmt.Fprintf(b, "\nThe game waits for %s.\n", phrase.Count(p.Missing, "more player"))
		} else {
			b.WriteString("\nThe game waits for players.\n")
		}
	case g.Finished || g.Status == game.Terminated:
		b.WriteString("\nThe game is over.\n")
	case g.Status == game.Paused:
		b.WriteString("\nThe game is paused.\n")
	case !plan.Deadline.IsZero():
		fmt.Fprintf(b, "\n%s: due %s.\n", g.Phase.Title(), phrase.When(plan.Deadline, loc))
		if plan.Start.After(o.clock.Now()) {
			fmt.Fprintf(b, "Nothing is resolved before %s.\n", phrase.When(plan.Start, loc))
		}
		b.WriteString(phrase.Wrap(fmt.Sprintf("Grace ends %s; then %s.", phrase.When(plan.Grace, loc), map[bool]string{true: "the phase is resolved without the missing orders", false: "powers without orders can be taken over"}[g.Hosting.NMR]), "", "  ", phrase.AnswerWidth) + "\n")
		states, err := o.judge.States(ctx, g.ID, role)
		if err != nil {
			return err
		}
		played, open := clock.Awaited(states)
		if len(played) > 0 {
			b.WriteString(phrase.Wrap("Waiting for "+phrase.Seats(g, played)+".", "", "  ", phrase.AnswerWidth) + "\n")
		}
		if len(open) > 0 {
			b.WriteString(phrase.Wrap("Waiting for someone to take over "+phrase.Seats(g, open)+".", "", "  ", phrase.AnswerWidth) + "\n")
		}
	}
	return nil
}

// players lists the players and their powers.
func (o *Inbox) players(ctx context.Context, b *strings.Builder, g *game.Game, role game.Role) error {
	people, err := o.judge.Roster(ctx, g.ID, role)
	if err != nil {
		return err
	}
	names := map[int]string{}
	b.WriteString("\n")
	for _, p := range people {
		switch {
		case p.Former:
		case p.Kind == game.Player && p.Seat > 0:
			names[p.Seat] = p.Name
		case p.Name != "":
			fmt.Fprintf(b, "  %-12s %s\n", strings.ToUpper(string(p.Kind)[:1])+string(p.Kind)[1:], phrase.OneLine(p.Name, 60))
		}
	}
	if g.Number == 0 {
		return nil
	}
	states, err := o.judge.States(ctx, g.ID, role)
	if err != nil {
		return err
	}
	for i, s := range states {
		if s.Bot != "" {
			names[i+1] = clock.BotName(s.Bot)
		}
	}
	ph, err := o.judge.Current(ctx, g.ID)
	if err != nil {
		return err
	}
	p := ph.Before
	if ph.After != nil {
		p = ph.After
	}
	v := g.View(role)
	for power := range g.Setting.Powers {
		owner := machiavelli.Power(power)
		seat := phrase.SeatOf(g, owner)
		if owner == machiavelli.Nobody || seat == 0 || seat > len(states) {
			continue
		}
		late := ""
		if n := states[seat-1].LateCount; n > 0 {
			late = fmt.Sprintf("[%d] ", n)
		}
		fmt.Fprintf(b, "  %-12s %-7s %5s  %s%s\n", phrase.OneLine(g.Setting.Powers[power].Name, 12), stateWord(states[seat-1]), strength(g, p, owner, v), late, phrase.OneLine(names[seat], 60))
	}
	return nil
}

// stateWord returns the state of a seat as in listings.
func stateWord(st game.SeatState) string {
	switch {
	case st.Disorder:
		return "CD"
	case st.Abandoned:
		return "abandon"
	case st.Late && st.Covered:
		return "part"
	case st.Late:
		return "late"
	}
	return ""
}

// strength returns a power's units and its treasury, or without money its
// cities: "4/12".
func strength(g *game.Game, p *position.Position, power machiavelli.Power, v view.View) string {
	units, cities := 0, 0
	for _, u := range p.Units {
		if u.Owner == power {
			units++
		}
	}
	for id := range g.Setting.Board.Areas {
		if at := board.ID(id); g.Setting.Board.Cities.Has(at) && p.City[at] == power {
			cities++
		}
	}
	switch {
	case !g.Rules.Money:
		return fmt.Sprintf("%d/%d", units, cities)
	case v.SeesTreasury(power, true):
		return fmt.Sprintf("%d/%d", units, p.Treasury[power])
	}
	return fmt.Sprintf("%d/?", units)
}

// positionOf lists the position: units, money, control.
func (s *session) positionOf(b *strings.Builder, g *game.Game, ph *game.Phase, v view.View) {
	p := ph.Before
	if ph.After != nil {
		p = ph.After
	}
	t := report.New(g.Setting)
	kind := map[machiavelli.Step]string{machiavelli.Orders: "Movement", machiavelli.Retreats: "Retreat", machiavelli.Adjustments: "Adjustment"}[ph.Phase.Step]
	season := ph.Phase.Season.String()
	fmt.Fprintf(b, "\nStatus of the %s phase for %s%s of %d.  (%s.%03d)\n", kind, strings.ToUpper(season[:1]), season[1:], ph.Phase.Year, phrase.OneLine(g.Name, 40), g.Number)
	for power := range g.Setting.Powers {
		owner := machiavelli.Power(power)
		var lines []string
		for _, u := range p.Units {
			if u.Owner == owner {
				quality := u.Quality.String()
				if quality != "" {
					quality = strings.ToUpper(quality[:1]) + quality[1:] + " "
				}
				lines = append(lines, quality+phrase.Unit(t, u))
			}
		}
		if len(lines) > 0 {
			b.WriteString("\n")
		}
		name := strings.ToUpper(g.Setting.Powers[power].Name[:1]) + g.Setting.Powers[power].Name[1:]
		for _, l := range lines {
			fmt.Fprintf(b, "%s: %s.\n", name, l)
		}
	}
	for _, d := range p.Dislodged {
		b.WriteString("\n" + phrase.Wrap(s.say(t.Choices(d)), "", "  ", phrase.AnswerWidth) + "\n")
	}
	if g.Rules.Money {
		b.WriteString("\nPower     Treasury\n--------  --------\n")
		for power, info := range g.Setting.Powers {
			owner := machiavelli.Power(power)
			if owner == machiavelli.Nobody || g.Setting.Absent.Has(owner) || p.Eliminated.Has(owner) {
				continue
			}
			money := "?"
			if v.SeesTreasury(owner, true) {
				money = fmt.Sprintf("%dd", p.Treasury[power])
				for _, l := range p.Loans {
					if l.Power == owner {
						season := l.Season.String()
						money += fmt.Sprintf(", %d+%dd due %s %d", l.Principal, l.Interest, strings.ToUpper(season[:1])+season[1:], l.Year)
					}
				}
			}
			fmt.Fprintf(b, "%-9s %9s\n", info.Name, money)
		}
	}
	owned := func(title string, of *[board.Max]machiavelli.Power, among board.Set) {
		fmt.Fprintf(b, "\n%s\n", title)
		for power, info := range g.Setting.Powers {
			var names []string
			for id := range g.Setting.Board.Areas {
				if at := board.ID(id); among.Has(at) && of[at] == machiavelli.Power(power) {
					names = append(names, g.Setting.Board.Areas[id].Name)
				}
			}
			if len(names) == 0 {
				continue
			}
			name := info.Name
			if machiavelli.Power(power) == machiavelli.Nobody {
				name = "Unowned"
			}
			b.WriteString(phrase.Wrap(strings.Join(names, ", ")+".", fmt.Sprintf("%-11s", name+":"), "           ", phrase.AnswerWidth) + "\n")
		}
	}
	owned("Cities Controlled", &p.City, g.Setting.Board.Cities)
	owned("Provinces Controlled", &p.Province, g.Setting.Board.Land)
}
