package interchange_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/interchange"
)

// TestLegal asks for legal orders in each kind of phase. All listed orders of a
// power are accepted one by one.
func TestLegal(t *testing.T) {
	for _, x := range []struct{ name, rest, has string }{
		{"campaign with money", `"scenario":"B"`, "A Florence H"},
		{"campaign", `"scenario":"diplomacy"`, "A Vienna - Galicia"},
		{"winter", `"scenario":"A","rules":{"preset":"battleline-1978-basic"},"phase":"winter 1385 adjustments","position":{"units":{"milan":["A Pavia"]}}`, "W"},
		{"paid winter", `"scenario":"B","phase":"winter 1454 adjustments","position":{"treasuries":{"milan":30}}`, "M A Pavia"},
		{"retreats", `"scenario":"A","rules":{"preset":"battleline-1978-basic"},"phase":"spring 1385 retreats","position":{"units":{"venice":["A Milan"]},"dislodged":[{"power":"milan","unit":"A Milan","from":"Cremona","retreats":["Como","Pavia"]}]}`, "A Milan - Como"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := interchange.New()
			line, err := a.Append(nil, []byte(`{"id":"x",`+x.rest+`,"legal":true}`), 1)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(line), fmt.Sprintf("%q", x.has)) {
				t.Errorf("%s is missing in %s", x.has, line)
			}
			type group struct{ Orders []string }
			var result struct {
				Legal map[string]struct {
					Units                 []group
					Builds, Money, Others group
				}
			}
			if err := json.Unmarshal(line, &result); err != nil {
				t.Fatal(err)
			}
			count := 0
			for power, g := range result.Legal {
				groups := append(slices.Clone(g.Units), g.Builds, g.Money, g.Others)
				for _, list := range groups {
					for _, o := range list.Orders {
						count++
						orders, _ := json.Marshal(map[string][]string{power: {o}})
						line, err := a.Append(nil, []byte(`{"id":"x",`+x.rest+`,"orders":`+string(orders)+`}`), 1)
						if err != nil || strings.Contains(string(line), `"refused"`) {
							t.Fatalf("%s of %s is refused: %s %v", o, power, line, err)
						}
					}
				}
			}
			if count == 0 {
				t.Errorf("no legal orders: %s", line)
			}
		})
	}
	line, err := interchange.New().Append(nil, []byte(`{"id":"x","scenario":"B"}`), 1)
	if err != nil || strings.Contains(string(line), `"legal"`) {
		t.Errorf("without asking: %.200s, %v", line, err)
	}
	if _, err := interchange.New().Append(nil, []byte(`{"id":"x","scenario":"B","legal":1}`), 1); err == nil {
		t.Error("legal: 1 is accepted")
	}
}
