package press

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"podesta/internal/game"
	"podesta/internal/journal"
)

// The entries of a log are numbered in sequence, and most readers see only some of them. If
// they saw these numbers, they could count the messages of others. Outside the judge, an entry
// therefore has another number, which does not reveal how many entries precede it: a
// permutation of the numbers below 1<<numberBits, which depends on the game. Numbers below
// firstNumber are those of older versions.
const (
	numberBits  = 40
	firstNumber = 1 << numberBits
	halfBits    = numberBits / 2
	halfMask    = 1<<halfBits - 1
	rounds      = 6
)

// EntryNumber returns the number that readers see for an entry of a game's log, or 0 for 0. It is
// the same for all readers, and does not increase from entry to entry.
func (p *Press) EntryNumber(gameID string, seq int64) int64 {
	if seq <= 0 {
		return 0
	}
	round := p.numbering(gameID)
	left, right := uint64(seq)>>halfBits&halfMask, uint64(seq)&halfMask
	for i := range rounds {
		left, right = right, left^round(i, right)
	}
	return firstNumber + int64(left<<halfBits|right)
}

// EntrySeq is the inverse of EntryNumber: it returns the place of an entry in a game's log. It
// returns 0, the place before all entries, for numbers that EntryNumber does not return, and for
// numbers of older versions, which would reveal how many entries there are. A reader who continues
// from 0 misses nothing.
func (p *Press) EntrySeq(gameID string, number int64) int64 {
	if number < firstNumber || number >= 2*firstNumber {
		return 0
	}
	round := p.numbering(gameID)
	left, right := uint64(number-firstNumber)>>halfBits, uint64(number)&halfMask
	for i := rounds - 1; i >= 0; i-- {
		left, right = right^round(i, left), left
	}
	return int64(left<<halfBits | right)
}

// numbering returns the round function of a game's permutation, a Feistel network.
func (p *Press) numbering(gameID string) func(i int, half uint64) uint64 {
	key := hmac.New(sha256.New, p.base.Secret)
	key.Write([]byte("entry numbers\x00" + gameID))
	mac := hmac.New(sha256.New, key.Sum(nil))
	return func(i int, half uint64) uint64 {
		mac.Reset()
		mac.Write(binary.BigEndian.AppendUint64([]byte{byte(i)}, half))
		return binary.BigEndian.Uint64(mac.Sum(nil)) & halfMask
	}
}

// Told returns the place of the last entry in a game's log that a role may see, or 0
// if there is none.
func (p *Press) Told(ctx context.Context, gameID string, role game.Role) (int64, error) {
	list, _, err := p.LastLog(ctx, gameID, role, 0, 1)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0].Seq, nil
}

// LastLog is like Log, but returns the last limit entries before a place (0 means the end) that the
// role may see. more reports whether there are earlier ones.
func (p *Press) LastLog(ctx context.Context, gameID string, role game.Role, before int64, limit int) (out []game.Entry, more bool, err error) {
	err = p.base.Read(ctx, func(tx *game.Tx) error {
		out, more = nil, false
		g, err := p.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		s, err := newSight(tx, g, role)
		if err != nil {
			return err
		}
		last, err := journal.Last(tx, gameID)
		if err != nil {
			return err
		}
		if before > 0 {
			last = min(last, before-1)
		}
		window := int64(limit) + 50
		for ; last > 0 && !more; last -= window {
			after := max(0, last-window)
			entries, err := tx.Log.Entries(gameID, after, int(last-after))
			if err != nil {
				return err
			}
			for _, e := range slices.Backward(entries) {
				if e.Seq > last || !s.sees(&e) {
					continue
				}
				if more = len(out) == limit; more {
					break
				}
				if e, err = s.censor(e); err != nil {
					return g.WrapError(err)
				}
				out = append(out, e)
			}
		}
		slices.Reverse(out)
		return nil
	})
	return out, more, err
}
