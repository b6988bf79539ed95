// Package print contains the pages and PDF documents for print: map, report and
// order sheets of a game.
package print
