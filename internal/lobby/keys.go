package lobby

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// TakeSeat sets the player's name at a seat. It is for the seat's own key.
func (l *Lobby) TakeSeat(ctx context.Context, id string, role game.Role, name string) error {
	name, err := game.CleanName(name, message.New("your name"))
	if err != nil {
		return err
	}
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, err := l.base.Load(tx, id)
		if err != nil {
			return err
		}
		if !g.Hosting.Links {
			return gamestate.ErrKeyless
		}
		if role.Seat < 1 {
			return game.ErrPlayer
		}
		err = tx.Games.NameSeat(id, role.Seat, name)
		if errors.Is(err, game.ErrNoRecord) {
			return game.ErrNoSeat
		}
		return cmp.Or(err, gamestate.Wake(tx, g))
	})
}

// relinkItem is the kind of the items that count how often each seat has received a new link.
const relinkItem = "relink"

// key returns the secret of the link of a seat, or of the master for seat 0. It is derived from
// the server's secret, so that it need not be stored to be shown again. turn is how often the
// seat has received a new link.
func (l *Lobby) key(gameID string, seat, turn int) string {
	mac := hmac.New(sha256.New, l.base.Secret)
	mac.Write([]byte("seat\x00" + gameID + "\x00" + strconv.Itoa(seat)))
	if turn > 0 {
		mac.Write([]byte("\x00" + strconv.Itoa(turn)))
	}
	return strings.ToLower(game.Base32.EncodeToString(mac.Sum(nil)[:15]))
}

// linksOf returns the links of a game.
func (l *Lobby) linksOf(tx *game.Tx, g *gamestate.State) (game.Keys, error) {
	turns, err := tx.Items.List(g.ID, relinkItem)
	if err != nil {
		return game.Keys{}, err
	}
	k := game.Keys{Master: l.key(g.ID, 0, 0)}
	for i := range g.Seats {
		turn := 0
		if text, ok := turns[gamestate.SeatKey(i+1)]; ok {
			if turn, err = strconv.Atoi(string(text)); err != nil {
				return game.Keys{}, g.WrapError(err)
			}
		}
		k.Seats = append(k.Seats, l.key(g.ID, i+1, turn))
	}
	return k, nil
}

// SeatLink returns the link of a seat.
func (l *Lobby) SeatLink(tx *game.Tx, g *gamestate.State, seat int) (string, error) {
	k, err := l.linksOf(tx, g)
	if err != nil {
		return "", err
	}
	return k.Seats[seat-1], nil
}

// relink gives a seat a new link, so that the old one no longer works.
func (l *Lobby) relink(tx *game.Tx, g *gamestate.State, seat int) error {
	turn := 0
	text, err := tx.Items.Get(g.ID, relinkItem, gamestate.SeatKey(seat))
	if err == nil {
		turn, err = strconv.Atoi(string(text))
	} else if errors.Is(err, game.ErrNoRecord) {
		err = nil
	}
	if err != nil {
		return g.WrapError(err)
	}
	if err := tx.Items.Put(g.ID, relinkItem, gamestate.SeatKey(seat), []byte(strconv.Itoa(turn+1))); err != nil {
		return err
	}
	c, err := l.clock.Course(tx, g)
	if err != nil {
		return err
	}
	c.States[seat-1].Ready = false
	c.State.Seats[seat-1].Player = ""
	c.JudgeSeat(seat)
	if err := tx.Games.SaveSeat(g.ID, c.State.Seats[seat-1]); err != nil {
		return err
	}
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{
		Topic: journal.TopicParameters, Seats: []int{seat},
		Said: message.New("A master has given {powers:name} a new link. The old link no longer works.", g.Called(seat)),
	})
	if err != nil {
		return err
	}
	return c.Save()
}

// Keys returns the links of a game. Callers must show them only to the master.
// A game that is played with accounts has none, so that nobody can act there
// unnoticed in another person's name.
func (l *Lobby) Keys(ctx context.Context, id string) (game.Keys, error) {
	var k game.Keys
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		g, err := l.base.Load(tx, id)
		if err != nil {
			return err
		}
		if !g.Hosting.Links {
			return gamestate.ErrKeyless
		}
		k, err = l.linksOf(tx, g)
		return err
	})
	return k, err
}

// Role returns the role of a key, or ErrKey if it is not a key of the game.
func (l *Lobby) Role(ctx context.Context, id, key string) (game.Role, error) {
	var k game.Keys
	var g *gamestate.State
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		if g, err = l.base.Load(tx, id); err == nil && !g.Hosting.Links {
			err = game.ErrKey
		}
		if err == nil {
			k, err = l.linksOf(tx, g)
		}
		return err
	})
	if err != nil {
		return game.Role{}, err
	}
	role, known := game.Role{}, false
	if hmac.Equal([]byte(key), []byte(k.Master)) {
		role, known = game.Role{Master: true, Public: g.Showcase}, true
	}
	for i, s := range k.Seats {
		if hmac.Equal([]byte(key), []byte(s)) {
			role, known = game.Role{Seat: i + 1}, true
		}
	}
	if !known {
		return game.Role{}, game.ErrKey
	}
	return role, nil
}
