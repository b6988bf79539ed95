// Package certificates tests that a judge gets certificates from a certificate authority (ACME).
// The certificate authority is Pebble, which Let's Encrypt develops for tests.
package certificates
