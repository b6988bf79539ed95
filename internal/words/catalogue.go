package words

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"podesta/internal/embedded"
)

//go:embed */*.po
var catalogues embed.FS

var files = embedded.FS{FS: catalogues}

// Catalogue is a language with its translations.
type Catalogue struct {
	Tag  string // such as "it"
	Name string // its name in the language itself, such as "Italiano"

	English string // its name in English, such as "Italian"

	// contents returns the translations. They are read when the first text is needed: few judges
	// have readers of all languages, and each takes up more than a megabyte.
	contents func() *contents
}

// contents holds the translations of a language.
type contents struct {
	texts   map[string]string
	counted map[string][]string // texts that depend on a number, with one text for each plural form
	script  map[string]string   // the texts that scripts need, with their translations
	plurals Plurals
	nouns   map[string]noun
	forms   map[string]map[string]string // default forms, keyed by kind of noun
}

// english contains no texts, because the English texts are the keys.
var english = &Catalogue{
	Tag: "en", Name: "English", English: "English",
	contents: func() *contents { return &noTexts },
}

var noTexts contents

// English returns the language in which the pages are written.
func English() *Catalogue { return english }

// All returns all languages, English first.
func All() []*Catalogue { return all() }

var all = sync.OnceValue(func() []*Catalogue {
	out, err := load(files)
	if err != nil {
		panic(err) // the catalogues are part of the program and tested
	}
	if offersPseudo {
		out = append(out, Pseudo())
	}
	return append([]*Catalogue{english}, out...)
})

// Get returns a language by its tag, or nil.
func Get(tag string) *Catalogue {
	for _, c := range All() {
		if c.Tag == tag {
			return c
		}
	}
	return nil
}

// load returns the languages of a folder, of which it reads only the heads.
func load(dir fs.FS) ([]*Catalogue, error) {
	heads, err := fs.Glob(dir, "*/"+Head)
	if err != nil {
		return nil, err
	}
	var out []*Catalogue
	for _, n := range heads {
		tag := path.Dir(n)
		head, err := readHead(dir, n)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n, err)
		}
		c, err := named(tag, head)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tag, err)
		}
		c.contents = sync.OnceValue(func() *contents {
			po, err := ReadLanguage(dir, tag)
			if err != nil {
				panic(err)
			}
			in, err := read(po)
			if err != nil {
				panic(tag + ": " + err.Error())
			}
			return in
		})
		out = append(out, c)
	}
	slices.SortFunc(out, func(x, y *Catalogue) int { return strings.Compare(x.Name, y.Name) })
	return out, nil
}

// New returns the language of a catalogue file.
func New(tag string, f *File) (*Catalogue, error) {
	c, err := named(tag, f)
	if err != nil {
		return nil, err
	}
	in, err := read(f)
	if err != nil {
		return nil, err
	}
	c.contents = func() *contents { return in }
	return c, nil
}

// named returns a language with the names in the head of its catalogue, and without texts.
func named(tag string, f *File) (*Catalogue, error) {
	c := &Catalogue{Tag: tag, Name: f.Get("X-Native-Name"), English: f.Get("X-English-Name")}
	if c.Name == "" {
		return nil, fmt.Errorf("its head has no X-Native-Name, the name by which readers choose the language")
	}
	return c, nil
}

// read returns the translations of a catalogue's file.
func read(f *File) (*contents, error) {
	c := &contents{
		texts: make(map[string]string, len(f.Entries)), counted: map[string][]string{}, script: map[string]string{},
		nouns: map[string]noun{}, forms: map[string]map[string]string{},
	}
	var err error
	if c.plurals, err = ParsePlurals(f.Get("Plural-Forms")); err != nil {
		return nil, err
	}
	for _, k := range nounKinds {
		if c.forms[k], err = parseForms(f.Get("X-Forms-" + k)); err != nil {
			return nil, err
		}
	}
	for _, e := range f.Entries {
		want := 1
		if e.Plural != "" {
			want = c.plurals.Forms
		}
		if !e.Done() {
			continue
		}
		if len(e.Str) != want {
			return nil, fmt.Errorf("%q has %d forms, and should have %d", e.ID, len(e.Str), want)
		}
		switch {
		case slices.Contains(nounKinds, e.Ctx):
			if c.nouns[e.Key()], err = parseNoun(e.Str[0]); err != nil {
				return nil, err
			}
			continue
		case e.Plural != "":
			c.counted[e.Key()] = e.Str
			continue
		}
		c.texts[e.Key()] = e.Str[0]
		if slices.Contains(e.Hints, ScriptHint) {
			c.script[e.ID] = e.Str[0]
		}
	}
	return c, nil
}

// Say returns the translation of a text, and whether there is one.
func (c *Catalogue) Say(text string) (string, bool) {
	s, ok := c.contents().texts[text]
	return s, ok
}

// T returns the translation of a text, with its verbs (%s, %d) filled in. A translation may use
// another order: %[2]s is the second argument.
func (c *Catalogue) T(text string, args ...any) string {
	if s, ok := c.Say(text); ok {
		text = s
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// N returns the text for a number. In English this is the parameter one for the number 1, and many
// for other numbers; other languages have their own plural forms. Without further arguments, a verb
// stands for the number.
func (c *Catalogue) N(n int, one, many string, args ...any) string {
	text := many
	if in := c.contents(); len(in.counted[one]) > 0 {
		text = in.counted[one][in.plurals.Of(n)]
	} else if n == 1 {
		text = one
	}
	if len(args) == 0 {
		args = []any{n}
	}
	if !strings.Contains(text, "%") {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Template returns a template with its texts translated.
func (c *Catalogue) Template(src string) string {
	if c.contents().plurals.Forms == 0 { // the language is English
		return src
	}
	return Source(src, c.Say)
}

// List joins words as in a sentence, such as "Milan, Naples and Venice".
func (c *Catalogue) List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return c.T("%s and %s", strings.Join(words[:n], ", "), words[n])
}

// Title translates the title of a page. If it contains a middle dot, the part after the dot is a
// name and is not translated.
func (c *Catalogue) Title(title string) string {
	if what, name, ok := strings.Cut(title, " · "); ok {
		return c.T(what) + " · " + name
	}
	return c.T(title)
}
