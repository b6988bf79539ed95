//go:build linux

package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/chat"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/schedule"
	"podesta/internal/store"
	"podesta/machiavelli"
	"podesta/machiavelli/turn"
)

// password is the password of all people.
const password = "four hundred florins"

// seats is the number of seats of each game.
const seats = 4

// clock is a clock whose time is computed by a function.
type clock func() time.Time

// Now returns the time.
func (c clock) Now() time.Time { return c() }

// person is someone with an account.
type person struct {
	name, account, email, token, hook string
}

// table is a game with the people who play it.
type table struct {
	id      string
	links   bool
	keys    game.Keys // keys of a game played by links
	players []*person // players, indexed by seat number - 1; nil in a game played by links
	master  *person
	reply   []string // secrets of the addresses for orders, indexed by seat number - 1
	record  Record
}

// town is everything that clients need to know about a judge. It is created directly in the
// database before the processes start.
type town struct {
	secret []byte
	tables []*table
	cup    *cup
	now    clock
}

// newTown creates people, their webhooks, and games.
func newTown(ctx context.Context, database string, now clock, links, hosted int, hook string) (t *town, err error) {
	t = &town{secret: make([]byte, 32), now: now}
	_, _ = rand.Read(t.secret) // crypto/rand never fails
	st, err := store.Open(database)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	j := judge.New(st, t.now, t.secret)
	var people []*person
	for i := range seats + 1 {
		p, err := newPerson(ctx, j, fmt.Sprintf("Person %c", 'A'+i), hook)
		if err != nil {
			return nil, err
		}
		people = append(people, p)
	}
	for i := range links {
		g, keys, err := j.Lobby.Create(ctx, lobby.NewGame{Name: fmt.Sprintf("Linked %d", i+1), Scenario: "A", Variant: "A-4"})
		if err != nil {
			return nil, err
		}
		t.tables = append(t.tables, &table{id: g.ID, links: true, keys: keys})
	}
	for i := range hosted {
		x, err := host(ctx, j, people[0], people[1:], fmt.Sprintf("Hosted %d", i+1))
		if err != nil {
			return nil, err
		}
		t.tables = append(t.tables, x)
	}
	if t.cup, err = newCup(ctx, j, people[0], hook); err != nil {
		return nil, err
	}
	for _, x := range t.tables {
		if err := x.open(ctx, j); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// newPerson creates an account with a token, a webhook and chats on Discord.
func newPerson(ctx context.Context, j *judge.Judge, name, hook string) (*person, error) {
	p := &person{name: name, email: strings.ToLower(strings.ReplaceAll(name, " ", "")) + "@players.example"}
	_, proof, err := j.Users.Register(ctx, name, p.email, "UTC")
	if err != nil {
		return nil, err
	}
	a, err := j.Users.Verify(ctx, proof.Secret())
	if err != nil {
		return nil, err
	}
	p.account = a.ID
	if err := j.Users.SetPassword(ctx, a.ID, password); err != nil {
		return nil, err
	}
	if p.token, err = j.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, 0); err != nil {
		return nil, err
	}
	code, err := j.Users.BeginChat(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	if _, err := j.Users.TieChat(ctx, code, account.Chat{Service: chat.Discord, Person: a.ID, Name: name}); err != nil {
		return nil, err
	}
	h, err := j.Hooks.AddHook(ctx, game.Hook{Account: a.ID, URL: hook, Format: game.HookJSON})
	p.hook = h.ID
	return p, err
}

// host creates a hosted game and starts it. Its players are ordered by the seats that the judge
// has dealt.
func host(ctx context.Context, j *judge.Judge, master *person, players []*person, name string) (*table, error) {
	h := hosting.Default()
	h.NMR, h.Rated, h.Zone = true, false, "Europe/Rome"
	for i := range h.Timing {
		h.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: time.Hour, Days: schedule.EveryDay}
	}
	g, err := j.Lobby.Host(ctx, master.account, lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4", Options: map[string]string{"exchanges": "on"}}, h)
	if err != nil {
		return nil, err
	}
	x := &table{id: g.ID, master: master, players: make([]*person, seats), reply: make([]string, seats)}
	for _, p := range players {
		if err := j.Lobby.Join(ctx, g.ID, p.account, ""); err != nil {
			return nil, err
		}
	}
	for _, p := range players {
		role, err := j.Base.RoleOf(ctx, g.ID, p.account)
		if err != nil {
			return nil, err
		}
		if role.Seat < 1 {
			return nil, fmt.Errorf("%s has no seat in %s", p.email, name)
		}
		x.players[role.Seat-1] = p
		if err := j.Users.SetChatGame(ctx, p.account, chat.Discord, p.account, g.ID, g.ID); err != nil {
			return nil, err
		}
		if x.reply[role.Seat-1], err = j.Users.ReplySecret(ctx, p.account, g.ID, role.Seat); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// open begins the game's record with its state and its readers.
func (x *table) open(ctx context.Context, j *judge.Judge) error {
	g, err := j.Base.Game(ctx, x.id)
	if err != nil {
		return err
	}
	x.record = Record{ID: x.id, Links: x.links, Seats: seats, Revision: g.Revision, Number: g.Number, Owes: map[int][]int{}}
	if x.links {
		return nil
	}
	entries, err := wholeLog(ctx, j, x.id, game.Role{Master: true})
	if err != nil {
		return err
	}
	x.record.Readers = []Reader{{Seat: 0, Email: x.master.email, Hook: x.master.hook}}
	for i, p := range x.players {
		x.record.Readers = append(x.record.Readers, Reader{Seat: i + 1, Email: p.email, Hook: p.hook})
	}
	for i := range x.record.Readers {
		x.record.Readers[i].Before = int64(len(entries))
	}
	return nil
}

// collect adds the games and the tournament to the history as stored in the database, with
// replays of all phases.
func (t *town) collect(ctx context.Context, database string, h *History) (err error) {
	st, err := store.Open(database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	j := judge.New(st, t.now, t.secret)
	for _, x := range t.tables {
		r, err := x.collect(ctx, st, j)
		if err != nil {
			return fmt.Errorf("game %s: %w", x.id, err)
		}
		h.Games = append(h.Games, *r)
	}
	h.Cup, err = t.cup.collect(ctx, j)
	return err
}

// collect returns one game.
func (x *table) collect(ctx context.Context, st *store.Store, j *judge.Judge) (*Record, error) {
	r := x.record
	g, err := j.Base.Game(ctx, x.id)
	if err != nil {
		return nil, err
	}
	r.Last, r.At = g.Revision, g.Number
	all, err := wholeLog(ctx, j, x.id, game.Role{Master: true})
	if err != nil {
		return nil, err
	}
	for i := range all {
		e, err := entryOf(&all[i])
		if err != nil {
			return nil, err
		}
		e.Public = j.Press.EntryNumber(x.id, e.Seq)
		r.Entries = append(r.Entries, e)
	}
	undone, err := j.Admin.Undone(ctx, x.id)
	if err != nil {
		return nil, err
	}
	for _, u := range undone {
		if !u.Done.IsZero() {
			r.Resolved = append(r.Resolved, Resolved{Number: u.Number, Orders: u.Orders})
		}
	}
	for n := 1; n <= g.Number; n++ {
		p, err := j.Base.Phase(ctx, x.id, n)
		if err != nil {
			return nil, err
		}
		if !p.Done.IsZero() {
			done := Resolved{Number: n, Orders: p.Orders}
			for seat, powers := range g.Setting.Seats {
				if x.links && slices.ContainsFunc(powers, func(of machiavelli.Power) bool { return !turn.Owes(p.Before, &g.Rules, of, nil).None() }) {
					done.Owes = append(done.Owes, seat+1)
				}
			}
			r.Resolved = append(r.Resolved, done)
		}
	}
	if err := j.Archive.Replay(ctx, x.id); err != nil {
		r.Replay = err.Error()
	}
	if r.Rolls, r.Dice, err = dice(ctx, st, j, x.id); err != nil {
		return nil, err
	}
	readers := r.Readers
	r.Readers = nil
	for _, reader := range readers {
		role := game.Role{Master: reader.Seat == 0}
		if reader.Seat > 0 {
			if role, err = j.Base.RoleOf(ctx, x.id, x.players[reader.Seat-1].account); err != nil {
				return nil, err
			}
		}
		shown, err := wholeLog(ctx, j, x.id, role)
		if err != nil {
			return nil, err
		}
		for i := range shown {
			reader.Shown = append(reader.Shown, shown[i].Seq)
		}
		r.Readers = append(r.Readers, reader)
	}
	return &r, nil
}

// wholeLog returns all entries of a game that a role may see. The judge returns a long log in
// parts.
func wholeLog(ctx context.Context, j *judge.Judge, id string, role game.Role) (all []game.Entry, err error) {
	for {
		var after int64
		if len(all) > 0 {
			after = all[len(all)-1].Seq
		}
		some, err := j.Press.Log(ctx, id, role, after, press.MostEntries)
		if err != nil || len(some) == 0 {
			return all, err
		}
		all = append(all, some...)
	}
}

// dice recomputes the rolls of a game from its seed, including those of phases that were rolled
// back, and returns their number and the first fault.
func dice(ctx context.Context, st *store.Store, j *judge.Judge, id string) (rolls int, wrong string, err error) {
	book, err := j.Archive.DiceBook(ctx, id)
	if err != nil {
		return 0, "", err
	}
	err = st.Read(ctx, func(tx *game.Tx) error {
		g, err := tx.Games.Game(id)
		book.Seed = hex.EncodeToString(g.Seed) // the game reveals it at its end
		return err
	})
	if err != nil {
		return 0, "", err
	}
	found, err := book.Verify()
	if err != nil {
		return 0, err.Error(), nil
	}
	for _, f := range found.Wrong {
		wrong += fmt.Sprint(f) + "; "
	}
	return found.Throws, wrong, nil
}

// entryOf returns the parts of a log entry that are checked.
func entryOf(e *game.Entry) (Entry, error) {
	out := Entry{Seq: e.Seq, At: e.At, Kind: string(e.Kind), Number: e.Number, From: e.From, To: e.Audience.Seats}
	var data struct {
		Topic, Why, Text string
		Number           int
		Over             bool
	}
	// The members are only known for these kinds.
	switch e.Kind {
	case game.PressEntry, game.ResultEntry, game.ActEntry:
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return out, err
		}
	}
	switch e.Kind {
	case game.PressEntry:
		out.Token = pressToken.FindString(data.Text)
	case game.ResultEntry:
		out.Number, out.Over = data.Number, data.Over
	case game.ActEntry:
		if data.Topic == "rollback" {
			out.Kind, out.Number, out.Token = "rollback", data.Number, data.Why
		}
	}
	return out, nil
}
