// Package podesta embeds the documents of the project, for the program and its
// pages.
package podesta

import (
	"embed"

	"podesta/internal/embedded"
)

//go:embed *.md LICENSE docs/*.md docs/*.png dist machiavelli/interchange/testdata/deviations.txt
var documents embed.FS

// Documents holds the documents, and the files that they link to.
var Documents = embedded.FS{FS: documents}
