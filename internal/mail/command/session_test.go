package command

import (
	"fmt"
	"strings"
	"testing"
)

// blocks describes the blocks of a text: for each its SIGNON, its password and the verdicts on its
// items.
func blocks(list []Block) string {
	var out []string
	for _, b := range list {
		head := "-"
		if b.Signon != nil {
			head = b.Signon.String() + " " + b.Signon.Password.Reveal()
		}
		items := b.Items
		if b.Signon != nil {
			items = items[1:]
		}
		out = append(out, strings.TrimSpace(head+" { "+verdicts(items)+" }"))
	}
	return strings.Join(out, " ")
}

func TestSessions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"signon Vmedici s3cret", "SIGNON Vmedici ******** s3cret {  }"},
		{"SIGN ON vMedici S3cret", "SIGNON VMedici ******** S3cret {  }"},
		{"login V medici s3cret", "SIGNON Vmedici ******** s3cret {  }"},
		{"hello Vmedici s3cret", "SIGNON Vmedici ******** s3cret {  }"},
		{"signon 3five-powers s3cret", "SIGNON 3five-powers ******** s3cret {  }"},
		{"signon Vmedici", "SIGNON Vmedici ********  {  }"},
		{"signon ?medici s3cret machiavelli, gunboat", "SIGNON ?medici ******** machiavelli gunboat s3cret {  }"},
		{"signon ? s3cret", "SIGNON ? ******** s3cret {  }"},
		{"signon @medici s3cret", "SIGNON @medici ******** s3cret {  }"},
		{"signon Mmedici s3cret", "SIGNON Mmedici ******** s3cret {  }"},
		{"create ?medici s3cret machiavelli gunboat", "CREATE ?medici ******** machiavelli gunboat s3cret {  }"},
		{"create medici s3cret", "CREATE ?medici ******** s3cret {  }"},
		{"observe medici s3cret", "SIGNON Omedici ******** s3cret {  }"},
		{"watch medici s3cret", "SIGNON Omedici ******** s3cret {  }"},
		{"signon", "- { C02 }"},
		{"signon V", "- { C02 }"},
		{"signon !medici s3cret", "- { C04 }"},
		{"signon Vmed/ici s3cret", "- { C03 }"},
		{"signon V" + strings.Repeat("x", 41) + " s3cret", "- { C03 }"},
		{"create", "- { C02 }"},
		{"singon Vmedici s3cret\na mil h", "- { C11 SIGNON?; (before SIGNON) }"},

		{"Hello judge,\nthese are my orders:\nsignon Vmedici s3cret\na mil h", "- { (before SIGNON); (before SIGNON) } SIGNON Vmedici ******** s3cret { order a mil h }"},
		{"hello dear judge\nsignon Vmedici s3cret", "- { (before SIGNON) } SIGNON Vmedici ******** s3cret {  }"},
		{"Watch out for Milan!\nList the reasons, please.\nHelp me understand this, would you?\nsignon Vmedici s3cret", "- { (before SIGNON); (before SIGNON); (before SIGNON) } SIGNON Vmedici ******** s3cret {  }"},
		{"Sign on is broken again.\nsignon Vmedici s3cret", "- { (before SIGNON) } SIGNON Vmedici ******** s3cret {  }"},
		{"a mil h\nset wait\npress to f\nhello\nendpress", "- { (before SIGNON); (before SIGNON); (before SIGNON); (before SIGNON); (before SIGNON) }"},
		{"help\nlist\nlist full\nget index\nversion", "- { HELP; LIST; LIST FULL; GET index; VERSION }"},
		{"list me/dici", "- { C03 }"},
		{"get index; list # please\nget ;\n;# nothing", "- { GET index; LIST; C02; (before SIGNON) }"},
		{"list\nsignoff\nlist", "- { LIST; SIGNOFF; (after SIGNOFF) }"},

		{"signon Vmedici s3cret\na mil h\nsignoff\nBest,\nMarco\nlist\nset wait", "SIGNON Vmedici ******** s3cret { order a mil h; SIGNOFF; (after SIGNOFF); (after SIGNOFF); (after SIGNOFF); (after SIGNOFF) }"},
		{"signon Vmedici s3cret\na mil h\nsignoff\n--\nsignon Fcosimo other\na flo h\nsign off", "SIGNON Vmedici ******** s3cret { order a mil h; SIGNOFF; (no words) } SIGNON Fcosimo ******** other { order a flo h; SIGNOFF }"},
		{"signon Vmedici s3cret\na mil h\nsignon Fcosimo other\na flo h", "SIGNON Vmedici ******** s3cret { order a mil h } SIGNON Fcosimo ******** other { order a flo h }"},
		{"signon Vmedici s3cret\na mil h\nsignon F\na flo h\nsignon Fcosimo other\na pis h", "SIGNON Vmedici ******** s3cret { order a mil h; C02; (after SIGNOFF) } SIGNON Fcosimo ******** other { order a pis h }"},
		{"signon Vmedici s3cret\na mil h\nsingon Fcosimo other\na flo h", "SIGNON Vmedici ******** s3cret { order a mil h; C11 SIGNON?; (after SIGNOFF) }"},
		{"signon Vmedici s3cret\nsignoff\nsignon Fcosimo", "SIGNON Vmedici ******** s3cret { SIGNOFF; (after SIGNOFF) }"},
		{"signon Vmedici s3cret\npress to f\nhello\nsignon Fcosimo other\npress to v\nbye\nendpress", `SIGNON Vmedici ******** s3cret { PRESS TO F\nhello\nENDPRESS } SIGNON Fcosimo ******** other { PRESS TO V\nbye\nENDPRESS }`},
		{"signon Vmedici s3cret\npress to f\nSign on to my plan.\nsignon problems again, friends\nendpress", `SIGNON Vmedici ******** s3cret { PRESS TO F\nSign on to my plan.\nsignon problems again, friends\nENDPRESS }`},
		{"signon Vmedici s3cret\nphase winter 1456\nr a mil\nsignoff\nsignon Fcosimo other\na flo h", `SIGNON Vmedici ******** s3cret { PHASE WINTER 1456 ADJUSTMENTS\nr a mil\nENDPHASE; SIGNOFF } SIGNON Fcosimo ******** other { order a flo h }`},

		{"signon Vmedici s3cret\nHi judge,\na mil h\nThanks,\nMarco", "SIGNON Vmedici ******** s3cret { (greeting); order a mil h; (greeting); (greeting) }"},
		{"signon Vmedici s3cret\na mil h\nthanks\na com h", "SIGNON Vmedici ******** s3cret { order a mil h; order thanks; order a com h }"},
		{"signon Vmedici s3cret\na mil h\n> quoted\n-- \nMarco", "SIGNON Vmedici ******** s3cret { order a mil h; (quotation); (signature); (signature) }"},

		{
			"register\nname: Marco\nE-Mail: <marco@example.org>, m@example.com\n\ntimezone: Europe/Rome\nphone: 1\nhat: red\nconsent: yes\nend\nlist",
			`- { REGISTER\nName: Marco\nEmail: marco@example.org, m@example.com\nTimezone: Europe/Rome\nConsent: yes\nphone: -\nhat: red\nEND; LIST }`,
		},
		{"register\nemail: marco@example.org\npassword: s3cret\nlist", `- { REGISTER\nEmail: marco@example.org\nPassword: ********\nEND; LIST }`},
		{"register\nname: Marco\nend", "- { C02 }"},
		{"register for the next tournament", "- { (before SIGNON) }"},
	} {
		got := Parse(c.text)
		if b := blocks(got); b != c.want {
			t.Errorf("%s\n got %s\nwant %s", strings.ReplaceAll(c.text, "\n", " / "), b, c.want)
		}
		for _, b := range got {
			for _, i := range b.Items {
				if i.Err == nil {
					_, none := i.Command.(Ignored)
					form, _ := i.Command.(Register)
					if !none && form.Password.Empty() && i.Command != Command(Order{"thanks"}) {
						again(t, i.Command)
					}
				}
			}
		}
	}
}

func TestReply(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a mil h\nset wait", "- { order a mil h; SET WAIT }"},
		{"Hello,\n\na mil h\n\nOn Nov 27 2026 at 22:00 Judge <j@example.org> wrote:\n> x", "- { (greeting); order a mil h; (quotation); (quotation) }"},
		{"signon Vmedici s3cret\na mil h", "SIGNON Vmedici ******** s3cret { order a mil h }"},
		{"a mil h\nsignoff\nMarco", "- { order a mil h; SIGNOFF; (after SIGNOFF) }"},
		{"", "- {  }"},
	} {
		if got := blocks(ParseReply(c.text)); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestSecrets(t *testing.T) {
	var words []string
	for _, s := range Secrets(Parse("register\nemail: a@example.org\npassword: one1\nend\nconfirm two2\nsignon Vmedici three3\nset password four4\nsignoff\nsignon Vmedici")) {
		words = append(words, s.Reveal())
	}
	if got := strings.Join(words, " "); got != "one1 two2 three3 four4" {
		t.Errorf("got %s", got)
	}
}

func TestBounds(t *testing.T) {
	long := one("a mil " + strings.Repeat("x", maxLine))
	if len(long) != 1 || long[0].Err == nil || long[0].Err.Code != CodeLong || len(long[0].Raw) > 100 {
		t.Errorf("a long line returns %.100v", long)
	}
	items := one(strings.Repeat("set foo\n", 5000))
	if len(items) != 5000 || items[4999].Err.Message.Equal(items[0].Err.Message) {
		t.Errorf("5000 errors return %d items", len(items))
	}
	items = one(strings.Repeat("a mil h\n", 15000))
	if last := items[len(items)-1]; len(items) >= maxItems || last.Err == nil || last.Err.Code != CodeLong || last.End < 15000 {
		t.Errorf("15000 orders return %d items, the last %+v", len(items), items[len(items)-1])
	}
	items = one(strings.Repeat("\n", 30000) + "a mil h")
	if last := items[len(items)-1]; last.Err == nil || last.Err.Code != CodeLong {
		t.Errorf("30000 lines return %+v", last)
	}
	items = one(strings.Repeat("if a pad\n", 100) + "a mil h\n" + strings.Repeat("endif\n", 100))
	if depth := fmt.Sprint(items); !strings.Contains(verdicts(items), "IF a pad") || len(depth) == 0 {
		t.Errorf("100 conditions return %s", verdicts(items))
	}
	items = one("if " + strings.Repeat("(", 1000) + "a pad" + strings.Repeat(")", 1000))
	if items[0].Err == nil || items[0].Err.Code != CodeLong {
		t.Errorf("1000 parentheses return %v", verdicts(items))
	}
}

// slowLines are lines of which many could slow down a careless parser.
var slowLines = []string{
	"press to f\nsignon Vmedici pass\n", "press to f\n", "endpress\n", "press to f\nendpress\n", "set foo,bar,baz,foo\n", "thanks\n", "a mil -\n mon\n",
	"signon Vmedici pass\n", "set password pass\n", "if a pad\n", "else\n", "phase x\n", "register\nemail: a@b\n", "history fro fro\n", "lists\n", "singon a b\n",
	"press to f\nendpres\nhello\n", "press to f\n> endpres\nhello\n", "end of\n", "a mil s a\n", "~~a mil h~~\n",
	"signoff\nsignon Vmedici pass\n", "a mil h;", "set foo,", "((((", "press to f ; ",
}

// TestSlowLetters parses a quarter of a megabyte of each slow line, or less with -short. A parser
// that needs more than linear time would not finish. The size of the result must also be limited.
func TestSlowLetters(t *testing.T) {
	size := 1 << 18
	if testing.Short() {
		size /= 4
	}
	for _, line := range slowLines {
		blocks := Parse("signon Vmedici s3cret\n" + strings.Repeat(line, size/len(line)))
		items := 0
		for _, b := range blocks {
			items += len(b.Items)
		}
		if len(blocks) == 0 || items > 2*maxItems {
			t.Errorf("%q returns %d blocks of %d items", line, len(blocks), items)
		}
	}
}

// BenchmarkSlowLetters parses texts of two sizes, a sixteenth as large with -short, for each slow
// line. The time must be proportional to the size.
func BenchmarkSlowLetters(b *testing.B) {
	for _, size := range []int{1 << 17, 1 << 20} {
		if testing.Short() {
			size /= 16
		}
		for _, line := range slowLines {
			text := "signon Vmedici s3cret\n" + strings.Repeat(line, size/len(line))
			b.Run(fmt.Sprintf("%d/%q", size, line), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Parse(text)
				}
			})
		}
	}
}

// TestManySecrets checks that no secret is shown even if there are more of them
// than the parser remembers.
func TestManySecrets(t *testing.T) {
	text := "signon Vmedici s3cret\n"
	for i := range 300 {
		text += fmt.Sprintf("set password word%d\n# word%d\n", i, i)
	}
	for _, b := range Parse(text) {
		for _, i := range b.Items {
			if strings.Contains(i.Raw, "word2") {
				t.Fatalf("shown: %s", i.Raw)
			}
		}
	}
	list := Parse(strings.Repeat("signon Vmedici s3cret\na mil h\n", 50))
	last := list[len(list)-1]
	if n := len(list); n != maxBlocks+1 && n != maxBlocks || last.Items[len(last.Items)-1].Err == nil {
		t.Errorf("50 sessions return %d blocks", n)
	}
}
