// Package page is what all pages share: the frame around them, who visits and in
// which language, refusals, forms, and compressed answers that many readers get.
// Each group of pages is a package of its own that adds its Routes.
package page
