// Package layout holds the tests of how the code is laid out: which package may
// import which (imports.txt), what comments packages and exported names need,
// and that a module of somebody else's can use the engine as
// docs/developers.md describes.
package layout
