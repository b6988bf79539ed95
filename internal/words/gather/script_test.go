package gather

import (
	"slices"
	"testing"

	"podesta/internal/words"
)

// TestScript checks which strings in scripts count as texts: not those that are compared or
// looked up, but all others that are shown.
func TestScript(t *testing.T) {
	for _, x := range []struct {
		src   string
		texts []string
	}{
		{`button('Spend ducats', 'button quiet', 'card', f)`, []string{"Spend ducats"}},
		{`recall('Take it back'); phone('Ring twice'); demon('Two horns')`, []string{"Take it back", "Ring twice", "Two horns"}},
		{`app.on('tab', f); all('.a .b', root); app.tell('menu item', {}); e.matches('main article')`, nil},
		{`make('b', { class: 'one two', title: 'Show more' }, 'Just a moment')`, []string{"Show more", "Just a moment"}},
		{`make('i', { title: t('unread') })`, []string{"unread"}},
		{"say(t`${n} of ${all}`)", []string{"{1} of {2}"}},
	} {
		f := &found{all: map[string]*words.Entry{}}
		if err := script(f, "ts/x.ts", x.src); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range f.all {
			got = append(got, e.ID)
		}
		slices.Sort(got)
		slices.Sort(x.texts)
		if !slices.Equal(got, x.texts) {
			t.Errorf("%s\ngot  %q\nwant %q", x.src, got, x.texts)
		}
	}
}
