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
)

// house gives a hosted game that was moved here its name, its people and its
// clock.
func (z *Archive) house(tx game.Tx, g *gamestate.State, m *movedGame, in *arrival, account string) (*gamestate.State, error) {
	name, err := g.Name, error(nil)
	if !in.links { // only games of accounts are found by their names
		if name, err = freeName(tx, g); err != nil {
			return nil, err
		}
	}
	g.Record.Name = name
	if !in.people { // nobody vouches for how it has come to stand as it does
		h := *g.Hosting
		h.Rated = false
		if g.Record.Hosting, err = json.Marshal(h); err != nil {
			return nil, err
		}
	}
	if err := tx.SaveGame(g.Record); err != nil {
		return nil, err
	}
	empty, err := z.people(tx, g, m, in, account)
	if err != nil {
		return nil, err
	}
	if g, err = z.admin.Reopen(tx, g); err != nil {
		return nil, err
	}
	n := journal.Notice{Topic: journal.TopicMoved, Seats: empty, Text: "The game has moved to this judge and goes on here."}
	text, err := z.ownDice(tx, g)
	if err != nil {
		return nil, err
	}
	n.Text += text
	if len(empty) > 0 && g.Number > 0 {
		if err := z.vacateAll(tx, g, empty); err != nil {
			return nil, err
		}
		n.Text += fmt.Sprintf(" %s wait for their players: who played them takes them over again, and the master approves it.", g.PowerNames(empty...))
		if g, err = z.admin.Reopen(tx, g); err != nil {
			return nil, err
		}
	}
	if g.Number > 0 && (g.Status == game.Active || g.Status == game.Paused) {
		c, err := z.clock.ClockState(tx, g)
		if err != nil {
			return nil, err
		}
		switch {
		case !c.Timing.Paused.IsZero():
			n.Text += " It is paused, as it was before: a master resumes it."
		case in.running:
			c.Timing.Plan = schedule.AfterOutage(c.Timing.Plan, in.written, c.At)
			n.Times = c.Times()
		default:
			c.Timing.Paused = c.At
			c.Record.Status, c.Status = game.Paused, game.Paused
			n.Text += " It is paused, so that everybody can find their seat: orders are taken, but nothing is processed until a master resumes it. The phase has a new deadline then."
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

// ownDice has the dice of a game that were not thrown yet come from this judge,
// and says so. Whoever had the file of the game knows its seed, and may have
// chosen it: a game that forms has a new one, and campaigns to come have salts
// that are told when their dice are thrown.
func (z *Archive) ownDice(tx game.Tx, g *gamestate.State) (string, error) {
	switch {
	case g.Finished || g.Status == game.Terminated:
		return "", nil
	case g.Number == 0:
		return " This judge has drawn a new seed for its dice and shows a new commitment to it, so nobody who had the file of the game knows how they will fall.", nil
	}
	if err := tx.Put(g.ID, clock.RevivedItem, gamestate.OnlyKey, []byte("true")); err != nil {
		return "", err
	}
	campaign, from := g.Phase.Campaign(), "the next campaign"
	if g.Number == 1 || priorCampaign(g, tx) != campaign {
		d, err := clock.DiceOf(tx, g.ID, campaign)
		if err != nil {
			return "", err
		}
		d.Salt, from = clock.NewSalt(), "this campaign"
		if err := d.Save(tx, g.ID, campaign); err != nil {
			return "", err
		}
		if err := tx.SetSalt(g.ID, g.Revision, g.Number, d.Salt); err != nil {
			return "", err
		}
	}
	return " From " + from + " on the dice have a salt that this judge draws and tells with them: nobody who had the file of the game knows how they fall.", nil
}

// priorCampaign is the campaign of the phase before the current one; empty if
// that cannot be read.
func priorCampaign(g *gamestate.State, tx game.Tx) string {
	p, err := tx.Phase(g.ID, g.Number-1)
	if err != nil {
		return ""
	}
	return p.Phase.Campaign()
}

// freeName takes the game's name, or the name with a number where another game
// has it.
func freeName(tx game.Tx, g *gamestate.State) (string, error) {
	name := g.Name
	for n := 2; ; n++ {
		err := lobby.ClaimName(tx, g.ID, name)
		if err == nil || game.ErrorCode(err) != game.Conflict || n > 99 {
			return name, err
		}
		name = fmt.Sprintf("%s %d", g.Name, n)
	}
}

// people enters those who take part in a game and are known here, where that may
// be, and gives the seats that are left without a player.
func (z *Archive) people(tx game.Tx, g *gamestate.State, m *movedGame, in *arrival, account string) ([]int, error) {
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
			return nil, &game.Error{Code: game.Conflict, Message: "You play in this game, and who moves it sees everything in it. Let its master or somebody else move it."}
		}
		if !in.people {
			continue
		}
		if err := tx.SaveMember(game.Member{Game: g.ID, Account: who, Kind: x.Kind, Seat: x.Seat, Joined: x.Joined.UTC(), Left: x.Left.UTC(), Data: x.Data}); err != nil {
			return nil, err
		}
		if x.Kind == game.Player && x.Left.IsZero() {
			taken[x.Seat] = true
		}
	}
	if account != "" {
		if err := tx.SaveMember(game.Member{Game: g.ID, Account: account, Kind: game.Master, Joined: g.At}); err != nil {
			return nil, err
		}
	}
	var empty []int
	if in.links { // nobody but who has the link of a seat plays there
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

// knownPeople finds the accounts of people by their marks; that of the importer
// alone where others are not to be entered.
func knownPeople(tx game.Tx, g *gamestate.State, m *movedGame, in *arrival, account string) (map[string]string, error) {
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
		if all, err = tx.Accounts("", 0); err != nil {
			return nil, err
		}
	}
	for _, a := range all {
		addresses, err := tx.Addresses(a.ID)
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

// vacateAll opens seats to whoever the master approves of.
func (z *Archive) vacateAll(tx game.Tx, g *gamestate.State, seats []int) error {
	h := *g.Hosting
	h.Approval = true
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	g.Record.Hosting = text
	if err := tx.SaveGame(g.Record); err != nil {
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
		if err := tx.SaveSeat(g.ID, r); err != nil {
			return err
		}
	}
	return nil
}
