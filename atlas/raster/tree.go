package raster

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// node is an element of the document.
type node struct {
	name     string
	attrs    []attribute
	text     string
	children []*node

	raw      string // the whole source text of the element
	from, to int    // its part of document.refs
	sum      partKey
	summed   bool
}

// attribute is an attribute of an element.
type attribute struct{ name, value string }

// attr returns an attribute, or "" if it is missing.
func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// document is a parsed picture.
type document struct {
	root  *node
	ids   map[string]*node
	refs  []string                 // the IDs that elements refer to, in the order of the document
	css   string                   // the style sheet
	rules map[string][]declaration // rules by class

	styled *partKey // hash of the rules; nil until it is needed
}

// The limits of a document prevent documents from other sources from using up
// the memory.
const (
	mostNodes = 200_000
	mostDepth = 60
)

var errNotSVG = errors.New("the picture is not an SVG")

// read reads a document. It understands the XML that package atlas writes, with
// elements, text, and the entities of reserved characters.
func read(svg []byte) (*document, error) {
	r := &reader{document: &document{ids: map[string]*node{}, rules: map[string][]declaration{}}, text: string(svg)}
	r.attrs = make([]attribute, 0, strings.Count(r.text, "="))
	for r.at < len(r.text) {
		if err := r.token(); err != nil {
			return nil, err
		}
	}
	if len(r.open) > 0 || r.root == nil || r.root.name != "svg" {
		return nil, errNotSVG
	}
	r.style(r.css)
	return r.document, nil
}

// reader reads a document from its text.
type reader struct {
	*document
	text  string
	at    int
	open  []*node // the elements that have begun and not ended
	begun []int   // the positions where they begin
	count int
	nodes []node // space for more elements
	attrs []attribute
}

// token reads the next tag, comment or piece of text.
func (r *reader) token() error {
	rest := r.text[r.at:]
	switch {
	case rest[0] != '<':
		end := strings.IndexByte(rest, '<')
		if end < 0 {
			end = len(rest)
		}
		r.at += end
		return r.content(rest[:end])
	case strings.HasPrefix(rest, "<!--"):
		return r.skip("-->")
	case strings.HasPrefix(rest, "<?"):
		return r.skip("?>")
	case strings.HasPrefix(rest, "</"):
		return r.end()
	}
	return r.start()
}

// skip skips everything up to the end of the next occurrence of a text.
func (r *reader) skip(to string) error {
	i := strings.Index(r.text[r.at:], to)
	if i < 0 {
		return errNotSVG
	}
	r.at += i + len(to)
	return nil
}

// content adds text to the current element.
func (r *reader) content(s string) error {
	if len(r.open) == 0 {
		return nil
	}
	n := r.open[len(r.open)-1]
	switch n.name {
	case "style", "text", "textPath":
	default:
		return nil
	}
	s, err := unescaped(s)
	if n.name == "style" {
		r.css += s
	} else {
		n.text += s
	}
	return err
}

// start reads the first tag of an element.
func (r *reader) start() error {
	if r.count++; r.count > mostNodes || len(r.open) >= mostDepth {
		return errors.New("the picture is too large")
	}
	begin := r.at
	r.at++
	if len(r.nodes) == 0 {
		r.nodes = make([]node, 256)
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.name, n.from = local(r.word()), len(r.refs)
	if n.name == "" {
		return errNotSVG
	}
	first := len(r.attrs)
	for {
		r.blanks()
		c := r.peek()
		if c == '>' || c == '/' {
			break
		}
		if err := r.attribute(); err != nil {
			return err
		}
	}
	n.attrs = r.attrs[first:len(r.attrs):len(r.attrs)]
	if id := n.attr("id"); id != "" {
		r.ids[id] = n
	}
	if len(r.open) > 0 {
		parent := r.open[len(r.open)-1]
		parent.children = append(parent.children, n)
	} else if r.root == nil {
		r.root = n
	}
	r.open, r.begun = append(r.open, n), append(r.begun, begin)
	if r.peek() == '/' {
		r.at++
		if r.peek() != '>' {
			return errNotSVG
		}
		r.at++
		r.close()
		return nil
	}
	r.at++
	return nil
}

// end reads the last tag of an element.
func (r *reader) end() error {
	r.at += len("</")
	name := local(r.word())
	r.blanks()
	if r.peek() != '>' || len(r.open) == 0 || r.open[len(r.open)-1].name != name {
		return errNotSVG
	}
	r.at++
	r.close()
	return nil
}

// close ends the current element.
func (r *reader) close() {
	last := len(r.open) - 1
	n := r.open[last]
	n.raw, n.to = r.text[r.begun[last]:r.at], len(r.refs)
	r.open, r.begun = r.open[:last], r.begun[:last]
}

// attribute reads an attribute.
func (r *reader) attribute() error {
	name := local(r.word())
	r.blanks()
	if name == "" || r.peek() != '=' {
		return errNotSVG
	}
	r.at++
	r.blanks()
	quote := r.peek()
	if quote != '"' && quote != '\'' {
		return errNotSVG
	}
	r.at++
	end := strings.IndexByte(r.text[r.at:], quote)
	if end < 0 {
		return errNotSVG
	}
	value, err := unescaped(r.text[r.at : r.at+end])
	if err != nil {
		return err
	}
	r.at += end + 1
	r.attrs = append(r.attrs, attribute{name, value})
	if id, ok := strings.CutPrefix(value, "#"); ok && name == "href" {
		r.refs = append(r.refs, id)
	} else if name != "d" {
		r.refs = append(r.refs, references(value)...)
	}
	return nil
}

// references returns the ids in values such as url(#id).
func references(s string) []string {
	var out []string
	for {
		_, after, ok := strings.Cut(s, "url(#")
		if !ok {
			return out
		}
		id, rest, _ := strings.Cut(after, ")")
		out, s = append(out, id), rest
	}
}

// peek returns the next byte, or 0 at the end.
func (r *reader) peek() byte {
	if r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *reader) blanks() {
	for r.at < len(r.text) && r.text[r.at] <= ' ' {
		r.at++
	}
}

// word reads the name of an element or an attribute.
func (r *reader) word() string {
	from := r.at
	for r.at < len(r.text) {
		c := r.text[r.at]
		if c <= ' ' || c == '>' || c == '/' || c == '=' || c == '<' || c == '"' || c == '\'' {
			break
		}
		r.at++
	}
	return r.text[from:r.at]
}

// local returns a name without the prefix of its namespace.
func local(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// entities are the reserved characters of XML in text.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")

// unescaped returns a text with its entities replaced.
func unescaped(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", errNotSVG
	}
	if strings.IndexByte(s, '&') < 0 {
		return s, nil
	}
	return entities.Replace(s), nil
}
