package archive

import (
	"encoding/json"
	"fmt"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// house sets the name, the people and the clock of an imported hosted game.
func (z *Archive) house(tx *game.Tx, g *gamestate.State, m *movedGame, in *arrival, account string) (*gamestate.State, error) {
	name, err := g.Name, error(nil)
	if !in.links { // only games that are played with accounts can be found by name
		if name, err = freeName(tx, g); err != nil {
			return nil, err
		}
	}
	g.Record.Name = name
	if !in.people { // an untrusted importer may have changed the position
		h := *g.Hosting
		h.Rated = false
		if g.Record.Hosting, err = json.Marshal(h); err != nil {
			return nil, err
		}
	}
	if err := tx.Games.SaveGame(g.Record); err != nil {
		return nil, err
	}
	empty, err := z.people(tx, g, m, in, account)
	if err != nil {
		return nil, err
	}
	if g, err = z.admin.Reopen(tx, g); err != nil {
		return nil, err
	}
	n := journal.Notice{Topic: journal.TopicMoved, Seats: empty, Said: message.New("The game has moved to this judge and goes on here.")}
	text, err := z.ownDice(tx, g)
	if err != nil {
		return nil, err
	}
	if !text.IsZero() {
		n.Said = gamestate.Sentences(n.Said, text)
	}
	if len(empty) > 0 && g.Number > 0 {
		if err := z.vacateAll(tx, g, empty); err != nil {
			return nil, err
		}
		n.Said = gamestate.Sentences(n.Said, message.New("{Powers:name} {powers?pl:wait|waits} for {powers?pl:their players|a player}: those who played before take over again once a master approves it.", g.Called(empty...)))
		if g, err = z.admin.Reopen(tx, g); err != nil {
			return nil, err
		}
	}
	if g.Number > 0 && (g.Status == game.Active || g.Status == game.Paused) {
		c, err := z.clock.Course(tx, g)
		if err != nil {
			return nil, err
		}
		switch {
		case !c.Timing.Paused.IsZero():
			n.Said = gamestate.Sentences(n.Said, message.New("The game is paused, as it was before: a master resumes it."))
		case in.running:
			c.Timing.Plan = schedule.AfterOutage(c.Timing.Plan, in.written, c.At)
			n.Times = c.Times()
		default:
			c.Timing.Paused = c.At
			c.Record.Status, c.Status = game.Paused, game.Paused
			n.Said = gamestate.Sentences(n.Said, message.New("The game is paused, so that everyone can find their seat: orders are taken, but nothing is resolved until a master resumes it."))
			if !g.Hosting.OnReady {
				n.Said = gamestate.Sentences(n.Said, message.New("The phase has a new deadline then."))
			}
		}
		if err := c.Save(); err != nil {
			return nil, err
		}
	}
	if err := gamestate.Notice(tx, g, journal.Everybody, n); err != nil {
		return nil, err
	}
	return z.admin.Reopen(tx, g)
}

// ownDice makes the future dice of an imported game come from this judge, and
// returns a sentence about it. Anyone with the file of the game knows its seed,
// and may have chosen it. A forming game gets a new seed, and future campaigns
// get salts that are published when their dice are rolled.
func (z *Archive) ownDice(tx *game.Tx, g *gamestate.State) (message.Message, error) {
	switch {
	case g.Finished || g.Status == game.Terminated:
		return message.Message{}, nil
	case g.Number == 0:
		return message.New("This judge has drawn a new seed for its dice and shows a new commitment to it, so having the file of the game is no help in predicting them."), nil
	}
	if err := tx.Items.Put(g.ID, clock.RevivedItem, gamestate.OnlyKey, []byte("true")); err != nil {
		return message.Message{}, err
	}
	campaign, from := g.Phase.Campaign(), message.New("the next campaign")
	if g.Number == 1 || priorCampaign(g, tx) != campaign {
		d, err := clock.DiceOf(tx, g.ID, campaign)
		if err != nil {
			return message.Message{}, err
		}
		d.Salt, from = clock.NewSalt(), message.New("this campaign")
		if err := d.Save(tx, g.ID, campaign); err != nil {
			return message.Message{}, err
		}
		if err := tx.Phases.SetSalt(g.ID, g.Revision, g.Number, d.Salt); err != nil {
			return message.Message{}, err
		}
	}
	return message.New("From {campaign} on, the dice have a salt that this judge draws and reveals with them, so having the file of the game is no help in predicting them.", from), nil
}

// priorCampaign returns the campaign of the previous phase, or "" if it cannot
// be read.
func priorCampaign(g *gamestate.State, tx *game.Tx) string {
	p, err := tx.Phases.Phase(g.ID, g.Number-1)
	if err != nil {
		return ""
	}
	return p.Phase.Campaign()
}

// freeName claims the game's name, with a number appended if another game has
// it.
func freeName(tx *game.Tx, g *gamestate.State) (string, error) {
	name := g.Name
	for n := 2; ; n++ {
		err := lobby.ClaimName(tx, g.ID, name)
		if err == nil || game.ErrorCode(err) != game.Conflict || n > 99 {
			return name, err
		}
		name = fmt.Sprintf("%s %d", g.Name, n)
	}
}

// people enters the members of a game who have accounts here, as far as that is allowed, and
// returns the seats that remain without a player.
func (z *Archive) people(tx *game.Tx, g *gamestate.State, m *movedGame, in *arrival, account string) ([]int, error) {
	known, err := knownPeople(tx, g, m, in, account)
	if err != nil {
		return nil, err
	}
	taken := map[int]bool{}
	for _, x := range m.Members {
		who := known[x.Person]
		if who == "" {
			continue
		}
		if x.Seat < 0 || x.Seat > len(g.Seats) || x.Kind == game.Player && x.Left.IsZero() && taken[x.Seat] && x.Seat > 0 {
			return nil, damaged("a seat of it has several players")
		}
		if x.Kind == game.Player && x.Left.IsZero() && who == account {
			return nil, game.Refuse(game.Conflict, message.New("You play in this game, and to move it is to see everything in it. Let its master or someone else move it."))
		}
		if !in.people {
			continue
		}
		if err := tx.Members.SaveMember(game.Member{Game: g.ID, Account: who, Kind: x.Kind, Seat: x.Seat, Joined: x.Joined.UTC(), Left: x.Left.UTC(), Since: game.SinceUnknown, Data: x.Data}); err != nil {
			return nil, err
		}
		if x.Kind == game.Player && x.Left.IsZero() {
			taken[x.Seat] = true
		}
	}
	if account != "" {
		m, err := g.Joining(tx, account, game.Master)
		if err != nil {
			return nil, err
		}
		if err := tx.Members.SaveMember(m); err != nil {
			return nil, err
		}
	}
	var empty []int
	if in.links { // the seat is played only by the holder of its link
		return nil, nil
	}
	for i := range g.Seats {
		state, err := g.SeatState(i + 1)
		if err != nil {
			return nil, err
		}
		if !taken[i+1] && !state.Abandoned && !state.Disorder {
			empty = append(empty, i+1)
		}
	}
	return empty, nil
}

// knownPeople returns the accounts of people, found by their marks. If other people must not be
// added, it returns only the importer's.
func knownPeople(tx *game.Tx, g *gamestate.State, m *movedGame, in *arrival, account string) (map[string]string, error) {
	byMark := map[string]string{}
	for _, p := range m.People {
		for _, mark := range p.Marks {
			byMark[mark] = p.Alias
		}
	}
	out := map[string]string{}
	if len(byMark) == 0 {
		return out, nil
	}
	all := []game.Account{{ID: account}}
	if in.people {
		var err error
		if all, err = tx.Accounts.Accounts("", 0); err != nil {
			return nil, err
		}
	}
	for _, a := range all {
		addresses, err := tx.Accounts.Addresses(a.ID)
		if err != nil {
			return nil, err
		}
		for _, x := range addresses {
			if alias := byMark[personMark(in.marks, x.Email)]; alias != "" && x.Verified && out[alias] == "" {
				out[alias] = a.ID
			}
		}
	}
	return out, nil
}

// vacateAll opens all seats to players whom the master approves.
func (z *Archive) vacateAll(tx *game.Tx, g *gamestate.State, seats []int) error {
	h := *g.Hosting
	h.Approval = true
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	g.Record.Hosting = text
	if err := tx.Games.SaveGame(g.Record); err != nil {
		return err
	}
	for _, s := range seats {
		state, err := g.SeatState(s)
		if err != nil {
			return err
		}
		state.Abandoned, state.Wait = true, false
		r := g.Seats[s-1]
		if r.State, err = json.Marshal(state); err != nil {
			return err
		}
		if err := tx.Games.SaveSeat(g.ID, r); err != nil {
			return err
		}
	}
	return nil
}
