// Package pdf writes documents for print: PDF with searchable text in embedded
// typefaces. It knows nothing about games.
//
// A document is written from its first page to its last. Flow places headings,
// paragraphs and tables below one another and starts a new page when one is
// full. Plates (package raster) are pictures on a page.
//
// The same calls always write the same bytes.
package pdf
