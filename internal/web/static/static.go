// Package static embeds the files that pages name: styles, bundled scripts and the
// icon.
package static

import (
	"embed"

	"podesta/internal/embedded"
)

//go:embed *.css *.js *.svg
var files embed.FS

// Files holds the embedded files.
var Files = embedded.FS{FS: files}
