package page

import (
	"image/color"
	"strconv"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// QR is a QR code, shown by the template "qr".
type QR struct {
	Path string // its squares, as the data of an SVG path
	Side int    // width of the whole, in squares
}

// quiet is the width of the empty border of a QR code.
const quiet = 4

// NewQR returns the QR code of a text.
func NewQR(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, err
	}
	var b strings.Builder
	for y := range code.Bounds().Dy() {
		for x := range code.Bounds().Dx() {
			if code.At(x, y) == color.Black {
				b.WriteString("M" + strconv.Itoa(x+quiet) + " " + strconv.Itoa(y+quiet) + "h1v1h-1z")
			}
		}
	}
	return QR{b.String(), code.Bounds().Dx() + 2*quiet}, nil
}
