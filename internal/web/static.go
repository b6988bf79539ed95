package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"podesta/internal/web/lang"
)

//go:embed static
var staticFiles embed.FS

// assets are the files that pages name, compressed, by name.
var assets = sync.OnceValue(func() map[string]*packed {
	bodies := map[string][]byte{}
	files, err := staticFiles.ReadDir("static")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if bodies[f.Name()], err = staticFiles.ReadFile("static/" + f.Name()); err != nil {
			panic(err)
		}
	}
	for _, c := range lang.All() {
		if c != lang.English() {
			bodies[wordsFile(c)] = c.Script()
		}
	}
	all := map[string]*packed{}
	for name, body := range bodies {
		all[name] = packThoroughly(body)
	}
	return all
})

// etag names a content by its hash.
func etag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// version is what is said of a content in its address.
func (p *packed) version() string { return strings.Trim(p.tag, `"`)[:10] }

// staticAddress is where a file is that pages name. The address tells which
// version of the file is meant, so that browsers need never ask again.
func staticAddress(name string) string {
	if a := assets()[name]; a != nil {
		return "/static/" + name + "?v=" + a.version()
	}
	return "/static/" + name
}

var namedFile = regexp.MustCompile(`"/static/([a-z]+\.(?:css|js|svg))"`)

// versioned puts the versions of the files into a template that names them.
func versioned(src string) string {
	return namedFile.ReplaceAllStringFunc(src, func(s string) string {
		return `"` + staticAddress(strings.TrimPrefix(strings.Trim(s, `"`), "/static/")) + `"`
	})
}

var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

func static(w http.ResponseWriter, r *http.Request) {
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
	a.send(w, r)
}
