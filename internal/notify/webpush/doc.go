// Package webpush delivers notices to browsers through the push services of their vendors: Web
// Push (RFC 8030), with encrypted messages (RFC 8188, RFC 8291) and the judge's signature
// (VAPID, RFC 8292).
package webpush
