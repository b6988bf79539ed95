package mailgame

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"podesta/internal/archive"
)

// history returns everything that a judge stores about its game, in the form of an export:
// settings, positions, orders, dice, events, press, acts.
func (h *house) history() map[string]any {
	h.t.Helper()
	text, err := h.Archive.Pack(ctx, h.game, archive.PackOptions{Seed: true})
	if err != nil {
		h.t.Fatal(err)
	}
	var file struct{ Game map[string]any }
	if err := json.Unmarshal(text, &file); err != nil {
		h.t.Fatal(err)
	}
	return file.Game
}

// same compares the histories of two judges.
func same(t *testing.T, a, b *house) {
	t.Helper()
	x, y := a.history(), b.history()
	for _, part := range []string{"phases", "log", "items"} {
		if list, _ := x[part].([]any); len(list) == 0 {
			t.Errorf("there are no %s to compare", part)
		}
	}
	n := 0
	differences("game", x, y, func(where string, p, q any) {
		if n++; n <= 20 {
			t.Errorf("%s: by mail %.200v, by the API %.200v", where, p, q)
		}
	})
	if n > 20 {
		t.Errorf("and %d further differences", n-20)
	}
}

// differences compares two JSON values member by member.
func differences(where string, a, b any, report func(where string, a, b any)) {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			report(where, a, b)
			return
		}
		keys := slices.Collect(maps.Keys(x))
		for k := range y {
			if _, ok := x[k]; !ok {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		for _, k := range keys {
			differences(where+"."+k, x[k], y[k], report)
		}
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			report(where, a, b)
			return
		}
		for i := range x {
			differences(fmt.Sprintf("%s[%d]", where, i), x[i], y[i], report)
		}
	default:
		if !reflect.DeepEqual(a, b) {
			report(where, a, b)
		}
	}
}
