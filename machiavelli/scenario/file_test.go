package scenario

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// TestBuiltInFiles checks that the only problems of the built-in files are that
// their names are taken.
func TestBuiltInFiles(t *testing.T) {
	for _, name := range []string{"data/italy-1978.yaml", "data/italy-1995.yaml", "data/europe.yaml"} {
		_, problems := Load(data, name)
		for _, p := range problems {
			if !p.Warning || !strings.Contains(p.Text, "a built-in scenario has this id") {
				t.Errorf("%v", p)
			}
		}
	}
}

// sameStart compares every variant of a scenario in two libraries.
func sameStart(t *testing.T, a, b *Library, id string) {
	t.Helper()
	one, ok1 := a.Find(id)
	two, ok2 := b.Find(id)
	if !ok1 || !ok2 || !reflect.DeepEqual(one, two) {
		t.Errorf("%s is described as %+v and %+v", id, one, two)
	}
	for _, v := range one.Variants {
		for _, r := range []rules.Set{
			*classic(),
			{Garrisons: true, Fortresses: rules.FortressesOn, GarrisonEveryFreeFort: true},
			{},
		} {
			p, err := a.New(id, v.ID, &r)
			if err != nil {
				t.Fatal(err)
			}
			q, err := b.New(id, v.ID, &r)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(p, q) {
				t.Errorf("%s: another start", v.ID)
			}
		}
	}
}

// TestExport checks that every scenario has an equal start position after it
// has been exported with its board and read again.
func TestExport(t *testing.T) {
	for _, s := range List() {
		text, err := BuiltIn().Export(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		l, problems := Parse([]byte(text))
		if problems.Failed() {
			t.Fatalf("%s: %v", s.ID, problems)
		}
		sameStart(t, BuiltIn(), l, s.ID)
		if l.Text() != text {
			t.Errorf("%s: written another way the second time", s.ID)
		}
		// rename the board, so that it is compiled from the text and not replaced by the built-in
		// board
		own := strings.ReplaceAll(text, s.Board, "my-board")
		if l, problems = Parse([]byte(own)); problems.Failed() {
			t.Fatalf("%s: %v", s.ID, problems)
		}
		p, err := l.New("", "", classic())
		if err != nil || p.Setting.Board.Slug != "my-board" {
			t.Errorf("%s: on the board %s, %v", s.ID, p.Setting.Board.Slug, err)
		}
	}
	if _, err := BuiltIn().Export("balance-of-pwer"); err == nil || !strings.Contains(err.Error(), "did you mean balance-of-power?") {
		t.Errorf("unknown name: got %v", err)
	}
}

// TestText checks that a whole library is the same after writing and reading.
// Its scenarios have several boards, and some rows of income have equal names
// and different ducats.
func TestText(t *testing.T) {
	l, problems := Parse([]byte(BuiltIn().Text()))
	if problems.Failed() {
		t.Fatal(problems)
	}
	for _, s := range List() {
		sameStart(t, BuiltIn(), l, s.ID)
	}
	if again, _ := Parse([]byte(l.Text())); again == nil || again.Text() != l.Text() {
		t.Error("written another way the second time")
	}
}

const nile = `slug: nile
title: The Nile
areas:
  - {code: alx, name: Alexandria, city: fortified port 3, army: cai, fleet: del}
  - {code: cai, name: Cairo, city: fortified 2, army: alx giz}
  - {code: giz, name: Giza, city: fortress, army: cai}
  - {code: del, name: Delta, sea: true, fleet: alx}
`

const mamluks = `
powers:
  - {id: mamluks, letter: M}
  - {id: copts, name: The Copts, adjective: Coptic, letter: C, also: [Egypt]}
rows: {mamluks: 1 1 1 2 2 2}
scenarios:
  - id: Nile
    board: nile.yaml
    year: 1260
    options: {victory-cities: 2, famine: off}
    powers:
      - {power: mamluks, home: alx, units: [F alx], dice: 1}
      - {power: copts, home: cai giz, units: [G cai, A giz]}
`

// TestOwnFiles tests a user's own scenario with its board in another file or in
// the same file, and a board without scenarios.
func TestOwnFiles(t *testing.T) {
	files := fstest.MapFS{
		"my/scenarios.yaml": {Data: []byte(mamluks)},
		"my/nile.yaml":      {Data: []byte(nile)},
	}
	l, problems := Load(files, "my/scenarios.yaml")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	inside := "board:\n  " + strings.ReplaceAll(strings.TrimSpace(nile), "\n", "\n  ") + strings.Replace(mamluks, "    board: nile.yaml\n", "", 1)
	m, problems := Parse([]byte(inside))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	sameStart(t, l, m, "nile")
	kept, problems := Parse([]byte(l.Text()))
	if len(problems) > 0 || kept.Text() != l.Text() {
		t.Errorf("%v in\n%s", problems, l.Text())
	}
	sameStart(t, l, kept, "Nile")
	p, err := kept.New("", "", classic())
	if err != nil {
		t.Fatal(err)
	}
	if got := describe(p); got != "Nile Nile-2 nile 1260: C copts: G Cairo, A Giza; M mamluks: F Alexandria; 2 countries, 2 seats, 1 dice" {
		t.Errorf("read as %s", got)
	}
	info, _ := kept.Find("nile")
	if info.Options["victory-cities"] != "2" || info.Options["famine"] != "off" || info.Title != "Nile" || info.Period != "1260" {
		t.Errorf("described as %+v", info)
	}
	only, problems := Load(files, "my/nile.yaml")
	if len(problems) > 0 || len(only.List()) > 0 || len(only.Boards()) != 1 || only.Boards()[0].Title != "The Nile" {
		t.Errorf("a board alone: %v %v", only, problems)
	}
	if _, err := only.New("", "", classic()); err == nil || err.Error() != "the file holds no scenarios" {
		t.Errorf("a start on a board alone: %v", err)
	}
	if again, problems := Parse([]byte(only.Text())); len(problems) > 0 || again.Text() != only.Text() {
		t.Errorf("a board alone, written and read: %v", problems)
	}
}

// describe returns a start position in one line.
func describe(p *position.Position) string {
	set := p.Setting
	var parts []string
	for i, power := range set.Powers[1:] {
		var units []string
		for _, u := range p.Units {
			if int(u.Owner) == i+1 {
				units = append(units, u.Type.Letter()+" "+set.Board.Name(u.Place()))
			}
		}
		parts = append(parts, string(rune(power.Letter))+" "+power.ID+": "+strings.Join(units, ", "))
	}
	return strings.Join([]string{set.Scenario, set.Variant, set.Board.Slug, strconv.Itoa(p.Phase.Year)}, " ") + ": " + strings.Join(parts, "; ") +
		"; " + strconv.Itoa(len(set.Countries)) + " countries, " + strconv.Itoa(len(set.Seats)) + " seats, " + strconv.Itoa(len(set.Dice)) + " dice"
}
