package words

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Source translates the texts of a template. say returns the translation of a text, and false if
// there is none.
//
// A text extends from one edge to the next: it is a paragraph, a cell, a button, or the part
// between two conditions or loops. It includes inline elements such as <b> and <a>, without their
// attributes. An action that writes a value becomes a name in braces. For example,
//
//	<p>{{.Count}} positions, see <a href="/rules">the rules</a>.</p>
//
// contains the text "{Count} positions, see <a>the rules</a>.". Elements with translate="no" are
// not translated.
func Source(src string, say func(text string) (string, bool)) string {
	var out strings.Builder
	var run []piece
	flush := func() {
		out.WriteString(sentences(run, say))
		run = run[:0]
	}
	for _, p := range scan(src) {
		if p.kind != edge {
			run = append(run, p)
			continue
		}
		flush()
		out.WriteString(inTag(p, say))
	}
	flush()
	return out.String()
}

// Texts returns the texts of a template.
func Texts(src string) []string {
	var out []string
	Source(src, func(text string) (string, bool) {
		out = append(out, text)
		return "", false
	})
	return out
}

// inTag translates the attributes of a tag that contain text.
func inTag(p piece, say func(string) (string, bool)) string {
	if p.name == "" || strings.Contains(p.raw, `translate="no"`) {
		return p.raw
	}
	var out strings.Builder
	at := 0
	for _, s := range spans(p.raw[:p.head]) {
		out.WriteString(p.raw[at:s[0]])
		out.WriteString(Source(p.raw[s[0]:s[1]], func(text string) (string, bool) {
			t, ok := say(text)
			return t, ok && !strings.ContainsAny(t, `"<>`)
		}))
		at = s[1]
	}
	return out.String() + p.raw[at:]
}

// node is a piece with the pieces inside it.
type node struct {
	piece
	end  piece
	kids []node
}

// sentences translates a run of pieces without edges.
func sentences(run []piece, say func(string) (string, bool)) string {
	if len(run) == 0 {
		return ""
	}
	if i := unmatched(run); i >= 0 { // its counterpart is beyond an edge
		return sentences(run[:i], say) + inTag(run[i], say) + sentences(run[i+1:], say)
	}
	nodes, _ := tree(run)
	return written(nodes, say)
}

// unmatched returns the index of the first tag without a counterpart, or -1.
func unmatched(run []piece) int {
	var opened []int
	for i, p := range run {
		switch p.kind {
		case open:
			opened = append(opened, i)
		case shut:
			n := len(opened)
			if n == 0 || run[opened[n-1]].name != p.name {
				return i
			}
			opened = opened[:n-1]
		}
	}
	if len(opened) > 0 {
		return opened[0]
	}
	return -1
}

// tree nests pieces whose tags match. rest begins with the first end tag.
func tree(run []piece) (nodes []node, rest []piece) {
	for len(run) > 0 {
		p := run[0]
		run = run[1:]
		switch p.kind {
		case shut:
			return nodes, append([]piece{p}, run...)
		case open:
			n := node{piece: p}
			n.kids, run = tree(run)
			n.end, run = run[0], run[1:]
			nodes = append(nodes, n)
		default:
			nodes = append(nodes, node{piece: p})
		}
	}
	return nodes, nil
}

// written translates nodes: as one text if they contain words, otherwise separately.
func written(nodes []node, say func(string) (string, bool)) string {
	if slices.ContainsFunc(nodes, func(n node) bool { return n.kind == plain && words(n.raw) }) {
		return sentence(nodes, say)
	}
	var out strings.Builder
	for _, n := range nodes {
		switch {
		case n.kind != open:
			out.WriteString(n.raw)
		case n.name == "code" || n.name == "kbd" || strings.Contains(n.raw, `translate="no"`):
			out.WriteString(n.source())
		default:
			out.WriteString(inTag(n.piece, say) + written(n.kids, say) + n.end.raw)
		}
	}
	return out.String()
}

func sourceOf(nodes []node) string {
	out := ""
	for _, n := range nodes {
		out += n.source()
	}
	return out
}

// source returns the source of the node in the template.
func (n node) source() string {
	return n.raw + sourceOf(n.kids) + n.end.raw
}

var entity = regexp.MustCompile(`&#?\w+;`)

// words reports whether a text contains something to translate.
func words(s string) bool {
	return strings.ContainsFunc(entity.ReplaceAllString(s, ""), unicode.IsLetter)
}

// sentence translates nodes as one text.
func sentence(nodes []node, say func(string) (string, bool)) string {
	k := keys{names: map[string]string{}, raws: map[string]string{}, say: say}
	k.add(nodes)
	all := k.text.String()
	text := strings.TrimSpace(all)
	lead, trail := "", ""
	if i := strings.Index(all, text); i >= 0 {
		lead, trail = all[:i], all[i+len(text):]
	}
	text = strings.Join(strings.Fields(text), " ")
	if strings.Contains(text, `="`) { // a part of a tag
		return sourceOf(nodes)
	}
	if k.ambiguous {
		return untranslated(nodes, say)
	}
	out, ok := say(text)
	if ok {
		out, ok = k.fill(text, out)
	}
	if !ok {
		out, ok = k.fill(text, text)
	}
	if !ok {
		return untranslated(nodes, say)
	}
	return lead + out + trail
}

// untranslated returns the source of nodes in the template, with only the attributes of their
// tags translated.
func untranslated(nodes []node, say func(string) (string, bool)) string {
	var out strings.Builder
	for _, n := range nodes {
		if n.kind == open && !strings.Contains(n.raw, `translate="no"`) {
			out.WriteString(inTag(n.piece, say) + untranslated(n.kids, say) + n.end.raw)
		} else {
			out.WriteString(n.source())
		}
	}
	return out.String()
}

// keys builds the text of nodes, and records the sources of its placeholders.
type keys struct {
	text  strings.Builder
	names map[string]string // placeholders, keyed by the source that they replace
	raws  map[string]string // sources, keyed by placeholder
	say   func(string) (string, bool)

	// ambiguous reports whether the text itself contains something like a placeholder.
	ambiguous bool
}

func (k *keys) add(nodes []node) {
	for _, n := range nodes {
		switch {
		case n.kind == plain:
			k.text.WriteString(n.raw)
			k.ambiguous = k.ambiguous || mark.MatchString(n.raw)
		case n.kind == open && strings.Contains(n.raw, `translate="no"`):
			k.text.WriteString("{" + k.name(n.name, n.source(), "{", "}") + "}")
		case n.kind == open:
			name := k.name(n.name, inTag(n.piece, k.say), "<", ">")
			k.raws["</"+name+">"] = n.end.raw
			k.text.WriteString("<" + name + ">")
			k.add(n.kids)
			k.text.WriteString("</" + name + ">")
		default:
			k.text.WriteString("{" + k.name(valueName(n.raw), n.raw, "{", "}") + "}")
		}
	}
}

// name returns a placeholder that is unique in the text.
func (k *keys) name(word, raw, before, after string) string {
	if before == "{" { // the same value has the same placeholder everywhere
		if name, ok := k.names[raw]; ok {
			return name
		}
	}
	name := word
	for i := 2; k.raws[before+name+after] != ""; i++ {
		name = word + strconv.Itoa(i)
	}
	k.names[raw], k.raws[before+name+after] = name, raw
	return name
}

var (
	quoted     = regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`")
	identifier = regexp.MustCompile(`\.?[A-Za-z]\w*`)
)

// valueName returns the last word of an action, such as "Total" for "{{.List.Total}}", or "value"
// if there is none.
func valueName(raw string) string {
	all := identifier.FindAllString(quoted.ReplaceAllString(raw, ""), -1)
	if len(all) == 0 || len(all) == 1 && (all[0] == "template" || all[0] == "T" || all[0] == "N") {
		return "value"
	}
	return strings.TrimPrefix(all[len(all)-1], ".")
}

// Marks returns the placeholders and the tags of a text.
func Marks(text string) []string { return mark.FindAllString(text, -1) }

var mark = regexp.MustCompile(`\{\w+\}|</?[a-z]+[0-9]*>`)

// less matches a less-than sign that a template could mistake for the beginning of a tag.
var less = regexp.MustCompile(`<($|[^\s0-9])`)

// fill replaces the placeholders in a translation with their sources. It returns false if the
// translation lacks placeholders of the text, or contains anything that a template would not
// treat as text.
func (k *keys) fill(text, translation string) (string, bool) {
	if !SameMarks(text, translation) {
		return "", false
	}
	rest := mark.ReplaceAllString(translation, "{}")
	if strings.Contains(rest, "{{") || less.MatchString(rest) || strings.ContainsAny(rest, "<>") && !strings.ContainsAny(mark.ReplaceAllString(text, ""), "<>") {
		return "", false
	}
	return mark.ReplaceAllStringFunc(translation, func(m string) string { return k.raws[m] }), true
}

// SameMarks reports whether a translation has the same placeholders and tags as its text, with
// the tags properly nested.
func SameMarks(text, translation string) bool {
	a, b := Marks(text), Marks(translation)
	var opened []string
	for _, m := range b {
		switch {
		case strings.HasPrefix(m, "</"):
			n := len(opened)
			if n == 0 || "</"+opened[n-1][1:] != m {
				return false
			}
			opened = opened[:n-1]
		case strings.HasPrefix(m, "<"):
			opened = append(opened, m)
		}
	}
	slices.Sort(a)
	slices.Sort(b)
	return len(opened) == 0 && slices.Equal(slices.Compact(a), slices.Compact(b))
}
