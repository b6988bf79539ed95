// Package templates embeds the templates of the pages. Each page has its own template;
// layout.html surrounds all of them.
package templates

import (
	"embed"

	"podesta/internal/embedded"
)

//go:embed *.html
var files embed.FS

// Files holds the embedded templates.
var Files = embedded.FS{FS: files}
