package atlas

import (
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// reader reads a position in the format of these tests, one fact on each line.
type reader struct {
	t testing.TB
	p *position.Position
}

// fixture reads testdata/NAME.txt on a board.
func fixture(t testing.TB, slug, name string) *position.Position {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	b := mustBoard(t, slug)
	r := &reader{t, &position.Position{Setting: &position.Setting{Board: b, Powers: machiavelli.Roster{{Name: "autonomous"}}}}}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			r.line(line)
		}
	}
	return r.p
}

func mustBoard(t testing.TB, slug string) *board.Board {
	t.Helper()
	b, err := board.Get(slug, true)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var adjectives = map[string]string{"turks": "Turkish"}

func (r *reader) line(line string) {
	head, rest, colon := strings.Cut(line, ": ")
	if !colon {
		head, rest, _ = strings.Cut(line, " ")
	}
	s := r.p.Setting
	sets := map[string]*board.Set{
		"siege": &r.p.Sieges, "rebel land": &r.p.RebelLand, "rebel city": &r.p.RebelCity, "famine": &r.p.Famine,
		"contested": &r.p.Contested, "offboard": &s.OffBoard,
	}
	switch {
	case head == "title":
		s.Title = rest
	case head == "scenario":
		s.Scenario = rest
	case head == "phase":
		ph, err := machiavelli.ParsePhase(rest)
		if err != nil {
			r.t.Fatal(err)
		}
		r.p.Phase = ph
	case head == "powers":
		for _, id := range strings.Fields(rest) {
			letter := id[0] - 'a' + 'A'
			if id == "florence" {
				letter = 'L'
			}
			s.Powers = append(s.Powers, machiavelli.PowerInfo{ID: id, Name: strings.ToUpper(id[:1]) + id[1:], Adjective: adjectives[id], Letter: letter})
		}
	case head == "fortresses":
		s.Fortress = true
	case sets[head] != nil:
		for _, c := range strings.Fields(rest) {
			sets[head].Add(r.area(c))
		}
	case head == "dislodged":
		id, unit, _ := strings.Cut(rest, " ")
		unit, from, _ := strings.Cut(unit, " from ")
		r.p.Dislodged = append(r.p.Dislodged, position.Dislodged{Unit: r.unit(id, unit), From: r.area(from)})
	case strings.HasPrefix(head, "city "):
		for _, c := range strings.Fields(rest) {
			r.p.City[r.area(c)] = r.power(head[5:])
		}
	case strings.HasPrefix(rest, "owns "):
		for _, c := range strings.Fields(rest[5:]) {
			r.p.Province[r.area(c)] = r.power(head)
			r.p.City[r.area(c)] = r.power(head)
		}
	case colon:
		for u := range strings.SplitSeq(rest, ", ") {
			r.p.Units = append(r.p.Units, r.unit(head, u))
		}
	default:
		r.t.Fatalf("cannot read %q", line)
	}
}

func (r *reader) power(id string) machiavelli.Power {
	if id == "nobody" {
		return machiavelli.Nobody
	}
	p, ok := r.p.Setting.Powers.Find(id)
	if !ok {
		r.t.Fatalf("no power %q", id)
	}
	return p
}

func (r *reader) area(code string) board.ID {
	for i, a := range r.p.Setting.Board.Areas {
		if i > 0 && a.Code == code {
			return board.ID(i)
		}
	}
	r.t.Fatalf("no area %q", code)
	return board.None
}

// unit reads a unit such as "A mil", "F pro/sc" or "A mil militia".
func (r *reader) unit(power, text string) position.Unit {
	f := strings.Fields(text)
	u := position.Unit{Owner: r.power(power)}
	for k := machiavelli.Army; k <= machiavelli.ArmouredCavalry; k++ {
		if k.Letter() == f[0] {
			u.Type = k
		}
	}
	code, coast, _ := strings.Cut(f[1], "/")
	u.At = r.area(code)
	for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
		if c.Code() == coast {
			u.Coast = c
		}
	}
	for q := machiavelli.Militia; len(f) > 2 && q <= machiavelli.Professional; q++ {
		if q.String() == f[2] {
			u.Quality = q
		}
	}
	return u
}
