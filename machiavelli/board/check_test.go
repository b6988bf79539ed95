package board

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
)

// TestBuiltInFiles checks that the built-in board files cause no warnings.
func TestBuiltInFiles(t *testing.T) {
	for _, slug := range Slugs() {
		text, err := data.ReadFile("data/" + slug + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if _, problems := Check(slug, text); len(problems) > 0 {
			t.Errorf("%v", problems)
		}
	}
}

// TestYAML checks that a board is the same after writing and reading.
func TestYAML(t *testing.T) {
	boards := map[string]*Board{}
	for _, slug := range Slugs() {
		boards[slug] = mustGet(t, slug)
	}
	own, err := Parse([]byte(`
slug: own
title: "Nord & Süd: 1"
tables: judge
roll-order: bb aa
straits: [{between: aa ss, control: bb}]
areas:
  - {code: aa, name: "L'Alpha", also: [First, The One], legacy: [fst], city: fortified port 2, army: bb, fleet: ss, grid: 3 4, pays: 0}
  - {code: bb, name: Beta, city: fortress port, anchors: nc, army: aa, fleet-nc: ss, fleet-sc: ss, famine: 2 3, plague-completed: 4 5}
  - {code: ss, name: Sea, sea: true, pays: 9, fleet: aa bb/nc bb/sc, storm: 12 12}
`))
	if err != nil {
		t.Fatal(err)
	}
	boards["own"] = own
	for slug, b := range boards {
		again, err := Parse([]byte(b.YAML(0)))
		if err != nil {
			t.Errorf("%s: %v", slug, err)
			continue
		}
		if !reflect.DeepEqual(b, again) {
			t.Errorf("%s: another board after writing and reading", slug)
		}
	}
	bb := id(t, own, "bb")
	if a := own.Areas[bb]; a.Anchors[0] != machiavelli.NorthCoast || own.RollOrder[0] != bb || own.Tables[0] != "judge" || len(own.Tables) != 1 || own.Areas[id(t, own, "aa")].Grid != [2]int{3, 4} {
		t.Errorf("read: %+v, %v, %v", a, own.RollOrder, own.Tables)
	}
	if got := own.YAML(2); !strings.HasPrefix(got, "  slug: own\n  title:") {
		t.Errorf("indented: %s", got)
	}
}

// TestProblems checks that all problems of a file are reported together. Each must have its
// position in the file, and a suggestion if there is one.
func TestProblems(t *testing.T) {
	for _, x := range []struct{ what, text, want string }{
		{"errors", `slug: nile
areas:
  - {code: alx, name: Alexandria, city: fortified port 3, army: cai, fleet: sea delt}
  - {code: cai, name: Cairo, city: fortified 2, army: alx gza sinaj, famine: 1 1}
  - {code: giz, name: Giza, city: walls 2, army: cai}
  - {code: sin, name: Sinai, arms: cai, army: cai}
  - {code: sea, name: Delta Sea, sea: yes, fleet: alx cai}
`, `
nile.yaml:6:30: unknown name "arms"; expected one of code, name, sea, abbr, modern, also, legacy, city, anchors, pays, army, fleet, fleet-nc, fleet-sc, fleet-ec, fleet-wc, famine, plague, storm, famine-completed, plague-completed, grid; did you mean army?
nile.yaml:7:39: sea: found "yes", expected true or false`},
		{"values", `slug: nile
areas:
  - {code: cai, name: Cairo, city: fortified 2, army: giz, famine: 1 1}
  - {code: giz, name: Giza, city: walls 2, army: cai, pays: 12}
`, `
nile.yaml:3:68: area cai: cell "1 1": expected row and column, each from 2 to 12
nile.yaml:4:35: area giz: city "walls 2": expected unfortified, fortified or fortress
nile.yaml:4:61: area giz: pays must be from 0 to 9`},
		{"edges", `slug: nile
venice: alexandria
areas:
  - {code: alx, name: Alexandria, city: fortified port 3, army: cai, fleet: sea delt}
  - {code: cai, name: Cairo, city: fortified 2, army: alx gza sinai}
  - {code: giz, name: Giza, city: fortified 1, army: cai}
  - {code: sin, name: Sinai, army: giz}
  - {code: sea, name: Delta Sea, sea: true, fleet: alx cai}
`, `
nile.yaml:2:9: venice: "alexandria" is no area; did you mean alx?
nile.yaml:4:81: area alx: edge to "delt", which is no area
nile.yaml:5:59: area cai: edge to "gza", which is no area
nile.yaml:5:63: area cai: edge to "sinai", which is no area; did you mean sin?
nile.yaml:6:54: army edge from giz to cai, but not back: giz belongs to the army edges of cai, or cai not here
nile.yaml:7:36: army edge from sin to giz, but not back: sin belongs to the army edges of giz, or giz not here
nile.yaml:8:56: area sea: fleet edge to cai, which has no shore: it has no fleet edges`},
		{"spellings", `slug: nile
areas:
  - {code: alx, name: Alexandria--on-sea, also: [Port of--call, "'Alex"], army: cai}
  - {code: cai, name: Old Cairo, also: [Old  Cairo, St. Mark's, O'er-there], legacy: ["C-'x"], army: alx}
`, `
nile.yaml:3:23: warning: area alx: orders with the name "Alexandria--on-sea" are not understood; a name must begin with a letter, and have only one hyphen or apostrophe, or blanks and dots, between two letters
nile.yaml:3:50: warning: area alx: orders with the name "Port of--call" are not understood; a name must begin with a letter, and have only one hyphen or apostrophe, or blanks and dots, between two letters
nile.yaml:3:65: warning: area alx: orders with the name "'Alex" are not understood; a name must begin with a letter, and have only one hyphen or apostrophe, or blanks and dots, between two letters
nile.yaml:4:87: warning: area cai: orders with the name "C-'x" are not understood; a name must begin with a letter, and have only one hyphen or apostrophe, or blanks and dots, between two letters`},
		{"warnings", `slug: nile
areas:
  - {code: na, name: North Gate, city: fortified 1, army: nb, famine: 2 2, storm: 3 3}
  - {code: nb, name: North Hill, army: na, famine: 2 2}
  - {code: sa, name: South Gate, army: sb}
  - {code: sb, name: South Hill, army: sa}
  - {code: sea, name: Sea, sea: true, fleet: ocean, plague: 4 4}
  - {code: ocean, name: Ocean, sea: true, fleet: sea}
`, `
nile.yaml:3:83: warning: area na: a storm cell, but storms strike seas
nile.yaml:4:22: warning: area nb: its abbreviation would be North, which is North Gate; give it an abbr
nile.yaml:4:52: warning: area nb: famine cell 2 2 is that of na too
nile.yaml:5:5: warning: area sa: cannot be reached from most of the board
nile.yaml:6:5: warning: area sb: cannot be reached from most of the board
nile.yaml:6:22: warning: area sb: its abbreviation would be South, which is South Gate; give it an abbr
nile.yaml:7:5: warning: area sea: cannot be reached from most of the board
nile.yaml:7:61: warning: area sea: a plague cell, but plagues strike land
nile.yaml:8:5: warning: area ocean: cannot be reached from most of the board`},
	} {
		b, problems := Check("nile.yaml", []byte(x.text))
		var got strings.Builder
		for _, p := range problems {
			got.WriteString("\n" + p.String())
		}
		if got.String() != x.want {
			t.Errorf("%s:%s\nwant%s", x.what, got.String(), x.want)
		}
		if (b == nil) != problems.Failed() || (problems.Err() != nil) != problems.Failed() {
			t.Errorf("%s: a board %t, failed %t", x.what, b != nil, problems.Failed())
		}
	}
}

// TestProblemsError checks that errors come first, and that at most a hundred
// problems are kept.
func TestProblemsError(t *testing.T) {
	var p Problems
	p.Add(Problem{Text: "small", Warning: true})
	if p.Failed() || p.Err() != nil {
		t.Error("a warning is an error")
	}
	for i := range 200 {
		p.Add(Problem{Line: i % 150, Text: "big"})
	}
	p.Add(Problem{Text: "late"})
	if len(p) != 100 || !strings.HasPrefix(p.Err().Error(), "big\n1:0: big\n") || !strings.HasSuffix(p.Error(), "warning: small") {
		t.Errorf("%d problems: %.60s", len(p), p.Error())
	}
}

// FuzzCheck checks that any file produces a board or an error, and that a board
// can be written and read again.
func FuzzCheck(f *testing.F) {
	f.Add(small)
	for _, slug := range Slugs() {
		text, _ := data.ReadFile("data/" + slug + ".yaml")
		f.Add(string(text))
	}
	f.Add("slug: a\nareas:\n  - {code: aa, name: Helgoland---ght, also: [Heligoland Bight, Heligoland, helgoland]}\n")
	f.Add("slug: a\nareas:\n  - {code: aa, name: A a, fleet-nc: bb/sc, fleet-sc: bb/sc}\n  - {code: bb, name: B, fleet-sc: aa/nc aa/sc, fleet-ec: aa/nc}\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, problems := Check("x", []byte(text))
		if (b == nil) != problems.Failed() {
			t.Fatalf("a board %t, with %v", b != nil, problems)
		}
		if b == nil {
			return
		}
		again, err := Parse([]byte(b.YAML(0)))
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.YAML(0))
		}
		if !reflect.DeepEqual(b, again) {
			t.Fatal("another board after writing and reading")
		}
		for i := range b.Areas[1:] {
			name := b.Areas[i+1].Name
			warned := slices.ContainsFunc(problems, func(p Problem) bool { return strings.Contains(p.Text, fmt.Sprintf("the name %q", name)) })
			if m, ok := b.Find(name); ok && m.ID != ID(i+1) || ok == warned {
				t.Errorf("%q is found by its name: %t; warned: %t", name, ok, warned)
			}
		}
	})
}
