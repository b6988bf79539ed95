package archive

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/record"
)

// Import creates a game from a file that Export has written, with the account as its master.
// The game continues where it stopped. If the account is an operator's, players who have an
// account here with the same address as on the other judge keep their seats. Nobody else may
// add people to a game without asking them, or learn who has an account here: for other
// importers, all seats of a hosted game wait for their players under the aliases of the file.
// The history is replayed and must match the file. A running game is paused until its master
// resumes it, unless Running is given. Future dice come from this judge, since anyone with the
// file could have computed or chosen those in it. The error code is "invalid" for an invalid
// file and "conflict" if the game already exists here, or if the importer plays in it.
func (z *Archive) Import(ctx context.Context, account string, data []byte, how ...ImportOption) (*game.Game, error) {
	return z.unpack(ctx, account, data, false, how)
}

// ImportOption selects how an imported game continues.
type ImportOption int

// Running keeps the clock of an imported game running if it was running in the
// file.
const Running ImportOption = 1

// Unpack is Import for the operator's own tools: people with accounts here keep their roles,
// and the game gets no other masters.
func (z *Archive) Unpack(ctx context.Context, data []byte, how ...ImportOption) (*game.Game, error) {
	return z.unpack(ctx, "", data, true, how)
}

// UnpackFor is Unpack with an account as an additional master.
func (z *Archive) UnpackFor(ctx context.Context, account string, data []byte, how ...ImportOption) (*game.Game, error) {
	return z.unpack(ctx, account, data, true, how)
}

func (z *Archive) unpack(ctx context.Context, account string, data []byte, people bool, how []ImportOption) (*game.Game, error) {
	m, written, err := readTransfer(data)
	if err != nil {
		return nil, err
	}
	in, err := m.arrival()
	if err != nil {
		return nil, err
	}
	in.written, in.people, in.running = written, people, slices.Contains(how, Running)
	var out *gamestate.State
	err = z.base.Write(ctx, func(tx *game.Tx) error {
		if account != "" {
			a, err := z.base.Accounts.Able(tx, account)
			if err != nil {
				return err
			}
			if a.Program {
				return lobby.ErrNoHosting
			}
			in.people = people || a.Operator
		}
		if !in.people {
			in.anonymous(m)
		}
		if _, err := tx.Games.Game(m.ID); !errors.Is(err, game.ErrNoRecord) {
			if err == nil {
				err = game.Refuse(game.Conflict, message.New("This game is here already: {name}.", message.Name(m.Name)))
			}
			return err
		}
		var err error
		out, err = z.settle(tx, m, in, account)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out.Game, nil
}

// arrival is the content of a file before anything is stored.
type arrival struct {
	record  game.GameRecord
	seats   []game.SeatRecord
	phases  []game.PhaseRecord
	written time.Time
	people  bool   // whether people with accounts here keep their roles
	running bool   // whether a running game is not paused
	links   bool   // whether the seats are held by links
	marks   []byte // the seed in the file, which keys the marks of people
}

// anonymous replaces the names of players with accounts by aliases.
func (in *arrival) anonymous(m *movedGame) {
	if in.links {
		return
	}
	for i := range in.seats {
		in.seats[i].Player = ""
	}
	for _, x := range m.Members {
		if x.Kind == game.Player && x.Left.IsZero() && x.Seat > 0 && x.Seat <= len(in.seats) {
			in.seats[x.Seat-1].Player = x.Person
		}
	}
}

// arrival converts the parts of a transfer file to the store's records.
func (m *movedGame) arrival() (*arrival, error) {
	in := &arrival{record: game.GameRecord{
		ID: m.ID, Name: m.Name, Scenario: m.Scenario, Variant: m.Variant, Rules: m.Rules, Solitaire: m.Solitaire, Number: m.Number, Revision: m.Revision,
		Finished: m.Finished, Created: m.Created.UTC(), Library: m.Library, Status: m.Status, Hosting: m.Hosting, Plan: m.Plan,
		Opening: joined(m.Opening.Events), OpeningThrows: m.Opening.Throws,
	}}
	r := &in.record
	if !plainID(m.ID) {
		return nil, damaged("the game has no usable id")
	}
	if name, err := game.CleanName(m.Name, message.New("the game")); err != nil || name != m.Name {
		return nil, damaged("the game has no usable name")
	}
	if m.Seed == "" {
		return nil, game.Refuse(game.Invalid, message.New("The file has no seed of the dice: it is a record to be read, but the game cannot go on from it. Ask for one that was written to move the game."))
	}
	var err error
	if r.Seed, err = hex.DecodeString(m.Seed); err != nil || len(r.Seed) != dice.SeedBytes || dice.Commit(m.ID, r.Seed) != m.Commitment {
		return nil, damaged("the seed of its dice does not belong to their commitment")
	}
	in.marks = r.Seed
	if m.Number == 0 {
		r.Seed = game.RandomBytes(dice.SeedBytes) // no roll has counted yet
	}
	if m.Number > 0 {
		if r.Phase, err = machiavelli.ParsePhase(m.Phase); err != nil {
			return nil, damaged(err.Error())
		}
	}
	if !m.consistent() {
		return nil, damaged("what it says of the state of the game does not fit together")
	}
	for i, s := range m.Seats {
		if s.Number != i+1 {
			return nil, damaged("its seats are not numbered")
		}
		if name, err := game.CleanName(s.Player, message.New("a player")); s.Player != "" && (err != nil || name != s.Player) {
			return nil, damaged("a player has no usable name")
		}
		in.seats = append(in.seats, game.SeatRecord{Number: s.Number, Player: s.Player, Powers: s.Powers, State: s.State})
	}
	if len(m.Hosting) == 0 {
		if err := in.linked(m); err != nil {
			return nil, err
		}
	}
	var how hosting.Hosting
	if err := json.Unmarshal(r.Hosting, &how); err != nil {
		return nil, damaged("it does not say how the game is run")
	}
	if how.Tournament != "" { // the tournament belongs to the judge that exported the game
		how.Tournament = ""
		if r.Hosting, err = json.Marshal(how); err != nil {
			return nil, err
		}
	}
	in.links = how.Links
	for i, p := range m.Phases {
		out := game.PhaseRecord{
			Game: m.ID, Number: p.Number, Position: p.Position, After: p.After, Events: joined(p.Events), Throws: p.Throws,
			Salt: p.Salt, Given: p.Given, Engine: p.Engine, Done: p.Done.UTC(),
		}
		if out.Phase, err = machiavelli.ParsePhase(p.Phase); err != nil {
			return nil, damaged(err.Error())
		}
		last := i == len(m.Phases)-1
		if p.Number != i+1 || (p.After == nil) != (last && !m.Finished) || p.After != nil && (p.Done.IsZero() || p.Events == nil) {
			return nil, damaged("its phases do not follow one another")
		}
		in.phases = append(in.phases, out)
	}
	return in, nil
}

// consistent reports whether number, revision and status of a game fit together.
func (m *movedGame) consistent() bool {
	switch m.Status {
	case "", game.Forming, game.Active, game.Paused, game.Over, game.Terminated:
	default:
		return false
	}
	done := max(m.Number-1, 0)
	if m.Finished {
		done = m.Number
	}
	return m.Number == len(m.Phases) && m.Revision > done && len(m.Seats) > 0 && len(m.Seats) < machiavelli.MaxPowers &&
		(m.Number > 0 || m.Status == game.Forming || m.Status == game.Terminated) && (m.Finished == (m.Status == game.Over) || m.Status == "" || m.Status == game.Terminated)
}

// plainID reports whether an ID can be part of an address.
func plainID(id string) bool {
	return len(id) >= 4 && len(id) <= 20 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// joined returns a JSON list of events in the format of records, one event per line.
func joined(events json.RawMessage) []byte {
	var list []json.RawMessage
	if json.Unmarshal(events, &list) != nil {
		return events // the fault is reported when it is parsed
	}
	out := []byte{'['}
	for i, e := range list {
		if i > 0 {
			out = append(out, ",\n"...)
		}
		var b bytes.Buffer
		_ = json.Compact(&b, e) // it was parsed as JSON before
		out = append(out, b.Bytes()...)
	}
	return append(out, ']')
}

// linked fills in the settings of a game from an earlier version of podesta, whose files do not
// contain them because all seats were held by links.
func (in *arrival) linked(m *movedGame) error {
	var pace time.Duration
	if m.Pace != "" {
		var err error
		if pace, err = time.ParseDuration(m.Pace); err != nil || pace < 0 || pace > lobby.MaxPace {
			return damaged("the time for its phases is none")
		}
	}
	how := hosting.Linked(pace)
	how.Press.None = m.Solitaire
	r := &in.record
	if r.Status = game.Active; m.Finished {
		r.Status = game.Over
	}
	at := m.Deadline.UTC()
	plan, err := json.Marshal(gamestate.Timing{Plan: schedule.Plan{Deadline: at, Grace: at, Process: at}, Timing: how.Timing[schedule.Moves]})
	if err != nil {
		return err
	}
	r.Plan = plan
	for i, s := range m.Seats {
		if !s.Ready {
			continue
		}
		var state game.SeatState
		if len(s.State) > 0 {
			if err := json.Unmarshal(s.State, &state); err != nil {
				return damaged("how it stands with a seat cannot be read")
			}
		}
		state.Ready = true
		if in.seats[i].State, err = json.Marshal(state); err != nil {
			return err
		}
	}
	r.Hosting, err = json.Marshal(how)
	return err
}

// settle stores an imported game and starts it.
func (z *Archive) settle(tx *game.Tx, m *movedGame, in *arrival, account string) (*gamestate.State, error) {
	if err := storeCourse(tx, m, in); err != nil {
		return nil, err
	}
	for _, x := range m.Items {
		if slices.Contains(personalItems, x.Kind) {
			return nil, damaged("it holds what belongs to accounts of another judge")
		}
		data := []byte(x.Text)
		if x.Base64 != "" {
			var err error
			if data, err = base64.StdEncoding.DecodeString(x.Base64); err != nil {
				return nil, damaged(err.Error())
			}
		}
		if err := unpackItem(tx, m.ID, x.Kind, x.Key, data); err != nil {
			return nil, err
		}
	}
	for i, e := range m.Log {
		out := game.Entry{Game: m.ID, At: e.At.UTC(), Kind: e.Kind, Number: e.Number, From: e.From, Audience: e.Audience, Data: e.Data}
		if e.Phase != "" {
			var err error
			if out.Phase, err = machiavelli.ParsePhase(e.Phase); err != nil {
				return nil, damaged(err.Error())
			}
		}
		seq, err := tx.Log.Append(out)
		if err != nil {
			return nil, err
		}
		if seq != e.Seq || seq != int64(i+1) {
			return nil, damaged("entries of its log are missing")
		}
	}
	g, err := z.base.Load(tx, m.ID)
	if err == nil {
		err = z.verify(tx, g)
	}
	switch {
	case game.ErrorCode(err) == game.Unavailable:
		return nil, err
	case err != nil:
		return nil, damaged(strings.TrimSuffix(err.Error(), "."))
	}
	return z.house(tx, g, m, in, account)
}

// storeCourse stores the game with its phases and orders.
func storeCourse(tx *game.Tx, m *movedGame, in *arrival) error {
	end := in.record
	g := end
	g.Finished = false
	if len(in.phases) == 0 {
		return tx.Games.AddGame(g, in.seats, game.PhaseRecord{})
	}
	done := len(in.phases) - 1
	if end.Finished {
		done++
	}
	g.Number, g.Phase, g.Revision = 1, in.phases[0].Phase, end.Revision-done
	if err := tx.Games.AddGame(g, in.seats, in.phases[0]); err != nil {
		return err
	}
	for i := range in.phases {
		p := &in.phases[i]
		for seat, text := range m.Phases[i].Orders {
			n, err := strconv.Atoi(seat)
			if err != nil || n < 1 || n > len(in.seats) || len(text) > ordertext.MaxText {
				return damaged("it has orders of nobody")
			}
			if err := tx.Phases.SaveOrders(g.ID, g.Revision, p.Number, n, gamestate.Storable(text)); err != nil {
				return err
			}
		}
		if p.Salt != "" {
			if err := tx.Phases.SetSalt(g.ID, g.Revision, p.Number, p.Salt); err != nil {
				return err
			}
		}
		if len(p.Given) > 0 {
			if err := tx.Phases.SetRolls(g.ID, g.Revision, p.Number, p.Given); err != nil {
				return err
			}
		}
		if p.After == nil {
			break
		}
		var next *game.PhaseRecord
		if i+1 < len(in.phases) {
			next = &in.phases[i+1]
			g.Number, g.Phase = next.Number, next.Phase
		} else {
			g.Finished = true
		}
		if err := tx.Phases.Advance(g, *p, next); err != nil {
			return err
		}
		g.Revision++
	}
	if err := tx.Games.SaveGame(end); err != nil {
		return err
	}
	for _, s := range in.seats {
		if err := tx.Games.SaveSeat(end.ID, s); err != nil {
			return err
		}
	}
	return nil
}

// verify checks that a game is complete and can continue. Replaying its history must give the
// same results, as far as this version of the engine resolved it, and everything in it must be
// readable.
func (z *Archive) verify(tx *game.Tx, g *gamestate.State) error {
	if err := z.replay(tx, g, true); err != nil {
		return err
	}
	c := record.New(g.Setting)
	for n := 1; n <= g.Number; n++ {
		p, err := tx.Phases.Phase(g.ID, n)
		if err != nil {
			return err
		}
		x, err := gamestate.ReadPhase(c, &p)
		if err != nil {
			return err
		}
		if x.After != nil {
			continue
		}
		if found := check.Position(x.Before, &g.Rules); len(found) > 0 {
			return errors.New(found[0].String())
		}
	}
	if _, err := gamestate.Acts(tx, g.ID); err != nil {
		return err
	}
	if _, err := admin.ReadUndone(tx, g.ID); err != nil {
		return err
	}
	if _, err := lobby.CleanHosting(*g.Hosting); err != nil {
		return err
	}
	for i := range g.Seats {
		if _, err := g.SeatState(i + 1); err != nil {
			return err
		}
	}
	_, err := gamestate.ReadTiming(&g.Record)
	return err
}
