package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"podesta/internal/mail/letter"
)

// ledger describes the parsed blocks of a text, line by line.
func ledger(blocks []Block) string {
	var b strings.Builder
	for n, block := range blocks {
		if n > 0 {
			b.WriteByte('\n')
		}
		if block.Signon == nil {
			b.WriteString("=== no session\n")
		} else {
			fmt.Fprintf(&b, "=== %s\n", block.Signon)
		}
		ledgerItems(&b, block.Items, "")
	}
	return b.String()
}

func ledgerItems(b *strings.Builder, items []Item, indent string) {
	for _, i := range items {
		place := fmt.Sprintf("%d", i.Line)
		if i.End > i.Line {
			place += fmt.Sprintf("-%d", i.End)
		}
		fmt.Fprintf(b, "%s%s: ", indent, place)
		switch c := i.Command.(type) {
		case nil:
			fmt.Fprintf(b, "ERROR %v\n", i.Err)
		case Ignored:
			fmt.Fprintf(b, "(%s) %s\n", c.Why, strings.TrimSpace(i.Raw))
		case EndOf:
			fmt.Fprintf(b, "(end)\n")
		case Order:
			fmt.Fprintf(b, "order %s\n", c.Text)
		case Obsolete:
			fmt.Fprintf(b, "obsolete %s: %s\n", c.Name, c.Answer)
		case *Phase:
			fmt.Fprintf(b, "PHASE %s\n", strings.ToUpper(c.Phase.String()))
			ledgerItems(b, c.Items, indent+"    ")
		case *If:
			b.WriteString("IF\n")
			for _, br := range c.Branches {
				cond := "else"
				if br.Cond != nil {
					cond = br.Cond.String()
				}
				fmt.Fprintf(b, "%s  %d: [%s]\n", indent, br.Line, cond)
				ledgerItems(b, br.Items, indent+"    ")
			}
		default:
			fmt.Fprintf(b, "%s\n", strings.ReplaceAll(i.Command.String(), "\n", "\n"+indent+"    | "))
		}
		for _, n := range i.Notes {
			fmt.Fprintf(b, "%s    note %s %s\n", indent, n.Code, n.Message)
		}
	}
}

// TestWholeEmails parses whole e-mails as players have written them for thirty years, and compares
// the result of each line.
func TestWholeEmails(t *testing.T) {
	files, err := filepath.Glob("testdata/mails/*.txt")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			blocks := Parse(string(raw))
			got, want := ledger(blocks), strings.TrimSuffix(file, ".txt")+".verdicts"
			if *update {
				if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			expected, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(expected) {
				t.Errorf("got\n%s\nwant\n%s", got, expected)
			}
			check(t, string(raw), blocks)
		})
	}
}

// TestLetters parses the sample e-mails of package letter: whatever program wrote them, each
// contains exactly one session, no order is lost, and quoted orders are ignored.
func TestLetters(t *testing.T) {
	for name, want := range map[string]string{
		"gmail":              "SIGNON Lmedici: a are -> sie, a pst s a are - sie, f pis h",
		"gmail-html-only":    "SIGNON Lmedici: a are -> sie, a pst s a are -> sie, f pis h",
		"outlook":            "SIGNON Imedici: A MIL - PAV, A COM h",
		"outlook-html-only":  "SIGNON Imedici: a mil - pav, exp 1: 12 ducats disband army Bologna",
		"apple-mail":         "SIGNON Pmedici: a rme h, a per - are",
		"iphone":             "SIGNON Vmedici: A ven - pad, F uas h",
		"thunderbird-flowed": "SIGNON Vmedici: e1: 12 disband a bologna and nobody will know where the money came from, a pad - fer",
		"mutt":               "SIGNON Fmedici: a avi - pro, f mar h",
		"pine":               "SIGNON Lcosimo: expense 1: 12 ducats disband army Bologna, A Flo-Bol, A are S A Flo-Bol, From Pisa the fleet sails, they say, F PIS - GOL",
		"elm":                "SIGNON Vcosimo: army padua - ferrara, fleet venice - uas",
		"yahoo-html":         "SIGNON Nmedici: F NAP - GON, A BAR H",
		"samsung":            "SIGNON Amedici: A tyr - fri",
		"latin1-undeclared":  "SIGNON Fmedici: a avi - pro",
		"unknown-charset":    "SIGNON Vmedici: a ven h",
		"exchange-no-quotes": "SIGNON Nmedici: f nap - ion",
		"forwarded":          "SIGNON Vmedici:",
		"pgp-clearsigned":    "SIGNON Tmedici: f bot - pal",
		"broken-mime":        "SIGNON Vmedici: a ven - pad =ZZ",
		"enriched":           "SIGNON Vcosimo: a pad - fer, f uas h",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("../letter/testdata/" + name + ".eml")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			l, err := letter.Read(f)
			if err != nil {
				t.Fatal(err)
			}
			for what, text := range map[string]string{"Full": l.Full, "Text": l.Text} {
				blocks := Parse(text)
				var got string
				for _, b := range blocks {
					if b.Signon == nil {
						continue
					}
					var orders []string
					for _, i := range b.Items {
						switch c := i.Command.(type) {
						case nil:
							t.Errorf("%s: %v", what, i.Err)
						case Order:
							orders = append(orders, c.Text)
						}
					}
					got += strings.TrimSpace(fmt.Sprintf("SIGNON %s%s: %s", b.Signon.Power, b.Signon.Game, strings.Join(orders, ", ")))
				}
				if got != want {
					t.Errorf("%s: got %s, want %s", what, got, want)
				}
				check(t, text, blocks)
			}
		})
	}
}

// check checks the guarantees that the package gives: every line that is not empty is in an item,
// nothing that can be shown contains a secret, and canonical forms parse to the same command.
func check(t *testing.T, text string, blocks []Block) {
	t.Helper()
	lines := letter.Lines(text)
	covered := make([]bool, len(lines)+2)
	secrets := Secrets(blocks)
	total := 0
	// An error may contain a password if the password is also a word of the commands or of the
	// error's own text. In that case the same text without its secrets must have the same error.
	hidden := slices.DeleteFunc(slices.Clone(secrets), func(s Secret) bool { return Holds(vocabulary(), []Secret{s}) })
	without := sync.OnceValue(func() []string { return problems(Parse(Hide(text, secrets))) })
	var walk func([]Item)
	walk = func(items []Item) {
		for _, i := range items {
			if total++; i.Line < 1 || i.End < i.Line || i.End > max(len(lines), 1)+1 || (i.Err == nil) == (i.Command == nil) {
				t.Fatalf("bad item %+v", i)
			}
			for n := i.Line; n <= i.End && n < len(covered); n++ {
				covered[n] = true
			}
			if Holds(i.Raw, secrets) {
				t.Errorf("line %d shows a secret: %s", i.Line, i.Raw)
			}
			if i.Err != nil && Holds(i.Err.Error(), hidden) && !slices.Contains(without(), i.Err.Error()) {
				t.Errorf("the error of line %d shows a secret: %v", i.Line, i.Err)
			}
			switch c := i.Command.(type) {
			case *Phase:
				walk(c.Items)
			case *If:
				for _, br := range c.Branches {
					covered[br.Line] = true
					walk(br.Items)
				}
			}
		}
	}
	for _, b := range blocks {
		if b.Signon != nil && (len(b.Items) == 0 || b.Items[0].Line < 1) {
			t.Fatal("a session without its SIGNON")
		}
		walk(b.Items)
	}
	for _, l := range lines[:min(len(lines), maxLines)] {
		if strings.TrimSpace(l.Text) != "" && plainLine(l.Text) != "" && !covered[l.Number] {
			t.Errorf("line %d is lost: %q", l.Number, l.Text)
		}
	}
}

// vocabulary returns the words of all commands and of their descriptions as one text.
var vocabulary = sync.OnceValue(func() string {
	var b strings.Builder
	for _, e := range Reference() {
		fmt.Fprintln(&b, e.Syntax, e.Also, e.Does, e.Example)
	}
	return b.String()
})

// problems returns the errors of all items.
func problems(blocks []Block) (all []string) {
	var walk func([]Item)
	walk = func(items []Item) {
		for _, i := range items {
			if i.Err != nil {
				all = append(all, i.Err.Error())
			}
			switch c := i.Command.(type) {
			case *Phase:
				walk(c.Items)
			case *If:
				for _, br := range c.Branches {
					walk(br.Items)
				}
			}
		}
	}
	for _, b := range blocks {
		walk(b.Items)
	}
	return all
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/mails/*.txt")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
	}
	for _, e := range Reference() {
		f.Add("signon Vmedici s3cret\n" + e.Example)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, blocks := range [][]Block{Parse(text), ParseReply(text)} {
			check(t, text, blocks)
			for _, b := range blocks {
				for _, i := range b.Items {
					repeats(t, i.Command)
				}
			}
		}
	})
}

// repeats parses the canonical form of a command, unless it hides secrets, and compares the
// result with the command.
func repeats(t *testing.T, c Command) {
	t.Helper()
	switch c.(type) {
	case nil, Ignored, EndOf, Obsolete, Order, Signon, SetPassword, Confirm, Register, *If, *Phase:
		return // nothing to compare, or parts of it are orders or hidden
	}
	items := Parse("signon Vmedici s3cret-77\n" + c.String())[0].Items[1:]
	if len(items) == 0 || items[0].Command == nil || items[0].Command.String() != c.String() {
		t.Errorf("%T %q is read back as %s", c, c, verdicts(items))
	}
}
