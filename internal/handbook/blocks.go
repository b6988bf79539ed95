package handbook

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// blocks renders the elements that differ from plain Markdown. Code and wide tables can be
// scrolled, also by keyboard; comments are left out; images load lazily.
type blocks struct{}

// RegisterFuncs registers the functions for the kinds of nodes.
func (blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindCodeBlock, code)
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(extast.KindTable, table)
	r.Register(ast.KindImage, image)
	r.Register(ast.KindHTMLBlock, nothing)
	r.Register(ast.KindRawHTML, raw)
}

func code(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<pre class="scroll" tabindex="0">`)
		_, _ = w.Write(util.EscapeHTML(n.Lines().Value(src)))
		_, _ = w.WriteString("</pre>\n")
	}
	return ast.WalkContinue, nil
}

func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<div class="scroll" tabindex="0"><table>` + "\n")
	} else {
		_, _ = w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

func image(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var alt strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			_, _ = alt.Write(t.Segment.Value(src))
		}
	}
	_, _ = w.WriteString(`<img loading="lazy" src="`)
	_, _ = w.Write(util.EscapeHTML(n.(*ast.Image).Destination))
	_, _ = w.WriteString(`" alt="`)
	_, _ = w.Write(util.EscapeHTML([]byte(alt.String())))
	_, _ = w.WriteString(`">`)
	return ast.WalkSkipChildren, nil
}

// raw writes an HTML tag that document has allowed.
func raw(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.Write(n.(*ast.RawHTML).Segments.Value(src))
	}
	return ast.WalkContinue, nil
}

func nothing(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkContinue, nil
}

// headings generates the same anchors for headings as GitHub, so that links also work there. It
// implements parser.IDs.
type headings struct{ seen map[string]bool }

// Generate returns the anchor for the text of a heading.
func (h *headings) Generate(text []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(string(text))) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		}
	}
	id := b.String()
	for n := 1; h.seen[id]; n++ {
		id = b.String() + "-" + strconv.Itoa(n)
	}
	h.seen[id] = true
	return []byte(id)
}

// Put records an anchor that a document sets itself.
func (h *headings) Put(id []byte) { h.seen[string(id)] = true }
