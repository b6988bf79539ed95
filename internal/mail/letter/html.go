package letter

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlText converts HTML to lines as a reader sees them: blocks and line breaks end lines,
// quotations are marked with ">", invisible content is left out, and a signature that the program
// marked begins with "-- ". It reads the tags one by one without building a tree, so that deep
// nesting is harmless.
func htmlText(source string) string { return readHTML(source).out.String() }

// readHTML reads HTML to its end.
func readHTML(source string) *htmlReader {
	h := &htmlReader{z: html.NewTokenizer(strings.NewReader(source))}
	for {
		switch h.z.Next() {
		case html.ErrorToken:
			h.endStruck()
			h.endLine()
			return h
		case html.TextToken:
			switch {
			case h.styles > 0:
				if len(h.rules) < maxRules {
					h.rules = append(h.rules, readStyles(string(h.z.Text()))...)
				}
			case h.hides > 0:
			case h.strikes > 0:
				h.strikeOut(string(h.z.Text()))
			default:
				h.text(string(h.z.Text()))
			}
		case html.StartTagToken:
			h.start(false)
		case html.SelfClosingTagToken:
			h.start(true)
		case html.EndTagToken:
			name, _ := h.z.TagName()
			h.end(atom.Lookup(name))
		}
	}
}

// maxOpen is the maximum number of open elements that are remembered.
const maxOpen = 200

// level is an open element.
type level struct {
	tag                               atom.Atom
	name, id, class                   string // tag name in lower case, id and class
	quote, hide, fixed, strike, style bool
	color, ground                     string // colours of its text and background
}

// htmlReader writes the text of HTML to out.
type htmlReader struct {
	z     *html.Tokenizer
	out   strings.Builder
	line  strings.Builder
	begun bool // whether the line has begun, with text or with quotation marks
	space bool // whether a space precedes the next text
	stack []level
	rules []rule // rules of the style sheets so far

	quotes, hides, fixes, strikes, styles int // numbers of open elements of these kinds

	struck []string        // passages that are struck out, outside of quotations
	gone   strings.Builder // the struck-out text that is being read
	listed bool            // whether there is a list outside of quotations
}

// start opens an element.
func (h *htmlReader) start(closed bool) {
	name, more := h.z.TagName()
	tag := atom.Lookup(name)
	attrs := make(map[string]string)
	for more && len(attrs) < 100 {
		var k, v []byte
		k, v, more = h.z.TagAttr()
		attrs[string(k)] = string(v)
	}
	if h.hides == 0 {
		h.mark(tag, attrs)
	}
	switch tag {
	case atom.Br, atom.Hr, atom.Img, atom.Meta, atom.Link, atom.Input, atom.Wbr, atom.Col, atom.Area, atom.Base, atom.Embed, atom.Source, atom.Param:
		return
	}
	if closed && tag == 0 { // self-closing elements such as <o:p/>
		return
	}
	if tag == atom.Body { // the start of the body ends the head, even without an end tag
		for i := range h.stack {
			if h.stack[i].tag == atom.Head {
				h.pop(i)
				break
			}
		}
	}
	// these elements implicitly close an open element of the same kind
	if tag == atom.P || tag == atom.Li || tag == atom.Tr || tag == atom.Td || tag == atom.Th {
		for i := len(h.stack) - 1; i >= 0 && i > len(h.stack)-4; i-- {
			if h.stack[i].tag == tag {
				h.pop(i)
				break
			}
			if isBlock(h.stack[i].tag) {
				break
			}
		}
	}
	if len(h.stack) >= maxOpen {
		return
	}
	style := strings.ToLower(attrs["style"])
	style = strings.ReplaceAll(style, " ", "")
	_, hidden := attrs["hidden"]
	l := level{
		tag:   tag,
		name:  string(name),
		id:    strings.ToLower(attrs["id"]),
		class: strings.ToLower(attrs["class"]),
		quote: isQuote(tag, attrs, style),
		hide:  isHidden(tag) || hidden,
		fixed: tag == atom.Pre || tag == atom.Textarea || strings.Contains(style, "white-space:pre"),
		style: tag == atom.Style,
	}
	h.dress(&l, attrs)
	h.listed = h.listed || tag == atom.Li && h.quotes == 0
	if l.quote {
		h.endLine()
	}
	h.count(l, 1)
	h.stack = append(h.stack, l)
}

// dress determines from the style of an element whether its text is struck out or invisible.
func (h *htmlReader) dress(l *level, attrs map[string]string) {
	var shown look
	shown.strike = strikes(l.tag)
	for i := range h.rules {
		if h.rules[i].fits(h.stack, l) {
			shown = shown.with(h.rules[i].says)
		}
	}
	if c := attrs["color"]; c != "" {
		shown.color = colour(strings.ToLower(c))
	}
	if c := attrs["bgcolor"]; c != "" {
		shown.ground = colour(strings.ToLower(c))
	}
	if s := attrs["style"]; s != "" {
		shown = shown.with(readLook(s))
	}
	if n := len(h.stack); n > 0 {
		l.color, l.ground = h.stack[n-1].color, h.stack[n-1].ground
	}
	if shown.color != "" {
		l.color = shown.color
	}
	if shown.ground != "" {
		l.ground = shown.ground
	}
	l.strike = shown.strike
	// Without a stated background, programs with dark pages write white text.
	l.hide = l.hide || shown.hide || shown.color+shown.ground != "" && l.color != "" && l.color == l.ground
}

// The limits of the struck-out text that is remembered.
const (
	maxStruck  = 50
	longStruck = 200 // maximum bytes of a passage
)

// strikeOut records struck-out text, unless it is in a quotation.
func (h *htmlReader) strikeOut(s string) {
	if h.quotes == 0 && h.gone.Len() < longStruck {
		h.gone.WriteString(s)
	}
	h.space = h.space || strings.TrimSpace(s) != s // a space next to the passage separates words
}

// endStruck ends a passage of struck-out text.
func (h *htmlReader) endStruck() {
	if t := strings.Join(strings.Fields(h.gone.String()), " "); t != "" && len(h.struck) < maxStruck {
		h.struck = append(h.struck, t)
	}
	h.gone.Reset()
}

// mark writes the text that stands for the start of an element, such as line breaks and list
// bullets.
func (h *htmlReader) mark(tag atom.Atom, attrs map[string]string) {
	if h.strikes > 0 && (tag == atom.Br || isBlock(tag)) {
		h.endStruck()
	}
	switch tag {
	case atom.Br:
		h.breakLine()
	case atom.P:
		h.endLine()
		if !strings.Contains(strings.ToLower(attrs["class"]), "mso") && h.out.Len() > 0 {
			h.breakLine()
		}
	case atom.Td, atom.Th:
		h.space = true
	default:
		if isBlock(tag) {
			h.endLine()
		}
	}
	id, class := attrs["id"], strings.ToLower(attrs["class"])
	switch {
	case isSignatureMark(strings.ToLower(id), class):
		h.endLine()
		h.out.WriteString(strings.Repeat(">", h.quotes))
		h.out.WriteString("-- \n")
	case id == "appendonsend" || id == "divRplyFwdMsg" || id == "mail-editor-reference-message-container":
		h.endLine()
		h.out.WriteString("-----Original Message-----\n")
	}
}

// isSignatureMark reports whether an attribute marks a signature.
func isSignatureMark(id, class string) bool {
	switch id {
	case "applemailsignature", "ms-outlook-mobile-signature":
		return true
	}
	for _, c := range strings.Fields(class) {
		switch c {
		case "gmail_signature", "moz-signature", "moz-txt-sig", "protonmail_signature_block":
			return !strings.Contains(class, "-empty")
		}
	}
	return false
}

// isQuote reports whether an element is a quotation. A blockquote without a border is not, because
// some programs use it for indentation.
func isQuote(tag atom.Atom, attrs map[string]string, style string) bool {
	for _, c := range strings.Fields(strings.ToLower(attrs["class"])) {
		switch c {
		case "gmail_attr", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote", "tutanota_quote":
			return true
		case "gmail_quote":
			if tag == atom.Blockquote {
				return true
			}
		}
	}
	return tag == atom.Blockquote && (attrs["type"] == "cite" || !strings.Contains(style, "border:none") && !strings.Contains(style, "border:0"))
}

// isHidden reports whether the content of an element is not shown.
func isHidden(tag atom.Atom) bool {
	switch tag {
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Svg, atom.Math, atom.Object, atom.Iframe, atom.Noframes, atom.Select:
		return true
	}
	return false
}

// isBlock reports whether an element starts on a new line.
func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Dir, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr,
		atom.Html, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Table, atom.Tbody, atom.Tfoot,
		atom.Thead, atom.Tr, atom.Ul:
		return true
	}
	return false
}

// end closes the nearest open element with the tag, and the elements inside it.
func (h *htmlReader) end(tag atom.Atom) {
	switch tag {
	case atom.P:
		h.endLine()
	case 0:
		return
	}
	for i := len(h.stack) - 1; i >= 0; i-- {
		if h.stack[i].tag == tag {
			h.pop(i)
			return
		}
	}
}

// pop closes the open elements from index i on.
func (h *htmlReader) pop(i int) {
	for j := len(h.stack) - 1; j >= i; j-- {
		l := h.stack[j]
		if h.hides == 0 && (l.quote || isBlock(l.tag)) {
			h.endLine()
		}
		h.count(l, -1)
	}
	h.stack = h.stack[:i]
}

// count changes the numbers of open elements, for each kind to which an element belongs, by the
// parameter by.
func (h *htmlReader) count(l level, by int) {
	if l.quote {
		h.quotes += by
	}
	if l.hide {
		h.hides += by
	}
	if l.fixed {
		h.fixes += by
	}
	if l.style {
		h.styles += by
	}
	if l.strike {
		if h.strikes += by; h.strikes == 0 {
			h.endStruck()
		}
	}
}

// text writes characters. White space is collapsed, except in preformatted
// elements.
func (h *htmlReader) text(s string) {
	if h.fixes > 0 {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		for i, part := range strings.Split(s, "\n") {
			if i > 0 {
				h.breakLine()
			}
			if part != "" {
				h.open()
				h.line.WriteString(part)
			}
		}
		return
	}
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && !isHTMLSpace(s[j]) {
			j++
		}
		if j > i {
			h.open()
			if h.space && h.line.Len() > 0 {
				h.line.WriteByte(' ')
			}
			h.space = false
			h.line.WriteString(s[i:j])
		}
		for ; j < len(s) && isHTMLSpace(s[j]); j++ {
			h.space = true
		}
		i = j
	}
}

func isHTMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// open begins a line, with the marks of its quotation.
func (h *htmlReader) open() {
	if h.begun {
		return
	}
	h.begun = true
	if h.quotes > 0 {
		h.out.WriteString(strings.Repeat(">", min(h.quotes, 20)))
		h.out.WriteByte(' ')
	}
}

// breakLine ends the line, even if it is empty.
func (h *htmlReader) breakLine() {
	h.open()
	h.out.WriteString(h.line.String())
	h.out.WriteByte('\n')
	h.line.Reset()
	h.begun, h.space = false, false
}

// endLine ends the line, if it has begun.
func (h *htmlReader) endLine() {
	if h.line.Len() > 0 {
		h.breakLine()
	}
	h.begun, h.space = false, false
}
