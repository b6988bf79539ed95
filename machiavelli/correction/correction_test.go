package correction

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/record"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

func start(t *testing.T, options map[string]string) (*position.Position, *rules.Set) {
	t.Helper()
	r, err := rules.Make("njudge-classic", options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	return p, &r
}

// TestTable runs the table in testdata: It holds corrections of the first
// position of the Balance of Power with their results.
func TestTable(t *testing.T) {
	data, err := os.ReadFile("testdata/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(data), "\n\n") {
		var name, phase string
		var statements, want []string
		options := map[string]string{}
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(line, "# "):
				name = line[2:]
			case strings.HasPrefix(line, "option "):
				o, v, _ := strings.Cut(line[7:], "=")
				options[o] = v
			case strings.HasPrefix(line, "phase "):
				phase = line[6:]
			case strings.HasPrefix(line, "> "), strings.HasPrefix(line, "! "):
				want = append(want, line)
			case line != "":
				statements = append(statements, line)
			}
		}
		if len(statements) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p, r := start(t, options)
			if phase != "" {
				if p.Phase, err = machiavelli.ParsePhase(phase); err != nil {
					t.Fatal(err)
				}
			}
			before := p.Clone()
			res, problems := Apply(p, r, Split(strings.Join(statements, "\n")))
			var got []string
			for _, x := range problems {
				got = append(got, "! "+x.String())
			}
			if res != nil {
				for _, c := range res.Changes {
					got = append(got, "> "+c.String())
				}
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if again, _ := Apply(before, r, nil); again == nil || len(again.Changes) > 0 {
				t.Error("the position before differs from itself")
			}
			if e := newEditor(before, r); len((&editor{before: p, p: before, r: r, origin: e.origin}).differences()) > 0 {
				t.Error("the position given was changed")
			}
		})
	}
}

// TestExamples checks that every example of a statement works, and that the
// form of every statement begins with its word.
func TestExamples(t *testing.T) {
	all := map[string]string{
		"cavalry": "on", "cause-famine": "until-relieved", "cause-plague": "on", "plague": "on", "plague-model": "expands",
		"forced-taxation": "lasting", "strategic-movement": "on",
	}
	for _, s := range Statements() {
		p, r := start(t, all)
		if strings.Contains(s.Does, "retreat phase") {
			p.Phase.Step = machiavelli.Retreats
		}
		if !strings.HasPrefix(s.Form, s.Word+" ") || !strings.HasPrefix(s.Example, s.Word+" ") || s.Does == "" {
			t.Errorf("%s: form %q, example %q, %q", s.Word, s.Form, s.Example, s.Does)
		}
		if s.Word == "siege" {
			continue // needs a besieger
		}
		_, problems := Apply(p, r, []string{s.Example})
		for _, x := range problems {
			if x.Line > 0 {
				t.Errorf("%s: %s", s.Example, x)
			}
		}
	}
}

// TestSecrets checks that changes which not everyone may know are marked.
func TestSecrets(t *testing.T) {
	p, r := start(t, map[string]string{"treasury-visibility": "hidden"})
	res, problems := Apply(p, r, []string{"treasury venice 12", "chit milan venice 5", "loan set venice 10 2 due summer 1455", "control city Arezzo venice"})
	if problems != nil {
		t.Fatal(problems)
	}
	venice, _ := p.Setting.Powers.Find("venice")
	for who, want := range map[string]struct {
		viewer report.Viewer
		text   string
	}{
		"the public": {report.Viewer{}, "City of Arezzo: Venice (before: Florence).|Chits of Milan: corrected.|Treasury of Venice: corrected.|Debts of Venice: corrected."},
		"Venice": {report.For(venice), "City of Arezzo: Venice (before: Florence).|Chits of Milan: corrected.|Treasury of Venice: 12 ducats (before: 0).|" +
			"Loan of Venice, due in summer 1455: 10 and 2 ducats of interest (before: none)."},
		"a master": {report.Viewer{Master: true}, "City of Arezzo: Venice (before: Florence).|Chits of Milan against Venice: 5 (before: 1).|" +
			"Treasury of Venice: 12 ducats (before: 0).|Loan of Venice, due in summer 1455: 10 and 2 ducats of interest (before: none)."},
	} {
		var got []string
		for _, c := range res.Changes {
			got = append(got, c.For(want.viewer, r).String())
		}
		if s := strings.Join(got, "|"); s != want.text {
			t.Errorf("%s reads %s", who, s)
		}
	}
}

// TestSplitStatements checks how a text is split into statements.
func TestSplitStatements(t *testing.T) {
	got := Split("EDIT treasury venice 12\n\n  edit  unit remove A Pavia ; control city Pavia nobody # as agreed\n// nothing\nsiege Ferrara")
	want := "treasury venice 12|unit remove A Pavia|control city Pavia nobody|siege Ferrara"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got %s", s)
	}
}

// FuzzApply checks that any text is either applied or refused.
func FuzzApply(f *testing.F) {
	for _, s := range Statements() {
		f.Add(s.Example)
	}
	f.Add("unit move A A Pavia/sc - (nc) ,,")
	r, err := rules.Preset("njudge-classic")
	if err != nil {
		f.Fatal(err)
	}
	p, err := scenario.New("B", "", &r)
	if err != nil {
		f.Fatal(err)
	}
	q := p.Clone()
	q.Phase.Step = machiavelli.Retreats
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []*position.Position{p, q} {
			before := p.Clone()
			res, problems := Apply(p, &r, Split(text))
			if (res == nil) != (len(problems) > 0) {
				t.Errorf("a result and problems, or neither: %v", problems)
			}
			if !reflect.DeepEqual(p, before) {
				t.Fatal("the position that is corrected has changed itself")
			}
			for _, x := range problems {
				if x.String() == "" {
					t.Error("a problem without words")
				}
			}
			if res == nil {
				continue
			}
			if found := check.Position(res.Position, &r); len(found) > 0 {
				t.Errorf("%q leads to an impossible position: %v", text, found[0])
			}
			codec := record.New(p.Setting)
			data, err := codec.Position(res.Position)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := codec.ReadPosition(data); err != nil {
				t.Errorf("%q leads to a position that cannot be read back: %v", text, err)
			}
		}
	})
}

// TestConsequences checks consequences that need no statement.
func TestConsequences(t *testing.T) {
	p, r := start(t, nil)
	res, problems := Apply(p, r, Split("unit add milan A Ferrara; control province Ferrara milan; siege Ferrara"))
	if problems != nil {
		t.Fatal(problems)
	}
	res, problems = Apply(res.Position, r, []string{"unit remove A Ferrara"})
	if problems != nil || len(res.Changes) != 2 || res.Changes[1].String() != "Siege: no longer Ferrara." {
		t.Errorf("%v %v", res, problems)
	}
	p.Phase.Step = machiavelli.Retreats
	res, problems = Apply(p, r, []string{"dislodged add venice A Turin from Pavia to Savoy, Saluzzo", "unit add milan A Savoy"})
	if problems != nil || len(res.Position.Dislodged[0].Retreats) != 2 {
		t.Errorf("named retreats stay what they are: %v", problems)
	}
	res, problems = Apply(res.Position, r, []string{"unit add milan A Saluzzo"})
	if problems != nil || len(res.Position.Dislodged[0].Retreats) != 0 {
		t.Errorf("a retreat to an occupied place remains: %+v %v", res, problems)
	}
}
