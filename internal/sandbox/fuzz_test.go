package sandbox

import (
	"encoding/json"
	"errors"
	"testing"

	"podesta/internal/bounded"
)

// FuzzOpen opens links, and checks that the book of every valid link can be written as a link
// again that opens the same book.
func FuzzOpen(f *testing.F) {
	b, err := Begin("B", "", "", nil)
	if err != nil {
		f.Fatal(err)
	}
	link, err := b.Link()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(link)
	f.Add("1")
	f.Fuzz(func(t *testing.T, link string) { open(t, link) })
}

// FuzzBook opens links whose content is valid compressed JSON, which random links hardly ever
// contain.
func FuzzBook(f *testing.F) {
	f.Add([]byte(`{"s":"B","p":[{"o":{"milan":"A Cremona - Mantua"}}]}`))
	for _, scenario := range []string{"B", "A"} {
		b, err := Begin(scenario, "", "", nil)
		if err != nil {
			f.Fatal(err)
		}
		if b, err = b.Write(Given{Orders: map[string]string{"milan": "A Cremona - Mantua\nnonsense"}}); err != nil {
			f.Fatal(err)
		}
		body, err := json.Marshal(b)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		link, err := packed(body)
		if err != nil {
			t.Fatal(err)
		}
		open(t, link)
	})
}

func open(t *testing.T, link string) {
	var b *Book
	var err error
	bounded.Bytes(t, len(link), 8<<20, 600, func() { b, err = Open(link) })
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || err.Error() == "" {
			t.Fatalf("%T %v", err, err)
		}
		return
	}
	x, err := b.All()
	if err == nil && x.Moment[b.At].Err == nil && !x.Over() {
		_, _ = x.Draft()
	}
	written, err := b.Link()
	if err != nil {
		return // too long, because the encoder adds spaces and escapes
	}
	again, err := Open(written)
	if err != nil {
		t.Fatalf("%q is written as %q: %v", link, written, err)
	}
	if third, err := again.Link(); err != nil || third != written {
		t.Fatalf("%q is written as %q, then as %q (%v)", link, written, third, err)
	}
}
