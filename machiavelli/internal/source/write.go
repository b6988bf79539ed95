package source

import "strings"

// Writer writes a file that Parse can read.
type Writer struct{ b strings.Builder }

// width is the maximum length of a line.
const width = 118

// String returns what has been written.
func (w *Writer) String() string { return w.b.String() }

// Line writes an indented line.
func (w *Writer) Line(indent int, text string) {
	w.b.WriteString(strings.Repeat(" ", indent) + text + "\n")
}

// Text writes whole lines unchanged.
func (w *Writer) Text(lines string) { w.b.WriteString(lines) }

// Field writes "name: value", with quotes if necessary. It writes nothing if
// the value is empty.
func (w *Writer) Field(indent int, name, value string) {
	if value != "" {
		w.Line(indent, name+": "+Quote(value))
	}
}

// Words writes a long list of words on several lines, or nothing if it is
// empty.
func (w *Writer) Words(indent int, name, words string) {
	if words == "" {
		return
	}
	if indent+len(name)+2+len(words) <= width {
		w.Field(indent, name, words)
		return
	}
	w.Line(indent, name+": >-")
	for _, line := range wrap(indent+2, strings.Fields(words)) {
		w.Line(indent+2, line)
	}
}

// Pair is a name with its value in written form, which is a quoted text or a
// list in brackets.
type Pair struct{ Name, Value string }

// Flow writes a list item that is a mapping, "- {a: b, c: d}", without pairs
// that have no value.
func (w *Writer) Flow(indent int, pairs []Pair) {
	var parts []string
	for _, p := range pairs {
		if p.Value != "" {
			parts = append(parts, p.Name+": "+p.Value)
		}
	}
	if len(parts) == 0 {
		w.Line(indent, "- {}")
		return
	}
	parts[0] = "- {" + parts[0]
	for i := range parts[:len(parts)-1] {
		parts[i] += ","
	}
	parts[len(parts)-1] += "}"
	for i, line := range wrap(indent+3, parts) {
		if i == 0 {
			w.Line(indent, line)
		} else {
			w.Line(indent+3, line)
		}
	}
}

// wrap joins parts to lines that, with their indentation, are not longer than width if possible.
func wrap(indent int, parts []string) []string {
	lines := parts[:1:1]
	for _, p := range parts[1:] {
		if last := &lines[len(lines)-1]; indent+len(*last)+1+len(p) <= width {
			*last += " " + p
		} else {
			lines = append(lines, p)
		}
	}
	return lines
}

// Quote returns a text as a scalar. It adds double quotes only if YAML would
// otherwise read another value.
func Quote(s string) string {
	if plain(s) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\t", " ").Replace(s) + `"`
}

// QuoteList returns texts as a list in brackets, or "" if there are none.
func QuoteList(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = Quote(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// plain reports whether s needs no quotes. Such a text consists of letters,
// digits and a few marks that mean nothing to YAML, has a letter or digit at
// both ends, and is not a word with a special meaning in YAML.
func plain(s string) bool {
	if s == "" || strings.Contains(s, "  ") {
		return false
	}
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || i == len(s)-1 || !strings.ContainsRune(" -/.'", r)) {
			return false
		}
	}
	return true
}
