// Package static embeds the files that pages name: styles, bundled scripts and the
// icon.
package static

import "embed"

// Files holds the files.
//
//go:embed *.css *.js *.svg
var Files embed.FS
