package command

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
)

var update = flag.Bool("update", false, "write docs/mail-commands.md and the expected verdicts anew")

const page = "../../../docs/mail-commands.md"

// markdown returns the page with the reference of all commands.
func markdown() string {
	var b strings.Builder
	b.WriteString(`# Commands by mail

What players, observers and masters can write to the judge. Write each command on a separate line. Capitals do not matter, blanks between the words of a
command can be left out (` + "`SIGN ON`, `SIGNON`" + `), and a word must end where the command ends. Several settings can follow one ` + "`SET`" + `, with blanks or commas
between them. ` + "`;`" + ` separates orders, ` + "`#` and `//`" + ` begin a comment. ` + "`[x]`" + ` may be left out, ` + "`a|b`" + ` is a choice. The answer has a
verdict for every line that is not empty. A line that cannot be read does not spoil the others.

The program generates this page from the same table as its answers to ` + "`GET syntax`" + ` and ` + "`GET master`" + `.
`)
	section := ""
	cell := func(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
	for _, e := range Reference() {
		if e.Section != section {
			section = e.Section
			fmt.Fprintf(&b, "\n## %s\n\n| Command | Who | When | Does | Example |\n| --- | --- | --- | --- | --- |\n", section)
		}
		syntax := "`" + e.Syntax + "`"
		if len(e.Also) > 0 {
			syntax += "<br>also `" + strings.Join(e.Also, "`, `") + "`"
		}
		example := "`" + strings.ReplaceAll(e.Example, "\n", "`<br>`") + "`"
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(syntax), e.Who, when(e.When), cell(e.Does), cell(example))
	}
	b.WriteString("\n## Errors and notes\n\n| Code | Means |\n| --- | --- |\n")
	for _, c := range [][2]string{
		{CodeUnknown, "no such command, setting or option"},
		{CodeMissing, "something is missing after the command"},
		{CodeBad, "an argument of the command is wrong"},
		{CodeLetters, "letters of powers that cannot be read, or the same letter twice"},
		{CodeNumber, "not a number, or out of range"},
		{CodeConflict, "options that contradict each other"},
		{CodePlace, "not allowed at this place in an e-mail"},
		{CodeUnread, "words are left over at the end of the line"},
		{CodeSecret, "a message to others contains a password or token"},
		{CodeLong, "too long, too many, or nested too deeply"},
		{CodeSet, "a setting without `SET`, or a misspelt command"},
		{CodeOpen, "it is in doubt where a text or a condition ends, so nothing from its first line on was done"},
		{CodePhase, "a `PHASE` or a condition that cannot be read, and the orders below it"},
		{NoteOpenText, "note: a text without `ENDPRESS`"},
		{NoteNearEnd, "note: a line that resembles `ENDPRESS`, `ENDIF` or `ENDPHASE` was read as such"},
		{NoteJoined, "note: the following line was taken as the rest of the order"},
		{NoteRest, "note: the words after the password have no effect"},
	} {
		fmt.Fprintf(&b, "| %s | %s |\n", c[0], c[1])
	}
	b.WriteString("\nThe codes of orders are in [adjudication](adjudication.md).\n")
	return b.String()
}

func when(w string) string {
	switch w {
	case before:
		return "before `SIGNON`, or to begin another session"
	case after:
		return "after `SIGNON`"
	}
	return "before and after `SIGNON`"
}

// TestPage compares docs/mail-commands.md with the reference. To update it: go
// test ./internal/mail/command -update
func TestPage(t *testing.T) {
	if *update {
		if err := os.WriteFile(page, []byte(markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != markdown() {
		t.Error("docs/mail-commands.md is not what the program knows now; run: go test ./internal/mail/command -update")
	}
}

// TestExamples parses the examples of the reference, both where their commands are valid and
// where they are not.
func TestExamples(t *testing.T) {
	for _, e := range Reference() {
		var items []Item
		inside := one(e.Example)
		outside := Parse(e.Example)
		switch e.When {
		case before:
			items = outside[0].Items
			if outside[0].Signon == nil {
				t.Errorf("%s opens no session", e.Example)
			}
		case both:
			items = append(append(items, inside...), outside[0].Items...)
		case after:
			items = inside
			for _, i := range outside[0].Items {
				if _, ok := i.Command.(Ignored); !ok && i.Err == nil {
					t.Errorf("%s is understood before SIGNON: %T", e.Example, i.Command)
				}
			}
		}
		if len(items) == 0 {
			t.Errorf("%s returns nothing", e.Example)
		}
		for _, i := range items {
			_, ignored := i.Command.(Ignored)
			_, isOrder := i.Command.(Order)
			_, old := i.Command.(Obsolete)
			switch {
			case i.Err != nil:
				t.Errorf("%s: %v", e.Example, i.Err)
			case ignored || isOrder && e.Syntax != "any order":
				t.Errorf("%s is %T", e.Example, i.Command)
			case old != (e.Section == "No longer used"):
				t.Errorf("%s: %T", e.Example, i.Command)
			case len(i.Notes) > 0:
				t.Errorf("%s: %v", e.Example, i.Notes)
			}
		}
	}
}

// TestEveryWordIsDocumented checks that the reference contains each form of a
// command that the parser accepts.
func TestEveryWordIsDocumented(t *testing.T) {
	var forms []string
	for _, e := range Reference() {
		forms = append(forms, e.forms()...)
	}
	check := func(w string) {
		t.Helper()
		for _, f := range forms {
			if strings.HasPrefix(f, w) {
				return
			}
		}
		t.Errorf("%s is missing in the reference", w)
	}
	for _, v := range verbs {
		for _, w := range v.words {
			check(w)
		}
	}
	for _, list := range [][]string{signonWords, createWords, observeWords} {
		for _, w := range list {
			if w == "LOG IN" {
				w = "LOGIN"
			}
			check(w)
		}
	}
	for _, s := range settings {
		check("SET " + s.words)
	}
}

// forms returns the forms of a command that an entry contains: with and without [NO], with each
// alternative and each synonym. NO can precede each form.
func (e Entry) forms() []string {
	all := append([]string{e.Syntax}, e.Also...)
	if head, rest, ok := strings.Cut(e.Syntax, "|"); ok {
		for _, r := range strings.Split(rest, "|") {
			verb, _, _ := strings.Cut(head, " ")
			all = append(all, verb+" "+r)
		}
	}
	for _, no := range []string{"NO", "NOT"} {
		if head, rest, ok := strings.Cut(e.Syntax, "["+no+"] "); ok {
			all = append(all, head+rest, head+no+" "+rest)
		}
	}
	all = append(all, strings.Split(e.Syntax, ", ")...)
	for _, a := range all {
		if !strings.HasPrefix(a, "SET ") {
			all = append(all, "SET "+a)
		}
	}
	for _, a := range all {
		if w, ok := strings.CutPrefix(a, "SET "); ok {
			all = append(all, "SET NO "+w)
		}
	}
	return all
}

// TestHelp checks that the lines of the help files are not too long, and that their indented
// examples are valid.
func TestHelp(t *testing.T) {
	b, err := board.Get("italy-1978", true)
	if err != nil {
		t.Fatal(err)
	}
	files := HelpFiles()
	if len(files) < 12 {
		t.Errorf("help files: %v", files)
	}
	index, _ := HelpText("index")
	for _, name := range files {
		text, ok := HelpText(name)
		if !ok || text == "" {
			t.Fatalf("no help on %s", name)
		}
		if !strings.Contains(index, "\n  "+name+" ") {
			t.Errorf("the index has no %s", name)
		}
		example := ""
		for line := range strings.Lines(text + "\n") {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 76 {
				t.Errorf("%s: %q is too long", name, line)
			}
			if strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "      ") {
				example += strings.TrimSpace(line) + "\n"
				continue
			}
			if example != "" {
				checkHelp(t, b, name, example)
			}
			example = ""
		}
	}
	for other, name := range otherNames {
		if !strings.Contains(strings.Join(files, " "), name) {
			t.Errorf("%s is the name of no help file (%s)", other, name)
		}
	}
	for _, name := range []string{"../secret", "rules", "info.txt.go"} {
		if _, ok := HelpText(name); ok {
			t.Errorf("there is help on %s", name)
		}
	}
	if a, ok := HelpText("FLIST"); !ok || a != index {
		t.Error("flist is not the index")
	}
}

// checkHelp parses an example of a help file, including orders. Two spaces separate an example from
// a remark on the same line.
func checkHelp(t *testing.T, b *board.Board, name, example string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(example) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		lines = append(lines, line)
	}
	text := strings.Join(lines, "\n")
	var items []Item
	for _, block := range Parse(text) {
		items = append(items, block.Items...)
	}
	if Parse(text)[0].Signon == nil && !strings.HasPrefix(text, "REGISTER") && !strings.HasPrefix(text, "LIST") {
		items = one(text)
	}
	var read func([]Item)
	read = func(items []Item) {
		for _, i := range items {
			switch c := i.Command.(type) {
			case nil:
				t.Errorf("%s: %q: %v", name, i.Raw, i.Err)
			case Ignored:
				t.Errorf("%s: %q is ignored: %s", name, i.Raw, c.Why)
			case *Phase:
				read(c.Items)
			case *If:
				for _, br := range c.Branches {
					read(br.Items)
				}
			case Order:
				if !orderReads(b, c.Text) {
					t.Errorf("%s: %q is no order", name, c.Text)
				}
			}
		}
	}
	read(items)
}

// orderReads reports whether a text is a valid order in any step of the game.
func orderReads(b *board.Board, text string) bool {
	for _, step := range []machiavelli.Step{machiavelli.Orders, machiavelli.Retreats, machiavelli.Adjustments} {
		_, _, err := order.ParseOne(text, &order.Context{Board: b, Powers: roster, Step: step})
		if err == nil {
			return true
		}
	}
	return false
}

var roster = machiavelli.Roster{
	{ID: "autonomous", Name: "autonomous", Adjective: "autonomous"},
	{ID: "milan", Name: "Milan", Adjective: "Milanese", Letter: 'I'},
	{ID: "naples", Name: "Naples", Adjective: "Neapolitan", Letter: 'N'},
	{ID: "papacy", Name: "Papacy", Adjective: "Papal", Letter: 'P'},
	{ID: "turks", Name: "Turks", Adjective: "Turkish", Letter: 'T'},
	{ID: "venice", Name: "Venice", Adjective: "Venetian", Letter: 'V'},
}
