package cli

import (
	"testing"

	"podesta/internal/apijson"
)

// TestSeatWords checks that a power without a player owes no orders, but needs
// a new player.
func TestSeatWords(t *testing.T) {
	for _, c := range []struct {
		seat apijson.Seat
		want string
	}{
		{apijson.Seat{Owes: true, Awaited: true}, "owes orders"},
		{apijson.Seat{Awaited: true}, "orders awaited"},
		{apijson.Seat{Owes: true, Awaited: true, Abandoned: true}, "waiting for someone to take over, seat abandoned"},
		{apijson.Seat{Awaited: true, Abandoned: true, LateCount: 2}, "waiting for someone to take over, seat abandoned, late 2 times so far"},
		{apijson.Seat{Awaited: true, Disorder: true}, "waiting for someone to take over, in civil disorder"},
		{apijson.Seat{Disorder: true}, "in civil disorder"},
		{apijson.Seat{Given: true, Complete: true}, "orders complete"},
	} {
		if got := seatWords(&c.seat).String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.seat, got, c.want)
		}
	}
}
