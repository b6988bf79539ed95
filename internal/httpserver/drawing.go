package httpserver

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
)

// DrawingPolicy returns the Content-Security-Policy of an SVG drawing. A drawing that is opened
// by itself may use its own style sheet, and nothing else.
func DrawingPolicy(svg []byte) string {
	const nothing = "default-src 'none'; frame-ancestors 'none'"
	_, rest, ok := bytes.Cut(svg, []byte("<style>"))
	if !ok {
		return nothing
	}
	css, _, _ := bytes.Cut(rest, []byte("</style>"))
	sum := sha256.Sum256(css)
	return nothing + "; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
