// Package differential compares the judge's parsers and writers with other implementations of the
// same formats. It is a separate module, because only tests need the other implementations.
package differential
