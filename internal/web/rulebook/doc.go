// Package rulebook contains the pages that explain: the rules of a game or of an edition, and
// the symbols of the maps. Other pages use it for links to the rules.
package rulebook
