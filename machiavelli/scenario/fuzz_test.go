package scenario

import (
	"math/rand"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/rules"
)

// FuzzParse checks that any file produces a library or an error, that every
// variant of a library can be set up, and that the library can be written and
// read again.
func FuzzParse(f *testing.F) {
	f.Add(base)
	f.Add(nile)
	f.Add(mamluks)
	f.Add("board:\n  " + strings.ReplaceAll(strings.TrimSpace(nile), "\n", "\n  ") + strings.Replace(mamluks, "    board: nile.yaml\n", "", 1))
	f.Add("scenarios: [{id: x, board: italy-1978, year: 1, powers: [{power: milan, home: mil, units: [A mil, G mil]}]}]")
	f.Add("scenarios: [{id: x, board: dipmach, year: 1, powers: [{power: russia, home: stp, units: [F stp/sc]}], garrisons: [kie, ber], variants: [{id: a, players: 1, choose: 1, from: russia}]}]")
	f.Fuzz(checkFile)
}

// TestRandomFiles shuffles words of a good file. Most results are invalid in
// some way, and some can be played.
func TestRandomFiles(t *testing.T) {
	words := regexp.MustCompile(`[a-zA-Z/]+|[0-9]+|[^a-zA-Z0-9/]+`).FindAllString(base, -1)
	rng := rand.New(rand.NewSource(1260))
	playable := 0
	for range 600 {
		mixed := slices.Clone(words)
		for range 1 + rng.Intn(2) {
			mixed[rng.Intn(len(mixed))] = words[rng.Intn(len(words))]
		}
		text := strings.Join(mixed, "")
		if l, _ := Parse([]byte(text)); l != nil {
			playable++
		}
		checkFile(t, text)
		if t.Failed() {
			t.Fatal(text)
		}
	}
	if playable < 20 {
		t.Errorf("only %d files could be played", playable)
	}
}

// checkFile checks what must be true for any file.
func checkFile(t *testing.T, text string) {
	l, problems := Parse([]byte(text))
	if (l == nil) != problems.Failed() {
		t.Fatalf("a library %t, with %v", l != nil, problems)
	}
	if l == nil {
		return
	}
	again, problems := Parse([]byte(l.Text()))
	if problems.Failed() {
		t.Fatalf("%v in\n%s", problems, l.Text())
	}
	if again.Text() != l.Text() {
		t.Fatalf("written another way the second time:\n%s\n%s", l.Text(), again.Text())
	}
	r := rules.Set{Garrisons: true, IstriaDalmatiaLandBridge: true, Assassinations: true}
	for _, s := range l.List() {
		for _, v := range s.Variants {
			p, err := l.New(s.ID, v.ID, &r)
			if err != nil {
				t.Fatalf("%v in\n%s", err, l.Text())
			}
			q, err := again.New(s.ID, v.ID, &r)
			if err != nil || !reflect.DeepEqual(p, q) {
				t.Fatalf("another start after writing and reading (%v)", err)
			}
		}
	}
}
