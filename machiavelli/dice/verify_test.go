package dice

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// book returns the record of a game with two campaigns. The second campaign has
// new dice, and one roll was set by hand.
func book() Book {
	seed := []byte("0123456789abcdef0123456789abcdef")
	b := Book{Game: "g7", Commitment: Commit("g7", seed), Seed: hex.EncodeToString(seed)}
	for _, p := range []BookPhase{
		{Phase: "fall 1454 orders", Campaign: "fall 1454"},
		{Phase: "fall 1455 retreats", Campaign: "fall 1455", Salt: "again"},
	} {
		d := New(seed, Scope(b.Game, p.Campaign, p.Salt), map[string]int{"income milan 1": 6})
		d.D6("famine severity", 2)
		d.D6("income milan 1", 1)
		d.Lot("chit 1", 56)
		p.Throws = d.Throws()
		b.Phases = append(b.Phases, p)
	}
	return b
}

func TestVerify(t *testing.T) {
	b := book()
	r, err := b.Verify()
	if err != nil || r.Throws != 4 || len(r.Wrong) != 0 || len(r.Set) != 2 {
		t.Errorf("an honest book: %+v, %v", r, err)
	}
	if text := r.Set[0].String(); !strings.Contains(text, `"income milan 1" was set to 6`) {
		t.Errorf("a roll set by hand is reported as %s", text)
	}
	data, _ := json.Marshal(b)
	var again Book
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if r, err := again.Verify(); err != nil || r.Throws != 4 || len(r.Wrong) != 0 {
		t.Errorf("the book as JSON: %+v, %v", r, err)
	}
	b.Phases[1].Throws[0].Value ^= 1
	if r, err = b.Verify(); err != nil || len(r.Wrong) != 1 || r.Wrong[0].Phase != "fall 1455 retreats" {
		t.Errorf("a changed throw: %+v, %v", r, err)
	}
	for what, spoil := range map[string]func(*Book){
		"no seed":         func(b *Book) { b.Seed = "" },
		"bad seed":        func(b *Book) { b.Seed = "xyz" },
		"another seed":    func(b *Book) { b.Seed = "00" + b.Seed[2:] },
		"another game":    func(b *Book) { b.Game = "g8" },
		"impossible dice": func(b *Book) { b.Phases[0].Throws[0].Dice = 1000 },
	} {
		b := book()
		spoil(&b)
		if _, err := b.Verify(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// TestRollsOfACampaign checks SEQ-05. A phase that is resolved again with changed orders, or
// continued to the end of its retreats, has the same rolls, and another salt produces other
// rolls.
func TestRollsOfACampaign(t *testing.T) {
	seed := []byte("secret")
	value := func(scope string, others ...string) int {
		d := New(seed, scope, nil)
		for _, name := range others {
			d.D6(name, 1)
		}
		return d.Lot("lot", 1_000_000)
	}
	first := value(Scope("g", "fall 1454", ""))
	if v := value(Scope("g", "fall 1454", ""), "assassination milan 1", "revolt naples Bari"); v != first {
		t.Errorf("other rolls before it move a roll from %d to %d", first, v)
	}
	for _, scope := range []string{Scope("h", "fall 1454", ""), Scope("g", "fall 1455", ""), Scope("g", "fall 1454", "fresh")} {
		if value(scope) == first {
			t.Errorf("%s has the same roll", scope)
		}
	}
}

func TestGivenRollsMustBePossible(t *testing.T) {
	d := New(nil, "", map[string]int{"famine row": 13, "income turks 1": 0, "plague row": 12})
	for name, n := range map[string]int{"famine row": 2, "income turks 1": 1, "plague row": 2} {
		if v := d.D6(name, n); v < n || v > 6*n {
			t.Errorf("%s: %d", name, v)
		}
	}
	if d.Err() == nil || d.Thrown()["plague row"] != 12 {
		t.Errorf("error %v, plague row %d", d.Err(), d.Thrown()["plague row"])
	}
}
