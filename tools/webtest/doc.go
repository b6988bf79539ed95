// Package webtest runs the unit tests of the pages' scripts, the files
// *.test.ts beside it, without a browser: esbuild bundles them with the scripts
// that they import, and a JavaScript engine written in Go runs them.
//
// What is tested so must not touch the page when it is imported.
package webtest
