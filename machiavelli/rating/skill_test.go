package rating

import (
	"math"
	"testing"
)

// TestSkillEqualsOpenSkill compares skills with the values that the tests of OpenSkill publish.
func TestSkillEqualsOpenSkill(t *testing.T) {
	t.Parallel()
	newcomers := func(n int) []Skill {
		out := make([]Skill, n)
		for i := range out {
			out[i] = Newcomer()
		}
		return out
	}
	for name, c := range map[string]struct {
		before []Skill
		places []int
		want   []Skill
	}{
		"one":           {newcomers(1), []int{1}, newcomers(1)},
		"two":           {newcomers(2), []int{1, 2}, []Skill{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		"two, reversed": {newcomers(2), []int{2, 1}, []Skill{{22.36476861652635, 8.065506316323548}, {27.63523138347365, 8.065506316323548}}},
		"three": {newcomers(3), []int{1, 2, 3}, []Skill{
			{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874},
		}},
		"four, with gaps in the places": {newcomers(4), []int{10, 20, 35, 40}, []Skill{
			{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588},
		}},
		"five": {newcomers(5), []int{1, 2, 3, 4, 5}, []Skill{
			{27.666666666666668, 8.290556877154474},
			{26.833333333333332, 8.240145629781066},
			{25.72222222222222, 8.179996679645559},
			{24.055555555555557, 8.111796013701358},
			{20.72222222222222, 8.111796013701358},
		}},
		"four with different skills": {[]Skill{{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, Newcomer()}, []int{1, 2, 3, 4}, []Skill{
			{30.209971908310553, 4.764898977359521}, {27.64460833689499, 4.882789305097372}, {17.403586731283518, 6.100723440599442}, {19.214790707434826, 7.8542613981643985},
		}},
	} {
		got := Rank(c.before, c.places)
		for i := range got {
			if math.Abs(got[i].Mu-c.want[i].Mu) > 1e-9 || math.Abs(got[i].Sigma-c.want[i].Sigma) > 1e-9 {
				t.Errorf("%s: player %d: %v, want %v", name, i+1, got[i], c.want[i])
			}
		}
	}
}

// TestTiesOfEquals checks that a tie of equals changes no mean and reduces all deviations, and
// that it helps the weaker of two.
func TestTiesOfEquals(t *testing.T) {
	t.Parallel()
	same := []Skill{{25, 6}, {25, 6}, {25, 6}}
	for i, b := range Rank(same, []int{1, 1, 1}) {
		if math.Abs(b.Mu-25) > 1e-9 || b.Sigma >= 6 {
			t.Errorf("player %d of equals: %v", i+1, b)
		}
	}
	got := Rank([]Skill{{30, 6}, {20, 6}}, []int{1, 1})
	if got[0].Mu >= 30 || got[1].Mu <= 20 {
		t.Errorf("a tie of unequal players: %v", got)
	}
	shared := Rank(same, []int{1, 1, 3})
	if math.Abs(shared[0].Mu-shared[1].Mu) > 1e-9 || shared[0].Mu <= shared[2].Mu {
		t.Errorf("two share the first place: %v", shared)
	}
}

// TestShownScale checks the scale of the displayed number.
func TestShownScale(t *testing.T) {
	t.Parallel()
	if n := Newcomer().Shown(); n != 1000 {
		t.Errorf("a newcomer has %d", n)
	}
	if n := (Skill{Mu: 25, Sigma: 1.4}).Shown(); n < 1450 || n > 1550 {
		t.Errorf("an average player has %d", n)
	}
}
