package words

import (
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	for _, x := range []struct{ name, src, want string }{
		{"a paragraph", `<p class="x">Choose a power.</p>`, "Choose a power."},
		{"a value", `<p>You play {{.Power}}.</p>`, "You play {Power}."},
		{"the same value twice", `<p>{{.N}} of {{.N}} games</p>`, "{N} of {N} games"},
		{"values of one name", `<p>{{.A.Total}} of {{.B.Total}} games</p>`, "{Total} of {Total2} games"},
		{
			"elements in a sentence", `<p>See <a href="/rules" title="All of them">the <b>rules</b></a>, or <a href="/">go home</a>.</p>`,
			"All of them|See <a>the <b>rules</b></a>, or <a2>go home</a2>.",
		},
		{"elements side by side", `<b>Any</b> <small>drawn by lot</small>`, "Any|drawn by lot"},
		{"only values", `<li>{{.Badge}} <a href="{{.Href}}">{{.Name}}</a>, {{.Phase}}</li>`, ""},
		{"conditions part texts", `<p>{{if .A}}Yes, it is.{{else}}No, {{.Name}} is not.{{end}}</p>`, "Yes, it is.|No, {Name} is not."},
		{"an element across a condition", `<b>{{if .A}}Over{{else}}{{.State}}{{end}}</b> since then`, "Over|since then"},
		{"a tag with conditions in it", `<a href="/x{{if .N}}?n={{.N}}{{end}}"{{if .Here}} aria-current="page"{{end}}>Make one.</a>`, "Make one."},
		{"attributes", `<input placeholder="famine, siege" aria-label="Find a rule" value="Name">`, "famine, siege|Find a rule"},
		{"an attribute with a value", `<img alt="Map of the game {{.Game}}" src="Map">`, "Map of the game {Game}"},
		{"quotes in an action", `<p title="{{if eq .X "a"}}Yes{{end}}">{{template "a }}" .}}</p>`, "Yes"},
		{"what is not to be translated", `<b translate="no">podesta</b><p>By <b translate="no">podesta</b> itself</p><code>A Pavia H</code>`, "By {b} itself"},
		{"scripts and boxes", "<script>var a = 'Hello'</script><textarea>Hello</textarea><!-- Hello -->", ""},
		{"parts of a tag", `{{define "x"}}data-table="{{.Data}}" data-mode="{{.Mode}}"{{end}}`, ""},
		{"spaces", "<p>\n  Two\n  lines </p>", "Two lines"},
		{"entities are no words", "<p>&nbsp;&middot; {{.X}}</p>", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := strings.Join(Texts(x.src), "|"); got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

func TestSource(t *testing.T) {
	italian := map[string]string{
		"See <a>the rules</a>.": "Si vedano <a>le regole</a>.",
		"All {Total} of them":   "Tutte {Total}",
		"Sign in":               "Accedi",
		"With {Name} in it":     "Senza",
		"Bad":                   `"><script>`,
		"Worse":                 "{{.Secret}}",
		"Open <b>it</b>":        "<b>aprire",
	}
	for _, x := range []struct{ name, src, want string }{
		{"elements keep their attributes", `<p>See <a href="/rules">the rules</a>.</p>`, `<p>Si vedano <a href="/rules">le regole</a>.</p>`},
		{"values keep their actions", `{{if .T}} All {{.List.Total}} of them {{end}}`, `{{if .T}} Tutte {{.List.Total}} {{end}}`},
		{"attributes", `<a title="Sign in" href="Sign in">Sign in</a>`, `<a title="Accedi" href="Sign in">Accedi</a>`},
		{"no translation", `<p>Something else</p>`, `<p>Something else</p>`},
		{"a value is missing", `<p>With {{.Name}} in it</p>`, `<p>With {{.Name}} in it</p>`},
		{"no way out of an attribute", `<p title="Bad">`, `<p title="Bad">`},
		{"no way to new elements", `<p>Bad</p>`, `<p>Bad</p>`},
		{"no way to values", `<p>Worse</p>`, `<p>Worse</p>`},
		{"an element that does not end", `<p>Open <b>it</b></p>`, `<p>Open <b>it</b></p>`},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := Source(x.src, func(text string) (string, bool) { s, ok := italian[text]; return s, ok })
			if got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

func FuzzSource(f *testing.F) {
	f.Add(`<p>See <a href="{{.X}}">the {{if .Y}}x{{end}} rules</a>.</p>`)
	f.Add(`<b>a</i> {{`)
	f.Add("{A}0")
	f.Add("a <b title=\"x\">b</b> {A} {{.A}}")
	f.Fuzz(func(t *testing.T, src string) {
		out := Source(src, func(string) (string, bool) { return "", false })
		if strings.Join(strings.Fields(out), "") != strings.Join(strings.Fields(src), "") {
			t.Errorf("without translations %q became %q", src, out)
		}
	})
}
