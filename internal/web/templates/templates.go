// Package templates embeds the templates of the pages. Each page has one of its
// own; layout.html encloses all of them.
package templates

import "embed"

// Files holds the templates.
//
//go:embed *.html
var Files embed.FS
