package raster

import (
	"math"
	"strings"
)

// point is a place.
type point struct{ x, y float64 }

// matrix maps places: x' = a x + c y + e, y' = b x + d y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// then returns the mapping that first applies n and then m.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) of(p point) point { return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f} }

// scale returns the factor by which lengths grow.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// inverse returns the inverse mapping, or the identity if there is none.
func (m matrix) inverse() matrix {
	det := m.a*m.d - m.b*m.c
	if det == 0 {
		return identity
	}
	return matrix{
		m.d / det, -m.b / det, -m.c / det, m.a / det,
		(m.c*m.f - m.d*m.e) / det, (m.b*m.e - m.a*m.f) / det,
	}
}

func shift(x, y float64) matrix { return matrix{a: 1, d: 1, e: x, f: y} }

// readTransform parses a transform attribute. It understands translate, scale,
// rotate and matrix.
func readTransform(s string) matrix {
	m := identity
	for part := range strings.SplitSeq(s, ")") {
		name, args, ok := strings.Cut(part, "(")
		if !ok {
			continue
		}
		v := numbers(args)
		arg := func(i int, other float64) float64 {
			if i < len(v) {
				return v[i]
			}
			return other
		}
		switch strings.Trim(name, " ,") {
		case "translate":
			m = m.then(shift(arg(0, 0), arg(1, 0)))
		case "scale":
			x := arg(0, 1)
			m = m.then(matrix{a: x, d: arg(1, x)})
		case "rotate":
			sin, cos := math.Sincos(arg(0, 0) * math.Pi / 180)
			x, y := arg(1, 0), arg(2, 0)
			m = m.then(shift(x, y)).then(matrix{a: cos, b: sin, c: -sin, d: cos}).then(shift(-x, -y))
		case "matrix":
			m = m.then(matrix{arg(0, 1), arg(1, 0), arg(2, 0), arg(3, 1), arg(4, 0), arg(5, 0)})
		}
	}
	return m
}
