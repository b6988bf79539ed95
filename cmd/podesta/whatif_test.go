package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestWhatIfUnsure specifies the unknown orders with flags.
func TestWhatIfUnsure(t *testing.T) {
	const situation = `{"scenario":"B","phase":"spring 1454 orders","position":{"treasuries":{"florence":18,"papacy":9}},"orders":{"florence":["e1: 15 disband A Bologna"]}}`
	status, out, bad := podesta(situation, "whatif", "-unsure", "papacy: e1: {3|6|} counter-bribe A Bologna", "-unsure", "papacy: A Bologna - Modena")
	if status != 0 || bad != "" {
		t.Fatalf("status %d: %s", status, bad)
	}
	for _, want := range []string{
		"6 possible results, with every outcome of the dice", `Papacy orders "e1: 6 counter-bribe A Bologna"`,
		`Papacy leaves out "e1: counter-bribe A Bologna"`, `Papacy leaves out "A Bologna - Modena"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	for _, c := range []struct{ unsure, says string }{
		{"papacy", "a colon"},
		{"papacy: e1: {3 counter-bribe A Bologna", "closing brace"},
		{"papacy: e1: {3|x} counter-bribe A Bologna", "papacy"},
		{"wallachia: A Bologna H", "wallachia"},
	} {
		if status, _, bad := podesta(situation, "whatif", "-unsure", c.unsure); status != 2 || !strings.Contains(bad, c.says) {
			t.Errorf("-unsure %q: status %d, %s", c.unsure, status, bad)
		}
	}
}

// TestWhatIfJSON reads the answer as a program does.
func TestWhatIfJSON(t *testing.T) {
	situation, err := os.ReadFile("testdata/whatif.json")
	if err != nil {
		t.Fatal(err)
	}
	status, out, bad := podesta(string(situation), "whatif", "-json")
	var a answerOf
	if err := json.Unmarshal([]byte(out), &a); err != nil || status != 0 || !a.Exact || a.Worlds < 6 || len(a.Cases) < 2 {
		t.Errorf("status %d, %s, %v: %+v", status, bad, err, a)
	}
}

// TestWhatIfBounds checks that useless limits are refused.
func TestWhatIfBounds(t *testing.T) {
	for _, flag := range []string{"-limit", "-samples"} {
		for _, n := range []string{"0", "-3"} {
			if status, out, bad := podesta("{}", "whatif", flag, n); status != 2 || out != "" || !strings.Contains(bad, "must be at least 1") {
				t.Errorf("%s %s: %d, %q, %q", flag, n, status, out, bad)
			}
		}
	}
}
