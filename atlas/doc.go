// Package atlas draws a board and a position as a picture. The drawing is SVG,
// complete in itself: it names no font file, script, image or address outside.
// The same input gives the same bytes.
//
// # In a page
//
// A page that lets its reader click and drag takes SVG with Options.Interactive
// into itself (the drawing's ids are short words, so a shadow root is the place
// for it), and can then find in it:
//
//	id="prov-mil" data-area="mil"     a province or sea; .m-hit is its surface
//	data-city="mil"                   a city, with its garrison in it
//	data-unit="A:mil" data-power="…"  a unit: the letter of its type, its place
//	data-dislodged="com"              on a unit that must retreat: where the victor came from, or nothing
//	id="orders"                       the arrows, and what came of the orders
//
// Codes are the board's, lower-case; a power is named by its identifier, nobody
// by "autonomous". Cities and units lie above the areas, and all that is only
// to be looked at (names, arrows, borders, marks) lets the pointer through. To
// make an area stand out, style its surface: #prov-mil .m-hit.
//
// Options.NoStyle leaves the style sheet out; CSS gives it, and the same drawing
// under another theme's sheet is the drawing in that theme. No element has a
// style attribute. Overlay gives the group "orders" by itself, for when only the
// orders change. Anchors tells where everything stands, in the units of the view
// box, for a page that moves to a place, or marks it.
package atlas
