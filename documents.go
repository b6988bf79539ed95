// Package podesta embeds the documents of the project, for the program and its
// pages.
package podesta

import "embed"

// Documents holds the documents, and the files that they link to.
//
//go:embed *.md LICENSE docs/*.md docs/*.png dist machiavelli/interchange/testdata/deviations.txt
var Documents embed.FS
