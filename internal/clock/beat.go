package clock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// beatEvery is the interval at which the judge records that it is running.
const beatEvery = time.Minute

// The kind and key of the item in which the judge records when it was last running. The item
// belongs to no game.
const (
	pulseKind = "judge"
	pulseKey  = "pulse"
)

// pulse is the time at which any process of the judge was last running, and the
// outages for which not all games have been compensated.
type pulse struct {
	At      time.Time `json:"at"`
	Outages []outage  `json:"outages,omitempty"`
}

// lookAt is the last time at which this process read the clock. It includes the
// monotonic clock, which measures the elapsed time even if the clock was set.
type lookAt struct {
	at  time.Time
	raw time.Time
}

// ErrClock is returned while the clock is suspect because it has jumped far ahead.
var ErrClock = game.Refuse(game.Conflict, message.New("The clock has jumped by more than 60 days since the judge last ran. Nothing is resolved until the operator confirms that it is right."))

func readPulse(tx *game.Tx) (pulse, error) {
	var p pulse
	data, err := tx.Items.Get("", pulseKind, pulseKey)
	if errors.Is(err, game.ErrNoRecord) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("the judge's pulse: %w", err)
	}
	return p, nil
}

func putPulse(tx *game.Tx, p pulse) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return tx.Items.Put("", pulseKind, pulseKey, data)
}

// serialKey is the key of the item with the number of marks; see Mark.
const serialKey = "serial"

// Mark increments a counter in the database and returns it. A process that also keeps the
// number elsewhere notices when the database is replaced by an earlier copy of itself, whatever
// the clock says.
func (k *Clockwork) Mark(ctx context.Context) (n int64, err error) {
	err = k.base.Write(ctx, func(tx *game.Tx) error {
		if n, err = readSerial(tx); err != nil {
			return err
		}
		n++
		return tx.Items.Put("", pulseKind, serialKey, strconv.AppendInt(nil, n, 10))
	})
	return n, err
}

// LastMark returns the number of the last Mark, and the time when the judge was last running,
// which is zero if it never was.
func (k *Clockwork) LastMark(ctx context.Context) (n int64, at time.Time, err error) {
	err = k.base.Read(ctx, func(tx *game.Tx) error {
		p, err := readPulse(tx)
		if err != nil {
			return err
		}
		at = p.At
		n, err = readSerial(tx)
		return err
	})
	return n, at, err
}

func readSerial(tx *game.Tx) (int64, error) {
	data, err := tx.Items.Get("", pulseKind, serialKey)
	if errors.Is(err, game.ErrNoRecord) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(data), 10, 64)
}

// skew is the maximum difference between the clocks of processes with the same store that is not
// taken for a clock that has been set.
const skew = 10 * time.Minute

// beat records that the judge is running, and returns the outages to
// compensate. A clock that was set back is reported once, as an error. If
// another process's clock is only a little ahead, its pulse stays, so that it
// does not detect an outage.
func (k *Clockwork) beat(ctx context.Context) ([]outage, error) {
	var p pulse
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		p, err = readPulse(tx)
		return err
	})
	now := k.base.Now()
	if err != nil || k.breach(p, now) == schedule.Steady && !p.At.IsZero() && now.Sub(p.At) < beatEvery {
		return p.Outages, err
	}
	var back time.Duration
	err = k.base.Write(ctx, func(tx *game.Tx) error {
		back = 0
		var err error
		if p, err = readPulse(tx); err != nil {
			return err
		}
		switch k.breach(p, now) {
		case schedule.Doubtful:
			return ErrClock
		case schedule.Outage:
			p.Outages = append(p.Outages, outage{p.At, now})
		case schedule.Backward:
			if back = p.At.Sub(now); back < skew && !k.own(p) {
				return nil
			}
		}
		p.At = now
		return putPulse(tx, p)
	})
	if err != nil {
		return nil, err
	}
	if back > 0 && p.At.After(now) {
		return p.Outages, nil
	}
	k.looked(now)
	if back > 0 {
		return p.Outages, fmt.Errorf("the clock was set back by %s; this makes nothing due earlier", back)
	}
	return p.Outages, nil
}

// breach compares the clock with the pulse.
func (k *Clockwork) breach(p pulse, now time.Time) schedule.Break {
	elapsed := time.Duration(-1)
	if k.own(p) {
		k.mu.Lock()
		elapsed = k.base.Clock.Now().Sub(k.last.raw)
		k.mu.Unlock()
	}
	return schedule.Compare(p.At, now, elapsed, beatEvery)
}

// own reports whether this process was the last to record a pulse.
func (k *Clockwork) own(p pulse) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !p.At.IsZero() && k.last.at.Equal(p.At)
}

func (k *Clockwork) looked(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = lookAt{now, k.base.Clock.Now()}
}

// TrustClock accepts the clock as correct: no deadline is extended for the time
// since the judge was last running. Operators call it if Work returns ErrClock
// and the clock is right.
func (k *Clockwork) TrustClock(ctx context.Context) error {
	now := k.base.Now()
	err := k.base.Write(ctx, func(tx *game.Tx) error {
		p, err := readPulse(tx)
		if err != nil {
			return err
		}
		p.At = now
		return putPulse(tx, p)
	})
	if err == nil {
		k.looked(now)
	}
	return err
}

// allowAll compensates all active games that can be read for outages, each in its own transaction,
// and then deletes the outages.
func (k *Clockwork) allowAll(ctx context.Context, outages []outage) error {
	var games game.GameList
	err := k.base.Read(ctx, func(tx *game.Tx) (err error) {
		games, err = tx.Games.ListGames(game.GameQuery{Status: game.Active, Hidden: true})
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range games.IDs {
		err := k.base.Write(ctx, func(tx *game.Tx) error {
			g, err := k.base.Load(tx, id)
			if err != nil || !g.Running() {
				return err
			}
			c, err := k.Course(tx, g)
			if err != nil {
				return err
			}
			if err := c.allow(outages); err != nil {
				return err
			}
			return c.Save()
		})
		if k.base.LeaveOut(id, err) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return k.base.Write(ctx, func(tx *game.Tx) error {
		p, err := readPulse(tx)
		if err != nil {
			return err
		}
		p.Outages = slices.DeleteFunc(p.Outages, func(o outage) bool {
			return slices.ContainsFunc(outages, func(x outage) bool { return x.From.Equal(o.From) })
		})
		return putPulse(tx, p)
	})
}
