package page

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"podesta/internal/web/static"
	"podesta/internal/words"
)

// assets are the files that pages name, compressed, by name.
var assets = sync.OnceValue(func() map[string]*Packed {
	bodies := map[string][]byte{}
	files, err := static.Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if bodies[f.Name()], err = static.Files.ReadFile(f.Name()); err != nil {
			panic(err)
		}
	}
	for _, c := range words.All() {
		if c != words.English() {
			bodies[wordsFile(c)] = c.Script()
		}
	}
	all := map[string]*Packed{}
	for name, body := range linked(bodies) {
		all[name] = packThoroughly(body)
	}
	return all
})

// imported is an import of a script that lies beside the one that names it.
var imported = regexp.MustCompile(`"\./([a-z-]+\.js)"`)

// linked puts the versions of scripts into those that import them, so that
// browsers need never ask for these again, either. No script imports one that
// imports it in turn: a shared part is used by more pages than what uses it.
func linked(bodies map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	var link func(name string) []byte
	link = func(name string) []byte {
		if body, ok := out[name]; ok {
			return body
		}
		out[name] = imported.ReplaceAllFunc(bodies[name], func(spec []byte) []byte {
			to := string(imported.FindSubmatch(spec)[1])
			if bodies[to] == nil {
				return spec
			}
			return []byte(`"./` + to + `?v=` + version(ETag(link(to))) + `"`)
		})
		return out[name]
	}
	for name := range bodies {
		link(name)
	}
	return out
}

// preloads are the scripts that each script imports, and those that these
// import, by name.
var preloads = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for name, a := range assets() {
		if path.Ext(name) != ".js" {
			continue
		}
		body, err := a.Body()
		if err != nil {
			panic(err) // it was packed by this program
		}
		for _, m := range versionedImport.FindAllSubmatch(body, -1) {
			all[name] = append(all[name], string(m[1]))
		}
	}
	var whole func(name string) []string
	whole = func(name string) []string {
		list := slices.Clone(all[name])
		for _, to := range all[name] {
			list = append(list, whole(to)...)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	out := map[string][]string{}
	for name := range all {
		out[name] = whole(name)
	}
	return out
})

// versionedImport is an import as linked writes it.
var versionedImport = regexp.MustCompile(`"\./([a-z-]+\.js)\?v=\w+"`)

// ETag names a content by its hash.
func ETag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// version is what is said of a content in its address.
func (p *Packed) version() string { return version(p.tag) }

func version(tag string) string { return strings.Trim(tag, `"`)[:10] }

// staticAddress is where a file is that pages name. The address tells which
// version of the file is meant, so that browsers need never ask again.
func staticAddress(name string) string {
	if a := assets()[name]; a != nil {
		return "/static/" + name + "?v=" + a.version()
	}
	return "/static/" + name
}

var (
	namedFile   = regexp.MustCompile(`"/static/([a-z]+\.(?:css|js|svg))"`)
	namedModule = regexp.MustCompile(`<script type="module" src="/static/([a-z]+\.js)"></script>`)
)

// everyPage is the script of all pages.
const everyPage = "podesta.js"

// versioned puts the versions of the files into a template that names them, and
// before each script the scripts that it imports, so that browsers fetch all of
// them at once. Those of the script of all pages stand in the layout.
func versioned(src string) string {
	src = namedModule.ReplaceAllStringFunc(src, func(s string) string {
		name := namedModule.FindStringSubmatch(s)[1]
		var b strings.Builder
		for _, to := range preloads()[name] {
			if name == everyPage || !slices.Contains(preloads()[everyPage], to) {
				b.WriteString(`<link rel="modulepreload" href="` + staticAddress(to) + `">` + "\n")
			}
		}
		return b.String() + s
	})
	return namedFile.ReplaceAllStringFunc(src, func(s string) string {
		return `"` + staticAddress(strings.TrimPrefix(strings.Trim(s, `"`), "/static/")) + `"`
	})
}

var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// ServeStatic answers with a file that pages name.
func ServeStatic(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	a, ok := assets()[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "public, max-age=300")
	if r.URL.Query().Get("v") == a.version() {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	a.Send(w, r)
}
