package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// actItem is the kind of the items that hold what masters did to a game: its
// acts, by the revision that came of them.
const actItem = "act"

// maxReason is the longest reason for an act, in characters.
const maxReason = 500

// Act is something that a master did to the game itself, for everybody to see.
type Act struct {
	Topic    journal.Topic     `json:"topic"` // TopicRollback, TopicEdit, TopicRoll, TopicRules or TopicExport
	At       time.Time         `json:"at"`
	Revision int               `json:"revision"` // that the game had afterwards
	Number   int               `json:"number"`   // of the phase that it concerns: that to which the game went back
	Phase    machiavelli.Phase `json:"phase"`
	From     machiavelli.Phase `json:"from,omitzero"` // the phase from which the game went back
	Text     string            `json:"text"`          // in whole sentences
	Why      string            `json:"why,omitempty"`
	Changes  []string          `json:"changes,omitempty"` // what has changed, as the reader may know it
	Who      string            `json:"who,omitempty"`     // the master's name, where he has an account
}

// keptAct is an act as it is stored: with what only some may know of it.
type keptAct struct {
	Act
	Full  []string         `json:"full,omitempty"`  // for masters
	Seats map[int][]string `json:"seats,omitempty"` // for players who may know more than others

	times    *journal.Times   // told with it
	settings []hosting.Change // the changes, where they are of settings
}

// Acts lists what masters did to the game, oldest first. What a correction
// changed of secrets is told to those only whose they are, and to masters.
func (j *Judge) Acts(ctx context.Context, gameID string, role game.Role) ([]Act, error) {
	var out []Act
	err := j.read(ctx, func(tx game.Tx) error {
		out = nil
		g, err := j.game(tx, gameID)
		if err != nil {
			return err
		}
		kept, err := acts(tx, g.ID)
		if err != nil {
			return g.errInternal(err)
		}
		for _, k := range kept {
			a := k.Act
			if !g.View(role).SeesNames() {
				a.Who = ""
			}
			switch {
			case role.Master && k.Full != nil:
				a.Changes = k.Full
			case role.Seat > 0 && k.Seats[role.Seat] != nil:
				a.Changes = k.Seats[role.Seat]
			}
			out = append(out, a)
		}
		return nil
	})
	return out, err
}

// acts reads the acts of a game, oldest first.
func acts(tx game.Tx, game string) ([]keptAct, error) {
	items, err := tx.List(game, actItem)
	if err != nil {
		return nil, err
	}
	var out []keptAct
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var a keptAct
		if err := json.Unmarshal(items[key], &a); err != nil {
			return nil, fmt.Errorf("act %s: %w", key, err)
		}
		out = append(out, a)
	}
	return out, nil
}

// record stores an act of the game as it is now and tells it: to everybody what
// is public, and to those who may know more what they may know.
func (k *keptAct) record(tx game.Tx, g *opened, role game.Role) error {
	k.At, k.Revision = g.at, g.Revision
	var err error
	if k.Who, err = nameOf(tx, role.Account); err != nil {
		return err
	}
	items, err := tx.List(g.ID, actItem)
	if err != nil {
		return err
	}
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	if err := tx.Put(g.ID, actItem, fmt.Sprintf("%06d", len(items)+1), text); err != nil {
		return err
	}
	data := journal.ActData{Topic: k.Topic, Text: k.Text, Why: k.Why, Changes: k.Changes, Settings: k.settings, Number: k.Number, Who: k.Who, Times: k.times}
	if err := tell(tx, g, game.ActEntry, journal.Everybody, 0, data); err != nil {
		return err
	}
	for _, seat := range slices.Sorted(maps.Keys(k.Seats)) {
		data.Changes = k.Seats[seat]
		if err := tell(tx, g, game.ActEntry, journal.OnlySeats(seat), 0, data); err != nil {
			return err
		}
	}
	return nil
}

// nameOf is the name of an account; none for a role without one.
func nameOf(tx game.Tx, account string) (string, error) {
	if account == "" {
		return "", nil
	}
	a, err := tx.Account(account)
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return a.Name, err
}

// mastered reads a game that has begun for a command of its master's.
func (j *Judge) mastered(tx game.Tx, gameID string, role game.Role) (*opened, error) {
	if !role.Master {
		return nil, game.ErrMaster
	}
	g, err := j.game(tx, gameID)
	if err != nil {
		return nil, err
	}
	if role, err = j.confirm(tx, g, role); err != nil {
		return nil, err
	}
	switch {
	case !role.Private().Master:
		return nil, game.ErrMaster
	case g.Number == 0:
		return nil, game.ErrForming
	case g.Status == game.Terminated:
		return nil, errStopped
	}
	return g, nil
}

// errAt tells whether a command for a revision can be obeyed; where a master has
// changed the game since, the reason is told.
func (g *opened) errAt(tx game.Tx, revision int) error {
	err := g.errNow(revision)
	if !errors.Is(err, game.ErrStale) || revision > g.Revision {
		return err
	}
	kept, problem := acts(tx, g.ID)
	if problem != nil {
		return g.errInternal(problem)
	}
	for i := len(kept) - 1; i >= 0; i-- {
		k := &kept[i]
		if k.Revision <= revision || k.Topic == journal.TopicRoll || k.Topic == journal.TopicExport {
			continue
		}
		text := k.Text
		if k.Why != "" {
			text += " The reason: " + ended(k.Why)
		}
		return staleError{&game.Error{Code: game.Stale, Message: text + " What you sent is for the game as it was before, and was not kept. Look at the game as it is now and send new orders."}}
	}
	return err
}

// staleError is ErrStale with the reason for it.
type staleError struct{ reason *game.Error }

func (e staleError) Error() string        { return e.reason.Error() }
func (e staleError) Is(target error) bool { return target == error(game.ErrStale) }
func (e staleError) Unwrap() error        { return e.reason }

// ended is a text with a full stop.
func ended(s string) string {
	if strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// cleanReason is a reason in one line.
func cleanReason(why string, needed bool) (string, error) {
	why = strings.Join(strings.Fields(why), " ")
	switch {
	case why == "" && needed:
		return "", game.Invalidf("Say why: everybody reads the reason of a correction.")
	case !utf8.ValidString(why) || strings.ContainsFunc(why, game.Hidden):
		return "", game.Invalidf("The reason has characters that cannot be printed.")
	case utf8.RuneCountInString(why) > maxReason:
		return "", game.Invalidf("The reason is longer than %d characters.", maxReason)
	}
	return why, nil
}

// usualNotice is how long players have at least after the game was taken back or
// corrected, unless their phases are shorter.
const usualNotice = 24 * time.Hour

// restart begins the current phase of a game anew after a master changed
// it: seats stand as their orders make them stand, votes and waits are gone. The
// deadline stays, but leaves everybody a day, or a whole phase if that is
// shorter; and since all orders may be there already, nothing is processed before
// half of that time, except by the master's word.
func (j *Judge) restart(tx game.Tx, g *opened) error {
	c, err := j.course(tx, g)
	if err != nil {
		return err
	}
	old, began := c.timing.Plan, c.at
	if err := c.clearVotes(); err != nil {
		return err
	}
	c.timing.First = false
	if err := c.begin(); err != nil {
		return err
	}
	for i := range c.states {
		if _, sent := c.texts[i+1]; sent {
			c.states[i].Ordered = c.at
			c.judgeSeat(i + 1)
		}
	}
	notice := usualNotice
	if next := c.timing.Timing.Next; next > 0 {
		notice = min(notice, next)
	}
	switch {
	case c.timing.Plan.Deadline.IsZero() || old.Deadline.IsZero():
	case !old.Deadline.Before(began.Add(notice)):
		old.Began, old.Start = began, c.timing.Plan.Start
		c.timing.Plan, c.timing.Why.Kept = old, true
	default:
		o, err := c.opening()
		if err != nil {
			return err
		}
		o.Old.Deadline, o.Old.Grace = time.Time{}, time.Time{}
		o.Timing.Next, o.Timing.Min = notice, min(o.Timing.Min, notice)
		c.timing.Plan, c.timing.Why = schedule.NewPhase(o)
	}
	if c.Hosting.OnReady { // everyone has to say again that they are ready
		return c.save()
	}
	plan := &c.timing.Plan
	if soonest := began.Add(notice / 2).Truncate(time.Second); plan.Start.Before(soonest) {
		plan.Start = soonest
	}
	if !plan.Deadline.IsZero() {
		plan.Start = earlier(plan.Start, plan.Deadline)
	}
	return c.save()
}
