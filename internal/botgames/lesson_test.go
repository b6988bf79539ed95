package botgames

import (
	"testing"

	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// TestPupil plays campaigns in which several things happen to a new player. It checks that the
// pupil learns one thing after each campaign, with passing events before lasting situations, and
// nothing twice.
func TestPupil(t *testing.T) {
	t.Parallel()
	r, p := firstSet(t)
	me, _ := p.Setting.Powers.Find(FirstPower)
	pupil := Pupil{Power: me}
	for i, x := range []struct{ orders, want string }{
		{
			"A Parma - Mantua\nA Bologna S A Parma - Modena", // the support is for another move
			"The Milanese army in Parma bounced off Mantua, 1 against 1: equal strength is a stand-off, and everyone stays. One more support would have made the difference.",
		},
		{
			"A Parma - Modena\nA Bologna S A Parma - Modena",
			"The Milanese army in Bologna gave a support: it stayed where it was and added its strength to another unit's. It can do that wherever it could move.",
		},
		{
			"A Cremona - Mantua",
			"The autonomous garrison in Modena is a unit inside the walls. It holds the city even when others stand outside. Attacks do not reach it, only a siege: an army outside that besieges in two campaigns running.",
		},
	} {
		lines, verdicts := ordertext.ReadLines(p, r, []machiavelli.Power{me}, x.orders)
		for _, v := range verdicts {
			if v.Code != "" {
				t.Fatalf("campaign %d: %+v", i+1, v)
			}
		}
		res, err := turn.Process(p, lines, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
		if got := pupil.Learn(p, res.Events).In(message.English); got != x.want {
			t.Errorf("campaign %d: %q, not %q", i+1, got, x.want)
		}
	}
	if got := pupil.Learn(p, nil); !got.IsZero() {
		t.Errorf("there is no more to learn, but it says %q", got.In(message.English))
	}
}
