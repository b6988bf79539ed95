package rating

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli/rules"
)

func rated() *rules.Set {
	return &rules.Set{Ratings: true}
}

// ends parses results such as "A 12, B 7 of Ada". Each consists of a power, its cities, and the
// player if the player's name differs from the power's.
func ends(t *testing.T, text string) []Standing {
	t.Helper()
	var out []Standing
	for part := range strings.SplitSeq(text, ",") {
		f := strings.Fields(part)
		n, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		s := Standing{Player: f[0], Power: f[0], Cities: n}
		if len(f) == 4 {
			s.Player = f[3]
		}
		out = append(out, s)
	}
	return out
}

func tell(awards []Award) string {
	var out []string
	for _, a := range awards {
		out = append(out, fmt.Sprintf("%s %d: %s", a.Power, a.Place, a.Points))
	}
	return strings.Join(out, ", ")
}

func TestLedger(t *testing.T) {
	t.Run("RATE-01", func(t *testing.T) {
		five := ends(t, "A 3, B 9, C 15, D 1, E 5")
		got, err := Rate(rated(), Handed(), true, five)
		if err != nil {
			t.Fatal(err)
		}
		if s := tell(got); s != "C 1: 10, B 2: 8, E 3: 6, A 4: 4, D 5: 2" {
			t.Error(s)
		}
		if _, err := Rate(rated(), Handed(), false, five); !errors.Is(err, ErrUnfinished) {
			t.Errorf("an unfinished game: %v", err)
		}
		if _, err := Rate(rated(), Handed(), true, five[:3]); !errors.Is(err, ErrFewPlayers) {
			t.Errorf("three players: %v", err)
		}
		if _, err := Rate(&rules.Set{}, Handed(), true, five); !errors.Is(err, ErrOff) {
			t.Errorf("no ratings: %v", err)
		}
	})
	t.Run("RATE-02", func(t *testing.T) {
		for place, want := range []Points{10, 7} {
			if p, err := Handed().place(place+1, 4); err != nil || p != want {
				t.Errorf("place %d of 4: %d, %v", place+1, p, err)
			}
		}
		for place, want := range []Points{10, 8, 6, 4, 2} {
			if p, err := Handed().place(place+1, 5); err != nil || p != want {
				t.Errorf("place %d of 5: %d, %v", place+1, p, err)
			}
		}
		_, err := Rate(rated(), Handed(), true, ends(t, "A 6, B 5, C 4, D 3, E 2, F 1"))
		if !errors.Is(err, ErrNoTable) || !strings.Contains(err.Error(), "a game of 6 players") {
			t.Errorf("six players: %v", err)
		}
		_, err = Rate(rated(), Handed(), true, ends(t, "A 6, B 5, C 4, D 3"))
		if !errors.Is(err, ErrNoTable) || !strings.Contains(err.Error(), "place 3 of 4") {
			t.Errorf("the third of four: %v", err)
		}
		own, err := Parse("6: 12 9 7 5 3 1\n")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Rate(rated(), own, true, ends(t, "A 6, B 5, C 4, D 3, E 2, F 1"))
		if err != nil || tell(got) != "A 1: 12, B 2: 9, C 3: 7, D 4: 5, E 5: 3, F 6: 1" {
			t.Errorf("a table of one's own: %s, %v", tell(got), err)
		}
	})
	t.Run("RATE-03", func(t *testing.T) {
		for _, c := range []struct{ cities, want string }{
			{"A 12, B 7, C 7, D 7, E 1", "A 1: 10, B 2: 6, C 2: 6, D 2: 6, E 5: 2"},
			{"A 9, B 9, C 5, D 4, E 3", "A 1: 9, B 1: 9, C 3: 6, D 4: 4, E 5: 2"},
			{"A 9, B 8, C 4, D 4, E 3", "A 1: 10, B 2: 8, C 3: 5, D 3: 5, E 5: 2"},
			{"A 9, B 8, C 8, D 8, E 8", "A 1: 10, B 2: 5, C 2: 5, D 2: 5, E 2: 5"},
		} {
			got, err := Rate(rated(), Handed(), true, ends(t, c.cities))
			if err != nil || tell(got) != c.want {
				t.Errorf("%s: %s, %v", c.cities, tell(got), err)
			}
		}
		own := Table{4: {10, 7, 3, 1}}
		got, err := Rate(rated(), own, true, ends(t, "A 5, B 5, C 5, D 1"))
		if err != nil || tell(got) != "A 1: 6.7, B 1: 6.7, C 1: 6.7, D 4: 1" {
			t.Errorf("%s, %v", tell(got), err)
		}
		sum := got[0].Points.Plus(got[1].Points).Plus(got[2].Points)
		if sum.Cmp(Whole(20)) != 0 {
			t.Errorf("three thirds of 20 make %s", sum)
		}
	})
	t.Run("RATE-04", func(t *testing.T) {
		for _, c := range []struct {
			times         [5]int // how often each place was taken
			points, skill string
		}{
			{[5]int{2, 2, 1, 3, 2}, "58", "5.8"},
			{[5]int{1, 4, 2, 1, 2}, "62", "6.2"},
		} {
			var r Record
			for place, n := range c.times {
				for range n {
					p, err := Handed().place(place+1, 5)
					if err != nil {
						t.Fatal(err)
					}
					r = r.Add(Whole(p))
				}
			}
			if r.Points.String() != c.points || r.Skill() != c.skill || r.String() != "10-"+c.skill {
				t.Errorf("%v: %s points, %s", c.times, r.Points, r)
			}
		}
		quoted := Record{32, Whole(182)}
		if s := quoted.String(); s != "32-5.7" {
			t.Error(s)
		}
		if s := (Record{}).String(); s != "0-0.0" {
			t.Error(s)
		}
	})
	t.Run("RATE-05", func(t *testing.T) {
		awards, err := Rate(rated(), Handed(), true, ends(t, "A 9 of Ada, B 7 of Ben, C 6 of Ben, D 4 of Cia, E 2 of Ada"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range Totals(awards) {
			got = append(got, fmt.Sprint(x.Player, " ", x.Points, " ", x.Wins))
		}
		if s := strings.Join(got, ", "); s != "Ben 14 true, Ada 12 false, Cia 4 false" {
			t.Error(s)
		}
	})
}

func TestParse(t *testing.T) {
	text := "4: 10 7\n5: 10 8 6 4 2\n"
	table, err := Parse("\n 5 : 10 8 6 4 2\n4: 10 7")
	if err != nil || table.String() != text {
		t.Errorf("%q, %v", table, err)
	}
	if s := Handed().String(); s != text {
		t.Errorf("handed down: %q", s)
	}
	for _, c := range []struct{ text, want string }{
		{"5 10 8", "no colon"},
		{"five: 10", "no number of players"},
		{"4: 10 7\n4: 9", "line 2, \"4: 9\": a second line"},
		{"4: 10 x", `"x" is not a number of points`},
		{"4: 7 10", "earns more than an earlier one"},
		{"4:", "0 places for 4 players"},
		{"2: 3 2 1", "3 places for 2 players"},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}
