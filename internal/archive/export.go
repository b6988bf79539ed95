package archive

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/press"
	"podesta/internal/slow"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
)

// movedGame is a whole game in a transfer file. Its parts correspond to the store's records, with
// numeric codes replaced by words and embedded JSON as it is.
type movedGame struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Scenario   string          `json:"scenario"`
	Variant    string          `json:"variant"`
	Library    string          `json:"library,omitempty"`
	Rules      json.RawMessage `json:"rules"`
	Solitaire  bool            `json:"solitaire,omitempty"`
	Pace       string          `json:"pace,omitempty"` // only in version 1, without Hosting
	Created    time.Time       `json:"created"`
	Status     game.Status     `json:"status,omitempty"`
	Finished   bool            `json:"finished,omitempty"`
	Number     int             `json:"number"`
	Revision   int             `json:"revision"`
	Phase      string          `json:"phase,omitempty"`
	Deadline   time.Time       `json:"deadline,omitzero"` // only in version 1, like Pace
	Hosting    json.RawMessage `json:"hosting,omitempty"`
	Plan       json.RawMessage `json:"plan,omitempty"`
	Commitment string          `json:"commitment"`
	Seed       string          `json:"seed,omitempty"`
	Opening    movedOpening    `json:"opening"`
	Seats      []movedSeat     `json:"seats"`
	People     []movedPerson   `json:"people,omitempty"`
	Members    []movedMember   `json:"members,omitempty"`
	Phases     []movedPhase    `json:"phases,omitempty"`
	Log        []movedEntry    `json:"log,omitempty"`
	Items      []movedItem     `json:"items,omitempty"`
}

type movedOpening struct {
	Events json.RawMessage `json:"events"`
	Throws []dice.Throw    `json:"throws,omitempty"`
}

type movedSeat struct {
	Number int             `json:"number"`
	Player string          `json:"player,omitempty"`
	Powers []string        `json:"powers,omitempty"`
	Ready  bool            `json:"ready,omitempty"` // only in version 1, for games without Hosting
	State  json.RawMessage `json:"state,omitempty"`
}

// movedPerson is a member of the game. Marks are hashes of their e-mail addresses, keyed with
// the game's seed. Another judge recognizes people by them if they have an account there with
// one of the addresses.
type movedPerson struct {
	Alias string   `json:"alias"`
	Name  string   `json:"name,omitempty"`
	Marks []string `json:"marks,omitempty"`
}

type movedMember struct {
	Person string          `json:"person"` // the person's alias
	Kind   game.MemberKind `json:"kind"`
	Seat   int             `json:"seat,omitempty"`
	Joined time.Time       `json:"joined"`
	Left   time.Time       `json:"left,omitzero"`
	Data   json.RawMessage `json:"data,omitempty"`
}

type movedPhase struct {
	Number   int               `json:"number"`
	Phase    string            `json:"phase"`
	Position json.RawMessage   `json:"position"`
	Orders   map[string]string `json:"orders,omitempty"` // orders, keyed by seat number
	Salt     string            `json:"salt,omitempty"`
	Given    map[string]int    `json:"given,omitempty"`
	Throws   []dice.Throw      `json:"throws,omitempty"`
	Events   json.RawMessage   `json:"events,omitempty"`
	After    json.RawMessage   `json:"after,omitempty"`
	Engine   string            `json:"engine,omitempty"`
	Done     time.Time         `json:"done,omitzero"`
}

type movedEntry struct {
	Seq      int64           `json:"seq"`
	At       time.Time       `json:"at"`
	Kind     game.EntryKind  `json:"kind"`
	Phase    string          `json:"phase,omitempty"`
	Number   int             `json:"number,omitempty"`
	From     int             `json:"from,omitempty"`
	Audience game.Audience   `json:"audience"`
	Data     json.RawMessage `json:"data"`
}

type movedItem struct {
	Kind   string `json:"kind"`
	Key    string `json:"key"`
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"` // binary data
}

// personalItems are the kinds of items that belong to accounts of this judge,
// and are therefore not exported.
var personalItems = []string{account.ReplyItem, clock.WaitItem, press.CopiesItem, gamestate.ReaderItem, press.CommentItem, clock.CommentsToldItem, gamestate.MusterItem}

// PackOptions select what the file of a game contains.
type PackOptions struct {
	// Seed includes the seed of the dice, which another judge needs to continue
	// the game. All future dice can be computed from it.
	Seed bool
}

// Export returns a whole game as a file, with its secrets, for a master who
// moves it to another judge. Since it reveals the seed of the dice to the
// master, everyone is notified.
func (z *Archive) Export(ctx context.Context, gameID string, role game.Role) ([]byte, error) {
	if !role.Master {
		return nil, game.ErrMaster
	}
	done, err := slow.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	var out []byte
	err = z.base.Write(ctx, func(tx *game.Tx) error {
		g, err := z.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		if role, err = z.base.Confirm(tx, g, role); err != nil {
			return err
		}
		if !g.View(role.Private()).SeesFile() {
			return game.ErrMaster
		}
		act := gamestate.ActRecord{Act: gamestate.Act{
			Topic: journal.TopicExport, Number: g.Number, Phase: g.Phase,
			Said: message.New("The whole game was exported to a file so that it can move to another judge. The file contains all orders and the seed of the dice."),
		}}
		if err := act.Record(tx, g, role); err != nil {
			return err
		}
		if g, err = z.admin.Reopen(tx, g); err != nil {
			return err
		}
		out, err = z.pack(tx, g, PackOptions{Seed: true})
		return err
	})
	return out, err
}

// Pack returns a whole game as a file, for the operator's own tools. It checks no permissions and
// sends no notices. The file always contains secrets.
func (z *Archive) Pack(ctx context.Context, gameID string, o PackOptions) ([]byte, error) {
	var out []byte
	err := z.base.Read(ctx, func(tx *game.Tx) error {
		g, err := z.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		out, err = z.pack(tx, g, o)
		return err
	})
	return out, err
}

func (z *Archive) pack(tx *game.Tx, g *gamestate.State, o PackOptions) ([]byte, error) {
	r := &g.Record
	m := &movedGame{
		ID: r.ID, Name: r.Name, Scenario: r.Scenario, Variant: r.Variant, Library: r.Library, Rules: r.Rules, Solitaire: r.Solitaire,
		Created: r.Created, Status: r.Status, Finished: r.Finished, Number: r.Number, Revision: r.Revision,
		Plan: r.Plan, Commitment: g.Commitment, Opening: movedOpening{r.Opening, r.OpeningThrows},
	}
	if r.Number > 0 {
		m.Phase = r.Phase.String()
	}
	if o.Seed || g.Finished {
		m.Seed = hex.EncodeToString(r.Seed)
	}
	h := *g.Hosting
	h.Allow, h.Deny = nil, nil // accounts and addresses of this judge
	var err error
	if m.Hosting, err = json.Marshal(h); err != nil {
		return nil, err
	}
	for _, s := range g.Seats {
		m.Seats = append(m.Seats, movedSeat{Number: s.Number, Player: s.Player, Powers: s.Powers, State: s.State})
	}
	for _, f := range []func(*game.Tx, *gamestate.State, *movedGame) error{packPhases, packPeople, packLog, packItems} {
		if err := f(tx, g, m); err != nil {
			return nil, g.WrapError(err)
		}
	}
	return writeTransfer(m, g.Hosting.Links, g.At)
}

func packPhases(tx *game.Tx, g *gamestate.State, m *movedGame) error {
	for n := 1; n <= g.Number; n++ {
		if err := packPhase(tx, g, n, m); err != nil {
			return err
		}
	}
	return nil
}

func packPhase(tx *game.Tx, g *gamestate.State, n int, m *movedGame) error {
	p, err := tx.Phases.Phase(g.ID, n)
	if err != nil {
		return err
	}
	texts, err := tx.Phases.Orders(g.ID, n)
	if err != nil {
		return err
	}
	out := movedPhase{
		Number: n, Phase: p.Phase.String(), Position: p.Position, Salt: p.Salt, Given: p.Given,
		Throws: p.Throws, Events: p.Events, After: p.After, Engine: p.Engine, Done: p.Done,
	}
	for seat, text := range texts {
		if out.Orders == nil {
			out.Orders = map[string]string{}
		}
		out.Orders[gamestate.SeatKey(seat)] = text
	}
	m.Phases = append(m.Phases, out)
	return nil
}

// packPeople assigns aliases to the members, in the order in which they joined.
func packPeople(tx *game.Tx, g *gamestate.State, m *movedGame) error {
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	people := map[string]movedPerson{}
	for _, x := range members {
		if _, known := people[x.Account]; known {
			continue
		}
		p := movedPerson{}
		if p.Name, err = gamestate.AccountName(tx, x.Account); err != nil {
			return err
		}
		addresses, err := tx.Accounts.Addresses(x.Account)
		if err != nil {
			return err
		}
		for _, a := range addresses {
			if a.Verified && m.Seed != "" {
				p.Marks = append(p.Marks, personMark(g.Record.Seed, a.Email))
			}
		}
		slices.Sort(p.Marks)
		people[x.Account] = p
	}
	slices.SortStableFunc(members, func(a, b game.Member) int {
		if c := a.Joined.Compare(b.Joined); c != 0 {
			return c
		}
		if a.Seat != b.Seat {
			return a.Seat - b.Seat
		}
		return strings.Compare(string(a.Kind)+people[a.Account].Name, string(b.Kind)+people[b.Account].Name)
	})
	for _, x := range members {
		p := people[x.Account]
		if p.Alias == "" {
			p.Alias = fmt.Sprintf("person %d", len(m.People)+1)
			people[x.Account] = p
			m.People = append(m.People, p)
		}
		m.Members = append(m.Members, movedMember{p.Alias, x.Kind, x.Seat, x.Joined, x.Left, x.Data})
	}
	return nil
}

// personMark returns the mark of an e-mail address. Without the seed nobody can derive the
// address from it.
func personMark(seed []byte, email string) string {
	mac := hmac.New(sha256.New, seed)
	mac.Write([]byte("podesta person\x00" + game.FoldAddress(email)))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

func packLog(tx *game.Tx, g *gamestate.State, m *movedGame) error {
	after := int64(0)
	for {
		list, err := tx.Log.Entries(g.ID, after, press.MostEntries)
		if err != nil {
			return err
		}
		for _, e := range list {
			after = e.Seq
			if e, err = journal.Unsigned(e); err != nil {
				return g.WrapError(err)
			}
			out := movedEntry{Seq: e.Seq, At: e.At, Kind: e.Kind, Number: e.Number, From: e.From, Audience: e.Audience, Data: e.Data}
			if e.Phase != (machiavelli.Phase{}) {
				out.Phase = e.Phase.String()
			}
			m.Log = append(m.Log, out)
		}
		if len(list) < press.MostEntries {
			return nil
		}
	}
}

func packItems(tx *game.Tx, g *gamestate.State, m *movedGame) error {
	kinds, err := tx.Items.Kinds(g.ID)
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		if slices.Contains(personalItems, kind) {
			continue
		}
		items, err := tx.Items.List(g.ID, kind)
		if err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(items)) {
			out := movedItem{Kind: kind, Key: key}
			if data := items[key]; utf8.Valid(data) {
				out.Text = string(data)
			} else {
				out.Base64 = base64.StdEncoding.EncodeToString(data)
			}
			m.Items = append(m.Items, out)
		}
	}
	return packRows(tx, g, m)
}
