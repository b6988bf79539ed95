package turn

import "testing"

func TestInTouch(t *testing.T) {
	g := newGame(t, "njudge-classic", `spring 1454 orders
		Milan: A Milan
		Venice: A Cremona, F Upper Adriatic
		Florence: A Florence
		Naples: G Ancona, A Rome`)
	for _, c := range []struct{ of, near []string }{
		{[]string{"milan"}, []string{"milan", "venice"}},
		{[]string{"venice"}, []string{"venice", "milan", "naples"}},
		{[]string{"florence"}, []string{"florence"}},
		{[]string{"milan", "florence"}, []string{"milan", "venice", "florence"}},
		{[]string{"turks"}, nil},
	} {
		if got, want := InTouch(g.pos, powersOf(t, g.pos, c.of...)), powersOf(t, g.pos, c.near...); got != want {
			t.Errorf("%v: %b, want %b", c.of, got, want)
		}
	}
}
