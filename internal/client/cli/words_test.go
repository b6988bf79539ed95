package cli

import (
	"testing"

	"podesta/internal/client"
)

// TestSeatWords checks that a power without a player owes no orders, but needs
// a new player.
func TestSeatWords(t *testing.T) {
	for _, c := range []struct {
		seat client.Seat
		want string
	}{
		{client.Seat{Owes: true, Awaited: true}, "owes orders"},
		{client.Seat{Awaited: true}, "awaited"},
		{client.Seat{Owes: true, Awaited: true, Abandoned: true}, "waiting for someone to take over, abandoned"},
		{client.Seat{Awaited: true, Abandoned: true, LateCount: 2}, "waiting for someone to take over, abandoned, late 2 times so far"},
		{client.Seat{Awaited: true, Disorder: true}, "waiting for someone to take over, in civil disorder"},
		{client.Seat{Disorder: true}, "in civil disorder"},
		{client.Seat{Given: true, Complete: true}, "orders complete"},
	} {
		if got := seatWords(&c.seat).String(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.seat, got, c.want)
		}
	}
}
