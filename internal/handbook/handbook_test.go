package handbook

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"podesta"
	"podesta/internal/web/static"
)

// site returns the site of the project's documents.
func site(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := Site(podesta.Documents, static.Files, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestContents checks that every document has a page.
func TestContents(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, c := range contents {
		for _, e := range c.pages {
			listed[e.file] = true
		}
	}
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		files, err := fs.Glob(podesta.Documents, pattern)
		if err != nil || len(files) < 5 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, f := range files {
			if !listed[f] {
				t.Errorf("%s is not in the contents", f)
			}
		}
	}
}

var (
	linked = regexp.MustCompile(`(?:href|src|action)="([^"]*)"`)
	idOf   = regexp.MustCompile(`id="([^"]*)"`)
)

// TestSiteLinks follows every link of the site, also to headings.
func TestSiteLinks(t *testing.T) {
	t.Parallel()
	files := site(t)
	ids := map[string]map[string]bool{}
	for name, text := range files {
		ids[name] = map[string]bool{}
		for _, m := range idOf.FindAllSubmatch(text, -1) {
			if ids[name][string(m[1])] && path.Ext(name) == ".html" {
				t.Errorf("%s has two places #%s", name, m[1])
			}
			ids[name][string(m[1])] = true
		}
	}
	followed := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range linked.FindAllSubmatch(text, -1) {
			to, anchor, _ := strings.Cut(string(m[1]), "#")
			if strings.Contains(to, ":") {
				continue
			}
			if to == "" {
				to = name
			}
			followed++
			if files[to] == nil {
				t.Errorf("%s links to %s, which is not part of the site", name, m[1])
			} else if anchor != "" && !ids[to][anchor] {
				t.Errorf("%s links to %s, which is no place on that page", name, m[1])
			}
		}
	}
	if followed < 1000 {
		t.Errorf("only %d links", followed)
	}
}

// TestSiteText checks that pages are complete, and contain neither inline styles and scripts,
// which browsers refuse, nor paths of the machine that built them.
func TestSiteText(t *testing.T) {
	t.Parallel()
	machine := regexp.MustCompile(`(^|[^\w.])/(work|root|home/\w+)/`)
	inline := regexp.MustCompile(`<style|<script>|\sstyle="|\son[a-z]+="|<!--|javascript:`)
	files := site(t)
	for name, text := range files {
		if found := machine.Find(text); found != nil {
			t.Errorf("%s contains a path of a machine: %s", name, found)
		}
		if path.Ext(name) != ".html" {
			continue
		}
		if found := inline.Find(text); found != nil {
			t.Errorf("%s contains %s", name, found)
		}
		if !strings.Contains(string(text), "podesta 1.2.3 is free software") || strings.Count(string(text), "<h1") != 1 {
			t.Errorf("%s has no foot with the version, or not one title", name)
		}
	}
	for name, want := range map[string]string{
		"players.html":                    `<table>`,
		"index.html":                      `src="files/docs/table.png"`,
		"operators.html":                  `href="files/dist/podesta.service"`,
		"search.html":                     `src="search-index.js"`,
		"files/dist/podesta.service":      "ProtectSystem=strict",
		"search-index.js":                 `self.podestaDocs=[{"page":"podesta"`,
		"rules.html":                      `<small>[BOARD-01]</small>`,
		"changelog.html":                  `<h2 id="unreleased">`,
		"docs.css":                        ".docs",
		"docsearch.js":                    "podestaDocs",
		"files/docs/phone.png":            "PNG",
		"transfer-format.html":            `<pre class="scroll" tabindex="0">`,
		"files/dist/opensmtpd/smtpd.conf": "judge.example.org",
		"client.html":                     `<h1 id="playing-from-a-terminal-podesta-client">`,
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s does not contain %s", name, want)
		}
	}
	if strings.Contains(string(files["index.html"]), "<h2 id=\"more\">") {
		t.Error("the start repeats the list of documents")
	}
}

// small returns the documents of a project in which the page for players has the given text.
func small(text string) fstest.MapFS {
	files := fstest.MapFS{"dist/podesta.toml": {Data: []byte("x")}}
	for _, c := range contents {
		for _, e := range c.pages {
			files[e.file] = &fstest.MapFile{Data: []byte("# " + e.title + "\n\nNothing.\n\n## Backup\n\nEvery night.\n")}
		}
	}
	files["docs/players.md"] = &fstest.MapFile{Data: []byte(text)}
	return files
}

var plain = Addresses{Page: func(n string) string { return n }, File: func(p string) string { return "f/" + p }}

// TestDeadLinksAreRefused checks that dead links and HTML are reported.
func TestDeadLinksAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# Players\n\n[a](operators.md#backup) [b](#players) [c](../dist/podesta.toml) <https://example.org> <small>x</small>\n": "",
		"# Players\n\n[a](operators.md#backups)": "docs/players.md: the page operators has no heading #backups",
		"# Players\n\n[a](#nowhere)":             "docs/players.md: the page players has no heading #nowhere",
		"# Players\n\n[a](nothing.md)":           "docs/players.md: the link to nothing.md leads to no document",
		"# Players\n\n![a](nothing.png)":         "the link to nothing.png leads to no document",
		"# Players\n\n[a](../dist)":              "the link to ../dist leads to no document and no file",
		"# Players\n\nx <b onclick=a()>y</b>":    "pages do not show the HTML <b onclick=a()>",
		"# Players\n\n<script>x</script>\n":      "pages do not show the HTML <script>",
	} {
		b, err := New(small(text), plain)
		if want == "" {
			if err != nil {
				t.Error(err)
			} else if got := string(b.Page("players").HTML); got != `<h1 id="players">Players</h1>`+"\n"+
				`<p><a href="operators#backup">a</a> <a href="#players">b</a> <a href="f/dist/podesta.toml">c</a> <a href="https://example.org">https://example.org</a> <small>x</small></p>`+"\n" {
				t.Errorf("got %s", got)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
	missing := small("# Players")
	delete(missing, "docs/mail.md")
	if _, err := New(missing, plain); err == nil || !strings.Contains(err.Error(), "docs/mail.md") {
		t.Errorf("a missing document: %v", err)
	}
}

// TestSearch checks the results, their order, and their excerpts.
func TestSearch(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("città ", 60)
	b, err := New(small("# Players\n\nHow a siege is played.\n\n## Sieges\n\n"+long+"A garrison `starves`.\nThen *it* falls. "+long+"\n\n## Sieges\n\nAgain.\n"), plain)
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string][]string{
		"SIEGE":                 {"players#sieges", "players#sieges-1", "players"},
		"garrison starve":       {"players#sieges"},
		"players night":         nil,
		"siege backup":          nil,
		"running a judge night": {"operators#backup"}, // the title of the page is searched, too
		"  ":                    nil,
		"starves then":          {"players#sieges"},
	} {
		var got []string
		for _, h := range b.Search(words) {
			got = append(got, h.Address)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, not %q", words, got, want)
		}
	}
	excerpt := b.Search("starves")[0].Excerpt
	if !strings.HasPrefix(excerpt, "… città") || !strings.HasSuffix(excerpt, "città …") || !strings.Contains(excerpt, "A garrison starves. Then it falls.") || len(excerpt) > 2*around+10 {
		t.Errorf("excerpt %q", excerpt)
	}
	if got := b.Search("night running")[0].Excerpt; got != "Every night." {
		t.Errorf("excerpt %q", got)
	}
	if got := len(b.Search("n")); got != MaxHits {
		t.Errorf("%d sections found", got)
	}
}
