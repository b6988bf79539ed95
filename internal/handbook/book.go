package handbook

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Book is the rendered documentation.
type Book struct {
	Chapters []Chapter
	Files    []string // paths of other files in the project that pages show or link to

	pages map[string]*Page
}

// Chapter is a group of pages. The first has no title.
type Chapter struct {
	Title string
	Pages []*Page
}

// Page is a document rendered as HTML.
type Page struct {
	Name     string // its name in URLs
	Address  string
	Title    string // its heading
	Short    string // its title in the table of contents
	HTML     template.HTML
	Sections []Section

	anchors map[string]bool
	links   []link
}

// Section is a part of a page, used for searching: a heading, and the text below it up to the
// next heading.
type Section struct {
	Level  int    // level of the heading; 0 for the beginning of the page
	Anchor string // empty for the beginning of the page
	Title  string
	Text   string
}

// link is a link to a place on a page.
type link struct{ from, to, anchor string }

// Addresses returns the URLs of pages and files, given their names or paths.
type Addresses struct {
	Page func(name string) string
	File func(path string) string
}

// New renders the documents in source, with links to the given addresses. It returns an error for
// a dead link.
func New(source fs.FS, at Addresses) (*Book, error) {
	b := &Book{pages: map[string]*Page{}}
	r := binder{source: source, at: at, book: b, names: map[string]string{}, files: map[string]bool{}}
	for _, c := range contents {
		for _, e := range c.pages {
			r.names[e.file] = e.name
		}
	}
	var problems []error
	for _, c := range contents {
		group := Chapter{Title: c.title}
		for _, e := range c.pages {
			p, err := r.page(e)
			if err != nil {
				problems = append(problems, err)
				continue
			}
			b.pages[e.name] = p
			group.Pages = append(group.Pages, p)
		}
		b.Chapters = append(b.Chapters, group)
	}
	for _, p := range b.pages {
		for _, l := range p.links {
			if to := b.pages[l.to]; to != nil && l.anchor != "" && !to.anchors[l.anchor] {
				problems = append(problems, fmt.Errorf("%s: the page %s has no heading #%s", l.from, l.to, l.anchor))
			}
		}
	}
	slices.Sort(b.Files)
	return b, errors.Join(problems...)
}

// Page returns the page with the given name, or nil if there is none.
func (b *Book) Page(name string) *Page { return b.pages[name] }

// Parts returns the sections with the main headings of a long page, for its table of contents,
// and nil for a short page.
func (p *Page) Parts() []Section {
	parts := slices.DeleteFunc(slices.Clone(p.Sections), func(s Section) bool { return s.Level != 2 })
	if len(parts) < 4 {
		return nil
	}
	return parts
}

// binder renders the pages of a book.
type binder struct {
	source fs.FS
	at     Addresses
	book   *Book
	names  map[string]string // names of pages, keyed by file
	files  map[string]bool   // files that are in Book.Files
}

// page renders the document of an entry.
func (r *binder) page(e entry) (*Page, error) {
	src, err := fs.ReadFile(r.source, e.file)
	if err != nil {
		return nil, err
	}
	p := &Page{Name: e.name, Address: r.at.Page(e.name), Short: e.title, anchors: map[string]bool{}}
	md := goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Linkify,
		),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{}, 100))),
	)
	tree := md.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(&headings{seen: p.anchors}))))
	d := document{binder: r, page: p, file: e.file, src: src}
	if err := d.prepare(tree); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, src, tree); err != nil {
		return nil, err
	}
	// This is safe: the Markdown belongs to the project, and its raw HTML was checked.
	p.HTML = template.HTML(out.String())
	return p, nil
}
