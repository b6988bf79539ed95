package sandbox

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/message"
)

// TestEdit changes positions and phases, in place and as branches.
func TestEdit(t *testing.T) {
	b := begin(t, "B", "")
	x := here(t, b)
	bare, err := x.Bare("", "")
	if err != nil {
		t.Fatal(err)
	}
	e := x.Edit(strings.Join(bare, "\n")+"\nunit add milan A Pavia", "fall 1460 retreats")
	if e.Position == nil || len(e.Position.Units) != 1 || e.Position.Phase.String() != "fall 1460 retreats" {
		t.Fatalf("%+v", e)
	}
	made, err := x.Put(e.Position)
	if err != nil || len(made.Nodes) != 1 {
		t.Fatalf("the beginning is not changed in place: %+v, %v", made, err)
	}
	next, err := made.Next()
	if err != nil {
		t.Fatal(err)
	}
	x = here(t, next)
	if e = x.Edit("treasury milan 30", ""); e.Position == nil || !slices.ContainsFunc(e.Changes, func(m message.Message) bool { return strings.Contains(m.String(), "30 ducats") }) {
		t.Fatalf("%+v", e)
	}
	branch, err := x.Put(e.Position)
	if err != nil || len(branch.Nodes) != 3 || branch.At != 2 || branch.Nodes[2].From != 1 {
		t.Fatalf("no branch: %+v, %v", branch, err)
	}
	milan, _ := x.Start.Setting.Powers.Find("milan")
	if p := here(t, again(t, branch)).Position(); p.Treasury[milan] != 30 {
		t.Errorf("%d ducats", p.Treasury[milan])
	}
	if e = x.Edit("", "someday"); e.Position != nil || len(e.Problems) != 1 {
		t.Errorf("%+v", e)
	}
	other, err := here(t, branch).Rule("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	if y := here(t, other); y.Rules.Money || len(y.Position().Units) != 1 || y.Position().Treasury[milan] != 0 {
		t.Errorf("under other rules: %+v", y.Position())
	}
	if _, err := here(t, branch).Rule("nonsense", nil); err == nil {
		t.Error("rules that do not exist were taken")
	}
}
