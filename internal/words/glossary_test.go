package words

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestCatalogues checks that every text is translated into every language, and that
// no translation has a fault.
func TestCatalogues(t *testing.T) {
	t.Parallel()
	for _, c := range All()[1:] {
		t.Run(c.Tag, func(t *testing.T) {
			f, err := ReadLanguage(os.DirFS("."), c.Tag)
			if err != nil || len(f.Entries) < 2000 {
				t.Fatalf("%d texts, %v", len(f.Entries), err)
			}
			terms, err := ReadGlossary(os.DirFS("."), c.Tag)
			if err != nil || len(terms) < 10 {
				t.Fatalf("%d terms, %v", len(terms), err)
			}
			for _, e := range f.Entries {
				if !e.Done() {
					t.Errorf("not translated: %q", e.ID)
				}
			}
			for _, fault := range Faults(f, terms) {
				t.Error(fault)
			}
			for i := range terms {
				said := false
				for _, e := range f.Entries {
					said = said || terms[i].Says(e)
				}
				if !said {
					t.Errorf("the glossary says %v for %q, and no text does", terms[i].Said, terms[i].English)
				}
			}
		})
	}
}

// TestFaults checks that each kind of fault is found and reported with its entry.
func TestFaults(t *testing.T) {
	t.Parallel()
	dir := fstest.MapFS{"xx/glossary.txt": {Data: []byte("# terms\n\ntreasury, treasuries | Kasse | Schatz, Schätze\n")}}
	terms, err := ReadGlossary(dir, "xx")
	if err != nil {
		t.Fatal(err)
	}
	hint := []string{MessageHint + " with power"}
	for _, x := range []struct {
		e    Entry
		want string
	}{
		{Entry{ID: "The treasury is empty.", Str: []string{"Die Kasse ist leer."}}, ""},
		{Entry{ID: "The treasury is empty.", Str: []string{"Der Schatz ist leer."}}, `for "treasury, treasuries" the glossary has Kasse, not "Schatz"`},
		{Entry{ID: "A treasure", Str: []string{"Ein Schatz"}}, ""},
		{Entry{ID: "Go to <a>{Place}</a>.", Str: []string{"Nach {Place}."}}, "the marks"},
		{Entry{ID: "%d of %s", Str: []string{"%d von"}}, "the verbs"},
		{Entry{ID: "{power} pays", Str: []string{"Wer zahlt?"}, Hints: hint}, "the arguments [power], and has []"},
		{Entry{ID: "{power} pays", Str: []string{"{power} zahlt {sum}"}, Hints: hint}, "the arguments [power], and has [power sum]"},
		{Entry{ID: "{power} pays", Str: []string{"{power:akk} zahlt"}, Hints: hint}, ""},
		{Entry{ID: "{power} pays", Str: []string{"{power:wem} zahlt"}, Hints: hint}, "the form wem, which no noun has"},
		{Entry{ID: "{power} pays", Str: []string{"{power?f:sie zahlt|er, ja: er zahlt}"}, Hints: hint}, `a colon behind "er, ja"`},
		{Entry{ID: "{power} pays", Str: []string{""}, Hints: hint}, ""},
	} {
		x.e.Area = "board"
		f := &File{Header: "X-Forms-power: akk={}\n", Entries: []*Entry{&x.e}}
		faults := strings.Join(Faults(f, terms), "\n")
		if x.want == "" && faults != "" || x.want != "" && (!strings.Contains(faults, x.want) || !strings.Contains(faults, "board.po, ")) {
			t.Errorf("%q: %q\nfaults: %s\nwant:   %s", x.e.ID, x.e.Str, faults, x.want)
		}
	}
	for _, bad := range []string{"treasury", "treasury | Kasse", "treasury | Kasse | (", "( | Kasse | Schatz"} {
		dir["xx/glossary.txt"] = &fstest.MapFile{Data: []byte(bad)}
		if _, err := ReadGlossary(dir, "xx"); err == nil || !strings.Contains(err.Error(), "xx/glossary.txt:1: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
