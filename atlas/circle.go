package atlas

import "math"

// circle is the unit circle in 72 steps of five degrees.
var circle = func() (c [72]point) {
	for i := range c {
		a := float64(i) * math.Pi / 36
		c[i] = point{math.Cos(a), math.Sin(a)}
	}
	return c
}()
