// Package raster converts the pictures of package atlas to pixels. It supports
// only the part of SVG that those use. Text is set in Liberation Serif, which
// is part of the program, so the same picture has the same pixels on every
// machine.
package raster
