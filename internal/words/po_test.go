package words

import (
	"strings"
	"testing"
)

const smallPO = `# Italian texts.
msgid ""
msgstr ""
"Language: it\n"
"X-Native-Name: Italiano\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"

msgid "%d game waits"
msgid_plural "%d games wait"
msgstr[0] "%d partita aspetta"
msgstr[1] "%d partite aspettano"

#, fuzzy
msgid "A \"new\" text"
msgstr ""
"Un testo\n"
"di due righe"

msgid "Nothing yet"
msgstr ""

msgctxt "power"
msgid "Papacy"
msgstr "il Papato | a: al Papato | m"

# A note of the translator.
#. script
msgid "Sign in"
msgstr "Accedi"

#: b.html of another tool
#~ msgid "Gone"
#~ msgstr "Sparito"
`

func TestPO(t *testing.T) {
	f, err := ReadPO(strings.NewReader(smallPO))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	kept, _, _ := strings.Cut(smallPO, "\n#:") // entries of removed texts are dropped
	if b.String() != kept {
		t.Errorf("what was read and written again is\n%s", b.String())
	}
	c, err := New("it", f)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ got, want string }{
		{c.Name, "Italiano"},
		{c.T("Sign in"), "Accedi"},
		{c.T("Sign out"), "Sign out"},
		{c.N(1, "%d game waits", "%d games wait"), "1 partita aspetta"},
		{c.N(3, "%d game waits", "%d games wait"), "3 partite aspettano"},
		{c.N(1, "%d unit", "%d units"), "1 unit"},
		{c.N(0, "%d unit", "%d units"), "0 units"},
		{c.N(2, "%s has one unit", "%[1]s has %[2]d units", "Milan", 2), "Milan has 2 units"},
		{c.T(`A "new" text`), `A "new" text`}, // fuzzy, so not used
		{c.T("Nothing yet"), "Nothing yet"},
		{string(c.Script()), "self.podestaWords={\"Sign in\":\"Accedi\"};\n"},
	} {
		if x.got != x.want {
			t.Errorf("got %q, want %q", x.got, x.want)
		}
	}
}

func TestBadPO(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"msgid \"a\"\nmsgtxt \"b\"", `line 2: the keyword "msgtxt" is not known; expected msgctxt, msgid, msgid_plural or msgstr`},
		{"\"a\"", "line 1: a text without a keyword before it"},
		{"msgid a", "line 1: a is not a text in quotes"},
		{"msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"", "line 3: msgstr[1] where msgstr[0] should stand"},
	} {
		if _, err := ReadPO(strings.NewReader(x.text)); err == nil || err.Error() != x.want {
			t.Errorf("%q: %v", x.text, err)
		}
	}
}

func TestPlurals(t *testing.T) {
	for _, x := range []struct{ rule, want string }{ // the forms of the numbers from 0 to 12
		{"nplurals=2; plural=n != 1;", "1011111111111"},
		{"nplurals=2; plural=(n > 1);", "0011111111111"},
		{"nplurals=1; plural=0;", "0000000000000"},
		{"nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;", "2011122222222"},
		{"nplurals=2; plural=!(n == 1 || n*2-2 == 4);", "1010111111111"},
	} {
		p, err := ParsePlurals(x.rule)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for n := range 13 {
			got += string(rune('0' + p.Of(n)))
		}
		if got != x.want {
			t.Errorf("%s: %s", x.rule, got)
		}
	}
	for _, bad := range []string{"", "nplurals=2", "nplurals=9; plural=0", "nplurals=2; plural=n +", "nplurals=2; plural=(n", "nplurals=2; plural=n ? 1", "nplurals=2; plural=m"} {
		if _, err := ParsePlurals(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
