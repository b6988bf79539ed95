// Package raster turns the pictures of package atlas into pixels: it reads the
// part of SVG that those use, and no more of it. Text is set in Liberation
// Serif, which is part of the program, so that the same picture gives the same
// pixels on every machine.
package raster
