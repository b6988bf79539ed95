package lobby

import (
	"context"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
)

// CleanBot returns the kind of computer player that a name stands for. An empty name means the
// default kind. The error has code "invalid" and lists the levels.
func CleanBot(kind string) (string, error) {
	if kind == "" {
		kind = bot.Usual
	}
	name, err := bot.Level(kind)
	if err != nil {
		return "", game.Refuse(game.Invalid, message.Sentence(message.Of(err)))
	}
	return name, nil
}

// SetBot gives a seat that has lost its player, or in a game with links any seat, to a computer
// player of the given kind (package bot; an empty kind means the default). With the kind NoBot, it
// removes the computer player. The seat then becomes vacant or, in a game with links, returns to
// the player who has its link. It is for masters of games that allow computer players.
func (l *Lobby) SetBot(ctx context.Context, gameID string, role game.Role, seat int, kind string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, _, err := l.base.LoadRunningAsMaster(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case seat < 1 || seat > len(g.Seats):
			return game.ErrNoSeat
		case !g.Running():
			return gamestate.ErrStopped
		}
		if kind == NoBot {
			return l.dropBot(tx, g, seat)
		}
		if kind, err = CleanBot(kind); err != nil {
			return err
		}
		return l.giveBot(tx, g, seat, kind)
	})
}

// NoBot is the kind that stands for removing a computer player from its seat.
const NoBot = "none"

var errNoBots = game.Refuse(game.Forbidden, message.New("This game has no computer players. Its master can allow them (SET BOTS)."))

// giveBot gives a seat to a computer player. The seat must be vacant or held by a computer player
// of another kind, except in a game with links.
func (l *Lobby) giveBot(tx *game.Tx, g *gamestate.State, seat int, kind string) error {
	if !g.Hosting.Bots {
		return errNoBots
	}
	c, err := l.clock.Course(tx, g)
	if err != nil {
		return err
	}
	x := &c.States[seat-1]
	switch {
	case c.Out(seat):
		return g.ErrOut(seat)
	case bot.Canonical(x.Bot) == kind:
		return game.Refuse(game.Conflict, message.New("That computer player holds {powers:name} already.", g.Called(seat)))
	case x.Bot == "" && !x.Abandoned && !x.Disorder && !g.Hosting.Links:
		return game.Refuse(game.Conflict, message.New("{Powers:name} {powers?pl:have|has} a player. Only a seat that has lost its player can be given to a computer player.", g.Called(seat)))
	}
	all, err := c.Tx.Members.Members(g.ID)
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
	if err := clock.ForgetPlayer(tx, g.ID, seat); err != nil {
		return err
	}
	if err := clock.DropDeferred(tx, g.ID, seat); err != nil {
		return err
	}
	*x = game.SeatState{Bot: kind, LateCount: x.LateCount}
	c.State.Seats[seat-1].Player = clock.BotName(kind)
	c.JudgeSeat(seat)
	c.Timing.Bots = 0
	text := message.New("{Powers:name} {powers?pl:are|is} held by a computer player now.", g.Called(seat))
	if !g.Hosting.Links {
		text = gamestate.Sentences(text, message.New("Anyone may still take the seat over."))
	}
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{
		Topic: journal.TopicTakeover, Seats: []int{seat}, Who: clock.BotName(kind), Times: c.Times(),
		Said: text,
	})
	if err != nil {
		return err
	}
	return c.Save()
}

// dropBot removes a computer player from its seat. The seat becomes vacant or, in a game with
// links, returns to the player who has its link.
func (l *Lobby) dropBot(tx *game.Tx, g *gamestate.State, seat int) error {
	c, err := l.clock.Course(tx, g)
	if err != nil {
		return err
	}
	x := &c.States[seat-1]
	if x.Bot == "" {
		return game.Refuse(game.Conflict, message.New("No computer player holds {powers:name}.", g.Called(seat)))
	}
	*x = game.SeatState{Abandoned: !g.Hosting.Links, LateCount: x.LateCount}
	c.State.Seats[seat-1].Player = ""
	c.JudgeSeat(seat)
	said, topic := message.New("No computer player holds {powers:name} any more.", g.Called(seat)), journal.TopicResignation
	switch {
	case g.Hosting.Links:
		topic = journal.TopicReturn
		said = message.New("No computer player holds {powers:name} any more: the player with the link of the seat plays again.", g.Called(seat))
	case !c.Out(seat):
		topic = journal.TopicReplace
		said = message.New("No computer player holds {powers:name} any more: anyone may take over.", g.Called(seat))
	}
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: topic, Seats: []int{seat}, Said: said})
	if err != nil {
		return err
	}
	return c.Save()
}

// StartWithBots begins a forming game with empty seats, which computer players of the given kind
// hold. It is for masters, and for the creator of a game without a master, if the game allows
// computer players.
func (l *Lobby) StartWithBots(ctx context.Context, gameID string, role game.Role, kind string) error {
	kind, err := CleanBot(kind)
	if err != nil {
		return err
	}
	return l.base.Write(ctx, func(tx *game.Tx) error { return l.startFor(tx, gameID, role, true, kind) })
}
