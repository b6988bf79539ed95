package main

import "math"

func (a point) plus(b point) point              { return point{a.x + b.x, a.y + b.y} }
func (a point) minus(b point) point             { return point{a.x - b.x, a.y - b.y} }
func (a point) times(k float64) point           { return point{a.x * k, a.y * k} }
func (a point) toward(b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }
func (a point) far(b point) float64             { return math.Hypot(a.x-b.x, a.y-b.y) }
