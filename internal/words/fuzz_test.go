package words

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"podesta/internal/bounded"
)

// FuzzReadPO reads catalogues, writes them, and reads the result again.
func FuzzReadPO(f *testing.F) {
	f.Add([]byte("# by me\nmsgid \"\"\nmsgstr \"\"\n\"Language: it\\n\"\n\n#. hint\n#: a.html\n#, fuzzy\nmsgctxt \"c\"\nmsgid \"a\\tb\"\nmsgstr \"c\\n\"\n"))
	f.Add([]byte("msgid \"one\"\nmsgid_plural \"many\"\nmsgstr[0] \"uno\"\nmsgstr[1] \"molti\"\n#~ msgid \"old\"\n"))
	f.Add([]byte("msgid \"a\\x00\\\"b\\\\\"\nmsgstr `c`\n#| msgid \"x\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var file *File
		var err error
		bounded.Bytes(t, len(data), 1<<20, 600, func() { file, err = ReadPO(bytes.NewReader(data)) })
		if err != nil {
			if file != nil || err.Error() == "" {
				t.Fatalf("a catalogue, and the error %v", err)
			}
			return
		}
		var first, second bytes.Buffer
		if err := file.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPO(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, first.String())
		}
		if err := again.Write(&second); err != nil {
			t.Fatal(err)
		}
		if second.String() != first.String() {
			t.Fatalf("written as\n%s\nthen as\n%s", first.String(), second.String())
		}
		if again.Header != file.Header || len(again.Entries) != len(file.Entries) {
			t.Fatalf("%+v is read back as %+v", file, again)
		}
		texts := map[string]int{}
		for _, e := range file.Entries {
			texts[e.Ctx+"\x00"+e.ID+"\x00"+e.Plural]++
		}
		for _, e := range again.Entries {
			texts[e.Ctx+"\x00"+e.ID+"\x00"+e.Plural]--
		}
		for k, n := range texts {
			if n != 0 {
				t.Fatalf("the text %q was lost", k)
			}
		}
	})
}

// FuzzTranslated translates texts of templates, and checks that a translation cannot add
// elements or attributes that the English text does not have, whatever a translator has
// written.
func FuzzTranslated(f *testing.F) {
	f.Add(`<p>See <a href="{{.X}}">the rules</a>.</p>`, `Vedi <a>le regole</a>.`)
	f.Add(`<p title="Rules">A</p>`, `<script>alert(1)</script>" onclick="x`)
	f.Add(`<p>{{.Count}} games</p>`, `{Count} <b>{{.Secret}}</b>`)
	f.Fuzz(func(t *testing.T, src, translation string) {
		if !utf8.ValidString(translation) {
			return
		}
		out := Source(src, func(string) (string, bool) { return translation, true })
		if strings.Contains(src, "<!") || strings.Contains(translation, "<!") {
			return // the text itself determines where comments end
		}
		was := marks(src)
		for m := range marks(out) {
			if !was[m] {
				t.Fatalf("%q with %q became %q, which has %s", src, translation, out, m)
			}
		}
	})
}

// marks returns the actions and the inline tags of a template. Adjacent spaces are reduced to
// one, as they are in texts.
func marks(src string) map[string]bool {
	out := map[string]bool{}
	for _, p := range scan(src) {
		if p.kind == value || p.kind == open || p.kind == shut || p.kind == edge && strings.HasPrefix(p.raw, "{{") {
			out[strings.Join(strings.Fields(p.raw), " ")] = true
		}
	}
	return out
}

// FuzzAccepted chooses a language according to arbitrary headers.
func FuzzAccepted(f *testing.F) {
	for _, s := range []string{"", "it", "de-CH,de;q=0.9,en;q=0.1", "*", "x;q=", "es;q=1e9,it;q=-1", strings.Repeat("a-", 400)} {
		f.Add(s)
	}
	all := All()
	f.Fuzz(func(t *testing.T, header string) {
		var c *Catalogue
		bounded.Bytes(t, len(header), 1<<20, 400, func() { c = Accepted(header, all) })
		known := false
		for _, x := range all {
			known = known || reflect.DeepEqual(c, x)
		}
		if !known {
			t.Fatalf("%q chose %v", header, c)
		}
	})
}
