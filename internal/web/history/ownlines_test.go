package history

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// TestOwnLines checks that the card of results lists a player's orders about
// money and diplomacy as well as those for units.
func TestOwnLines(t *testing.T) {
	t.Parallel()
	g, _ := opened(t, "njudge-classic", "B", "B-8")
	milan, venice, papacy := power(t, g, "milan"), power(t, g, "venice"), power(t, g, "papacy")
	pavia, _ := g.Setting.Board.Find("Pavia")
	events := []event.Event{
		event.Payment{Power: milan, To: venice, Asked: 5, Paid: 5, Verdict: event.Succeeded},
		event.Payment{Power: milan, To: papacy, Asked: 50, Verdict: event.Wasted, Failure: event.TreasuryEmpty},
		event.ChitGiven{Power: milan, To: venice, Victim: papacy, Verdict: event.Succeeded},
		event.Taxed{Power: milan, Province: pavia.ID, Ducats: 6, Verdict: event.Succeeded},
		event.ProvinceGiven{Power: milan, To: venice, Province: pavia.ID, Verdict: event.Succeeded},
		event.Excommunicated{Pope: papacy, Victim: venice, Silenced: venice},
		event.Refused{Power: milan, Given: "ally venice", Error: message.New("No.")},
	}
	var powers machiavelli.PowerSet
	lines := []turn.Line{
		{Power: milan, Text: "ally papacy", Order: order.Order{Kind: order.Ally, Powers: powers.With(papacy)}},
		{Power: milan, Text: "ally venice", Order: order.Order{Kind: order.Ally, Powers: powers.With(venice)}},
	}
	got := map[string][]string{}
	for _, list := range OrdersByPower(g, report.New(g.Setting), events, "/rules", lines...) {
		for _, l := range list.Lines {
			got[list.Name.String()] = append(got[list.Name.String()], l.Text.String()+" "+l.Mark.String())
		}
	}
	for _, x := range []struct{ name, want string }{
		{"Milan", "Milan pays 5 ducats to Venice. done"},
		{"Milan", "Milan cannot pay 50 ducats to the Papacy: the treasury is empty. void"},
		{"Milan", "Milan gives Venice an assassination chit against the Papacy. done"},
		{"Milan", "Milan squeezes 6 ducats out of Pavia. done"},
		{"Milan", "Milan gives Pavia to Venice. done"},
		{"Milan", "Milan lets the Papacy through straits. done"},
		{"Papacy", "The Papacy excommunicates Venice, who must not speak to anyone until the end of the next campaign. done"},
	} {
		if all := strings.Join(got[x.name], "\n"); !strings.Contains(all, x.want) {
			t.Errorf("%s: %q is not among\n%s", x.name, x.want, all)
		}
	}
	if all := strings.Join(got["Milan"], "\n"); strings.Contains(all, "lets Venice") {
		t.Errorf("a permission that was refused is shown as given:\n%s", all)
	}
}
