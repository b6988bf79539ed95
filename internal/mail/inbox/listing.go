package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/view"
)

// asked returns the game with a name, or the session's game if the name is empty. It also returns
// the sender's role in the session's game, and an empty role for any other game. A game that is
// played by links is treated as unknown.
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
	blocks, err := s.listing(ctx, g, role)
	if err != nil {
		return message.Message{}, err
	}
	s.add(message.New("Game {game}", message.Name(phrase.OneLine(g.Name, 60))), blocks...)
	return message.New("See the listing below."), nil
}

// listAll lists all public games.
func (s *session) listAll(ctx context.Context, full bool) (message.Message, error) {
	p, err := s.o.judge.Lobby.List(ctx, lobby.Filter{Limit: 200, Places: true})
	if err != nil {
		return message.Message{}, err
	}
	var blocks []outbox.Block
	n := 0
	for i, g := range p.Games {
		if g.Hosting.Links {
			continue
		}
		n++
		if !full || n > 20 {
			blocks = append(blocks, s.brief(g, &p.Places[i]))
			continue
		}
		one, err := s.listing(ctx, g, game.Role{})
		if err != nil {
			return message.Message{}, err
		}
		blocks = append(append(blocks, outbox.Block{Title: phrase.OneLine(g.Name, 60), Part: true}), one...)
	}
	if n == 0 {
		return message.New("There are no public games at the moment. Send {create} to start one.", message.Order("CREATE")), nil
	}
	s.add(message.New("Games"), blocks...)
	return message.New("See the games below. {list} and a name shows one in full.", message.Order("LIST")), nil
}

// brief describes a game and its open seats in a few lines.
func (s *session) brief(g *game.Game, p *lobby.Places) outbox.Block {
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
	out := outbox.Block{Lead: phrase.OneLine(g.Name, 60) + " (" + phrase.GameCode(g) + ")"}
	out.Paras = append(out.Paras, s.say(message.New("{list}.", message.ListOf(message.Commas, words))))
	if h.Comment != "" {
		out.Paras = append(out.Paras, h.Comment)
	}
	if p.Missing > 0 {
		out.Paras = append(out.Paras, s.say(message.Plural(p.Missing, "Forming: {n} more player needed.", "Forming: {n} more players needed.")))
	}
	if len(p.Vacant) > 0 {
		out.Paras = append(out.Paras, s.say(message.New("Openings: {powers:name}.", phrase.PowersOf(g, p.Vacant))))
	}
	return out
}

// pressLetters returns the letters for the kinds of press in a game (white, grey, partial, fake),
// with a hyphen for each kind that is not allowed.
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
func (s *session) listing(ctx context.Context, g *game.Game, role game.Role) ([]outbox.Block, error) {
	state, err := s.status(ctx, g, role)
	if err != nil {
		return nil, err
	}
	who, err := s.players(ctx, g, role)
	if err != nil {
		return nil, err
	}
	out := append([]outbox.Block{state}, who...)
	if g.Number > 0 {
		ph, err := s.o.judge.Base.Current(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, s.positionOf(g, ph, g.View(role))...)
	}
	return append(out, s.settings(g)...), nil
}

// settings lists the settings and the house rules of a game.
func (s *session) settings(g *game.Game) []outbox.Block {
	out := []outbox.Block{{Title: s.say(message.New("Settings")), Items: parameters(g, s.reader())}}
	if g.Hosting.HouseRules != "" {
		out = append(out, outbox.Block{Title: s.say(message.New("House rules:")), Verbatim: g.Hosting.HouseRules})
	}
	return out
}

// status describes what the game waits for.
func (s *session) status(ctx context.Context, g *game.Game, role game.Role) (x outbox.Block, err error) {
	o := s.o
	plan := o.deadline(ctx, g)
	write := func(m message.Message) {
		x.Paras = append(x.Paras, s.say(m))
	}
	switch {
	case g.Status == game.Forming:
		p, err := o.judge.Lobby.Places(ctx, g.ID, role)
		if err != nil {
			return x, err
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
			return x, err
		}
		played, open := clock.Awaited(states)
		if len(played) > 0 {
			write(message.New("Waiting for {powers}.", phrase.PowersOf(g, played)))
		}
		if len(open) > 0 {
			write(message.New("Waiting for someone to take over {powers}.", phrase.PowersOf(g, open)))
		}
	}
	return x, nil
}

// kinds are the roles of people in a game, in words.
var kinds = map[game.MemberKind]message.Message{
	game.Player: message.New("Player"), game.Observer: message.New("Observer"), game.Master: message.New("Master"),
}

// players lists the masters and observers, and the powers with their players.
func (s *session) players(ctx context.Context, g *game.Game, role game.Role) ([]outbox.Block, error) {
	o := s.o
	people, err := o.judge.Lobby.Roster(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	names := map[int]string{}
	x := outbox.Block{Title: s.say(message.New("Players"))}
	for _, p := range people {
		switch {
		case p.Former:
		case p.Kind == game.Player && p.Seat > 0:
			names[p.Seat] = s.say(phrase.Person(p.Name))
		case p.Name != "":
			x.Items = append(x.Items, s.say(kinds[p.Kind])+": "+s.say(phrase.Person(p.Name)))
		}
	}
	if g.Number == 0 {
		return []outbox.Block{x}, nil
	}
	states, err := o.judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	for i, st := range states {
		if st.Bot != "" {
			names[i+1] = s.say(phrase.Person(clock.BotName(st.Bot)))
		}
	}
	ph, err := o.judge.Base.Current(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	p := ph.Before
	if ph.After != nil {
		p = ph.After
	}
	v := g.View(role)
	holds := message.New("Units/ducats")
	if !g.Rules.Money {
		holds = message.New("Units/cities")
	}
	x.Table = &outbox.Table{Head: []string{s.say(message.New("Power")), s.say(holds), s.say(message.New("Player"))}}
	for power := range g.Setting.Powers {
		owner := machiavelli.Power(power)
		seat := g.SeatOf(owner)
		if owner == machiavelli.Nobody || g.Setting.Absent.Has(owner) || seat == 0 || seat > len(states) {
			continue
		}
		words := []string{names[seat], s.say(stateWord(states[seat-1]))}
		if n := states[seat-1].LateCount; n > 0 {
			words = append(words, fmt.Sprintf("[%d]", n))
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		x.Table.Rows = append(x.Table.Rows, []string{
			s.say(message.New("{power:name}", message.PowerOf(g.Setting.Powers, owner))), strength(g, p, owner, v), strings.Join(words, ", "),
		})
	}
	return []outbox.Block{x}, nil
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

// strength returns the number of a power's units and its treasury or, in a game without money, of
// its cities: "4/12". A treasury that the reader may not see is shown as "?".
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
func (s *session) positionOf(g *game.Game, ph *game.Phase, v view.View) []outbox.Block {
	p := ph.Before
	if ph.After != nil {
		p = ph.After
	}
	units := outbox.Block{Title: s.say(message.New("The position"))}
	nameOf := func(power int) message.Message {
		if machiavelli.Power(power) == machiavelli.Nobody {
			return message.New("Independent")
		}
		return message.New("{power:name}", message.PowerOf(g.Setting.Powers, machiavelli.Power(power)))
	}
	line := func(x *outbox.Block, power int, what message.List) {
		if len(what.Of) > 0 {
			x.Items = append(x.Items, s.say(message.New("{name}: {what:title}.", nameOf(power), what)))
		}
	}
	for power := range g.Setting.Powers {
		of := message.List{How: message.Commas}
		for _, u := range p.Units {
			if u.Owner == machiavelli.Power(power) {
				of.Of = append(of.Of, phrase.UnitOf(p.Setting, u))
			}
		}
		line(&units, power, of)
	}
	t := report.New(g.Setting)
	for _, d := range p.Dislodged {
		units.Items = append(units.Items, s.say(t.Choices(d)))
	}
	out := []outbox.Block{units}
	if g.Rules.Money {
		x := outbox.Block{Table: &outbox.Table{Head: []string{s.say(message.New("Power")), s.say(message.New("Treasury"))}}}
		for power := range g.Setting.Powers {
			owner := machiavelli.Power(power)
			if owner == machiavelli.Nobody || g.Setting.Absent.Has(owner) || p.Eliminated.Has(owner) {
				continue
			}
			x.Table.Rows = append(x.Table.Rows, []string{s.say(nameOf(power)), s.say(treasury(p, owner, v))})
		}
		out = append(out, x)
	}
	owned := func(title message.Message, of *[board.Max]machiavelli.Power, among board.Set) {
		x := outbox.Block{Title: s.say(title)}
		for power := range g.Setting.Powers {
			places := message.List{How: message.Commas}
			for id := range g.Setting.Board.Areas {
				if at := board.ID(id); among.Has(at) && of[at] == machiavelli.Power(power) {
					places.Of = append(places.Of, message.Place{Name: g.Setting.Board.Areas[id].Name})
				}
			}
			if len(places.Of) > 0 {
				name := nameOf(power)
				if machiavelli.Power(power) == machiavelli.Nobody {
					name = message.New("Unowned")
				}
				x.Items = append(x.Items, s.say(message.New("{name}: {places:name}.", name, places)))
			}
		}
		out = append(out, x)
	}
	owned(message.New("Cities Controlled"), &p.City, g.Setting.Board.Cities)
	owned(message.New("Provinces Controlled"), &p.Province, g.Setting.Provinces())
	return out
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
