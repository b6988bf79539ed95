// Package sandbox contains the pages of the sandbox, in which anyone can try
// orders. The address holds the whole sandbox; nothing is stored.
package sandbox
