// Package pdf writes documents for print: PDF with text that can be searched and
// copied, in typefaces embedded in the document. It knows nothing about games.
//
// A document is written from its first page to its last. Flow puts headings,
// paragraphs and tables below one another and begins a new page where one is full;
// plates (package raster) are pictures on a page.
//
// The same calls write the same bytes.
package pdf
