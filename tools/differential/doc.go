// Package differential compares parsers and writers of the judge with other implementations of
// the same formats. It is a separate module, because only tests need those.
package differential
