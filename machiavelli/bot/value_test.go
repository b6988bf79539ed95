package bot

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// TestProgress checks that progress counts from eight steps before victory, grows with each,
// and counts as a loss if another power makes it. With the rules of the judge 15 cities and two
// home countries are needed.
func TestProgress(t *testing.T) {
	t.Parallel()
	start, r := opening(t)
	for _, c := range []struct {
		cities, homes int
		own           bool
		want          float64
	}{
		{8, 1, true, 0}, // seven cities and a home country are missing
		{10, 1, true, 1},
		{10, 2, true, 9},
		{13, 1, true, 16},
		{14, 2, true, 49},
		{14, 2, false, -49},
		{17, 1, true, 36},
	} {
		q := start.Clone()
		owner, left := machiavelli.Power(2), c.cities
		if c.own {
			owner = 1
		}
		b := q.Setting.Board
		for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
			q.City[at], q.Province[at] = machiavelli.Nobody, machiavelli.Nobody
			if left > 0 {
				q.City[at], q.Province[at] = owner, owner
				left--
			}
		}
		for i := range q.Holder {
			q.Holder[i] = machiavelli.Nobody
			if i < c.homes {
				q.Holder[i] = owner
			}
		}
		var m mind
		m.begin(Look(q, r, Alone(q, 1), "progress"), 1, princely)
		if got := m.rate(q, nil)[progress]; got != c.want {
			t.Errorf("%d cities and %d home countries, own %t: %g, not %g", c.cities, c.homes, c.own, got, c.want)
		}
	}
}

// TestOwnWeights checks that a principe with other weights decides differently, that one with the
// usual weights decides as the zero value does, and that unknown weights are refused.
func TestOwnWeights(t *testing.T) {
	t.Parallel()
	start, r := opening(t)
	v := Look(start, r, Alone(start, 1), "weights")
	text := func(p Player) (out string) {
		for _, l := range p.Decide(v, 1) {
			out += l.Text + "\n"
		}
		return out
	}
	same, err := NewPrincipe(Weights())
	if err != nil {
		t.Fatal(err)
	}
	usual := text(new(Principe))
	if got := text(same); usual == "" || got != usual {
		t.Errorf("with the usual weights:\n%s\notherwise:\n%s", got, usual)
	}
	content, err := NewPrincipe([]Weight{{"land", 0}, {"cities", 0}, {"goals", 0}, {"countries", 0}})
	if err != nil {
		t.Fatal(err)
	}
	if text(content) == usual {
		t.Error("other weights change nothing")
	}
	if _, err := NewPrincipe([]Weight{{"luck", 1}}); err == nil {
		t.Error("an unknown weight is accepted")
	}
}
