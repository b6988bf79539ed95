package bot_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// balance returns the Balance of Power in its first phase.
func balance(t testing.TB, preset string) (*position.Position, *rules.Set) {
	t.Helper()
	r := edition(t, preset, "")
	p, err := scenario.New("B", "B-8", &r)
	if err != nil {
		t.Fatal(err)
	}
	return p, &r
}

// named returns the power with that ID.
func named(t testing.TB, p *position.Position, id string) machiavelli.Power {
	t.Helper()
	x, ok := p.Setting.Powers.Find(id)
	if !ok {
		t.Fatal("no power", id)
	}
	return x
}

// TestAgreedNothing tests that a player without agreements plays exactly as one
// that cannot talk.
func TestAgreedNothing(t *testing.T) {
	t.Parallel()
	p, r := balance(t, "battleline-1978-advanced")
	milan := named(t, p, "milan")
	v := bot.Look(p, r, bot.Alone(p, milan), "a seed")
	for _, kind := range []string{"even", "easy"} {
		one, err := bot.New(kind)
		if err != nil {
			t.Fatal(err)
		}
		if plain, agreed := one.Decide(v, milan), one.Decide(v.Agreed(nil), milan); !reflect.DeepEqual(plain, agreed) {
			t.Errorf("%s: %v and %v", kind, plain, agreed)
		}
	}
}

// TestKeepsAgreements plays a position in which a player would attack its
// neighbour, with and without an agreement.
func TestKeepsAgreements(t *testing.T) {
	t.Parallel()
	p, r := balance(t, "battleline-1978-basic")
	easy, err := bot.New("easy")
	if err != nil {
		t.Fatal(err)
	}
	for range 8 { // plays until the two powers are neighbours
		var lines []turn.Line
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			lines = append(lines, easy.Decide(bot.Look(p, r, bot.Alone(p, x), "a seed"), x)...)
		}
		res, err := turn.Process(p, lines, r, dice.New([]byte("neighbours"), p.Phase.String(), nil))
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
	}
	for p.Phase.Step != machiavelli.Orders {
		res, err := turn.Process(p, nil, r, dice.New([]byte("neighbours"), p.Phase.String(), nil))
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
	}
	attacks := 0
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if p.Setting.Absent.Has(x) {
			continue
		}
		v := bot.Look(p, r, bot.Alone(p, x), "a seed")
		var terms []pact.Terms
		for y := machiavelli.Power(1); int(y) < len(p.Setting.Powers); y++ {
			if y != x && !p.Setting.Absent.Has(y) {
				terms = append(terms, pact.Terms{Kind: pact.Peace, From: x, To: y, Until: message.Campaign{Season: machiavelli.Fall, Year: p.Phase.Year}})
			}
		}
		breaches := func(v bot.View) int {
			n := 0
			for _, l := range easy.Decide(v, x) { // an easy player is the most honest
				o := l.Order
				if slices.ContainsFunc(terms, func(t pact.Terms) bool { return t.Forbids(p, x, &o) }) {
					n++
				}
			}
			return n
		}
		attacks += breaches(v)
		if n := breaches(v.Agreed(terms)); n > 0 {
			t.Errorf("%s breaks its word %d times", p.Setting.Powers[x].Name, n)
		}
	}
	if attacks == 0 {
		t.Error("nobody attacks anybody even without agreements")
	}
}

// TestPromisedSupport tests that a player gives a support that it has promised,
// if it can.
func TestPromisedSupport(t *testing.T) {
	t.Parallel()
	p, r := balance(t, "battleline-1978-basic")
	milan, venice := named(t, p, "milan"), named(t, p, "venice")
	keep := p.Units[:0]
	for _, u := range p.Units {
		if u.Owner != milan && u.Owner != venice {
			keep = append(keep, u)
		}
	}
	p.Units = keep
	army := func(owner machiavelli.Power, name string) {
		m, _ := p.Setting.Board.Find(name)
		p.Units = append(p.Units, position.Unit{Owner: owner, Type: machiavelli.Army, At: m.ID})
	}
	army(milan, "Cremona")
	army(venice, "Mantua")
	terms, err := pact.Parse("support of your A Mantua to Venice", p.Setting, milan, p.Phase)
	if err != nil {
		t.Fatal(err)
	}
	one, err := bot.New("hard")
	if err != nil {
		t.Fatal(err)
	}
	served := func(v bot.View) bool {
		return slices.ContainsFunc(one.Decide(v, milan), func(l turn.Line) bool {
			return l.Order.Kind == order.Support && terms.Serves(p, milan, &l.Order)
		})
	}
	v := bot.Look(p, r, bot.Alone(p, milan), "a seed")
	if served(v) {
		t.Error("the support is given without a promise")
	}
	if !served(v.Agreed([]pact.Terms{terms})) {
		t.Error("the promised support is not given")
	}
}

// TestConsiders tests answers to proposals and their reasons.
func TestConsiders(t *testing.T) {
	t.Parallel()
	p, r := balance(t, "njudge-classic")
	milan, venice := named(t, p, "milan"), named(t, p, "venice")
	v := bot.Look(p, r, bot.Alone(p, venice), "a seed")
	broken := pact.Record{Terms: pact.Terms{Kind: pact.Peace, From: milan, To: venice}, State: pact.WasBroken, By: machiavelli.PowerSet(0).With(milan)}
	agreed := func(line string) []pact.Record {
		terms, err := pact.Parse(line, p.Setting, milan, p.Phase)
		if err != nil {
			t.Fatal(err)
		}
		return []pact.Record{{Terms: terms, State: pact.StillHolds}}
	}
	for _, c := range []struct {
		line    string
		past    []pact.Record
		accepts bool
		why     string
	}{
		{"support of your A Verona - Mantua to Venice", nil, true, "Your support is welcome."},
		{"support of your A Verona - Mantua to Venice", agreed("no units in Mantua to Venice"), false, "We have an agreement with Milan."},
		{"support of your A Verona - Mantua to Venice", agreed("support of my A Milan - Mantua to Venice"), false, "We have an agreement with Milan."},
		{"support of your A Verona - Mantua to Venice", agreed("support of your A Verona - Mantua to Venice"), true, "Your support is welcome."},
		{"payment of 3 to Venice for support of my A Milan - Mantua", agreed("no units in Mantua to Venice"), false, "We have an agreement with Milan."},
		{"payment of 3 to Venice", nil, true, "Money is always welcome."},
		{"peace to Venice", []pact.Record{broken}, false, "Milan has broken an agreement with us before."},
		{"no units in Venice to Venice", nil, false, "That province is ours."},
		{"no units in Cremona to Venice", nil, true, "A province between us"},
		{"support of my A Milan - Venice to Venice", nil, false, "That is an attack on us."},
		{"support of my A Milan - Piombino to Venice", nil, false, "No unit of ours can reach that place."},
	} {
		terms, err := pact.Parse(c.line, p.Setting, milan, p.Phase)
		if err != nil {
			t.Fatal(err)
		}
		yes, why := v.Considers(terms, c.past)
		if yes != c.accepts || !strings.HasPrefix(why.String(), c.why) {
			t.Errorf("%s: %t, %q, want %t, %q", c.line, yes, why, c.accepts, c.why)
		}
	}
}

// TestOffers plays a game without agreements and tests that every proposal that
// players would make in it can be made, and that each answer has a reason.
func TestOffers(t *testing.T) {
	t.Parallel()
	p, r := balance(t, "battleline-1978-basic")
	one, err := bot.New("easy")
	if err != nil {
		t.Fatal(err)
	}
	offers, accepted := 0, 0
	for range 16 {
		var lines []turn.Line
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers) && p.Victors == 0; x++ {
			v := bot.Look(p, r, bot.Alone(p, x), "a seed")
			lines = append(lines, one.Decide(v, x)...)
			if p.Phase.Step != machiavelli.Orders {
				continue
			}
			for _, o := range v.Offers(nil) {
				offers++
				if why := o.Terms.Check(p, false); !why.IsZero() || o.Why.IsZero() {
					t.Errorf("%s: %s %s", o.Terms.Format(p.Setting), why, o.Why)
				}
				yes, why := bot.Look(p, r, bot.Alone(p, o.Terms.To), "a seed").Considers(o.Terms, nil)
				if why.IsZero() {
					t.Errorf("%s: no reason", o.Terms.Format(p.Setting))
				}
				if yes {
					accepted++
				}
			}
		}
		res, err := turn.Process(p, lines, r, dice.New([]byte("offers"), p.Phase.String(), nil))
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
	}
	t.Logf("%d offers, %d accepted", offers, accepted)
	if offers == 0 || accepted == 0 || accepted == offers {
		t.Errorf("%d offers, %d accepted", offers, accepted)
	}
}

// bare returns the Balance of Power without units, and a function that puts an
// army into a province.
func bare(t *testing.T, preset string) (*position.Position, *rules.Set, func(owner machiavelli.Power, place string)) {
	t.Helper()
	p, r := balance(t, preset)
	p.Units, p.Phase = nil, machiavelli.Phase{Season: machiavelli.Spring, Year: 1454, Step: machiavelli.Orders}
	return p, r, func(owner machiavelli.Power, place string) {
		m, _ := p.Setting.Board.Find(place)
		p.Units = append(p.Units, position.Unit{Owner: owner, Type: machiavelli.Army, At: m.ID})
	}
}

// TestDeals tests which acts players propose, to whom, and why; that they can be
// proposed; and that they are not proposed again in the same year.
func TestDeals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, preset string
		armies       map[string]string // province of each power's army
		friends      bool              // Milan and Florence are at peace
		ducats       machiavelli.Ducats
		want, why    string
	}{
		{
			"a support by an ally", "battleline-1978-basic",
			map[string]string{"Cremona": "milan", "Ferrara": "florence", "Mantua": "venice"},
			true, 0,
			"PROPOSE SUPPORT OF MY A Cremona - Mantua TO Florence UNTIL spring 1454", "Alone we are too weak against Venice there.",
		},
		{
			"a support for money", "battleline-1978-advanced",
			map[string]string{"Cremona": "milan", "Ferrara": "florence", "Mantua": "venice"},
			false, 40,
			"PROPOSE PAYMENT OF 3 DUCATS TO Florence FOR SUPPORT OF MY A Cremona - Mantua UNTIL spring 1454", "Alone we are too weak against Venice there, and help is worth money to us.",
		},
		{
			"a province that both leave alone", "battleline-1978-basic",
			map[string]string{"Pavia": "milan", "Tyrolea": "austria"},
			false, 0,
			"PROPOSE DEMILITARISATION OF Como TO Austria UNTIL fall 1454", "From there each of us is a danger to the other.",
		},
		{
			"an attack with an ally", "battleline-1978-basic",
			map[string]string{"Cremona": "milan", "Parma": "milan", "Ferrara": "florence", "Mantua": "venice"},
			true, 0,
			"PROPOSE ATTACK ON Venice IN Mantua TO Florence UNTIL spring 1454", "Together we are stronger than Venice.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, r, army := bare(t, c.preset)
			milan, florence := named(t, p, "milan"), named(t, p, "florence")
			for place, owner := range c.armies {
				army(named(t, p, owner), place)
			}
			slices.SortFunc(p.Units, func(a, b position.Unit) int { return int(a.At) - int(b.At) })
			p.Treasury[milan] = c.ducats
			var past []pact.Record
			if c.friends {
				past = append(past, pact.Record{
					Terms: pact.Terms{Kind: pact.Peace, From: florence, To: milan, Until: message.Campaign{Season: machiavelli.Fall, Year: 1454}},
					Made:  message.Campaign{Season: machiavelli.Spring, Year: 1453}, State: pact.StillHolds,
				})
			}
			v := bot.Look(p, r, bot.Alone(p, milan), "a seed")
			var got *bot.Offer
			said := ""
			for _, o := range v.Offers(past) {
				said += o.Terms.Format(p.Setting) + " (" + o.Why.String() + ")\n"
				if !o.Terms.Peaceful() {
					got = &o
				}
			}
			if got == nil || got.Terms.Format(p.Setting) != c.want || got.Why.String() != c.why {
				t.Fatalf("Milan says\n%swant %s (%s)", said, c.want, c.why)
			}
			if yes, why := bot.Look(p, r, bot.Alone(p, got.Terms.To), "a seed").Considers(got.Terms, past); !yes {
				t.Errorf("it is refused: %s", why)
			}
			again := append([]pact.Record{{Terms: got.Terms, Made: message.Campaign{Season: machiavelli.Spring, Year: 1454}}}, past...)
			for _, o := range v.Offers(again) {
				if o.Terms == got.Terms {
					t.Errorf("%s is proposed again", c.want)
				}
			}
		})
	}
}

// TestPaysWhatItPromised tests that a player pays for a service as it has
// promised, and not more than it has.
func TestPaysWhatItPromised(t *testing.T) {
	t.Parallel()
	p, r, army := bare(t, "battleline-1978-advanced")
	milan, florence := named(t, p, "milan"), named(t, p, "florence")
	army(milan, "Cremona")
	army(florence, "Ferrara")
	terms, err := pact.Parse("payment of 3 ducats to Florence for support of my A Cremona - Mantua", p.Setting, milan, p.Phase)
	if err != nil {
		t.Fatal(err)
	}
	for ducats, want := range map[machiavelli.Ducats]bool{20: true, 2: false} {
		p.Treasury[milan] = ducats
		for _, kind := range bot.Levels() {
			if kind == "random" { // a random player breaks promises without intent
				continue
			}
			one, err := bot.New(kind)
			if err != nil {
				t.Fatal(err)
			}
			lines := one.Decide(bot.Look(p, r, bot.Alone(p, milan), "a seed").Agreed([]pact.Terms{terms}), milan)
			pays := slices.ContainsFunc(lines, func(l turn.Line) bool {
				return l.Order.Kind == order.Payment && l.Order.Power == florence && l.Order.Amount == 3
			})
			if pays != want {
				t.Errorf("%s with %d ducats: pays %t, want %t", kind, ducats, pays, want)
			}
		}
	}
}
