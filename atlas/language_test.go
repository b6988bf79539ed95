package atlas_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"podesta/atlas"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// shouting is a language that has longer names for everything.
type shouting struct{ message.Language }

func (s shouting) Noun(n message.Noun, form string) message.Said {
	said := s.Language.Noun(n, form)
	said.Text = strings.ToUpper(said.Text) + " di " + n.Kind
	return said
}

// TestLanguage draws every built-in board with names in another language. No
// English name may be left, and the pictures in English must stay as they are.
func TestLanguage(t *testing.T) {
	t.Parallel()
	set, err := rules.Make("", nil)
	if err != nil {
		t.Fatal(err)
	}
	upside := atlas.NewLanguage(shouting{message.English})
	for _, s := range scenario.List() {
		v := s.Variants[0]
		p, err := scenario.New(s.ID, v.ID, &set)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []atlas.Options{{Legend: true, Interactive: true}, {Size: atlas.Screen}, {Size: atlas.Phone}, {Labels: atlas.NoNames, Interactive: true}} {
			var before, own, after bytes.Buffer
			for _, x := range []struct {
				into *bytes.Buffer
				of   *atlas.Language
			}{{&before, nil}, {&own, upside}, {&after, nil}} {
				o.Language = x.of
				if err := atlas.SVG(x.into, p, o); err != nil {
					t.Fatal(err)
				}
			}
			name := fmt.Sprintf("%s, size %d, labels %q", s.ID, o.Size, o.Labels)
			if !bytes.Equal(before.Bytes(), after.Bytes()) {
				t.Errorf("%s: a picture in another language changes the English one", name)
			}
			for _, a := range p.Setting.Board.Areas[1:] {
				if strings.Contains(own.String(), ">"+a.Name+"<") || strings.Contains(own.String(), ">"+a.Name+",") {
					t.Errorf("%s: %s is still there", name, a.Name)
				}
			}
		}
	}
}
