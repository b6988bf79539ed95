// Package atlas draws a board and a position as a picture. The drawing is
// self-contained SVG: it refers to no font file, script, image or outside
// address. The same input produces the same bytes.
//
// # In a page
//
// A page in which the reader clicks and drags includes SVG made with
// Options.Interactive. The drawing's ids are short words, so a shadow root is a
// good place for it. The page can then find in it:
//
//	id="prov-mil" data-area="mil"     a province or sea; .m-hit is its surface
//	data-city="mil"                   a city, with its garrison in it
//	data-unit="A:mil" data-power="…"  a unit: the letter of its type, its place
//	data-dislodged="com"              on a unit that must retreat: the attacker's origin, or nothing
//	id="orders"                       the arrows, and the results of the orders
//
// Codes are the board's, in lower case. A power is named by its identifier, and
// Nobody by "autonomous". Cities and units lie above the areas. Purely visual
// elements (names, arrows, borders, marks) let the pointer through. To
// highlight an area, style its surface: #prov-mil .m-hit.
//
// Options.NoStyle omits the style sheet, which CSS returns; a drawing with
// another theme's sheet is the drawing in that theme. No element has a style
// attribute. Overlay writes only the group "orders", for when only the orders
// change. Anchors returns the places of everything, in the units of the view
// box, for a page that scrolls to a place or marks it.
package atlas
