package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/message"
)

// Change is one correction of a position, in the language of docs/master-tools.md:
// the property (unit, treasury, control ...), the power or place, and the new
// value. The division into fields does not matter: "treasury", "venice", "12"
// is the same as "treasury venice 12" in What.
type Change struct {
	What, Where, Value string
}

// editItem is the kind of the items that contain corrections of positions, keyed by phase and
// revision. Items of the kind undoneEditItem contain corrections of phases that were rolled back.
const (
	editItem       = "edit"
	undoneEditItem = "undone-edit"
)

// edit is a stored correction: the position of a phase before and after it. The history is
// replayed with the corrected position.
type edit struct {
	Number     int             `json:"number"`   // number of the phase
	Revision   int             `json:"revision"` // the game's revision before the correction
	At         time.Time       `json:"at"`
	Before     json.RawMessage `json:"before"`
	After      json.RawMessage `json:"after"`
	Statements []string        `json:"statements"`
	Why        string          `json:"why"`
}

// ReadChanges parses corrections, one per line or separated by semicolons. It ignores comments
// and the word EDIT before a correction.
func ReadChanges(text string) []Change {
	var out []Change
	for _, s := range correction.Split(text) {
		var c Change
		c.What, c.Where, _ = strings.Cut(s, " ")
		if i := strings.LastIndexByte(c.Where, ' '); i >= 0 {
			c.Where, c.Value = c.Where[:i], c.Where[i+1:]
		}
		out = append(out, c)
	}
	return out
}

// statements returns changes in the language of corrections. A line end within a change would
// split it in two, and is therefore removed.
func statements(changes []Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, correction.Split(strings.Join(strings.Fields(c.What+" "+c.Where+" "+c.Value), " "))...)
	}
	return out
}

// CheckEdit returns what Edit would change, without changing anything, or the same errors as
// Edit.
func (u *Admin) CheckEdit(ctx context.Context, gameID string, role game.Role, revision int, changes []Change) ([]message.Message, error) {
	var out []message.Message
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		g, err := u.base.LoadForMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		_, res, err := u.correct(tx, g, revision, changes)
		if err != nil {
			return err
		}
		out = nil
		for _, c := range res.Changes {
			out = append(out, c.Message)
		}
		return nil
	})
	return out, err
}

// Edit corrects the current position with statements in the language of package correction. If
// any of them is wrong, it applies none, and the error lists all faults. The reason and the
// changes are published, except secrets, which only their owners see. Orders that are still
// possible stay. The revision increases, so that orders written for the old position are not
// accepted for the new one. Only masters may call it.
func (u *Admin) Edit(ctx context.Context, gameID string, role game.Role, revision int, changes []Change, why string) error {
	why, err := cleanReason(why, true)
	if err != nil {
		return err
	}
	return u.base.Write(ctx, func(tx *game.Tx) error {
		g, err := u.base.LoadForMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		t, res, err := u.correct(tx, g, revision, changes)
		if err != nil {
			return err
		}
		before, err := tx.Phases.Phase(g.ID, g.Number)
		if err != nil {
			return err
		}
		after, err := t.Codec.Position(res.Position)
		if err != nil {
			return g.WrapError(err)
		}
		text, err := json.Marshal(edit{
			Number: g.Number, Revision: g.Revision, At: g.At, Before: before.Position, After: after, Statements: statements(changes), Why: why,
		})
		if err != nil {
			return g.WrapError(err)
		}
		if err := tx.Items.Put(g.ID, editItem, fmt.Sprintf("%04d %06d", g.Number, g.Revision), text); err != nil {
			return err
		}
		if err := tx.Phases.Amend(g.Record, after); err != nil {
			return err
		}
		if g, err = u.Reopen(tx, g); err != nil {
			return err
		}
		if err := u.restart(tx, g); err != nil {
			return err
		}
		if g, err = u.Reopen(tx, g); err != nil {
			return err
		}
		act := gamestate.ActRecord{Act: gamestate.Act{Topic: journal.TopicEdit, Number: g.Number, Phase: g.Phase, Why: why}}
		act.Said = message.New("The position of {phase} was corrected. Orders you have sent stay in force where they still fit.", message.Phase(g.Phase))
		shareChanges(&act, g, res.Changes)
		return act.Record(tx, g, role)
	})
}

// correct applies changes to the current position without storing it.
func (u *Admin) correct(tx *game.Tx, g *gamestate.State, revision int, changes []Change) (*gamestate.Board,
	*correction.Result, error,
) {
	if err := g.CheckRevision(tx, revision); err != nil {
		return nil, nil, err
	}
	t, err := u.base.Board(tx, g)
	if err != nil {
		return nil, nil, err
	}
	list := statements(changes)
	if len(list) == 0 {
		return nil, nil, game.Refuse(game.Invalid, message.New("There is nothing to correct. Write one correction a line, as in: {example}.", message.Order("treasury venice 12")))
	}
	res, problems := correction.Apply(t.Position, &t.Rules, list)
	if len(problems) > 0 {
		lines := make([]message.Message, len(problems))
		for i, p := range problems {
			lines[i] = p.Say()
		}
		return nil, nil, game.Refuse(game.Invalid, message.New("Nothing was changed.\n{lines}", message.ListOf(message.Lines, lines)))
	}
	if len(res.Changes) == 0 {
		return nil, nil, game.Refuse(game.Conflict, message.New("All of this is so already; nothing was changed."))
	}
	return t, res, nil
}

// shareChanges records what has changed, separately for the public, the masters and the players.
func shareChanges(k *gamestate.ActRecord, g *gamestate.State, changes []correction.Change) {
	read := func(role game.Role) []message.Message {
		v := g.View(role).Viewer
		var out []message.Message
		for _, c := range changes {
			if m := c.For(v, &g.Rules); !slices.ContainsFunc(out, m.Equal) {
				out = append(out, m)
			}
		}
		return out
	}
	k.Points, k.FullPoints = read(game.Role{}), read(game.Role{Master: true})
	if slices.EqualFunc(k.Points, k.FullPoints, message.Message.Equal) {
		k.FullPoints = nil
		return
	}
	for seat := range g.Seats {
		if own := read(game.Role{Seat: seat + 1}); !slices.EqualFunc(own, k.Points, message.Message.Equal) {
			if k.SeatPoints == nil {
				k.SeatPoints = map[int][]message.Message{}
			}
			k.SeatPoints[seat+1] = own
		}
	}
}

// Corrected applies the recorded corrections to the position with which phase n
// would begin. It returns false if they do not fit.
func Corrected(tx *game.Tx, game string, n int, want []byte) ([]byte, bool, error) {
	items, err := tx.Items.List(game, editItem)
	if err != nil {
		return nil, false, err
	}
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var e edit
		if err := json.Unmarshal(items[key], &e); err != nil {
			return nil, false, err
		}
		if e.Number != n {
			continue
		}
		if !bytes.Equal(e.Before, want) {
			return nil, false, nil
		}
		want = e.After
	}
	return want, true, nil
}

// Uncorrected returns the position with which a phase would begin without the
// recorded corrections.
func Uncorrected(tx *game.Tx, game string, p *game.PhaseRecord) ([]byte, error) {
	items, err := tx.Items.List(game, editItem)
	if err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(items)) {
		var e edit
		if err := json.Unmarshal(items[key], &e); err != nil {
			return nil, err
		}
		if e.Number == p.Number {
			return e.Before, nil
		}
	}
	return p.Position, nil
}
