package sandbox

import (
	"crypto/rand"
	"encoding/hex"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
)

// Fill returns the book after a computer player has written orders for every power that has none.
func (t *Tree) Fill() (*Book, error) {
	c, p := t.Book.Clone(), t.Position()
	if t.Over() {
		return c, nil
	}
	player, err := bot.New("hard")
	if err != nil {
		return nil, err
	}
	orders := map[string]string{}
	for id, text := range c.Draft.Orders {
		orders[id] = text
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		id := p.Setting.Powers[power].ID
		if orders[id] != "" || p.Eliminated.Has(power) || p.Setting.Absent.Has(power) {
			continue
		}
		for _, l := range player.Decide(bot.Look(p, t.Rules, bot.Alone(p, power), "sandbox"), power) {
			orders[id] += l.Text + "\n"
		}
	}
	c.Draft.Orders = orders
	c.Draft = c.Draft.trim()
	return c, c.Draft.check()
}

// FreshSeed returns a random seed.
func FreshSeed() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return hex.EncodeToString(b[:])
}
