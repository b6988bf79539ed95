package game

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// HeldNews is what waits for a person on one of their ways and is no entry of a
// game, in the form in which the way has stored it.
type HeldNews struct {
	key  string
	Data []byte
}

// heldKind is the kind of the items that wait for a person.
func heldKind(account string) string { return "held " + account }

// HoldNews stores news for a person until they are due on one of their ways. now
// orders them.
func HoldNews(tx *Tx, account, way string, due, now time.Time, data []byte) error {
	return tx.Items.Put("", heldKind(account), fmt.Sprintf("%s %d %020d %s", way, due.Unix(), now.UnixNano(),
		rand.Text()), data)
}

// NewsHeld returns the news that have waited for a person on one of their ways
// until now, the oldest first.
func NewsHeld(tx *Tx, account, way string, now time.Time) ([]HeldNews, error) {
	items, err := tx.Items.List("", heldKind(account))
	if err != nil {
		return nil, err
	}
	var out []HeldNews
	for key, data := range items {
		parts := strings.Fields(key)
		if due, err := strconv.ParseInt(parts[1], 10, 64); err != nil {
			return nil, err
		} else if parts[0] == way && due <= now.Unix() {
			out = append(out, HeldNews{key, data})
		}
	}
	slices.SortFunc(out, func(a, b HeldNews) int { return strings.Compare(a.since(), b.since()) })
	return out, nil
}

// ID returns a name of its own for each.
func (h *HeldNews) ID() string { return strings.Fields(h.key)[3] }

// since returns the part of the key that orders news.
func (h *HeldNews) since() string {
	return strings.Fields(h.key)[2] + h.ID()
}

// DropNewsHeld removes news that a person has got.
func DropNewsHeld(tx *Tx, account string, news []HeldNews) error {
	for _, h := range news {
		if err := tx.Items.Drop("", heldKind(account), h.key); err != nil {
			return err
		}
	}
	return nil
}

// DropAllNewsHeld removes everything that waits for a person and is no entry of a
// game.
func DropAllNewsHeld(tx *Tx, account string) error { return DropItems(tx, "", heldKind(account)) }
