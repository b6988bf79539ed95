// Package certificates tests that a judge gets certificates from a certificate authority (ACME).
// The certificate authority is Pebble, the one that Let's Encrypt makes for tests.
package certificates
