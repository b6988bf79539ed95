// Package rulebook contains the pages that explain the rules of a game or an edition, and the
// symbols on the maps. Other pages use it for links to the rules.
package rulebook
