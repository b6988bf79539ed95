//go:build nextlayout

package store

import (
	"embed"
	"io/fs"
)

// A program built with the tag nextlayout has one more migration than this
// version, so that tests can upgrade from this version to a next one.
//
//go:embed testdata/next.sql
var nextFile embed.FS

// withNext is the released migrations and the next one.
type withNext struct{}

// nextName sorts behind all released migrations.
const nextName = "migration/9999_next.sql"

func (withNext) Open(name string) (fs.File, error) {
	if name == nextName {
		return nextFile.Open("testdata/next.sql")
	}
	return released.Open(name)
}

func (withNext) Glob(pattern string) ([]string, error) {
	files, err := fs.Glob(released, pattern)
	return append(files, nextName), err
}

func init() { migrations = func() fs.FS { return withNext{} } }
