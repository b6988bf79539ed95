package page

import "testing"

// TestOutward adds a prefix to HTML.
func TestOutward(t *testing.T) {
	t.Parallel()
	for _, x := range [][2]string{
		{`<a class="/x" href="/games?a=1&amp;b=/2">=&#34;/g</a>`, `<a class="/x" href="/m/games?a=1&amp;b=/2">=&#34;/g</a>`},
		{`<form action="/x"><input name="next" value="/g/1"><button formaction="/y"></button></form>`, `<form action="/m/x"><input name="next" value="/g/1"><button formaction="/m/y"></button></form>`},
		{"<div\n\tdata-table=\"/t\" data-present=\"/\" data-share=\"/me\" title=\"/x\">", "<div\n\tdata-table=\"/m/t\" data-present=\"/\" data-share=\"/me\" title=\"/x\">"},
		{`<img src="//example.org/x" alt="/"><a href="https://example.org/"></a><a href="#x">`, `<img src="//example.org/x" alt="/"><a href="https://example.org/"></a><a href="#x">`},
		{`<a href="/">`, `<a href="/m/">`},
		{"", ""},
	} {
		if got := string(outward([]byte(x[0]), "/m")); got != x[1] {
			t.Errorf("%s becomes %s, not %s", x[0], got, x[1])
		}
		if got := string(outward([]byte(x[0]), "")); got != x[0] {
			t.Errorf("without a prefix, %s becomes %s", x[0], got)
		}
	}
}
