package press

import (
	"slices"
	"strconv"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
	"podesta/machiavelli/pact"
)

// TalkedItem is the kind of the item that holds the revision for which the computer players of
// a game have already made their proposals.
const TalkedItem = "talked"

// botSpeaker returns the speaker of the seat of a computer player.
func (p *Press) botSpeaker(tx *game.Tx, g *gamestate.State, c *clock.Course, seat int) *speaker {
	return &speaker{j: p, tx: tx, g: g, c: c, role: game.Role{Seat: seat, Player: true}, seat: seat}
}

// botView returns what the computer player of a seat knows about the game, apart from its
// agreements.
func botView(g *gamestate.State, c *clock.Course, seat int) bot.View {
	p := g.View(game.Role{Seat: seat}).Position(c.Position, true)
	return bot.Look(p, &g.Rules, c.SeatSet(seat), strconv.Itoa(seat))
}

// silent returns nil for an error that says that a message is not allowed, so that a computer
// player simply says nothing.
func silent(err error) error {
	switch game.ErrorCode(err) {
	case game.Forbidden, game.Conflict, game.Invalid, game.TooMany:
		return nil
	}
	return err
}

// answerOf lets a computer player answer a proposal that was made to it, if the game allows
// this. For other recipients it does nothing.
func (s *speaker) answerOf(all *proposals, number int, t pact.Terms) error {
	x := all.all[number]
	kind := s.c.States[x.To-1].Bot
	if kind == "" || !s.g.Hosting.BotPress {
		return nil
	}
	past, err := s.j.affairs(s.tx, s.g, x.To, all)
	if err != nil {
		return err
	}
	yes, why := botView(s.g, s.c, x.To).Considers(t, past)
	act := journal.ActRefuse
	if yes {
		act = journal.ActAccept
	}
	return silent(s.j.botSpeaker(s.tx, s.g, s.c, x.To).answer(all, number, t, act, why, ""))
}

// affairs returns the proposals of a seat as its computer player knows them, the
// newest first.
func (p *Press) affairs(tx *game.Tx, g *gamestate.State, seat int, all *proposals) ([]pact.Record, error) {
	seen, err := p.seen(tx, g, game.Role{Seat: seat}, all)
	var out []pact.Record
	for _, x := range seen {
		out = append(out, x.Record)
	}
	return out, err
}

// Agreed returns the terms of a seat's agreements that are in force, for its computer player.
func (p *Press) Agreed(tx *game.Tx, g *gamestate.State, seat int) ([]pact.Terms, error) {
	all, err := readProposals(tx, g)
	if err != nil {
		return nil, err
	}
	seen, err := p.seen(tx, g, game.Role{Seat: seat}, all)
	var out []pact.Terms
	for _, x := range seen {
		if x.State == pact.StillHolds {
			out = append(out, x.Terms)
		}
	}
	return out, err
}

// BotsTalk lets the computer players of a game send their messages in a campaign: why they
// broke agreements, and what they propose. It does so once per revision of the game, and only
// if the game allows it.
func (p *Press) BotsTalk(tx *game.Tx, g *gamestate.State) error {
	if !g.Hosting.BotPress || g.Hosting.Press.None || g.Finished || g.Number == 0 || g.Phase.Step != machiavelli.Orders {
		return nil
	}
	items, err := tx.Items.List(g.ID, TalkedItem)
	if err != nil || string(items["revision"]) == strconv.Itoa(g.Revision) {
		return err
	}
	if err := tx.Games.Lock(g.ID); err != nil {
		return err
	}
	if err := tx.Items.Put(g.ID, TalkedItem, "revision", []byte(strconv.Itoa(g.Revision))); err != nil {
		return err
	}
	c, err := p.clock.Course(tx, g)
	if err != nil {
		return err
	}
	all, err := readProposals(tx, g)
	if err != nil {
		return err
	}
	for i := range c.States {
		if seat := i + 1; c.States[i].Bot != "" && c.Seats[i].Owes {
			if err := p.botTalks(tx, g, c, all, seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// botTalks lets one computer player send its messages.
func (p *Press) botTalks(tx *game.Tx, g *gamestate.State, c *clock.Course, all *proposals, seat int) error {
	s := p.botSpeaker(tx, g, c, seat)
	if err := s.excuse(all); err != nil {
		return err
	}
	past, err := p.affairs(tx, g, seat, all)
	if err != nil {
		return err
	}
	for _, o := range botView(g, c, seat).Offers(past) {
		if _, err := s.propose(all, NewProposal{Line: o.Terms.Format(g.Setting), why: o.Why}); silent(err) != nil {
			return err
		}
	}
	return nil
}

// excuse explains why a computer player has broken an agreement, to the other party of the
// agreement.
func (s *speaker) excuse(all *proposals) error {
	seen, err := s.j.seen(s.tx, s.g, game.Role{Seat: s.seat}, all)
	if err != nil {
		return err
	}
	for _, x := range seen {
		me, other := x.Terms.From, x.From
		if slices.Contains(s.g.PowersAt(s.seat), x.Terms.To) {
			me = x.Terms.To
		} else {
			other = x.To
		}
		if x.State != pact.WasBroken || !x.By.Has(me) || x.excused {
			continue
		}
		stored := all.all[x.Number]
		stored.Excused = true
		if err := all.save(x.Number, stored); err != nil {
			return err
		}
		said := message.New("{Power:name} has broken agreement {number} in {campaign}: {what}.", message.PowerOf(s.g.Setting.Powers, me), message.Number(x.Number), x.In, x.Terms.What(s.g.Setting))
		err := s.sayTo(other, proposalName(x.Number), journal.Proposal{Number: x.Number, Act: journal.ActBreak, Said: said, Why: bot.Excuse(x.Record, me)})
		if err = silent(err); err != nil {
			return err
		}
	}
	return nil
}
