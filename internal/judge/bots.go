package judge

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/bot"
)

// BotName is what everybody reads as the player of a seat that a computer
// player of that kind holds: "Hard (computer)".
func BotName(kind string) string { return bot.Title(kind) + " (computer)" }

// cleanBot is the kind of a computer player by its name; an empty name stands
// for the strongest. The error is "invalid" and lists the names.
func cleanBot(kind string) (string, error) {
	if kind == "" {
		kind = bot.Names()[0]
	}
	p, err := bot.New(kind)
	if err != nil {
		return "", game.Invalidf("%s.", strings.ToUpper(err.Error()[:1])+err.Error()[1:])
	}
	return p.Name(), nil
}

// SetBot gives a seat that has lost its player to a computer player of that kind
// (package bot; an empty kind is the strongest), or takes it away from one with
// kind NoBot, so that nobody plays it. It is for masters of games that allow
// computer players.
func (j *Judge) SetBot(ctx context.Context, gameID string, role game.Role, seat int, kind string) error {
	return j.Write(ctx, func(tx game.Tx) error {
		g, role, err := j.LoadRunning(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case !role.Master:
			return game.ErrMaster
		case seat < 1 || seat > len(g.Seats):
			return game.ErrNoSeat
		case !g.Running():
			return gamestate.ErrStopped
		}
		if kind == NoBot {
			return j.dropBot(tx, g, seat)
		}
		if kind, err = cleanBot(kind); err != nil {
			return err
		}
		return j.giveBot(tx, g, seat, kind)
	})
}

// NoBot takes a seat away from a computer player.
const NoBot = "none"

var errNoBots = &game.Error{Code: game.Forbidden, Message: "This game has no computer players. Its master can allow them (SET BOTS)."}

// giveBot gives a vacant seat to a computer player.
func (j *Judge) giveBot(tx game.Tx, g *gamestate.State, seat int, kind string) error {
	if !g.Hosting.Bots {
		return errNoBots
	}
	c, err := j.course(tx, g)
	if err != nil {
		return err
	}
	x := &c.states[seat-1]
	switch {
	case c.Out(seat):
		return &game.Error{Code: game.Conflict, Message: g.PowerNames(seat) + " is out of the game."}
	case bot.Canonical(x.Bot) == kind:
		return &game.Error{Code: game.Conflict, Message: "That computer player holds " + g.PowerNames(seat) + " already."}
	case x.Bot == "" && !x.Abandoned && !x.Disorder && !g.Hosting.Links:
		return &game.Error{Code: game.Conflict, Message: g.PowerNames(seat) + " has a player. Only a seat that has lost its player can be given to a computer player."}
	}
	all, err := c.h.Members(g.ID)
	if err != nil {
		return err
	}
	for i := range all {
		if m := &all[i]; m.Kind == game.Player && m.Seat == seat && m.Present() {
			if err := g.Leave(tx, m); err != nil {
				return err
			}
		}
	}
	if err := forgetPlayer(tx, g.ID, seat); err != nil {
		return err
	}
	if err := dropDeferred(tx, g.ID, seat); err != nil {
		return err
	}
	*x = game.SeatState{Bot: kind, LateCount: x.LateCount}
	c.State.Seats[seat-1].Player = BotName(kind)
	c.judgeSeat(seat)
	c.timing.Bots = 0
	text := g.PowerNames(seat) + " is held by a computer player now."
	if !g.Hosting.Links {
		text += " Anybody may still take the seat over."
	}
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{
		Topic: journal.TopicTakeover, Seats: []int{seat}, Who: BotName(kind), Times: c.times(),
		Text: text,
	})
	if err != nil {
		return err
	}
	return c.save()
}

// dropBot leaves the seat of a computer player without a player.
func (j *Judge) dropBot(tx game.Tx, g *gamestate.State, seat int) error {
	c, err := j.course(tx, g)
	if err != nil {
		return err
	}
	x := &c.states[seat-1]
	if x.Bot == "" {
		return &game.Error{Code: game.Conflict, Message: "No computer player holds " + g.PowerNames(seat) + "."}
	}
	*x = game.SeatState{Abandoned: !g.Hosting.Links, LateCount: x.LateCount}
	c.State.Seats[seat-1].Player = ""
	c.judgeSeat(seat)
	text := "No computer player holds " + g.PowerNames(seat) + " any more"
	switch {
	case g.Hosting.Links:
		text += ": whoever has the link of the seat plays it"
	case !c.Out(seat):
		text += ": anybody may take over"
	}
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicResignation, Seats: []int{seat}, Text: text + "."})
	if err != nil {
		return err
	}
	return c.save()
}

// botsOwe tells whether a computer player has something to order in the phase
// and has not been asked yet.
func (c *course) botsOwe() bool {
	for i, s := range c.states {
		if s.Bot != "" && s.Acted != c.Revision && c.Seats[i].Owes {
			return true
		}
	}
	return false
}

// StartWithBots begins a game that forms although seats are empty: computer
// players of that kind hold them. It is for masters of games that allow them.
func (j *Judge) StartWithBots(ctx context.Context, gameID string, role game.Role, kind string) error {
	kind, err := cleanBot(kind)
	if err != nil {
		return err
	}
	return j.Write(ctx, func(tx game.Tx) error { return j.startFor(tx, gameID, role, true, kind) })
}
