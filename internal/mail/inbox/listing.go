package inbox

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

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

// asked returns the game with a name, or the session's game if the name is empty, and the sender's
// role in it.
func (s *session) asked(ctx context.Context, name string) (*game.Game, game.Role, error) {
	if name == "" {
		if s.game == nil {
			return nil, game.Role{}, game.Refuse(game.Invalid, message.New("Name the game, or sign on to it first."))
		}
		return s.game, s.role, nil
	}
	g, err := s.o.judge.Base.FindGame(ctx, name)
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

// list answers LIST, for one game or all public games.
func (s *session) list(ctx context.Context, c command.List) (message.Message, error) {
	if c.Game == "" && s.game == nil {
		return s.listAll(ctx, c.Full)
	}
	g, role, err := s.asked(ctx, c.Game)
	if err != nil {
		return message.Message{}, err
	}
	text, err := s.listing(ctx, g, role)
	if err != nil {
		return message.Message{}, err
	}
	s.add(message.New("Game {game}", message.Name(phrase.OneLine(g.Name, 60))), text)
	return message.New("See the listing below."), nil
}

// listAll lists all public games.
func (s *session) listAll(ctx context.Context, full bool) (message.Message, error) {
	p, err := s.o.judge.Lobby.List(ctx, lobby.Filter{Limit: 200, Places: true})
	if err != nil {
		return message.Message{}, err
	}
	var b strings.Builder
	n := 0
	for i, g := range p.Games {
		if g.Hosting.Links {
			continue
		}
		n++
		if !full || n > 20 {
			b.WriteString(s.brief(g, &p.Places[i]))
			continue
		}
		text, err := s.listing(ctx, g, game.Role{})
		if err != nil {
			return message.Message{}, err
		}
		b.WriteString(g.Name + "\n" + text + "\n")
	}
	if n == 0 {
		return message.New("There are no public games at the moment. Send {create} to start one.", message.Order("CREATE")), nil
	}
	s.add(message.New("Games"), b.String())
	return message.New("See the games below. {list} and a name shows one in full.", message.Order("LIST")), nil
}

// brief describes a game and its seats in a few lines.
func (s *session) brief(g *game.Game, p *lobby.Places) string {
	h := g.Hosting
	words := []message.Message{phrase.Verbatim(s.reader().T(g.Setting.Title))}
	add := func(on bool, w message.Message) {
		if on {
			words = append(words, w)
		}
	}
	add(h.Gunboat, message.New("Gunboat"))
	add(h.NMR, phrase.Verbatim("NMR"))
	add(!h.Unmoderated, message.New("Moderated"))
	add(true, message.New("Press: {letters}", message.Order(pressLetters(&h.Press))))
	add(!h.Rated, message.New("Unrated"))
	add(g.Status == game.Over, message.New("Completed"))
	add(g.Status == game.Terminated, message.New("Terminated"))
	out := phrase.Wrap(s.say(message.New("{list}.", message.ListOf(message.Commas, words))), fmt.Sprintf("%-18s %-9s ", phrase.OneLine(g.Name, 18), phrase.GameCode(g)), "    ", phrase.AnswerWidth) + "\n"
	if h.Comment != "" {
		out += phrase.Wrap(h.Comment, "    ", "    ", phrase.AnswerWidth) + "\n"
	}
	if p.Missing > 0 {
		out += "    " + s.say(message.Plural(p.Missing, "Forming: {n} more player needed.", "Forming: {n} more players needed.")) + "\n"
	}
	if len(p.Vacant) > 0 {
		out += "    " + s.say(message.New("Openings: {powers:name}.", phrase.PowersOf(g, p.Vacant))) + "\n"
	}
	return out
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

// listing describes a game in full, as far as the role may see it.
func (s *session) listing(ctx context.Context, g *game.Game, role game.Role) (string, error) {
	var b strings.Builder
	o := s.o
	plan := o.deadline(ctx, g)
	b.WriteString(gameHeader(g, plan, s.reader()))
	if err := s.status(ctx, &b, g, role, plan); err != nil {
		return "", err
	}
	b.WriteString("\n")
	b.WriteString(parameters(g, s.reader()))
	if g.Hosting.HouseRules != "" {
		b.WriteString("\n" + s.say(message.New("House rules:")) + "\n" + g.Hosting.HouseRules + "\n")
	}
	if err := s.players(ctx, &b, g, role); err != nil {
		return "", err
	}
	if g.Number == 0 {
		return b.String(), nil
	}
	ph, err := o.judge.Base.Current(ctx, g.ID)
	if err != nil {
		return "", err
	}
	s.positionOf(&b, g, ph, g.View(role))
	return b.String(), nil
}

// status describes what the game waits for.
func (s *session) status(ctx context.Context, b *strings.Builder, g *game.Game, role game.Role, plan schedule.Plan) error {
	o := s.o
	write := func(m message.Message) {
		b.WriteString(phrase.Wrap(s.say(m), "", "  ", phrase.AnswerWidth) + "\n")
	}
	b.WriteString("\n")
	switch {
	case g.Status == game.Forming:
		p, err := o.judge.Lobby.Places(ctx, g.ID, role)
		if err != nil {
			return err
		}
		if p.Missing > 0 {
			write(message.Plural(p.Missing, "The game waits for {n} more player.", "The game waits for {n} more players."))
		} else {
			write(message.New("The game waits for players."))
		}
	case g.Finished || g.Status == game.Terminated:
		write(message.New("The game is over."))
	case g.Status == game.Paused:
		write(message.New("The game is paused."))
	case !plan.Deadline.IsZero():
		write(message.New("{phase}: due {when}.", message.Phase(g.Phase), phrase.At(plan.Deadline)))
		if plan.Start.After(o.clock.Now()) {
			write(message.New("Nothing is resolved before {when}.", phrase.At(plan.Start)))
		}
		if g.Hosting.NMR {
			write(message.New("Grace ends {when}; then the phase is resolved without the missing orders.", phrase.At(plan.Grace)))
		} else {
			write(message.New("Grace ends {when}; then powers without orders can be taken over.", phrase.At(plan.Grace)))
		}
		states, err := o.judge.Clock.States(ctx, g.ID, role)
		if err != nil {
			return err
		}
		played, open := clock.Awaited(states)
		if len(played) > 0 {
			write(message.New("Waiting for {powers}.", phrase.PowersOf(g, played)))
		}
		if len(open) > 0 {
			write(message.New("Waiting for someone to take over {powers}.", phrase.PowersOf(g, open)))
		}
	}
	return nil
}

// nameWidth returns the width of a column for the names of powers.
func (s *session) nameWidth(g *game.Game, least int) int {
	for p := range g.Setting.Powers {
		if power := machiavelli.Power(p); power != machiavelli.Nobody {
			least = max(least, utf8.RuneCountInString(s.say(message.New("{power:name}", message.PowerOf(g.Setting.Powers, power)))))
		}
	}
	return least
}

// kinds are the roles of people in a game, in words.
var kinds = map[game.MemberKind]message.Message{
	game.Player: message.New("Player"), game.Observer: message.New("Observer"), game.Master: message.New("Master"),
}

// players lists the players and their powers.
func (s *session) players(ctx context.Context, b *strings.Builder, g *game.Game, role game.Role) error {
	o := s.o
	people, err := o.judge.Lobby.Roster(ctx, g.ID, role)
	if err != nil {
		return err
	}
	names := map[int]string{}
	b.WriteString("\n")
	for _, p := range people {
		switch {
		case p.Former:
		case p.Kind == game.Player && p.Seat > 0:
			names[p.Seat] = s.say(phrase.Person(p.Name))
		case p.Name != "":
			fmt.Fprintf(b, "  %-12s %s\n", s.say(kinds[p.Kind]), s.say(phrase.Person(p.Name)))
		}
	}
	if g.Number == 0 {
		return nil
	}
	states, err := o.judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		return err
	}
	for i, st := range states {
		if st.Bot != "" {
			names[i+1] = s.say(phrase.Person(clock.BotName(st.Bot)))
		}
	}
	ph, err := o.judge.Base.Current(ctx, g.ID)
	if err != nil {
		return err
	}
	p := ph.Before
	if ph.After != nil {
		p = ph.After
	}
	v, width := g.View(role), s.nameWidth(g, 12)
	for power := range g.Setting.Powers {
		owner := machiavelli.Power(power)
		seat := g.SeatOf(owner)
		if owner == machiavelli.Nobody || g.Setting.Absent.Has(owner) || seat == 0 || seat > len(states) {
			continue
		}
		late := ""
		if n := states[seat-1].LateCount; n > 0 {
			late = fmt.Sprintf("[%d] ", n)
		}
		name := s.say(message.New("{power:name}", message.PowerOf(g.Setting.Powers, owner)))
		fmt.Fprintf(b, "  %-*s %-7s %5s  %s%s\n", width, name, s.say(stateWord(states[seat-1])), strength(g, p, owner, v), late, names[seat])
	}
	return nil
}

// stateWord returns the state of a seat for listings.
func stateWord(st game.SeatState) message.Message {
	switch {
	case st.Disorder:
		return message.New("disorder")
	case st.Abandoned:
		return message.New("vacant")
	case st.Late && st.Covered:
		return message.New("errors")
	case st.Late:
		return message.New("is late")
	}
	return message.Message{}
}

// strength returns the number of a power's units and its treasury or, in a game without money, its
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
	b.WriteString("\n" + s.say(statusOf(ph.Phase)) + phaseMark(g) + "\n")
	powerOf := func(power int) message.Power { return message.PowerOf(g.Setting.Powers, machiavelli.Power(power)) }
	for power := range g.Setting.Powers {
		owner := machiavelli.Power(power)
		first := true
		for _, u := range p.Units {
			if u.Owner != owner {
				continue
			}
			if first {
				b.WriteString("\n")
			}
			first = false
			b.WriteString(s.say(message.New("{Power:name}: {unit:title}.", powerOf(power), phrase.UnitOf(p.Setting, u))) + "\n")
		}
	}
	t := report.New(g.Setting)
	for _, d := range p.Dislodged {
		b.WriteString("\n" + phrase.Wrap(s.say(t.Choices(d)), "", "  ", phrase.AnswerWidth) + "\n")
	}
	if g.Rules.Money {
		head, sum := s.say(message.New("Power")), s.say(message.New("Treasury"))
		width := s.nameWidth(g, 9)
		fmt.Fprintf(b, "\n%-*s %s\n%-*s %s\n", width, head, sum, width, strings.Repeat("-", width-1), strings.Repeat("-", utf8.RuneCountInString(sum)))
		for power := range g.Setting.Powers {
			owner := machiavelli.Power(power)
			if owner == machiavelli.Nobody || g.Setting.Absent.Has(owner) || p.Eliminated.Has(owner) {
				continue
			}
			fmt.Fprintf(b, "%-*s %9s\n", width, s.say(message.New("{power:name}", powerOf(power))), s.say(treasury(p, owner, v)))
		}
	}
	width := max(11, s.nameWidth(g, 9)+2, utf8.RuneCountInString(s.say(message.New("Unowned")))+2)
	owned := func(title message.Message, of *[board.Max]machiavelli.Power, among board.Set) {
		b.WriteString("\n" + s.say(title) + "\n")
		for power := range g.Setting.Powers {
			var places []message.Place
			for id := range g.Setting.Board.Areas {
				if at := board.ID(id); among.Has(at) && of[at] == machiavelli.Power(power) {
					places = append(places, message.Place{Name: g.Setting.Board.Areas[id].Name})
				}
			}
			if len(places) == 0 {
				continue
			}
			name := message.New("{power:name}", powerOf(power))
			if machiavelli.Power(power) == machiavelli.Nobody {
				name = message.New("Unowned")
			}
			b.WriteString(phrase.Wrap(s.say(message.New("{places:name}.", message.ListOf(message.Commas, places))), fmt.Sprintf("%-*s", width, s.say(name)+":"), strings.Repeat(" ", width), phrase.AnswerWidth) + "\n")
		}
	}
	owned(message.New("Cities Controlled"), &p.City, g.Setting.Board.Cities)
	owned(message.New("Provinces Controlled"), &p.Province, g.Setting.Provinces())
}

// statusOf returns the title of a listing of a position.
func statusOf(ph machiavelli.Phase) message.Message {
	season, year := message.Season(ph.Season), message.Number(ph.Year)
	switch ph.Step {
	case machiavelli.Retreats:
		return message.New("Status of the Retreat phase for {Season} of {year}.", season, year)
	case machiavelli.Adjustments:
		return message.New("Status of the Adjustment phase for {Season} of {year}.", season, year)
	}
	return message.New("Status of the Movement phase for {Season} of {year}.", season, year)
}

// treasury describes the money and the debts of a power, as far as the reader may see them.
func treasury(p *position.Position, owner machiavelli.Power, v view.View) message.Message {
	if !v.SeesTreasury(owner, true) {
		return phrase.Verbatim("?")
	}
	parts := []message.Message{message.New("{sum}", coins(int(p.Treasury[owner])))}
	for _, l := range p.Loans {
		if l.Power == owner {
			parts = append(parts, message.New("{borrowed}+{interest} due {Campaign}", message.Number(l.Principal), coins(int(l.Interest)), message.Campaign{Season: l.Season, Year: l.Year}))
		}
	}
	return message.New("{parts}", message.ListOf(message.Commas, parts))
}
