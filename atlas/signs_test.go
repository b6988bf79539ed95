package atlas

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestSigns checks that the drawing of the signs is well formed in every theme,
// has a view for every name, and shows every symbol that maps use, so that a
// new symbol must be added to the legend.
func TestSigns(t *testing.T) {
	for _, theme := range Themes() {
		var b bytes.Buffer
		if err := Signs(&b, Options{Theme: theme}); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", theme, err)
			}
		}
		for _, name := range SignNames() {
			if !strings.Contains(b.String(), `<view id="`+name+`"`) {
				t.Errorf("%s: no view of %s", theme, name)
			}
		}
		_, drawn, _ := strings.Cut(b.String(), "</defs>")
		for _, m := range regexp.MustCompile(`id="([ucokrq]-[^"]+)"`).FindAllStringSubmatch(symbols, -1) {
			switch m[1] {
			case "u-AC", "c-wall2", "q-1", "q-2", "q-3": // described in words: further kinds of cavalry, values and qualities
				continue
			}
			if !strings.Contains(drawn, `href="#`+m[1]+`"`) {
				t.Errorf("%s: the legend does not show %s", theme, m[1])
			}
		}
	}
	if err := Signs(io.Discard, Options{Theme: "none"}); err == nil {
		t.Error("an unknown theme is drawn")
	}
}
