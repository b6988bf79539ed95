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

// assets returns the files that pages name, compressed and keyed by name, except for the texts of
// languages (see asset).
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
	for name, body := range icons(bodies["icon.svg"]) {
		bodies[name] = body
	}
	all := map[string]*Packed{}
	for name, body := range linked(bodies) {
		all[name] = packThoroughly(body)
	}
	return all
})

// scripts returns the texts for the scripts in each language, keyed by the name of the file.
var scripts = sync.OnceValue(func() map[string]func() *Packed {
	all := map[string]func() *Packed{}
	for _, c := range words.All() {
		if c != words.English() {
			all[wordsFile(c)] = sync.OnceValue(func() *Packed { return packThoroughly(c.Script()) })
		}
	}
	return all
})

// asset returns the file with a name that pages refer to, or nil if there is none.
func asset(name string) *Packed {
	if script := scripts()[name]; script != nil {
		return script()
	}
	return assets()[name]
}

// imported matches the import of a script in the same folder.
var imported = regexp.MustCompile(`"\./([a-z-]+\.js)"`)

// linked adds versions to the imports in scripts, so that browsers never need
// to request unchanged scripts again. There are no import cycles.
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

// preloads returns, for each script, the scripts that it imports directly and indirectly, keyed by
// name.
var preloads = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for name, a := range assets() {
		if path.Ext(name) != ".js" {
			continue
		}
		body, err := a.Body()
		if err != nil {
			panic(err) // it is part of this program, so it can be read
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

// versionedImport matches an import as written by linked.
var versionedImport = regexp.MustCompile(`"\./([a-z-]+\.js)\?v=\w+"`)

// ETag returns the ETag of a body, which is a part of its hash.
func ETag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// version returns the version of the body, for use in its address.
func (p *Packed) version() string { return version(p.tag) }

func version(tag string) string { return strings.Trim(tag, `"`)[:10] }

// staticAddress returns the address of a file that pages name. It includes the
// version of the file, so that browsers never need to request it again.
func staticAddress(name string) string {
	if a := asset(name); a != nil {
		return "/static/" + name + "?v=" + a.version()
	}
	return "/static/" + name
}

var (
	namedFile   = regexp.MustCompile(`"/static/([a-z]+\.(?:css|js|svg|png))"`)
	namedModule = regexp.MustCompile(`<script type="module" src="/static/([a-z]+\.js)"></script>`)
)

// everyPage is the script of all pages.
const everyPage = "podesta.js"

// versioned adds versions to the files named in a template, and inserts the imported scripts
// before each script, so that browsers load all of them at the same time. The layout already
// contains the imports of the script of all pages.
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

var kinds = map[string]string{".png": "image/png", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// ServeStatic answers with a file that pages name.
func ServeStatic(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	a := asset(name)
	if a == nil {
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
