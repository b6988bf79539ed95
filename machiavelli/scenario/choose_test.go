package scenario

import (
	"fmt"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	info, _ := Find("B")
	find := func(id string) *VariantInfo {
		for i := range info.Variants {
			if info.Variants[i].ID == id {
				return &info.Variants[i]
			}
		}
		t.Fatalf("no variant %s", id)
		return nil
	}
	half := &VariantInfo{ID: "X-2", Players: 2, Seats: [][]string{{"milan"}, {"venice"}}, ChooseEach: 1, ChooseFrom: []string{"naples", "papacy", "turks"}}
	const four = "milan,venice florence,papacy naples,turks austria,france"
	for _, c := range []struct {
		variant      *VariantInfo
		chosen, want string
	}{
		{find("B-4"), four, "[[milan venice] [florence papacy] [naples turks] [austria france]]"},
		{find("B-4"), "milan,venice florence,papacy naples,turks", "!variant B-4 has 4 players: expected a list of powers for each, found 3"},
		{find("B-4"), "milan,venice florence,papacy naples,turks austria", "!player 4 chooses 1 of the powers; in variant B-4 each chooses 2 of milan, "},
		{find("B-4"), "milan,venice,naples florence,papacy turks austria,france", "!player 1 chooses 3 of the powers"},
		{find("B-4"), "milan,milan florence,papacy naples,turks austria,france", "!player 1 chooses milan twice"},
		{find("B-4"), "milan,venice milan,papacy naples,turks austria,france", "!player 2 chooses milan, which is player 1's"},
		{find("B-4"), "milan,genoa florence,papacy naples,turks austria,france", `!player 1 cannot choose "genoa" in variant B-4; the choice is among milan, `},
		{find("B-3-1"), "milan,venice florence,papacy naples,austria", `!player 3 cannot choose "austria"`},
		{find("B-3-1"), "milan,venice florence,papacy naples,turks", "[[milan venice] [florence papacy] [naples turks]]"},
		{find("B-8"), four, "!in variant B-8 nobody chooses: the powers of its 8 players are given"},
		{half, "naples papacy", "[[milan naples] [venice papacy]]"},
		{half, "milan,naples papacy,venice", "[[milan naples] [venice papacy]]"},
		{half, "venice,naples papacy", `!player 1 cannot choose "venice"`},
	} {
		var chosen [][]string
		for _, seat := range strings.Fields(c.chosen) {
			chosen = append(chosen, strings.Split(seat, ","))
		}
		seats, err := c.variant.Choose(chosen)
		got := fmt.Sprint(seats)
		if err != nil {
			got = "!" + err.Error()
		}
		if wrong, fails := strings.CutPrefix(c.want, "!"); fails && !strings.Contains(got, wrong) || !fails && got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.chosen, c.variant.ID, got, c.want)
		}
	}
}
