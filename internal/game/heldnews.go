package game

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// HeldNews is news for a person that is not an entry of a game and waits to be sent by one of
// their channels, in the form in which the channel stored it.
type HeldNews struct {
	key  string
	Data []byte
}

// heldKind is the kind of the items that hold a person's waiting news.
func heldKind(account string) string { return "held " + account }

// HoldNews stores news for a person until the time due, when the channel named by way may send it.
// News is sent in the order of the times passed as now.
func HoldNews(tx *Tx, account, way string, due, now time.Time, data []byte) error {
	return tx.Items.Put("", heldKind(account), fmt.Sprintf("%s %d %020d %s", way, due.Unix(), now.UnixNano(),
		rand.Text()), data)
}

// NewsHeld returns the news that waits for one of a person's channels and is due at the time now,
// oldest first.
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

// ID returns a unique name for the news.
func (h *HeldNews) ID() string { return strings.Fields(h.key)[3] }

// since returns the part of the key that orders news.
func (h *HeldNews) since() string {
	return strings.Fields(h.key)[2] + h.ID()
}

// DropNewsHeld removes news that a person has received.
func DropNewsHeld(tx *Tx, account string, news []HeldNews) error {
	for _, h := range news {
		if err := tx.Items.Drop("", heldKind(account), h.key); err != nil {
			return err
		}
	}
	return nil
}

// DropAllNewsHeld removes all waiting news of a person that is not an entry of a game.
func DropAllNewsHeld(tx *Tx, account string) error { return DropItems(tx, "", heldKind(account)) }
