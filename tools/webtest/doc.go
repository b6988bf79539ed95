// Package webtest runs the unit tests of the pages' scripts, the files
// *.test.ts in this folder, without a browser: esbuild bundles them with the
// scripts that they import, and a JavaScript engine written in Go runs them.
//
// Scripts tested in this way must not access the page when they are imported.
package webtest
