// Package templates embeds the templates of the pages. Each page has its own template;
// layout.html surrounds all of them.
package templates

import "embed"

// Files holds the templates.
//
//go:embed *.html
var Files embed.FS
