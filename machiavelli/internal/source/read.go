package source

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"podesta/machiavelli/suggest"
)

// Text is a text with its position in the file, which is zero if the file does not contain the
// text.
type Text struct {
	Pos
	S string
}

// Given reports whether the file contains the text.
func (t Text) Given() bool { return t.Pos != Pos{} }

// Words is a list of words. A file may write it as a text with spaces between
// the words, or as a YAML list.
type Words []Text

// Strings returns the words without their positions.
func (w Words) Strings() []string {
	var out []string
	for _, t := range w {
		out = append(out, t.S)
	}
	return out
}

// Has reports whether the list contains the word.
func (w Words) Has(s string) bool {
	for _, t := range w {
		if t.S == s {
			return true
		}
	}
	return false
}

// Int is a whole number with its position.
type Int struct {
	Pos
	N int
}

// Given reports whether the file contains the number.
func (n Int) Given() bool { return n.Pos != Pos{} }

// Bool is a boolean with its position.
type Bool struct {
	Pos
	B bool
}

// Given reports whether the file contains the value.
func (b Bool) Given() bool { return b.Pos != Pos{} }

// Named is a mapping with arbitrary names.
type Named []NamedNode

// NamedNode is an entry of a mapping with arbitrary names.
type NamedNode struct {
	Name  Text
	Value *Node
}

// Read sets the struct that into points to from a mapping. It sets each field with a tag such as
// `yaml:"name"` from the entry with the name in the tag. Field types are Text, Words, Int, Bool,
// Named, *Node, structs of such fields, and slices of Text and structs; a field of type Pos
// without a tag receives the position of the mapping. Unknown names and values of the wrong kind
// are reported; everything else is read.
func Read(n *Node, into any, report Report) {
	d := decoder{report}
	d.mapping(n, reflect.ValueOf(into).Elem(), "the file")
}

type decoder struct{ report Report }

func (d decoder) kind(n *Node, want Kind, what string) bool {
	if n.Kind != want {
		d.report(n.Pos, fmt.Sprintf("%s: found %s, expected %s", what, n.Kind, want), "")
	}
	return n.Kind == want
}

// seen reports characters that are invisible or change the direction of text, since they could
// make one name look like another.
func (d decoder) seen(at Pos, what, text string) {
	for _, r := range text {
		if r != '\n' && !unicode.IsPrint(r) || r == '\u2800' || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			d.report(at, fmt.Sprintf("%s: the character U+%04X cannot be seen", what, r), "")
			return
		}
	}
}

// mapping fills a struct.
func (d decoder) mapping(n *Node, v reflect.Value, what string) {
	if n.Kind != Mapping {
		d.kind(n, Mapping, what)
		return
	}
	t := v.Type()
	byName, names := map[string]int{}, []string(nil)
	for i := range t.NumField() {
		switch name := t.Field(i).Tag.Get("yaml"); {
		case name != "":
			byName[name] = i
			names = append(names, name)
		case t.Field(i).Type == reflect.TypeFor[Pos]():
			v.Field(i).Set(reflect.ValueOf(n.Pos))
		}
	}
	for _, f := range n.Fields {
		i, ok := byName[f.Name]
		if !ok {
			text := fmt.Sprintf("unknown name %q; expected one of %s", f.Name, strings.Join(names, ", "))
			d.report(f.Pos, text, suggest.Closest(f.Name, names))
			continue
		}
		d.value(f.Value, v.Field(i), f.Name)
	}
}

// value sets one field.
func (d decoder) value(n *Node, v reflect.Value, what string) {
	switch p := v.Addr().Interface().(type) {
	case **Node:
		*p = n
	case *Text:
		if d.kind(n, Scalar, what) {
			d.seen(n.Pos, what, n.Text)
			*p = Text{n.Pos, n.Text}
		}
	case *Words:
		*p = d.words(n, what)
	case *Int:
		if d.kind(n, Scalar, what) {
			i, err := strconv.Atoi(n.Text)
			if err != nil {
				d.report(n.Pos, fmt.Sprintf("%s: found %q, expected a whole number", what, n.Text), "")
				return
			}
			*p = Int{n.Pos, i}
		}
	case *Bool:
		if d.kind(n, Scalar, what) {
			if n.Text != "true" && n.Text != "false" {
				d.report(n.Pos, fmt.Sprintf("%s: found %q, expected true or false", what, n.Text), "")
				return
			}
			*p = Bool{n.Pos, n.Text == "true"}
		}
	case *Named:
		if d.kind(n, Mapping, what) {
			for _, f := range n.Fields {
				d.seen(f.Pos, what, f.Name)
				*p = append(*p, NamedNode{Text{f.Pos, f.Name}, f.Value})
			}
		}
	default:
		d.other(n, v, what)
	}
}

// words reads a list of words, or a text with spaces between them.
func (d decoder) words(n *Node, what string) Words {
	switch n.Kind {
	case Scalar:
		d.seen(n.Pos, what, n.Text)
		return n.Words()
	case List:
		var out Words
		for _, item := range n.Items {
			if d.kind(item, Scalar, what) {
				d.seen(item.Pos, what, item.Text)
				out = append(out, item.Words()...)
			}
		}
		return out
	}
	d.report(n.Pos, fmt.Sprintf("%s: found %s, expected words", what, n.Kind), "")
	return nil
}

// other reads structs and lists.
func (d decoder) other(n *Node, v reflect.Value, what string) {
	if v.Kind() == reflect.Struct {
		d.mapping(n, v, what)
		return
	}
	if n.Kind == Scalar && n.Text == "" {
		return // a name without a value, such as "powers:"
	}
	if !d.kind(n, List, what) {
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.Items), len(n.Items))
	for i, item := range n.Items {
		d.value(item, out.Index(i), what)
	}
	v.Set(out)
}
