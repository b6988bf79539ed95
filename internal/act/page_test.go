package act_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

// TestPageOf goes through lists of several lengths in both directions, and checks that each
// item occurs once, in order.
func TestPageOf(t *testing.T) {
	t.Parallel()
	for _, length := range []int{0, 1, 3, 4, 19, 20, 21, 61} {
		for _, limit := range []int{0, 1, 4, 100} {
			var all, there, back []int
			for i := range length {
				all = append(all, i)
			}
			page := func(p act.Part) *act.Page[int] {
				out := act.PageOf(all, p, message.New("Nothing."),
					func(n int) message.Message { return message.New("{n}", message.Number(n)) })
				out.Link(func(v act.Values) string { return fmt.Sprint(v["skip"], " ", v["limit"]) })
				return out
			}
			read := func(address string) (p act.Part) {
				skip, most, _ := strings.Cut(address, " ")
				p.Skip, _ = strconv.Atoi(skip) // the first page has no previous page
				p.Limit, _ = strconv.Atoi(most)
				return p
			}
			x := page(act.Part{Limit: limit})
			for there = slices.Clone(x.Items); x.Next != ""; there = append(there, x.Items...) {
				x = page(read(x.Next))
			}
			for back = slices.Clone(x.Items); x.Previous != ""; back = append(slices.Clone(x.Items), back...) {
				x = page(read(x.Previous))
			}
			if !slices.Equal(there, all) || !slices.Equal(slices.Compact(back), all) {
				t.Errorf("%d in pages of %d: %v, and back %v", length, limit, there, back)
			}
		}
	}
	for _, c := range []struct {
		length int
		part   act.Part
		want   string
	}{
		{0, act.Part{}, "Nothing."},
		{2, act.Part{}, "0\n1"},
		{3, act.Part{Skip: 1, Limit: 1}, "1\nHere are 2 to 2 of 3."},
		{3, act.Part{Skip: 7}, "The list has only 3."},
	} {
		all := make([]int, c.length)
		for i := range all {
			all[i] = i
		}
		x := act.PageOf(all, c.part, message.New("Nothing."),
			func(n int) message.Message { return message.New("{n}", message.Number(n)) })
		if got := x.What().In(message.English); got != c.want || x.Items == nil {
			t.Errorf("%d from %+v: %q, not %q", c.length, c.part, got, c.want)
		}
	}
}
