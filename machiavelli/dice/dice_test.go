package dice

import (
	"fmt"
	"maps"
	"testing"
)

// TestLedger checks SEQ-02, by which a roll depends only on the seed, the phase
// and its own name.
func TestLedger(t *testing.T) {
	t.Run("SEQ-02", func(t *testing.T) {
		seed := []byte("a game's secret")
		names := []string{}
		for i := range 200 {
			names = append(names, fmt.Sprintf("income milan %d", i))
		}
		first := New(seed, "fall 1454", nil)
		for _, n := range names {
			first.D6(n, 1)
		}
		again := New(seed, "fall 1454", nil)
		for i := len(names) - 1; i >= 0; i-- {
			again.D6("something else", 2)
			again.D6(names[i], 1)
		}
		for _, n := range names {
			if first.Thrown()[n] != again.Thrown()[n] {
				t.Errorf("%s falls %d, and %d in another order", n, first.Thrown()[n], again.Thrown()[n])
			}
		}
		for what, other := range map[string]*Dice{
			"phase": New(seed, "fall 1455", nil),
			"seed":  New([]byte("another game's secret"), "fall 1454", nil),
		} {
			same := 0
			for _, n := range names {
				if other.D6(n, 1) == first.Thrown()[n] {
					same++
				}
			}
			if same > len(names)/3 {
				t.Errorf("another %s: %d of %d rolls are the same", what, same, len(names))
			}
		}
	})
}

func TestFacesAreInRangeAndFair(t *testing.T) {
	d := New([]byte{1}, "spring 1454", nil)
	const rolls = 6000
	var count [7]int
	for i := range rolls {
		v := d.D6(fmt.Sprint("roll ", i), 1)
		if v < 1 || v > 6 {
			t.Fatalf("a die shows %d", v)
		}
		count[v]++
	}
	for face := 1; face <= 6; face++ {
		if n := count[face]; n < rolls/6*85/100 || n > rolls/6*115/100 {
			t.Errorf("the face %d came %d times in %d", face, n, rolls)
		}
	}
}

func TestSeveralDiceAreSummed(t *testing.T) {
	d := New(nil, "", nil)
	var count [13]int
	for i := range 3600 {
		v := d.D6(fmt.Sprint("famine row ", i), 2)
		if v < 2 || v > 12 {
			t.Fatalf("two dice show %d", v)
		}
		count[v]++
	}
	if count[7] < count[2] || count[7] < count[12] || count[2] == 0 || count[12] == 0 {
		t.Errorf("sums of two dice are spread %v", count)
	}
	if a, b := d.D6("again", 2), d.D6("again", 2); a != b {
		t.Errorf("one roll gave %d and then %d", a, b)
	}
}

func TestGivenRolls(t *testing.T) {
	given := map[string]int{"income milan 1": 4, "plague row": 11}
	d := New([]byte("seed"), "fall 1454", given)
	if v := d.D6("income milan 1", 1); v != 4 {
		t.Errorf("the roll given as 4 gave %d", v)
	}
	free := d.D6("income venice 1", 1)
	if want := New([]byte("seed"), "fall 1454", nil).D6("income venice 1", 1); free != want {
		t.Errorf("a roll is %d next to a given one, %d alone", free, want)
	}
	want := map[string]int{"income milan 1": 4, "income venice 1": free}
	if !maps.Equal(d.Thrown(), want) {
		t.Errorf("thrown: %v, want %v", d.Thrown(), want)
	}
}
