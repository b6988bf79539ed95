// Package source reads the YAML of board and scenario files, which may come
// from untrusted users. It first builds a tree in which every word has its line
// and column, and then sets Go values from the tree. It reports all errors of a
// file together. No input makes it panic or take long.
package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Pos is a position in a file. Lines and columns are counted from 1. The zero Pos means that
// there is no position.
type Pos struct{ Line, Column int }

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	List
	Mapping
)

var kindNames = [...]string{"a text", "a list", "a mapping (names with values)"}

// String returns the kind's name for an error.
func (k Kind) String() string { return kindNames[k] }

// Node is a part of a file.
type Node struct {
	Pos
	Kind   Kind
	Text   string  // text of a scalar; empty for null
	Items  []*Node // items of a list
	Fields []Field // fields of a mapping, in the order of the file
	file   *file
}

// Field is a name with its value.
type Field struct {
	Pos
	Name  string
	Value *Node
}

// Report receives a problem. The text says what is wrong and what was expected, and the hint is
// the name that was probably meant, or "".
type Report func(at Pos, text, hint string)

// The limits of a file. They bound the time that an untrusted file can take,
// and no description of a game comes near them.
const (
	MaxBytes = 128 << 10
	maxLine  = 4096
	maxDepth = 24
	maxNames = 500 // names in one mapping, because the YAML library compares each with all others
)

// Parse reads a file. It reports the first YAML error and then returns nil.
// Anchors, aliases, tags and several documents are errors, because the formats
// do not use them.
func Parse(text []byte, report Report) *Node {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if at, why := guard(text); why != "" {
		report(at, why, "")
		return nil
	}
	f, at, err := parse(text)
	if err != nil {
		report(at, err.Error(), "")
		return nil
	}
	var body ast.Node
	for _, d := range f.Docs {
		if d.Body == nil || d.Body.Type() == ast.CommentType {
			continue
		}
		if body != nil {
			report(position(d.Body), "a second document begins here; expected one in a file", "")
			return nil
		}
		body = d.Body
	}
	if body == nil {
		report(Pos{1, 1}, "the file is empty", "")
		return nil
	}
	r := &reader{report: report, file: newFile(text)}
	n := r.node(body, 0)
	if r.failed {
		return nil
	}
	return n
}

// guard refuses what would make the YAML library slow or recurse deeply.
func guard(text []byte) (Pos, string) {
	if len(text) > MaxBytes {
		return Pos{}, fmt.Sprintf("the file has %d bytes; at most %d are read", len(text), MaxBytes)
	}
	if !utf8.Valid(text) {
		return Pos{}, "the file is not UTF-8 text"
	}
	if at, why := tooMany(text); why != "" {
		return at, why
	}
	line, start, flow, nested := 1, 0, 0, 0
	for i, c := range text {
		switch {
		case c == '\n':
			line, start, nested = line+1, i+1, 0
		case c < ' ' && c != '\t' || c == 0x7f:
			return Pos{line, i - start + 1}, "a control character; expected text"
		case c == '[' || c == '{':
			flow++
		case c == ']' || c == '}':
			flow = max(0, flow-1)
		case c == '-' || c == '?' || c == ':':
			if next := i + 1; next == len(text) || text[next] == ' ' || text[next] == '\n' {
				nested++
			}
		case c == '!' || c == '&' || c == '*':
			nested++
		}
		if flow > maxDepth {
			return Pos{line, i - start + 1}, "too many brackets are open"
		}
		if nested > 4*maxDepth {
			return Pos{line, i - start + 1}, "too many parts on one line"
		}
		if i-start > maxLine {
			return Pos{line, maxLine}, fmt.Sprintf("the line is longer than %d bytes", maxLine)
		}
	}
	return Pos{}, ""
}

// tooMany refuses mappings with more names than the YAML library can compare
// quickly, and more than one document. It uses the indentation of lines.
func tooMany(text []byte) (Pos, string) {
	type level struct{ indent, names int }
	var open []level
	number, ends := 0, 0
	for line := range bytes.Lines(text) {
		number++
		line = bytes.TrimRight(line, "\n")
		if string(line) == "..." || string(line) == "---" || bytes.HasPrefix(line, []byte("--- ")) {
			if ends++; ends > 2 {
				return Pos{number, 1}, "another document begins here; expected one in a file"
			}
			continue
		}
		rest := bytes.TrimLeft(line, " ")
		if len(rest) == 0 || rest[0] == '#' {
			continue
		}
		for len(rest) > 1 && rest[0] == '-' && rest[1] == ' ' { // a new item ends what was inside the previous one
			indent := len(line) - len(rest)
			for len(open) > 0 && open[len(open)-1].indent > indent {
				open = open[:len(open)-1]
			}
			rest = bytes.TrimLeft(rest[1:], " ")
		}
		if !named(rest) {
			continue
		}
		indent := len(line) - len(rest)
		for len(open) > 0 && open[len(open)-1].indent > indent {
			open = open[:len(open)-1]
		}
		if len(open) == 0 || open[len(open)-1].indent < indent {
			open = append(open, level{indent: indent})
		}
		l := &open[len(open)-1]
		if l.names++; l.names > maxNames {
			return Pos{number, indent + 1}, fmt.Sprintf("more than %d names in one mapping", maxNames)
		}
	}
	return Pos{}, ""
}

// named reports whether a line can contain the name of an entry in a mapping. Such a line has a
// colon at its end, before a blank or a tab, or after a quotation mark.
func named(line []byte) bool {
	for i, c := range line {
		if c != ':' {
			continue
		}
		if i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t' || i > 0 && (line[i-1] == '"' || line[i-1] == '\'') {
			return true
		}
	}
	return false
}

// parse calls the YAML library. As the file is untrusted, a panic in the
// library becomes an error.
func parse(text []byte) (f *ast.File, at Pos, err error) {
	defer func() {
		if x := recover(); x != nil {
			f, at, err = nil, Pos{}, errors.New("the file cannot be read as YAML")
		}
	}()
	f, err = parser.ParseBytes(text, 0)
	var bad *yaml.SyntaxError
	if errors.As(err, &bad) {
		if t := bad.GetToken(); t != nil && t.Position != nil {
			at = Pos{t.Position.Line, t.Position.Column}
		}
		return nil, at, errors.New(bad.GetMessage())
	}
	return f, Pos{}, err
}

func position(n ast.Node) Pos {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return Pos{t.Position.Line, t.Position.Column}
	}
	return Pos{}
}

// reader builds the tree.
type reader struct {
	report Report
	failed bool
	file   *file
}

// fail reports the first error that stops the reading.
func (r *reader) fail(at Pos, text string) *Node {
	if !r.failed {
		r.report(at, text, "")
	}
	r.failed = true
	return &Node{Pos: at, file: r.file}
}

// node converts a node of the library's tree.
func (r *reader) node(n ast.Node, depth int) *Node {
	if depth > maxDepth {
		return r.fail(position(n), "nested too deeply")
	}
	out := &Node{Pos: position(n), file: r.file}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.LiteralNode:
		out.Text = strings.TrimSpace(n.Value.Value)
	case *ast.StringNode:
		out.Text = n.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		out.Text = n.GetToken().Value
	case *ast.SequenceNode:
		out.Kind = List
		for _, v := range n.Values {
			out.Items = append(out.Items, r.node(v, depth+1))
		}
	case *ast.MappingNode:
		out.Kind = Mapping
		for _, v := range n.Values {
			out.Fields = append(out.Fields, r.field(v, depth))
		}
		if len(n.Values) > 0 && !n.IsFlowStyle {
			out.Pos = out.Fields[0].Pos
		}
	case *ast.MappingValueNode:
		out.Kind = Mapping
		out.Fields = []Field{r.field(n, depth)}
		out.Pos = out.Fields[0].Pos
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return r.fail(out.Pos, "anchors and aliases are not used here; write the values out")
	case *ast.TagNode:
		return r.fail(out.Pos, "tags are not used here; leave it out")
	default:
		return r.fail(out.Pos, "not understood; expected a text, a list or a mapping")
	}
	return out
}

// field returns one name with its value.
func (r *reader) field(v *ast.MappingValueNode, depth int) Field {
	at := position(v.Key)
	var name string
	switch k := v.Key.(type) {
	case *ast.StringNode:
		name = k.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		name = k.GetToken().Value
	default:
		r.fail(at, "expected a plain name before the colon")
	}
	if v.Value == nil {
		return Field{Pos: at, Name: name, Value: &Node{Pos: at, file: r.file}}
	}
	return Field{Pos: at, Name: name, Value: r.node(v.Value, depth+1)}
}

// file finds words in the text that a scalar was read from.
type file struct {
	text  string
	lines []int // byte offset of each line
}

func newFile(text []byte) *file {
	f := &file{text: string(text), lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// offset returns the byte offset of a position, whose column counts characters.
func (f *file) offset(p Pos) int {
	if p.Line < 1 || p.Line > len(f.lines) {
		return len(f.text)
	}
	i := f.lines[p.Line-1]
	for n := 1; n < p.Column && i < len(f.text) && f.text[i] != '\n'; n++ {
		_, size := utf8.DecodeRuneInString(f.text[i:])
		i += size
	}
	return i
}

// place returns the position of a byte offset that is not before p.
func (f *file) place(p Pos, offset int) Pos {
	line := max(p.Line, 1)
	for line < len(f.lines) && f.lines[line] <= offset {
		line++
	}
	return Pos{line, utf8.RuneCountInString(f.text[f.lines[line-1]:offset]) + 1}
}

// Words splits a scalar at spaces. Each word has its own position.
func (n *Node) Words() []Text {
	parts := strings.Fields(n.Text)
	out := make([]Text, len(parts))
	at, p := n.file.offset(n.Pos), n.Pos
	for i, w := range parts {
		// words written with escapes are not found; they get the position of the scalar
		if j := strings.Index(n.file.text[at:], w); j >= 0 {
			p = n.file.place(p, at+j)
			at += j + len(w)
		}
		out[i] = Text{p, w}
	}
	return out
}
