package storetest

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"podesta/internal/judge"
)

func account(id, name string) judge.Account {
	return judge.Account{
		ID: id, Name: name, Email: name + "@Example.org", Zone: "Europe/Rome", Hash: "$argon2id$x", Verified: true, Created: at,
		Wishes: []byte(`{"results":true}`), Record: []byte(`0`),
	}
}

func accounts(t *testing.T, open func() Store) {
	s := open()
	ada, bo := account("a1", "Ada"), account("b2", "Ädelbo")
	bo.Wishes, bo.Record, bo.Keeper, bo.Blocked, bo.Verified = nil, nil, true, true, false
	bo.Private = true
	write(t, s, nil, func(tx Tx) error { return errors.Join(tx.SaveAccount(ada), tx.SaveAccount(bo)) })
	ada.Zone = "Europe/Paris"
	write(t, s, nil, func(tx Tx) error { return tx.SaveAccount(ada) })
	same(t, get(t, s, func(tx Tx) (judge.Account, error) { return tx.Account("a1") }), ada)
	same(t, get(t, s, func(tx Tx) (judge.Account, error) { return tx.Account("b2") }), bo)
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
		got := get(t, s, func(tx Tx) ([]judge.Account, error) { return tx.Accounts(c.prefix, c.limit) })
		if ids := each(got, func(a judge.Account) string { return a.ID }); ids != c.want {
			t.Errorf("accounts that begin with %q: %s, want %s", c.prefix, ids, c.want)
		}
	}

	write(t, s, nil, func(tx Tx) error {
		return errors.Join(tx.SaveAddress(judge.Address{Email: "Ada@Example.org", Account: "a1"}),
			tx.SaveAddress(judge.Address{Email: "a@work.example", Account: "a1", Verified: true}))
	})
	same(t, get(t, s, func(tx Tx) ([]judge.Address, error) { return tx.Addresses("a1") }),
		[]judge.Address{{Email: "a@work.example", Account: "a1", Verified: true}, {Email: "ada@example.org", Account: "a1"}})
	same(t, get(t, s, func(tx Tx) (judge.Account, error) { return tx.AccountByEmail("A@Work.example") }), ada)
	if err := Read(s, func(tx Tx) error { _, err := tx.AccountByEmail("ada@example.org"); return err }); !errors.Is(err, judge.ErrNoRecord) {
		t.Errorf("by an address that is not verified: %v", err)
	}
	// Nobody takes an address that somebody else has verified.
	write(t, s, judge.ErrTaken, func(tx Tx) error {
		return tx.SaveAddress(judge.Address{Email: "a@work.example", Account: "b2", Verified: true})
	})
	write(t, s, nil, func(tx Tx) error {
		return tx.SaveAddress(judge.Address{Email: "ada@example.org", Account: "b2", Verified: true})
	})
	same(t, get(t, s, func(tx Tx) (judge.Account, error) { return tx.AccountByEmail("ada@example.org") }), bo)
	write(t, s, nil, func(tx Tx) error { return tx.DropAddress("ADA@example.org") })
	if list := get(t, s, func(tx Tx) ([]judge.Address, error) { return tx.Addresses("b2") }); len(list) != 0 {
		t.Errorf("dropped, and still there: %v", list)
	}
}

func accountsInLine(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	write(t, stores[0], nil, func(tx Tx) error { return tx.SaveAccount(account("a1", "Ada")) })
	together(t, 16, func(i int) error {
		return Write(stores[i%2], func(tx Tx) error {
			if i%3 == 0 {
				record, err := tx.Record("a1")
				if err != nil {
					return err
				}
				n, err := strconv.Atoi(string(record))
				if err != nil {
					return err
				}
				return tx.SaveRecord("a1", []byte(strconv.Itoa(n+1)))
			}
			if err := tx.LockAccount("a1"); err != nil {
				return err
			}
			a, err := tx.Account("a1")
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(string(a.Record))
			if err != nil {
				return err
			}
			a.Record = []byte(strconv.Itoa(n + 1))
			return tx.SaveAccount(a)
		})
	})
	if a := get(t, stores[0], func(tx Tx) (judge.Account, error) { return tx.Account("a1") }); string(a.Record) != "16" {
		t.Errorf("16 changes: %s", a.Record)
	}
}

func tokens(t *testing.T, open func() Store) {
	s := open()
	session := judge.Token{Hash: "h1", Kind: judge.SessionToken, Account: "a1", Label: "Firefox", Created: at, Expires: at.Add(time.Hour)}
	reply := judge.Token{Hash: "h2", Kind: judge.ReplyToken, Account: "a1", Game: "first", Seat: 2, Email: "a@b", Created: at}
	write(t, s, nil, func(tx Tx) error { return errors.Join(tx.AddToken(session), tx.AddToken(reply)) })
	write(t, s, nil, func(tx Tx) error { return tx.TouchToken("h1", at.Add(time.Minute)) })
	session.Used = at.Add(time.Minute)
	same(t, get(t, s, func(tx Tx) (judge.Token, error) { return tx.Token("h1") }), session)
	same(t, get(t, s, func(tx Tx) ([]judge.Token, error) { return tx.Tokens("a1") }), []judge.Token{session, reply})
	write(t, s, nil, func(tx Tx) error { return tx.DropTokens(at.Add(time.Hour)) })
	same(t, get(t, s, func(tx Tx) ([]judge.Token, error) { return tx.Tokens("a1") }), []judge.Token{session, reply})
	write(t, s, nil, func(tx Tx) error { return tx.DropTokens(at.Add(time.Hour + 1000)) })
	same(t, get(t, s, func(tx Tx) ([]judge.Token, error) { return tx.Tokens("a1") }), []judge.Token{reply})
	write(t, s, nil, func(tx Tx) error { return tx.DropToken("h2") })
	write(t, s, judge.ErrNoRecord, func(tx Tx) error { return tx.DropToken("h2") })
}

// newcomers who never prove an address are forgotten, and nobody else.
func newcomers(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	for _, id := range []string{"proved", "other", "plays", "late", "gone"} {
		a := account(id, id)
		a.Verified = id == "proved"
		if id == "late" {
			a.Created = at.Add(time.Hour)
		}
		write(t, s, nil, func(tx Tx) error {
			return errors.Join(tx.SaveAccount(a), tx.SaveAddress(judge.Address{Email: id + "@example.org", Account: id, Verified: id == "proved" || id == "other"}),
				tx.AddToken(judge.Token{Hash: id, Kind: judge.VerifyToken, Account: id, Created: at}))
		})
	}
	write(t, s, nil, func(tx Tx) error {
		return tx.SaveMember(judge.Member{Game: "first", Account: "plays", Kind: judge.Player, Seat: 1, Joined: at})
	})
	write(t, s, nil, func(tx Tx) error { return tx.DropNewcomers(at.Add(time.Minute)) })
	left := get(t, s, func(tx Tx) ([]judge.Account, error) { return tx.Accounts("", 0) })
	if ids := each(left, func(a judge.Account) string { return a.ID }); ids != "late other plays proved" {
		t.Errorf("left: %s", ids)
	}
	if all := get(t, s, func(tx Tx) ([]judge.Address, error) { return tx.Addresses("gone") }); len(all) > 0 {
		t.Errorf("addresses left: %v", all)
	}
	if all := get(t, s, func(tx Tx) ([]judge.Token, error) { return tx.Tokens("gone") }); len(all) > 0 {
		t.Errorf("tokens left: %v", all)
	}
}

func members(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	player := judge.Member{Game: "first", Account: "a1", Kind: judge.Player, Seat: 2, Joined: at, Data: []byte(`{"list":"mv"}`)}
	master := judge.Member{Game: "first", Account: "a1", Kind: judge.Master, Joined: at.Add(-time.Hour)}
	elsewhere := judge.Member{Game: "other", Account: "a1", Kind: judge.Observer, Joined: at.Add(time.Hour)}
	write(t, s, nil, func(tx Tx) error {
		return errors.Join(tx.SaveMember(player), tx.SaveMember(master), tx.SaveMember(elsewhere))
	})
	player.Left, player.Seat = at.Add(time.Minute), 1
	write(t, s, nil, func(tx Tx) error { return tx.SaveMember(player) })
	same(t, get(t, s, func(tx Tx) ([]judge.Member, error) { return tx.Members("first") }), []judge.Member{master, player})
	same(t, get(t, s, func(tx Tx) ([]judge.Member, error) { return tx.MembersOf("a1") }), []judge.Member{master, player, elsewhere})
}

func items(t *testing.T, open func() Store) {
	s := open()
	odd := []byte{0, 255, 'x'}
	write(t, s, nil, func(tx Tx) error {
		return errors.Join(tx.Put("first", "vote", "1", []byte("no")), tx.Put("first", "vote", "1", odd), tx.Put("first", "vote", "2", nil),
			tx.Put("first", "diary", "1", []byte("x")), tx.Put("other", "vote", "1", []byte("x")))
	})
	same(t, get(t, s, func(tx Tx) ([]byte, error) { return tx.Get("first", "vote", "1") }), odd)
	same(t, get(t, s, func(tx Tx) (map[string][]byte, error) { return tx.List("first", "vote") }), map[string][]byte{"1": odd, "2": {}})
	write(t, s, nil, func(tx Tx) error { return tx.Drop("first", "vote", "1") })
	same(t, get(t, s, func(tx Tx) (map[string][]byte, error) { return tx.List("first", "vote") }), map[string][]byte{"2": {}})
	same(t, get(t, s, func(tx Tx) ([]string, error) { return tx.Kinds("first") }), []string{"diary", "vote"})
	same(t, get(t, s, func(tx Tx) (map[string][]byte, error) { return tx.List("first", "none") }), map[string][]byte{})
}

func entry(game string) judge.Entry {
	return judge.Entry{
		Game: game, At: at, Kind: judge.PressEntry, Phase: words("spring 1454 orders"), Number: 1, From: 2,
		Audience: judge.Audience{Seats: []int{1, 2}}, Data: []byte(`{"text":"Salve"}`),
	}
}

func log(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	var want []judge.Entry
	for i, game := range []string{"first", "other", "first", "first"} {
		e := entry(game)
		if i == 2 {
			e.Data, e.Audience, e.Phase = nil, judge.Audience{All: true}, words("summer 1454 retreats")
		}
		write(t, s, nil, func(tx Tx) (err error) {
			e.Seq, err = tx.Append(e)
			return err
		})
		if game == "first" {
			want = append(want, e)
		}
	}
	if n := want[2].Seq; n != 3 {
		t.Errorf("the third entry has the number %d", n)
	}
	same(t, get(t, s, func(tx Tx) ([]judge.Entry, error) { return tx.Entries("first", 0, 0) }), want)
	same(t, get(t, s, func(tx Tx) ([]judge.Entry, error) { return tx.Entries("first", 1, 1) }), want[1:2])
	same(t, len(get(t, s, func(tx Tx) ([]judge.Entry, error) { return tx.Entries("first", 3, 0) })), 0)

	want[1].Data = []byte(`{"who":"somebody else"}`)
	write(t, s, nil, func(tx Tx) error { return tx.Reword("first", 2, want[1].Data) })
	write(t, s, judge.ErrNoRecord, func(tx Tx) error { return tx.Reword("first", 9, want[1].Data) })
	same(t, get(t, s, func(tx Tx) ([]judge.Entry, error) { return tx.Entries("first", 0, 0) }), want)
	same(t, string(get(t, s, func(tx Tx) ([]judge.Entry, error) { return tx.Entries("other", 0, 0) })[0].Data), string(entry("other").Data))
}

func logTogether(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	add(t, stores[0], "first")
	together(t, 12, func(i int) error {
		return Write(stores[i%2], func(tx Tx) error {
			if _, err := tx.Append(entry("first")); err != nil {
				return err
			}
			_, err := tx.Append(entry("first"))
			return err
		})
	})
	list := get(t, stores[1], func(tx Tx) ([]judge.Entry, error) { return tx.Entries("first", 0, 0) })
	if n := len(list); n != 24 || list[23].Seq != 24 {
		t.Errorf("%d entries, the last is %d, want 24", n, list[n-1].Seq)
	}
}
