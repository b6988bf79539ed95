// Package podesta embeds the documents of the project, for the program and its
// pages.
package podesta

import "embed"

// Documents holds the documents, and the files that they link to.
//
// machiavelli/interchange/testdata/deviations.txt
//
//go:embed *.md LICENSE docs/*.md docs/*.png dist
var Documents embed.FS
