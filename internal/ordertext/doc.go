// Package ordertext reads the texts of orders that players send: it divides a text among the
// powers that its headings name, reads each line as an order, checks it against the position
// and the other lines, and returns a verdict for each line and the text to be stored.
package ordertext
