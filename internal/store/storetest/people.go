package storetest

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
)

func account(id, name string) game.Account {
	return game.Account{
		ID: id, Name: name, Email: name + "@Example.org", Zone: "Europe/Rome", Hash: "$argon2id$x", Verified: true, Created: at,
		Wishes: []byte(`{"results":true}`), Record: []byte(`0`),
	}
}

func accounts(t *testing.T, open func() Store) {
	s := open()
	ada, bo := account("a1", "Ada"), account("b2", "Ädelbo")
	bo.Wishes, bo.Record, bo.Operator, bo.Blocked, bo.Verified = nil, nil, true, true, false
	bo.Private = true
	write(t, s, nil, func(tx *game.Tx) error { return errors.Join(tx.Accounts.SaveAccount(ada), tx.Accounts.SaveAccount(bo)) })
	ada.Zone = "Europe/Paris"
	write(t, s, nil, func(tx *game.Tx) error { return tx.Accounts.SaveAccount(ada) })
	same(t, get(t, s, func(tx *game.Tx) (game.Account, error) { return tx.Accounts.Account("a1") }), ada)
	same(t, get(t, s, func(tx *game.Tx) (game.Account, error) { return tx.Accounts.Account("b2") }), bo)
	for _, c := range []struct {
		prefix, want string
		limit        int
	}{
		{"", "a1 b2", 0},
		{"", "a1", 1},
		{"aD", "a1", 0},
		{"ä", "b2", 0},
		{"ada@EX", "a1", 0},
		{"x", "", 0},
		{"%", "", 0},
	} {
		got := get(t, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.Accounts(c.prefix, c.limit) })
		if ids := each(got, func(a game.Account) string { return a.ID }); ids != c.want {
			t.Errorf("accounts that begin with %q: %s, want %s", c.prefix, ids, c.want)
		}
	}

	for _, c := range []struct{ name, want string }{{"ADA", "a1"}, {"ad", ""}, {"Ada@example.org", ""}} {
		got := get(t, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.AccountsNamed(c.name) })
		if ids := each(got, func(a game.Account) string { return a.ID }); ids != c.want {
			t.Errorf("accounts named %q: %s, want %s", c.name, ids, c.want)
		}
	}
	if got := get(t, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.Newcomers("ada@EXAMPLE.org") }); len(got) > 0 {
		t.Errorf("newcomers: %v", got)
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.AccountRecord, error) { return tx.Accounts.Records("", 1) }), []game.AccountRecord{{ID: "a1", Name: "Ada", Record: []byte(`0`)}})
	if got := get(t, s, func(tx *game.Tx) ([]game.AccountRecord, error) { return tx.Accounts.Records("a1", 9) }); len(got) > 1 {
		t.Errorf("records after the first: %v", got)
	}

	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAddress(game.Address{Email: "Ada@Example.org", Account: "a1"}),
			tx.Accounts.SaveAddress(game.Address{Email: "a@work.example", Account: "a1", Verified: true}))
	})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Address, error) { return tx.Accounts.Addresses("a1") }),
		[]game.Address{{Email: "a@work.example", Account: "a1", Verified: true}, {Email: "ada@example.org", Account: "a1"}})
	same(t, get(t, s, func(tx *game.Tx) (game.Account, error) { return tx.Accounts.AccountByEmail("A@Work.example") }), ada)
	if err := Read(s, func(tx *game.Tx) error { _, err := tx.Accounts.AccountByEmail("ada@example.org"); return err }); !errors.Is(err, game.ErrNoRecord) {
		t.Errorf("by an address that is not verified: %v", err)
	}
	// An account cannot take an address that another account has verified.
	write(t, s, game.ErrTaken, func(tx *game.Tx) error {
		return tx.Accounts.SaveAddress(game.Address{Email: "a@work.example", Account: "b2", Verified: true})
	})
	write(t, s, nil, func(tx *game.Tx) error {
		return tx.Accounts.SaveAddress(game.Address{Email: "ada@example.org", Account: "b2", Verified: true})
	})
	same(t, get(t, s, func(tx *game.Tx) (game.Account, error) { return tx.Accounts.AccountByEmail("ada@example.org") }), bo)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Accounts.DropAddress("ADA@example.org") })
	if list := get(t, s, func(tx *game.Tx) ([]game.Address, error) { return tx.Accounts.Addresses("b2") }); len(list) != 0 {
		t.Errorf("dropped, and still there: %v", list)
	}
}

func accountsInLine(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	write(t, stores[0], nil, func(tx *game.Tx) error { return tx.Accounts.SaveAccount(account("a1", "Ada")) })
	together(t, 16, func(i int) error {
		return Write(stores[i%2], func(tx *game.Tx) error {
			if i%3 == 0 {
				record, err := tx.Accounts.Record("a1")
				if err != nil {
					return err
				}
				n, err := strconv.Atoi(string(record))
				if err != nil {
					return err
				}
				return tx.Accounts.SaveRecord("a1", []byte(strconv.Itoa(n+1)))
			}
			if err := tx.Accounts.LockAccount("a1"); err != nil {
				return err
			}
			a, err := tx.Accounts.Account("a1")
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(string(a.Record))
			if err != nil {
				return err
			}
			a.Record = []byte(strconv.Itoa(n + 1))
			return tx.Accounts.SaveAccount(a)
		})
	})
	if a := get(t, stores[0], func(tx *game.Tx) (game.Account, error) { return tx.Accounts.Account("a1") }); string(a.Record) != "16" {
		t.Errorf("16 changes: %s", a.Record)
	}
}

func tokens(t *testing.T, open func() Store) {
	s := open()
	session := game.Token{Hash: "h1", Kind: game.SessionToken, Account: "a1", Label: "Firefox", Created: at, Expires: at.Add(time.Hour)}
	reply := game.Token{Hash: "h2", Kind: game.ReplyToken, Account: "a1", Game: "first", Seat: 2, Email: "a@b", Created: at}
	write(t, s, nil, func(tx *game.Tx) error { return errors.Join(tx.Tokens.AddToken(session), tx.Tokens.AddToken(reply)) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tokens.TouchToken("h1", at.Add(time.Minute)) })
	session.Used = at.Add(time.Minute)
	same(t, get(t, s, func(tx *game.Tx) (game.Token, error) { return tx.Tokens.Token("h1") }), session)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Token, error) { return tx.Tokens.Tokens("a1") }), []game.Token{session, reply})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tokens.DropTokens(at.Add(time.Hour)) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Token, error) { return tx.Tokens.Tokens("a1") }), []game.Token{session, reply})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tokens.DropTokens(at.Add(time.Hour + 1000)) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Token, error) { return tx.Tokens.Tokens("a1") }), []game.Token{reply})
	more := []game.Token{{Hash: "h3", Kind: game.ReplyToken, Account: "a1", Created: at}, {Hash: "h4", Kind: game.ReplyToken, Account: "a2", Created: at}}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tokens.AddTokens(more) })
	found := get(t, s, func(tx *game.Tx) ([]game.Token, error) { return tx.Tokens.TokensByHash([]string{"h2", "none", "h4"}) })
	slices.SortFunc(found, func(a, b game.Token) int { return strings.Compare(a.Hash, b.Hash) })
	same(t, found, []game.Token{reply, more[1]})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Tokens.DropToken("h2") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Tokens.DropToken("h2") })
}

// newcomers checks that only newcomers who never verify an address are deleted.
func newcomers(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	for _, id := range []string{"proved", "other", "plays", "late", "gone"} {
		a := account(id, id)
		a.Verified = id == "proved"
		if id == "late" {
			a.Created = at.Add(time.Hour)
		}
		write(t, s, nil, func(tx *game.Tx) error {
			return errors.Join(tx.Accounts.SaveAccount(a), tx.Accounts.SaveAddress(game.Address{Email: id + "@example.org", Account: id, Verified: id == "proved" || id == "other"}),
				tx.Tokens.AddToken(game.Token{Hash: id, Kind: game.VerifyToken, Account: id, Created: at}))
		})
	}
	write(t, s, nil, func(tx *game.Tx) error {
		return tx.Members.SaveMember(game.Member{Game: "first", Account: "plays", Kind: game.Player, Seat: 1, Joined: at})
	})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Accounts.DropNewcomers(at.Add(time.Minute)) })
	left := get(t, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.Accounts("", 0) })
	if ids := each(left, func(a game.Account) string { return a.ID }); ids != "late other plays proved" {
		t.Errorf("left: %s", ids)
	}
	if all := get(t, s, func(tx *game.Tx) ([]game.Address, error) { return tx.Accounts.Addresses("gone") }); len(all) > 0 {
		t.Errorf("addresses left: %v", all)
	}
	if all := get(t, s, func(tx *game.Tx) ([]game.Token, error) { return tx.Tokens.Tokens("gone") }); len(all) > 0 {
		t.Errorf("tokens left: %v", all)
	}
}

func members(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	player := game.Member{Game: "first", Account: "a1", Kind: game.Player, Seat: 2, Joined: at, Since: 7, Data: []byte(`{"list":"mv"}`)}
	master := game.Member{Game: "first", Account: "a1", Kind: game.Master, Joined: at.Add(-time.Hour)}
	elsewhere := game.Member{Game: "other", Account: "a1", Kind: game.Observer, Joined: at.Add(time.Hour), Since: game.SinceUnknown}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Members.SaveMember(player), tx.Members.SaveMember(master), tx.Members.SaveMember(elsewhere))
	})
	parts := func(running bool) []game.Part {
		return get(t, s, func(tx *game.Tx) ([]game.Part, error) { return tx.Members.PartsOf("a1", running) })
	}
	status := get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }).Status
	mastered, played, watched := game.Part{Game: "first", Kind: game.Master, Status: status}, game.Part{Game: "first", Kind: game.Player, Seat: 2, Status: status}, game.Part{Game: "other", Kind: game.Observer, Status: status}
	same(t, parts(false), []game.Part{mastered, played, watched})
	same(t, parts(true), []game.Part{mastered, played, watched})
	if got := get(t, s, func(tx *game.Tx) ([]game.Part, error) { return tx.Members.PartsOf("nobody", false) }); len(got) > 0 {
		t.Error(got)
	}
	write(t, s, nil, func(tx *game.Tx) error {
		g, err := tx.Games.Game("other")
		g.Status = game.Over
		return errors.Join(err, tx.Games.SaveGame(g))
	})
	watched.Status = game.Over
	same(t, parts(false), []game.Part{mastered, played, watched})
	same(t, parts(true), []game.Part{mastered, played})
	player.Left, player.Seat = at.Add(time.Minute), 1
	write(t, s, nil, func(tx *game.Tx) error { return tx.Members.SaveMember(player) })
	same(t, parts(false), []game.Part{mastered, watched})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Member, error) { return tx.Members.Members("first") }), []game.Member{master, player})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Member, error) { return tx.Members.MembersOf("a1") }), []game.Member{master, player, elsewhere})
}

// votes stores players' votes and agreements.
func votes(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	draw, concede := game.Ballot{Draw: true, Among: 6}, game.Ballot{Concede: 3}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Votes.SaveBallot("first", 1, concede), tx.Votes.SaveBallot("first", 1, draw), tx.Votes.SaveBallot("first", 2, concede), tx.Votes.SaveBallot("first", 3, concede),
			tx.Votes.SaveBallot("other", 1, concede), tx.Votes.DropBallot("first", 3), tx.Votes.DropBallot("first", 9))
	})
	ballots := func(gameID string) map[int]game.Ballot {
		return get(t, s, func(tx *game.Tx) (map[int]game.Ballot, error) { return tx.Votes.Ballots(gameID) })
	}
	same(t, ballots("first"), map[int]game.Ballot{1: draw, 2: concede})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Votes.DropBallots("first") })
	same(t, ballots("first"), map[int]game.Ballot{})
	same(t, ballots("other"), map[int]game.Ballot{1: concede})

	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Votes.SaveAgreement("first", "end", "b"), tx.Votes.SaveAgreement("first", "end", "a"), tx.Votes.SaveAgreement("first", "end", "a"),
			tx.Votes.SaveAgreement("first", "end", "c"), tx.Votes.DropAgreement("first", "end", "c"), tx.Votes.SaveAgreement("first", "pause", "a"), tx.Votes.SaveAgreement("other", "end", "a"))
	})
	agreed := func(gameID string, m game.Motion) []string {
		return get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Votes.Agreements(gameID, m) })
	}
	same(t, agreed("first", "end"), []string{"a", "b"})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Votes.DropAgreements("first", "end") })
	same(t, len(agreed("first", "end")), 0)
	same(t, agreed("first", "pause"), []string{"a"})
	same(t, agreed("other", "end"), []string{"a"})
}

// absences stores absences of players.
func absences(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	early, late := schedule.Absence{Seat: 1, Start: at, End: at.Add(time.Hour)}, schedule.Absence{Seat: 1, Start: at.Add(time.Hour), End: at.Add(2 * time.Hour)}
	master := schedule.Absence{Start: at.Add(5 * time.Hour), End: at.Add(6 * time.Hour)}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Absences.SetAbsences("first", 1, []schedule.Absence{master}), tx.Absences.SetAbsences("first", 1, []schedule.Absence{late, early}),
			tx.Absences.SetAbsences("first", 0, []schedule.Absence{master}), tx.Absences.SetAbsences("other", 1, []schedule.Absence{late}))
	})
	all := func(gameID string) []schedule.Absence {
		return get(t, s, func(tx *game.Tx) ([]schedule.Absence, error) { return tx.Absences.Absences(gameID) })
	}
	same(t, all("first"), []schedule.Absence{master, early, late})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Absences.SetAbsences("first", 1, nil) })
	same(t, all("first"), []schedule.Absence{master})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Absences.DropAbsences("first") })
	same(t, len(all("first")), 0)
	same(t, all("other"), []schedule.Absence{late})

	mine, theirs := game.Vacation{Account: "a1", Start: at, End: at.Add(time.Hour)}, game.Vacation{Account: "a2", Start: at, End: at.Add(3 * time.Hour)}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Absences.SaveVacation(game.Vacation{Account: "a1", Start: at.Add(time.Hour), End: at.Add(2 * time.Hour)}), tx.Absences.SaveVacation(mine), tx.Absences.SaveVacation(theirs))
	})
	of := func(accounts ...string) []game.Vacation {
		return get(t, s, func(tx *game.Tx) ([]game.Vacation, error) { return tx.Absences.Vacations(accounts) })
	}
	same(t, len(of()), 0)
	same(t, of("a1", "nobody"), []game.Vacation{mine})
	same(t, len(of("a1", "a2")), 2)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Absences.DropVacations(at.Add(2 * time.Hour)) })
	same(t, of("a1", "a2"), []game.Vacation{theirs})
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Absences.DropVacation("a2"), tx.Absences.DropVacation("a2"))
	})
	same(t, len(of("a2")), 0)
}

// deferred stores orders that were sent in advance.
func deferred(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	fall := game.Deferred{Seat: 2, Phase: words("fall 1454 orders"), Text: "A Milan H\nA Pavia H"}
	summer := game.Deferred{Seat: 3, Phase: words("summer 1454 orders"), Wait: true}
	entered := fall
	entered.Entered, entered.Text = true, "A Milan - Pavia"
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Deferred.SaveDeferred("first", entered), tx.Deferred.SaveDeferred("first", game.Deferred{Seat: 2, Phase: fall.Phase, Text: "old"}),
			tx.Deferred.SaveDeferred("first", fall), tx.Deferred.SaveDeferred("first", summer), tx.Deferred.SaveDeferred("other", fall))
	})
	all := func(gameID string) []game.Deferred {
		return get(t, s, func(tx *game.Tx) ([]game.Deferred, error) { return tx.Deferred.Deferred(gameID) })
	}
	same(t, all("first"), []game.Deferred{summer, fall, entered})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Deferred.DropDeferred("first", entered) })
	same(t, all("first"), []game.Deferred{summer, fall})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Deferred.DropAllDeferred("first") })
	same(t, len(all("first")), 0)
	same(t, all("other"), []game.Deferred{fall})
}

// diaries stores the notes of seats.
func diaries(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Diaries.AddNote("first", 1, "one"), tx.Diaries.AddNote("first", 1, "two"), tx.Diaries.AddNote("first", 2, "other seat"), tx.Diaries.AddNote("first", 1, "three"),
			tx.Diaries.AddNote("other", 1, "other game"), tx.Diaries.DropNote("first", 1, 2), tx.Diaries.AddNote("first", 1, "four"))
	})
	notes := func(gameID string, seat int) []string {
		return get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Diaries.Notes(gameID, seat) })
	}
	same(t, notes("first", 1), []string{"one", "three", "four"})
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Diaries.DropNote("first", 1, 4) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Diaries.DropNotes("first", 1) })
	same(t, []int{len(notes("first", 1)), len(notes("first", 2))}, []int{0, 1})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Diaries.DropNotes("first", 0) })
	same(t, []int{len(notes("first", 2)), len(notes("other", 1))}, []int{0, 1})
}

// hooks stores webhooks and the last entries for which they were called.
func hooks(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	has := func() bool { return get(t, s, func(tx *game.Tx) (bool, error) { return tx.Hooks.HasHooks() }) }
	same(t, has(), false)
	a := game.Hook{ID: "h2", Account: "a1", URL: "https://example.org/a", Format: game.HookJSON, Kinds: []game.EntryKind{game.PressEntry}, Secret: "s", Created: at}
	b := game.Hook{
		ID: "h1", Account: "a1", Game: "first", URL: "https://example.org/b", Format: game.HookDiscord, Secret: "t", Created: at.Add(time.Hour),
		Failed: "It does not answer.", Fails: 3, Since: at.Add(2 * time.Hour), Next: at.Add(3 * time.Hour), Off: true,
		Label: "Firefox, Linux", Events: []game.Event{game.EventLate, game.EventMessage}, Daily: true, Session: "c0ffee",
	}
	none := game.Hook{ID: "h4", Account: "a3", Created: at, Events: []game.Event{}}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Hooks.SaveHook(b), tx.Hooks.SaveHook(game.Hook{ID: "h2", Account: "a1", Created: at}), tx.Hooks.SaveHook(a), tx.Hooks.SaveHook(game.Hook{ID: "h3", Account: "a2"}), tx.Hooks.SaveHook(none),
			tx.Hooks.SaveHookSeen("first", "h1", 4), tx.Hooks.SaveHookSeen("first", "h1", 7), tx.Hooks.SaveHookSeen("other", "h1", 2))
	})
	same(t, has(), true)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Hook, error) { return tx.Hooks.Hooks("a1") }), []game.Hook{a, b})
	same(t, get(t, s, func(tx *game.Tx) (game.Hook, error) { return tx.Hooks.Hook("h1") }), b)
	same(t, get(t, s, func(tx *game.Tx) (game.Hook, error) { return tx.Hooks.Hook("h4") }), none)
	seen := func(gameID, hook string) int64 {
		return get(t, s, func(tx *game.Tx) (int64, error) { return tx.Hooks.HookSeen(gameID, hook) })
	}
	same(t, []int64{seen("first", "h1"), seen("other", "h1"), seen("first", "h2")}, []int64{7, 2, 0})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Hooks.DropHook("h1") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Hooks.DropHook("h1") })
	same(t, seen("first", "h1"), int64(0))
	same(t, get(t, s, func(tx *game.Tx) ([]game.Hook, error) { return tx.Hooks.Hooks("a1") }), []game.Hook{a})
}

// held stores notifications that wait.
func held(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	list := func(account, way string, now time.Time) []game.Held {
		return get(t, s, func(tx *game.Tx) ([]game.Held, error) { return tx.Hooks.Held(account, way, now) })
	}
	a := game.Held{Account: "a1", Way: "h1", Game: "other", Seq: 3, Due: at}
	b := game.Held{Account: "a1", Way: "h1", Game: "first", Seq: 9, Due: at.Add(time.Hour)}
	c := game.Held{Account: "a1", Way: game.MailWay, Game: "first", Seq: 9, Due: at}
	d := game.Held{Account: "a2", Way: game.MailWay, Game: "first", Seq: 9, Due: at}
	later := a
	later.Due = at.Add(2 * time.Hour)
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Hooks.SaveHook(game.Hook{ID: "h1", Account: "a1", Created: at}), tx.Hooks.SaveHeld(a), tx.Hooks.SaveHeld(b), tx.Hooks.SaveHeld(c), tx.Hooks.SaveHeld(d), tx.Hooks.SaveHeld(later))
	})
	same(t, list("a1", "h1", at.Add(-time.Second)), []game.Held(nil))
	same(t, list("a1", "h1", at), []game.Held{a})
	same(t, list("a1", "h1", at.Add(time.Hour)), []game.Held{b, a})
	same(t, list("a1", game.MailWay, at), []game.Held{c})
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Hooks.DropHeld(a), tx.Hooks.DropHeld(a), tx.Hooks.DropHeldOf("a1", game.MailWay))
	})
	same(t, list("a1", "h1", at.Add(time.Hour)), []game.Held{b})
	same(t, list("a1", game.MailWay, at), []game.Held(nil))
	write(t, s, nil, func(tx *game.Tx) error { return tx.Hooks.DropHook("h1") })
	same(t, list("a1", "h1", at.Add(time.Hour)), []game.Held(nil))
	same(t, list("a2", game.MailWay, at), []game.Held{d})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame("first") })
	same(t, list("a2", game.MailWay, at), []game.Held(nil))
}

func items(t *testing.T, open func() Store) {
	s := open()
	odd := []byte{0, 255, 'x'}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Items.Put("first", "vote", "1", []byte("no")), tx.Items.Put("first", "vote", "1", odd), tx.Items.Put("first", "vote", "2", nil),
			tx.Items.Put("first", "diary", "1", []byte("x")), tx.Items.Put("other", "vote", "1", []byte("x")))
	})
	same(t, get(t, s, func(tx *game.Tx) ([]byte, error) { return tx.Items.Get("first", "vote", "1") }), odd)
	same(t, get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("first", "vote") }), map[string][]byte{"1": odd, "2": {}})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Items.Drop("first", "vote", "1") })
	same(t, get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("first", "vote") }), map[string][]byte{"2": {}})
	same(t, get(t, s, func(tx *game.Tx) ([]string, error) { return tx.Items.Kinds("first") }), []string{"diary", "vote"})
	same(t, get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("first", "none") }), map[string][]byte{})
	more := map[string][]byte{"2": []byte("other"), "3": {}, "4": odd}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Items.PutAll("first", "vote", more) })
	same(t, get(t, s, func(tx *game.Tx) (map[string][]byte, error) { return tx.Items.List("first", "vote") }), more)
}

func entry(gameID string) game.Entry {
	return game.Entry{
		Game: gameID, At: at, Kind: game.PressEntry, Phase: words("spring 1454 orders"), Number: 1, From: 2,
		Audience: game.Audience{Seats: []int{1, 2}}, Data: []byte(`{"text":"Salve"}`),
	}
}

func log(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	var want []game.Entry
	for i, gameID := range []string{"first", "other", "first", "first"} {
		e := entry(gameID)
		if i == 2 {
			e.Data, e.Audience, e.Phase = nil, game.Audience{All: true}, words("summer 1454 retreats")
		}
		write(t, s, nil, func(tx *game.Tx) (err error) {
			e.Seq, err = tx.Log.Append(e)
			return err
		})
		if gameID == "first" {
			want = append(want, e)
		}
	}
	if n := want[2].Seq; n != 3 {
		t.Errorf("the third entry has the number %d", n)
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries("first", 0, 0) }), want)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries("first", 1, 1) }), want[1:2])
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries("first", 3, 0) })), 0)

	want[1].Data = []byte(`{"who":"somebody else"}`)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Log.Reword("first", 2, want[1].Data) })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Log.Reword("first", 9, want[1].Data) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries("first", 0, 0) }), want)
	same(t, string(get(t, s, func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries("other", 0, 0) })[0].Data), string(entry("other").Data))
}

func logTogether(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	add(t, stores[0], "first")
	together(t, 12, func(i int) error {
		return Write(stores[i%2], func(tx *game.Tx) error {
			if _, err := tx.Log.Append(entry("first")); err != nil {
				return err
			}
			_, err := tx.Log.Append(entry("first"))
			return err
		})
	})
	list := get(t, stores[1], func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Entries("first", 0, 0) })
	if n := len(list); n != 24 || list[23].Seq != 24 {
		t.Errorf("%d entries, the last is %d, want 24", n, list[n-1].Seq)
	}
	same(t, get(t, stores[0], func(tx *game.Tx) (int64, error) { return tx.Log.LogEnd("first") }), int64(24))
	same(t, get(t, stores[0], func(tx *game.Tx) (int64, error) { return tx.Log.LogEnd("none") }), int64(0))
}
