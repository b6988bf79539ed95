// Package layout holds the tests of how the repository is laid out: which
// package may import which (imports.txt), what comments packages and exported
// names need, that an outside module can use the engine as docs/developers.md
// describes, and that documents name labels as pages do.
package layout
