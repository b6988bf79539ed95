package replay

import (
	"testing"
)

// apply applies changes to a drawing as a page does.
func apply(n *node, list []Change) {
	for _, c := range list {
		at := n
		for _, i := range c.Path {
			at = at.children[i]
		}
		put, err := parse("<g>" + c.Put + "</g>")
		if err != nil {
			panic(err)
		}
		rest := append([]*node(nil), at.children[c.At+c.Drop:]...)
		at.children = append(append(at.children[:c.At:c.At], put.children...), rest...)
	}
}

// written returns the source of a drawing with its changes applied.
func written(n *node) string {
	if n.open == "" || len(n.children) == 0 {
		return n.text
	}
	s := n.open
	for _, c := range n.children {
		s += written(c)
	}
	name := n.open[1:]
	for i := range name {
		if name[i] == ' ' || name[i] == '>' {
			name = name[:i]
			break
		}
	}
	return s + "</" + name + ">"
}

// TestChanges checks that the changes between two drawings turn one into the
// other.
func TestChanges(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{`<svg><g id="a"/><g id="b"/></svg>`, `<svg><g id="a"/><g id="c"/></svg>`},
		{`<svg><g id="a"/><g id="b"/></svg>`, `<svg><g id="b"/></svg>`},
		{`<svg><g><use href="#x"/>text</g></svg>`, `<svg><g><use href="#x"/>other<use href="#y"/></g></svg>`},
		{`<svg><g></g></svg>`, `<svg><g><use href="#y"/></g></svg>`},
		{`<svg><g><use href="#x"/></g></svg>`, `<svg><g></g></svg>`},
		{`<svg><g><a/></g><g><b/></g></svg>`, `<svg><g><a/><c/></g><g><d/></g></svg>`},
		{`<svg></svg>`, `<svg></svg>`},
	} {
		a, err := parse(c.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := parse(c.b)
		if err != nil {
			t.Fatal(err)
		}
		list := changes(a, b)
		apply(a, list)
		if got := written(a); got != c.b {
			t.Errorf("%s: %s, want %s (%+v)", c.a, got, c.b, list)
		}
	}
	for _, bad := range []string{"", "<svg>", "</svg>", "<svg", "text"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is no drawing", bad)
		}
	}
}

// Play returns the final drawing of a film.
func Play(t *testing.T, f *Film) string {
	n, err := parse(string(f.First))
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range f.Frames {
		apply(n, frame.Changes)
	}
	return written(n) + "\n"
}
