package rulebook

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/ledger"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

var update = flag.Bool("update", false, "write docs/rules.md")

// TestPageIsCurrent checks docs/rules.md, which Page generates. The command
// go test ./machiavelli/rulebook -update updates the file.
func TestPageIsCurrent(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "rules.md")
	page, err := Page()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(there) != page {
		t.Error("docs/rules.md is not what the program writes now; run: go test ./machiavelli/rulebook -update")
	}
}

// eachParagraph calls f for all paragraphs in their source form.
func eachParagraph(f func(c *chapter, p *paragraph)) {
	for i := range chapters {
		for j := range chapters[i].paragraphs {
			f(&chapters[i], &chapters[i].paragraphs[j])
		}
	}
}

// TestEveryRuleHasParagraph checks that every rule of the ledger has a paragraph, and that
// paragraphs name no other rules.
func TestEveryRuleHasParagraph(t *testing.T) {
	told := map[string]bool{}
	eachParagraph(func(c *chapter, p *paragraph) {
		if p.rules == "" {
			t.Errorf("%s: %q follows from no rule", c.title, p.text)
		}
		for _, id := range strings.Fields(p.rules) {
			if e, ok := ledger.Find(id); !ok || e.Kind != ledger.Rule {
				t.Errorf("%s: there is no rule %s", c.title, id)
			}
			told[id] = true
		}
	})
	for _, e := range ledger.Entries() {
		if e.Kind == ledger.Rule && !told[e.ID] {
			t.Errorf("%s (%s) has no paragraph", e.ID, e.Title)
		}
	}
}

// TestEveryOptionIsNamed checks that conditions name only options and values that exist, and
// that they name every option.
func TestEveryOptionIsNamed(t *testing.T) {
	named := map[string]bool{}
	var conditions func(where string, all []clause)
	var pieces func(where string, all []piece)
	conditions = func(where string, all []clause) {
		for _, c := range all {
			if c.option == nil {
				if c.fact.holds == nil {
					t.Errorf("%s: there is no fact or option %s", where, c.name)
				}
				for _, o := range c.fact.options {
					named[o] = true
				}
				continue
			}
			named[c.option.Name] = true
			for _, v := range c.values {
				var s rules.Set
				if err := s.Apply(c.name, v); err != nil || s.Value(c.name) != v {
					t.Errorf("%s: %s=%s: %v", where, c.name, v, err)
				}
			}
		}
	}
	pieces = func(where string, all []piece) {
		for i := range all {
			p := &all[i]
			switch {
			case p.kind == valuePiece && p.value == nil, p.kind == wordPiece && p.word == nil:
				t.Errorf("%s: unknown value", where)
			case p.kind == valuePiece:
				named[p.value.Name] = true
			}
			conditions(where, p.condition)
			pieces(where, p.then)
			pieces(where, p.other)
		}
	}
	for _, c := range read() {
		conditions(c.title, c.when)
		for _, p := range c.paragraphs {
			where := c.title + ", " + strings.Join(p.rules, " ")
			conditions(where, p.when)
			pieces(where, p.text)
		}
	}
	for _, o := range rules.Options {
		if !named[o.Name] {
			t.Errorf("no paragraph depends on %s", o.Name)
		}
	}
}

// games returns sample games. They have every preset in its usual setting, the
// default preset on all boards, and a game with every addition.
func games(t *testing.T) (sets []rules.Set, settings []*position.Setting) {
	t.Helper()
	add := func(r rules.Set, s *position.Setting, err error) {
		if err != nil {
			t.Fatal(err)
		}
		sets, settings = append(sets, r), append(settings, s)
	}
	for _, p := range rules.Presets() {
		r, err := rules.Preset(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Usual(&r)
		add(r, s, err)
	}
	base, err := rules.Preset("")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"A", "balance-of-power-1995", "dipmach"} {
		p, err := scenario.New(id, "", &base)
		if err != nil {
			t.Fatal(err)
		}
		add(base, p.Setting, nil)
	}
	full := base
	for _, o := range rules.Options {
		if o.Group == rules.ExtraGroup && o.Name != "plague-model" {
			if err := o.Set(&full, o.Values[len(o.Values)-1].Name); err != nil {
				t.Fatal(err)
			}
			if o.Boolean() {
				if err := o.Set(&full, "on"); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	full.Plague, full.Storms, full.Ratings, full.UnitLimit = true, true, true, rules.CounterMix
	full.Fortresses, full.InitialShortfall = rules.FortressesOn, rules.ShortfallOwnerRemoves
	s, err := Usual(&full)
	add(full, s, err)
	twoHomes := full
	twoHomes.VictoryHomes, twoHomes.SeasonsPerYear = rules.HomesForeign2, 2
	add(twoHomes, s, nil)
	return sets, settings
}

// TestOptionsChangeTheText checks that every value of every option changes the text of some
// game.
func TestOptionsChangeTheText(t *testing.T) {
	sets, settings := games(t)
	for _, o := range rules.Options {
		for _, v := range o.Values {
			for _, w := range o.Values {
				if v.Name >= w.Name || differs(t, sets, settings, o.Name, v.Name, w.Name) {
					continue
				}
				t.Errorf("%s: nothing distinguishes %s from %s", o.Name, v.Name, w.Name)
			}
		}
	}
}

// sameOnEveryBoard lists changes of a value that make no difference on the
// built-in boards.
var sameOnEveryBoard = map[string]bool{"disaster-tables 1995 judge": true}

func differs(t *testing.T, sets []rules.Set, settings []*position.Setting, option, v, w string) bool {
	if sameOnEveryBoard[option+" "+v+" "+w] {
		return true
	}
	for i := range sets {
		a, b := sets[i], sets[i]
		if err := a.Apply(option, v); err != nil {
			t.Fatal(err)
		}
		if err := b.Apply(option, w); err != nil {
			t.Fatal(err)
		}
		if body(&a, settings[i]) != body(&b, settings[i]) {
			return true
		}
	}
	return false
}

// slips matches signs of badly assembled text.
var slips = regexp.MustCompile(`[{}|]|  | [,.;:)]|[,.;:][A-Za-z]|\( |,,|\.\.|^[,.;:]|[^.:;!?")]$`)

// TestTextIsComplete checks that the text is complete with any options, and that every
// paragraph is shown in some game.
func TestTextIsComplete(t *testing.T) {
	sets, settings := games(t)
	shown, seen := map[*readParagraph]bool{}, map[string]bool{}
	look := func(r *rules.Set, s *position.Setting) {
		for _, c := range New(r, s).Chapters {
			for _, p := range c.Paragraphs {
				if !seen[p.Text] {
					seen[p.Text] = true
					if bad := slips.FindString(p.Text); bad != "" && !p.Item || p.Text == "" {
						t.Errorf("%s, %s: %q in %q", r.Preset, c.Title, bad, p.Text)
					}
				}
				if p.Table != nil {
					for _, row := range p.Table.Rows {
						if len(row) != len(p.Table.Head) {
							t.Errorf("%s: a row of %d cells under %d heads: %q", c.Title, len(row), len(p.Table.Head), row)
						}
					}
				}
			}
		}
		g := &game{r, s, s.Board, message.English}
		for _, c := range read() {
			for j := range c.paragraphs {
				if p := &c.paragraphs[j]; !shown[p] && g.all(c.when) && g.all(p.when) {
					shown[p] = true
				}
			}
		}
	}
	for i := range sets {
		look(&sets[i], settings[i])
		for _, o := range rules.Options {
			for _, v := range o.Values {
				r := sets[i]
				if err := r.Apply(o.Name, v.Name); err != nil {
					t.Fatal(err)
				}
				look(&r, settings[i])
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, c := range read() {
		for j := range c.paragraphs {
			if p := &c.paragraphs[j]; !shown[p] {
				t.Errorf("%s: no game shows the paragraph of %s", c.title, p.rules)
			}
		}
	}
}

// TestCostTable compares the prices with those of the ledger's table 20.1.
func TestCostTable(t *testing.T) {
	r, err := rules.Preset("")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Usual(&r)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range costTable(&game{&r, s, s.Board, message.English}).Rows {
		got = append(got, strings.TrimRight(row[0]+" "+strings.Join(row[2:], " "), " "))
	}
	want := []string{
		"a 3", "b 12", "c 3, 6, 9 …", "d 6 12 12 24", "e 9 18 18 36", "f 9 18 18 36", "g 12 24 24 48",
		"h 12  24", "i 18  36", "i 18 36 36 72", "j 9", "k 15", "l 12",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestSeverityTable(t *testing.T) {
	s := &position.Setting{}
	for _, c := range []struct {
		chart rules.Severity
		want  string
	}{
		{rules.SeverityOriginal2d6, "2, 3 nothing; 4, 7 a row; 5, 6 a column; 8–12 a row and a column"},
		{rules.SeverityJudge2d6, "2, 3 nothing; 4, 6 a row; 5, 7 a column; 8–12 a row and a column"},
		{rules.SeverityD6, "1 nothing; 2, 3 a row; 4, 5 a column; 6 a row and a column"},
	} {
		var got []string
		for _, row := range severityTable(&game{rules: &rules.Set{DisasterSeverity: c.chart}, setting: s, lang: message.English}).Rows {
			got = append(got, strings.Join(row, " "))
		}
		if x := strings.Join(got, "; "); x != c.want {
			t.Errorf("%s, want %s", x, c.want)
		}
	}
}

func TestFill(t *testing.T) {
	g := &game{rules: &rules.Set{Money: true, VictoryCities: 12, VictoryCitiesFewPlayers: 18, SeasonsPerYear: 3}, lang: message.English}
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"},
		{"a{money=on: b}c", "a b c"},
		{"a {money=off: b} c", "a c"},
		{"a{money=on:, b}.", "a, b."},
		{"a{money=off: b | c}.", "a c."},
		{"a {money!=on: b | {dice=on: c | d}} e", "a d e"},
		{"{=victory-cities} and {=victory-cities-few-players}", "twelve and 18"},
		{"End.{money=on: Next.}", "End. Next."},
		{"end{money=off: more}.", "end."},
		{"{seasons-per-year=3/2 money=on: yes}", "yes"},
	} {
		if got := g.fill(mustParse(c.text)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTextKeepsItsWidth(t *testing.T) {
	r, err := rules.Preset("battleline-1978-basic")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Usual(&r)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(New(&r, s).Text(72)) {
		if line = strings.TrimRight(line, "\n"); len([]rune(line)) > 72 {
			t.Errorf("%d characters: %s", len([]rune(line)), line)
		}
		if strings.Contains(line, "**") {
			t.Errorf("marks of Markdown: %s", line)
		}
	}
}

// TestRulesOf1978AreCited checks that every paragraph in rulebooks for games of 1978 cites the
// printed rules of 1978 or a ruling.
func TestRulesOf1978AreCited(t *testing.T) {
	for _, id := range []string{"battleline-1978-basic", "battleline-1978-advanced", "battleline-1978-optional"} {
		r, err := rules.Preset(id)
		if err != nil {
			t.Fatal(err)
		}
		setting, err := Usual(&r)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range New(&r, setting).Chapters {
			for _, p := range c.Paragraphs {
				if !slices.ContainsFunc(p.Rules, func(rule string) bool {
					e, _ := ledger.Find(rule)
					return e.Printed != "" || e.Ruled
				}) {
					t.Errorf("%s, %s: %q (%s) is neither printed nor ruled", id, c.Title, p.Text, strings.Join(p.Rules, " "))
				}
			}
		}
	}
}
