package words

import (
	"regexp"
	"strings"
)

// kind is the kind of a piece of a template.
type kind int

const (
	plain kind = iota // text of the page
	value             // an action that writes a value
	open              // the start tag of an inline element
	shut              // its end tag
	edge              // anything that ends a sentence: other tags, conditions, loops
)

// piece is a piece of a template.
type piece struct {
	kind kind
	raw  string
	name string // name of the element
	head int    // length of its start tag; raw may contain more
}

// inside lists the inline elements, which can be part of a sentence.
var inside = map[string]bool{
	"a": true, "abbr": true, "b": true, "cite": true, "code": true, "em": true, "i": true, "kbd": true, "mark": true, "q": true,
	"s": true, "small": true, "span": true, "strong": true, "sub": true, "sup": true, "time": true, "u": true,
}

// whole lists the elements whose content is not text of the page.
var whole = map[string]bool{"script": true, "style": true, "textarea": true, "svg": true}

// scan splits a template into pieces. Concatenated, they give the template again.
func scan(src string) []piece {
	var out []piece
	for src != "" {
		p := next(src)
		src = src[len(p.raw):]
		out = append(out, p)
	}
	return out
}

func next(src string) piece {
	switch {
	case strings.HasPrefix(src, "{{"):
		raw := src[:action(src)]
		return piece{kind: actionKind(raw), raw: raw}
	case strings.HasPrefix(src, "<!"):
		return piece{kind: edge, raw: upTo(src, map[bool]string{true: "-->", false: ">"}[strings.HasPrefix(src, "<!--")])}
	case isTag(src):
		return tag(src)
	}
	end := 1
	for end < len(src) && !strings.HasPrefix(src[end:], "{{") && !isTag(src[end:]) && !strings.HasPrefix(src[end:], "<!") {
		end++
	}
	return piece{kind: plain, raw: src[:end]}
}

func isTag(s string) bool {
	if len(s) < 2 || s[0] != '<' {
		return false
	}
	c := s[1] | 0x20
	return s[1] == '/' || c >= 'a' && c <= 'z'
}

func upTo(src, end string) string {
	if i := strings.Index(src, end); i >= 0 {
		return src[:i+len(end)]
	}
	return src
}

// action returns the length of the action at the beginning of src.
func action(src string) int {
	in := byte(0)
	for i := 2; i < len(src); i++ {
		switch c := src[i]; {
		case in != 0:
			if c == '\\' && in == '"' {
				i++
			} else if c == in {
				in = 0
			}
		case c == '"' || c == '`':
			in = c
		case strings.HasPrefix(src[i:], "}}"):
			return i + 2
		}
	}
	return len(src)
}

var (
	firstWord = regexp.MustCompile(`^\{\{-?\s*(\w+|/\*)?`)
	assigns   = regexp.MustCompile(`^\{\{-?\s*\$\w+\s*(,\s*\$\w+\s*)?:?=`)
)

func actionKind(raw string) kind {
	switch firstWord.FindStringSubmatch(raw)[1] {
	case "if", "else", "end", "range", "with", "define", "block", "break", "continue", "/*":
		return edge
	}
	if assigns.MatchString(raw) {
		return edge
	}
	return value
}

// tag returns the tag at the beginning of src, including actions in it. For the elements in whole
// it also includes their content.
func tag(src string) piece {
	end, in := len(src), byte(0)
	for i := 1; i < len(src); i++ {
		if strings.HasPrefix(src[i:], "{{") {
			i += action(src[i:]) - 1
			continue
		}
		c := src[i]
		if in != 0 {
			if c == in {
				in = 0
			}
			continue
		}
		if c == '"' || c == '\'' {
			in = c
		}
		if c == '>' {
			end = i + 1
			break
		}
	}
	p := piece{kind: edge, raw: src[:end], head: end}
	name := strings.TrimPrefix(p.raw[1:], "/")
	if i := strings.IndexFunc(name, func(r rune) bool { return r == ' ' || r == '\n' || r == '>' || r == '/' || r == '{' || r == '\t' }); i >= 0 {
		name = name[:i]
	}
	p.name = strings.ToLower(name)
	closes := p.raw[1] == '/'
	switch {
	case !closes && (whole[p.name] || !inside[p.name] && strings.Contains(p.raw, `translate="no"`)):
		if i := strings.Index(src[end:], "</"+p.name); i >= 0 {
			p.raw = src[:end+i]
		}
	case !strings.HasSuffix(p.raw, ">"): // the source ends within the tag: no text follows
	case inside[p.name] && closes:
		p.kind = shut
	case inside[p.name]:
		p.kind = open
	}
	return p
}

// attributes matches attributes that contain text.
var attributes = regexp.MustCompile(`\s(title|aria-label|placeholder|alt|label)="`)

// spans returns the ranges of a tag's attribute values that contain text.
func spans(tag string) [][2]int {
	var out [][2]int
	for from := 0; ; {
		m := attributes.FindStringIndex(tag[from:])
		if m == nil {
			return out
		}
		a := from + m[1]
		b := a
		for b < len(tag) && tag[b] != '"' {
			if strings.HasPrefix(tag[b:], "{{") {
				b += action(tag[b:])
				continue
			}
			b++
		}
		out = append(out, [2]int{a, b})
		from = b
	}
}
