// Package paper makes documents to be printed: PDF with text that can be
// searched and copied, in typefaces that are part of the document. It knows
// nothing of games.
//
// A document is written from its first page to its last. Flow sets headings,
// paragraphs and tables below one another and begins a new page where one is
// full; plates (package raster) are pictures that stand on a page.
//
// The same calls give the same bytes.
package paper
