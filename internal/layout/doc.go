// Package layout tests the layout of the repository: which package may import which
// (imports.txt), the comments of packages and exported names, that another module can use the
// engine as docs/developers.md describes, and that documents use the same labels as pages.
package layout
