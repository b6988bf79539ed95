package mcp_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestSecrecy calls all read-only tools as a rival and as an agent outside the game, before and
// after Milan has sent orders and a message to Florence. It checks that the answers are the same,
// and that they do not contain Milan's money.
func TestSecrecy(t *testing.T) {
	t.Parallel()
	x := seated(t, map[string]string{"treasury-visibility": "hidden"})
	_, token := x.program("Estraneo")
	readers := map[string]*agent{"venice": x.agents["venice"], "stranger": x.house.agent(token)}
	milan := x.agents["milan"]
	clock := regexp.MustCompile(`it is [^)]* now`)
	everything := func(a *agent) map[string]string {
		out := map[string]string{}
		for name, list := range map[string][]args{
			"look":         {{}, {"format": "json"}, {"format": "picture", "orders": true}, {"phase": 1}, {"phase": 1, "format": "picture", "orders": true}},
			"legal_orders": {{"power": "milan"}, {"power": "milan", "kind": "expenses"}, {"power": "milan", "format": "json"}, {"power": "milan", "unit": "A Pavia"}},
			"check_orders": {{"orders": []string{"milan:", "A Pavia H"}}, {"orders": []string{}, "format": "json"}},
			"read_press":   {{}, {"all": true}},
			"results":      {{}, {"phase": 1}, {"phase": 1, "format": "json"}},
			"what_if":      {{"orders": args{"venice": []string{}}}, {"orders": args{"venice": []string{}}, "format": "json"}},
			"ask_rules":    {{"question": "bribe"}},
			"list_games":   {{}, {"which": "all", "format": "json"}},

			"list_proposals": {{}, {"format": "json"}},
		} {
			for i, in := range list {
				if name != "list_games" {
					in["game"] = "siena"
				}
				text, _ := a.call(name, in)
				out[name+string(rune('0'+i))] = clock.ReplaceAllString(text, "")
			}
		}
		for _, path := range []string{"history", "phases/1", "rules"} {
			got, err := a.session.ReadResource(t.Context(), resource("games/siena/"+path))
			if err != nil {
				out[path] = err.Error()
			} else {
				out[path] = got.Contents[0].Text
			}
		}
		return out
	}
	before := map[string]map[string]string{}
	for name, a := range readers {
		before[name] = everything(a)
	}
	milan.do("submit_orders", args{"game": "siena", "orders": []string{"A Pavia - Montferrat # quincunx", "E1: 3d, Counter-Bribe A Pavia"}, "revision": 2})
	milan.do("write_press", args{"game": "siena", "to": []string{"florence"}, "text": "quincunx"})
	milan.do("propose", args{"game": "siena", "line": "peace to florence", "note": "quincunx"})
	if text := milan.do("look", args{"game": "siena"}); !strings.Contains(text, "quincunx") || !strings.Contains(text, "Counter-Bribe A Pavia") {
		t.Errorf("Milan does not see its own orders: %s", text)
	}
	for name, a := range readers {
		for what, after := range everything(a) {
			if after != before[name][what] {
				t.Errorf("%s learns something from %s:\n%.2000s\nand before\n%.2000s", name, what, after, before[name][what])
			}
		}
	}
	venice := x.agents["venice"]
	look := venice.do("look", args{"game": "siena"})
	if !strings.Contains(look, "milan: treasury hidden") || strings.Contains(look, "venice (you): treasury hidden") {
		t.Errorf("treasuries: %s", look)
	}
	for name, a := range readers {
		if text, _ := a.call("legal_orders", args{"game": "siena", "power": "milan"}); strings.Contains(text, "ducats in the treasury") || strings.Contains(text, "expenses") {
			t.Errorf("%s learns what Milan has: %s", name, text)
		}
	}
}

// TestOthersOrders checks that orders for another player's seat, or for other games, are
// refused.
func TestOthersOrders(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	_, token := x.program("Estraneo")
	stranger := x.house.agent(token)
	venice := x.agents["venice"]
	hold := []string{"A Pavia H"}
	for name, in := range map[string]args{
		"submit_orders": {"game": "siena", "orders": hold, "revision": 2},
		"check_orders":  {"game": "siena", "orders": hold},
		"set_ready":     {"game": "siena", "ready": true, "revision": 2},
		"write_press":   {"game": "siena", "to": []string{"milan"}, "text": "hello"},
		"vote":          {"game": "siena", "draw": true},
		"join_game":     {"game": "siena"},
		"confirm_seat":  {"game": "siena"},
	} {
		if text, failed := stranger.call(name, in); !failed {
			t.Errorf("%s by a stranger: %s", name, text)
		}
	}
	stranger.refused("answer_invitation", args{"game": "siena", "accept": true})
	for want, lines := range map[string][]string{"the order counts only if you buy the unit": hold, "REFUSED": {"milan:", "A Pavia H"}} {
		if text, _ := venice.call("submit_orders", args{"game": "siena", "orders": lines, "revision": 2}); !strings.Contains(text, want) {
			t.Errorf("Venice orders Milan's units: %s", text)
		}
	}
	if text := x.agents["milan"].do("look", args{"game": "siena"}); !strings.Contains(text, "have sent none") {
		t.Errorf("Milan has orders: %s", text)
	}
	venice.refused("submit_orders", args{"game": "siena", "orders": []string{"A Verona H"}, "revision": 1}, "Nothing was saved", "Call look")
	venice.refused("submit_orders", args{"game": "nowhere", "orders": hold, "revision": 2}, "list_games")
	venice.refused("look", args{"game": "siena/../../me"}, "list_games")
	venice.refused("look", args{"game": " "}, "Name a game")
	venice.refused("look", args{"game": "siena", "phase": 99})
	venice.refused("look", args{"game": "siena", "phase": -1}, "numbered from 1")
}
