package letter

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"
)

// look is the style of an element's text.
type look struct {
	hide          bool
	strike        bool
	unstrike      bool   // whether the style removes a strike-through
	color, ground string // colours of the text and of its background; empty if not given
}

// The limits of the styles of a message.
const (
	maxRules = 100
	maxStyle = 64 << 10
)

// rule is a rule of a style sheet: its selector, outermost part first, and the style.
type rule struct {
	parts []selector
	says  look
}

// selector is a simple part of a selector: the name, the classes and the ID that an element must
// have.
type selector struct {
	tag     string
	id      string
	classes []string
}

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/|<!--|-->`)
	zeroSize   = regexp.MustCompile(`^0(\.0+)?(px|pt|em|rem|%|ex|mm|cm|vw)?$`)
	fontSize   = regexp.MustCompile(`(?:^|\s)0(?:px|pt|em|rem|%)?(?:/\S+)?\s`)
)

// readStyles returns the rules of a style sheet that strike out or hide text. It ignores rules for
// special media and selectors with pseudo-classes.
func readStyles(sheet string) []rule {
	if len(sheet) > maxStyle {
		sheet = sheet[:maxStyle]
	}
	sheet = cssComment.ReplaceAllString(sheet, " ")
	var out []rule
	for len(out) < maxRules {
		open := strings.IndexByte(sheet, '{')
		if open < 0 {
			return out
		}
		head := strings.TrimSpace(sheet[:open])
		if i := strings.LastIndexByte(head, ';'); i >= 0 { // skips at-rules such as @import
			head = strings.TrimSpace(head[i+1:])
		}
		body := sheet[open+1:]
		if strings.HasPrefix(head, "@") {
			sheet = body[blockEnd(body):]
			continue
		}
		end := strings.IndexByte(body, '}')
		if end < 0 {
			end = len(body)
		}
		says := readLook(body[:end])
		sheet = body[min(end+1, len(body)):]
		if !says.hide && !says.strike && !says.unstrike {
			continue
		}
		says.color, says.ground = "", ""
		for s := range strings.SplitSeq(head, ",") {
			if parts := readSelector(s); parts != nil && len(out) < maxRules {
				out = append(out, rule{parts, says})
			}
		}
	}
	return out
}

// blockEnd returns the index after the brace that closes a block, or the end of the text if there
// is none.
func blockEnd(s string) int {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// readSelector parses a selector of names, classes and IDs. It returns nil for any other selector.
func readSelector(s string) []selector {
	var out []selector
	for f := range strings.FieldsSeq(strings.ReplaceAll(s, ">", " ")) {
		if strings.ContainsAny(f, ":[+~") || len(out) == 8 {
			return nil
		}
		var p selector
		for i := 0; i < len(f); {
			j := i + 1
			for j < len(f) && f[j] != '.' && f[j] != '#' {
				j++
			}
			switch name := f[i:j]; {
			case name[0] == '.':
				p.classes = append(p.classes, strings.ToLower(name[1:]))
			case name[0] == '#':
				p.id = strings.ToLower(name[1:])
			case name != "*":
				p.tag = strings.ToLower(name)
			}
			i = j
		}
		out = append(out, p)
	}
	return out
}

// readLook parses the declarations of a style.
func readLook(declarations string) look {
	var l look
	var noHeight, cut bool
	for d := range strings.SplitSeq(strings.ToLower(declarations), ";") {
		key, value, ok := strings.Cut(d, ":")
		if !ok {
			continue
		}
		key = strings.TrimSpace(key)
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		switch key {
		case "text-decoration", "text-decoration-line":
			l.strike = strings.Contains(value, "line-through")
			l.unstrike = !l.strike
		case "display":
			l.hide = l.hide || value == "none"
		case "mso-hide":
			l.hide = l.hide || value == "all"
		case "visibility":
			l.hide = l.hide || value == "hidden" || value == "collapse"
		case "font-size":
			l.hide = l.hide || zeroSize.MatchString(value)
		case "font":
			l.hide = l.hide || fontSize.MatchString(value)
		case "opacity":
			x, err := strconv.ParseFloat(value, 64)
			l.hide = l.hide || err == nil && x == 0
		case "max-height", "height":
			noHeight = noHeight || zeroSize.MatchString(value)
		case "overflow":
			cut = value == "hidden"
		case "color":
			l.color = colour(value)
		case "background-color", "background":
			l.ground = colour(value)
		}
	}
	l.hide = l.hide || noHeight && cut
	return l
}

// colour returns a colour in canonical form if it is a simple one. It returns "" if no colour is
// stated.
func colour(value string) string {
	value = strings.ReplaceAll(value, " ", "")
	if len(value) == 4 && value[0] == '#' {
		value = string([]byte{'#', value[1], value[1], value[2], value[2], value[3], value[3]})
	}
	switch value {
	case "white", "rgb(255,255,255)":
		return "#ffffff"
	case "black", "rgb(0,0,0)":
		return "#000000"
	case "transparent", "inherit", "initial", "none", "":
		return ""
	}
	return value
}

// with returns l overridden by m, another style for the same element.
func (l look) with(m look) look {
	l.hide = l.hide || m.hide
	if m.strike || m.unstrike {
		l.strike, l.unstrike = m.strike, m.unstrike
	}
	if m.color != "" {
		l.color = m.color
	}
	if m.ground != "" {
		l.ground = m.ground
	}
	return l
}

// fits reports whether an element matches a part of a selector.
func (p *selector) fits(e *level) bool {
	if p.tag != "" && p.tag != e.name || p.id != "" && p.id != e.id {
		return false
	}
	for _, c := range p.classes {
		found := false
		for f := range strings.FieldsSeq(e.class) {
			found = found || f == c
		}
		if !found {
			return false
		}
	}
	return true
}

// fits reports whether a rule applies to an element inside the open elements.
func (r *rule) fits(open []level, e *level) bool {
	last := len(r.parts) - 1
	if !r.parts[last].fits(e) {
		return false
	}
	last--
	for i := len(open) - 1; i >= 0 && last >= 0; i-- {
		if r.parts[last].fits(&open[i]) {
			last--
		}
	}
	return last < 0
}

// strikes reports whether an element strikes out its text without any style.
func strikes(tag atom.Atom) bool {
	return tag == atom.S || tag == atom.Strike || tag == atom.Del
}
