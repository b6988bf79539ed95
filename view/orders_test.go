package view_test

import (
	"fmt"
	"testing"

	"podesta/view"
)

// TestWhoReadsSeat checks who may read the orders, the diary and the vote of seat 2, the number of
// votes, and the file of the game.
func TestWhoReadsSeat(t *testing.T) {
	for _, c := range []struct {
		name   string
		reader view.Reader
		seat   bool
		votes  bool // whether votes are hidden
		file   bool
	}{
		{"a stranger", view.Reader{}, false, false, false},
		{"an observer", view.Reader{Observer: true, Account: "o"}, false, false, false},
		{"the player of seat 1", view.Reader{Seat: 1}, false, false, false},
		{"the player of seat 2", view.Reader{Seat: 2}, true, false, false},
		{"a master", view.Reader{Master: true}, true, true, true},
	} {
		for _, hidden := range []bool{false, true} {
			v := view.New(view.Secrets{HideVotes: hidden}, c.reader)
			got := fmt.Sprint(v.SeesOrders(2), v.SeesDiary(2), v.SeesVote(2), v.SeesVotes(), v.SeesFile())
			want := fmt.Sprint(c.seat, c.seat, c.seat, !hidden || c.votes, c.file)
			if got != want {
				t.Errorf("%s, votes hidden %t: orders, diary, vote, votes, file are %s, want %s", c.name, hidden, got, want)
			}
		}
		if v := view.New(view.Secrets{}, c.reader); v.SeesOrders(0) != c.reader.Master {
			t.Errorf("%s sees the orders of no seat: %t", c.name, v.SeesOrders(0))
		}
	}
}
