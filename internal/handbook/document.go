package handbook

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// document is a page while its links are resolved and its sections are
// collected.
type document struct {
	*binder
	page    *Page
	file    string
	src     []byte
	heading bool // whether the following texts belong to a heading
}

var (
	comment    = regexp.MustCompile(`(?s)^\s*(<!--.*?-->\s*)+$`)
	allowedTag = regexp.MustCompile(`^(</?small>|<br>)$`)
)

// prepare resolves the links of a document and collects its sections. The error names all invalid
// links and forbidden tags.
func (d *document) prepare(tree ast.Node) error {
	d.page.Sections = []Section{{}}
	var bad []error
	note := func(err error) {
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", d.file, err))
		}
	}
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok {
			d.heading = entering
			if entering {
				id, _ := h.AttributeString("id")
				d.begin(h.Level, string(id.([]byte)))
			}
		}
		if !entering {
			if n.Type() == ast.TypeBlock {
				d.add(" ")
			}
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = d.resolve(string(n.Destination))
		case *ast.Image:
			n.Destination, err = d.resolve(string(n.Destination))
		case *ast.Text:
			d.add(string(n.Segment.Value(d.src)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				d.add(" ")
			}
		case *ast.String:
			d.add(string(n.Value))
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			d.add(string(n.Lines().Value(d.src)))
		case *ast.RawHTML:
			if raw := string(n.Segments.Value(d.src)); !allowedTag.MatchString(raw) {
				err = fmt.Errorf("pages do not show the HTML %s", raw)
			}
		case *ast.HTMLBlock:
			if raw := string(n.Lines().Value(d.src)); !comment.MatchString(raw) {
				err = fmt.Errorf("pages do not show the HTML %s", raw)
			}
		}
		note(err)
		return ast.WalkContinue, nil
	})
	note(err)
	for i := range d.page.Sections {
		s := &d.page.Sections[i]
		s.Title, s.Text = strings.Join(strings.Fields(s.Title), " "), strings.Join(strings.Fields(s.Text), " ")
	}
	d.page.Title = d.page.Sections[0].Title
	return errors.Join(bad...)
}

// begin begins a section. The page's own heading belongs to the first one.
func (d *document) begin(level int, anchor string) {
	if level > 1 {
		d.page.Sections = append(d.page.Sections, Section{Level: level, Anchor: anchor})
	}
}

// add adds a text to the current section.
func (d *document) add(text string) {
	s := &d.page.Sections[len(d.page.Sections)-1]
	if d.heading {
		s.Title += text
	} else {
		s.Text += text
	}
}

// resolve returns the URL for the target of a link.
func (d *document) resolve(to string) ([]byte, error) {
	if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "mailto:") {
		return []byte(to), nil
	}
	file, anchor, _ := strings.Cut(to, "#")
	if file == "" {
		file = d.file
	} else {
		file = path.Join(path.Dir(d.file), file)
	}
	if name, ok := d.names[file]; ok {
		d.page.links = append(d.page.links, link{d.file, name, anchor})
		if anchor != "" {
			anchor = "#" + anchor
			if name == d.page.Name {
				return []byte(anchor), nil
			}
		}
		return []byte(d.at.Page(name) + anchor), nil
	}
	if info, err := fs.Stat(d.source, file); err != nil || info.IsDir() {
		return nil, fmt.Errorf("the link to %s leads to no document and no file that the program contains", to)
	}
	if !d.files[file] {
		d.files[file] = true
		d.book.Files = append(d.book.Files, file)
	}
	return []byte(d.at.File(file)), nil
}
