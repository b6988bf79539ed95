// Package page contains what all pages share: their layout, the visitor's
// account and language, refusals, forms, and compressed answers for many
// readers. Each group of pages is a package of its own that adds its Routes.
package page
