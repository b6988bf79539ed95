package words

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// File is a catalogue in the gettext format: a .po file.
type File struct {
	Comment string // comment at the beginning, without the number signs
	Header  string // lines in the form "Name: value"
	Entries []*Entry
}

// Entry is a text and its translation.
type Entry struct {
	Ctx        string   // the context that distinguishes it from an equal text; usually empty
	ID, Plural string   // the English text; Plural is set if it depends on a number
	Str        []string // the translation; several forms if Plural is set
	Notes      []string // comments by the translator ("# ")
	Hints      []string // comments for the translator ("#. ")
	Refs       []string // files that contain the text; not stored in catalogues
	Area       string   // name of the language's catalogue that contains the text; not written
	Fuzzy      bool     // whether it was copied from a similar text, and must be checked before it is used
}

// Key returns the key of the entry, which is unique in a catalogue.
func (e *Entry) Key() string { return key(e.Ctx, e.ID) }

// MessageHint is the beginning of the hint for entries that are messages. The names of their
// arguments follow.
const MessageHint = "message"

// ScriptHint is the hint for texts that the pages' scripts need.
const ScriptHint = "script"

// Message reports whether the entry is the pattern of a message.
func (e *Entry) Message() bool {
	return slices.ContainsFunc(e.Hints, func(h string) bool { return strings.HasPrefix(h, MessageHint) })
}

// Done reports whether the entry has a usable translation.
func (e *Entry) Done() bool {
	return !e.Fuzzy && len(e.Str) > 0 && !slices.Contains(e.Str, "")
}

// Head is the catalogue whose header is used for the whole language: it contains the name of the
// language, its plural forms and the forms of its nouns.
const Head = "board.po"

// ReadLanguage reads the catalogues of a language, which are the files in a folder, as one.
func ReadLanguage(dir fs.FS, folder string) (*File, error) {
	names, err := fs.Glob(dir, folder+"/*.po")
	if err != nil {
		return nil, err
	}
	out := &File{}
	for _, n := range names {
		f, err := dir.Open(n)
		if err != nil {
			return nil, err
		}
		po, err := ReadPO(f)
		_ = f.Close() // it was only read
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n, err)
		}
		for _, e := range po.Entries {
			e.Area = strings.TrimSuffix(path.Base(n), ".po")
		}
		if out.Entries = append(out.Entries, po.Entries...); path.Base(n) == Head {
			out.Comment, out.Header = po.Comment, po.Header
		}
	}
	return out, nil
}

// readHead reads a catalogue as far as its head.
func readHead(dir fs.FS, name string) (*File, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readPO(f, func(f *File) bool { return f.Header != "" })
}

// ReadPO parses a catalogue.
func ReadPO(r io.Reader) (*File, error) { return readPO(r, func(*File) bool { return false }) }

// readPO parses a catalogue until its end, or until enough of it has been read.
func readPO(r io.Reader, enough func(*File) bool) (*File, error) {
	p := poReader{file: &File{}}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for !enough(p.file) && sc.Scan() {
		p.n++
		if err := p.line(strings.TrimSpace(sc.Text())); err != nil {
			return nil, fmt.Errorf("line %d: %w", p.n, err)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, err
	}
	p.flush()
	return p.file, nil
}

// poReader holds the state of parsing a catalogue.
type poReader struct {
	file  *File
	entry *Entry
	into  *string // the value to which further quoted lines are appended
	n     int
}

func (p *poReader) line(l string) error {
	switch {
	case l == "":
		p.flush()
		return nil
	case strings.HasPrefix(l, "#~"):
		p.flush()
		return nil
	case strings.HasPrefix(l, "#"):
		if p.entry != nil && len(p.entry.Str) > 0 {
			p.flush()
		}
		p.comment(l)
		return nil
	case strings.HasPrefix(l, `"`):
		if p.into == nil {
			return fmt.Errorf("a text without a keyword before it")
		}
		return p.add(l)
	}
	word, rest, _ := strings.Cut(l, " ")
	if (word == "msgid" || word == "msgctxt") && p.entry != nil && len(p.entry.Str) > 0 {
		p.flush()
	}
	e := p.at()
	switch {
	case word == "msgctxt":
		p.into = &e.Ctx
	case word == "msgid":
		p.into = &e.ID
	case word == "msgid_plural":
		p.into = &e.Plural
	case word == "msgstr", strings.HasPrefix(word, "msgstr["):
		e.Str = append(e.Str, "")
		if want := fmt.Sprintf("msgstr[%d]", len(e.Str)-1); word != "msgstr" && word != want {
			return fmt.Errorf("%s where %s should stand", word, want)
		}
		p.into = &e.Str[len(e.Str)-1]
	default:
		return fmt.Errorf("the keyword %q is not known; expected msgctxt, msgid, msgid_plural or msgstr", word)
	}
	return p.add(strings.TrimSpace(rest))
}

func (p *poReader) at() *Entry {
	if p.entry == nil {
		p.entry = &Entry{}
	}
	return p.entry
}

func (p *poReader) add(quoted string) error {
	s, err := strconv.Unquote(quoted)
	if err != nil {
		return fmt.Errorf("%s is not a text in quotes", quoted)
	}
	if !utf8.ValidString(s) {
		return fmt.Errorf("%s is not UTF-8", quoted)
	}
	*p.into += s
	return nil
}

func (p *poReader) comment(l string) {
	e := p.at()
	body := strings.TrimSpace(l[1:])
	switch {
	case strings.HasPrefix(l, "#:"): // places of texts, as written by other tools
	case strings.HasPrefix(l, "#."):
		e.Hints = append(e.Hints, strings.TrimSpace(l[2:]))
	case strings.HasPrefix(l, "#,"):
		e.Fuzzy = e.Fuzzy || slices.Contains(strings.FieldsFunc(l[2:], func(r rune) bool { return r == ',' || r == ' ' }), "fuzzy")
	case strings.HasPrefix(l, "#|"): // previous version of the text, as written by other tools
	default:
		e.Notes = append(e.Notes, body)
	}
}

// flush ends an entry. An entry without an ID is the header of the file.
func (p *poReader) flush() {
	e := p.entry
	p.entry, p.into = nil, nil
	switch {
	case e == nil, e.ID == "" && len(e.Str) == 0:
	case e.ID == "":
		p.file.Comment, p.file.Header = strings.Join(e.Notes, "\n"), e.Str[0]
	default:
		p.file.Entries = append(p.file.Entries, e)
	}
}

// Get returns a field of the header, or "".
func (f *File) Get(name string) string {
	for l := range strings.Lines(f.Header) {
		if k, v, ok := strings.Cut(l, ":"); ok && strings.EqualFold(strings.TrimSpace(k), name) {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// Write writes the catalogue, sorted by its texts.
func (f *File) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for l := range strings.Lines(f.Comment) {
		comment(b, "#", strings.TrimSpace(l))
	}
	fmt.Fprintf(b, "msgid \"\"\nmsgstr %s\n", quote(f.Header))
	entries := slices.Clone(f.Entries)
	slices.SortStableFunc(entries, func(x, y *Entry) int {
		return cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(x.Ctx, y.Ctx))
	})
	for _, e := range entries {
		b.WriteByte('\n')
		e.write(b)
	}
	return b.Flush()
}

func comment(b *bufio.Writer, sign, text string) {
	b.WriteString(strings.TrimSpace(sign+" "+text) + "\n")
}

func (e *Entry) write(b *bufio.Writer) {
	for _, n := range e.Notes {
		comment(b, "#", n)
	}
	for _, n := range e.Hints {
		comment(b, "#.", n)
	}
	if e.Fuzzy {
		comment(b, "#,", "fuzzy")
	}
	if e.Ctx != "" {
		fmt.Fprintf(b, "msgctxt %s\n", quote(e.Ctx))
	}
	fmt.Fprintf(b, "msgid %s\n", quote(e.ID))
	if e.Plural == "" {
		str := ""
		if len(e.Str) > 0 {
			str = e.Str[0]
		}
		fmt.Fprintf(b, "msgstr %s\n", quote(str))
		return
	}
	fmt.Fprintf(b, "msgid_plural %s\n", quote(e.Plural))
	for i := range max(2, len(e.Str)) {
		str := ""
		if i < len(e.Str) {
			str = e.Str[i]
		}
		fmt.Fprintf(b, "msgstr[%d] %s\n", i, quote(str))
	}
}

// quote quotes a text in the format of catalogues, splitting a text of several lines.
func quote(s string) string {
	one := func(s string) string {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(s) + `"`
	}
	if !strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
		return one(s)
	}
	out := `""`
	for l := range strings.Lines(s) {
		out += "\n" + one(l)
	}
	return out
}
