package turn

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Upshot is what a phase means for a power, and what its player can do about it.
type Upshot struct {
	Kind  UpshotKind
	Text  message.Message // one or two sentences
	Rules []string        // IDs of the rules that decide it
	At    board.ID        // the place concerned, or None
	Order string          // the order that the text advises, in the order language; empty if none
}

// UpshotKind is the kind of an upshot. Lower values are more urgent.
type UpshotKind uint8

// The kinds of upshots.
const (
	Homeless    UpshotKind = iota + 1 // the power holds no home city
	InDebt                            // a loan is due
	Driven                            // a unit must retreat
	Starving                          // the siege of a garrison of the power is half done
	HalfDone                          // a siege by the power is half done
	FewerCities                       // the power counts fewer cities than before
	LandOnly                          // another power's garrison holds the city of a place that the power has entered
	CityOnly                          // another power has entered a place whose city the power holds
)

// Upshots lists what a phase means for a power, the most urgent first. The parameters before and
// after are the positions before and after the phase. Upshots reads only what is public and the
// power's own debts.
func Upshots(before, after *position.Position, r *rules.Set, power machiavelli.Power) []Upshot {
	if power == machiavelli.Nobody || after.Victors != 0 || after.Eliminated.Has(power) || after.Opening {
		return nil
	}
	u := upshots{p: after, r: r, power: power, t: report.New(after.Setting)}
	u.threats()
	u.driven()
	u.places()
	u.counted(before)
	slices.SortStableFunc(u.out, func(a, b Upshot) int { return int(a.Kind) - int(b.Kind) })
	return u.out
}

// upshots collects the upshots of a power.
type upshots struct {
	p     *position.Position
	r     *rules.Set
	power machiavelli.Power
	t     report.Teller
	out   []Upshot
}

func (u *upshots) add(kind UpshotKind, at board.ID, text message.Message, rules ...string) *Upshot {
	u.out = append(u.out, Upshot{Kind: kind, At: at, Text: text, Rules: rules})
	return &u.out[len(u.out)-1]
}

// threats adds the loss of all home cities and the debts that are due.
func (u *upshots) threats() {
	told := false
	for _, d := range Dangers(u.p, u.r, u.power, nil) {
		switch d.Kind {
		case NoHomeCity:
			u.add(Homeless, board.None, d.Say(u.p.Setting), "ELIM-01", "ELIM-03")
		case CannotRepay, MayNotRepay:
			u.add(InDebt, board.None, d.Say(u.p.Setting), "LOAN-09")
			told = true
		}
	}
	for _, l := range u.p.Loans {
		if now := u.p.Phase; !told && l.Power == u.power && now.Step == machiavelli.Orders && l.Year == now.Year && l.Season == now.Season {
			u.add(InDebt, board.None, message.New("The bank collects {sum} in this campaign.", message.Ducats(l.Principal+l.Interest)), "LOAN-04")
		}
	}
}

// driven adds the power's units that can retreat.
func (u *upshots) driven() {
	if u.p.Phase.Step != machiavelli.Retreats {
		return
	}
	for i := range u.p.Dislodged {
		d := &u.p.Dislodged[i]
		if !u.mine(d.Unit.Owner) || len(d.Retreats) == 0 && !d.IntoCity {
			continue
		}
		text := message.New("{Unit} was dislodged. Choose where it retreats, or disband it.", u.t.UnitOf(d.Unit))
		if d.IntoCity && len(d.Retreats) == 0 {
			text = message.New("{Unit} was dislodged. It can retreat into the city, or disband.", u.t.UnitOf(d.Unit))
		}
		u.add(Driven, d.Unit.At, text, "RETR-01")
	}
}

func (u *upshots) mine(owner machiavelli.Power) bool {
	return owner != machiavelli.Nobody && u.p.Setting.Same(owner, u.power)
}

// places adds the places in which the power and another have a unit each, one
// outside the city and one in it.
func (u *upshots) places() {
	for i := range u.p.Units {
		in := &u.p.Units[i]
		if !in.InCity() {
			continue
		}
		f := u.p.Field(in.At)
		if f < 0 {
			continue
		}
		switch out := &u.p.Units[f]; {
		case out.Owner == u.power && !u.p.Setting.Same(in.Owner, out.Owner):
			u.outside(out, in)
		case in.Owner == u.power && !u.p.Setting.Same(in.Owner, out.Owner):
			u.inside(out, in)
		}
	}
}

// outside adds what follows when a unit of the power stands outside a city that another power
// holds.
func (u *upshots) outside(out, in *position.Unit) {
	at := u.t.AreaOf(out.At)
	siege, can := u.besiege(out)
	if u.p.Sieges.Has(out.At) {
		if !can {
			return
		}
		x := u.add(HalfDone, out.At, message.New("{place:name}: the siege is half done. Besiege again with the next order, and {garrison} starves out.", at, u.t.UnitOf(*in)), "SIEGE-02", "SIEGE-03")
		x.Order = siege
		return
	}
	var x *Upshot
	switch fortress := !u.p.Setting.Board.Cities.Has(out.At); {
	case u.r.ControlTiming == rules.ControlFall || out.At == u.p.Setting.SeaCity:
		x = u.add(LandOnly, out.At, message.New("{place:name}: {unit} stands outside, but {garrison} holds the city.", at, u.t.UnitOf(*out), u.t.UnitOf(*in)), "CTRL-15")
		if out.At == u.p.Setting.SeaCity {
			x.Rules = []string{"VENICE-13"}
		}
	case fortress:
		x = u.add(LandOnly, out.At, message.New("{place:name} is yours as long as {unit} stays there. If it leaves, {garrison} has the land again.", at, u.t.UnitOf(*out), u.t.UnitOf(*in)), "CTRL-20")
	case u.r.SplitCityProvince == rules.SplitSeparate:
		x = u.add(LandOnly, out.At, message.New("{place:name}: the land is yours, the city is not, and cities win. {Garrison} still holds it.", at, u.t.UnitOf(*in)), "CTRL-20")
	default:
		x = u.add(LandOnly, out.At, message.New("{place:name}: the land is yours, the city is not, so it counts for nobody. {Garrison} still holds it.", at, u.t.UnitOf(*in)), "CTRL-20", "CTRL-14")
	}
	if can {
		x.Text = message.New("{what} Besiege it in two campaigns running, and it falls.", x.Text)
		x.Rules = append(x.Rules, "SIEGE-01", "SIEGE-03")
		x.Order = siege
	}
}

// inside adds what follows when another power's unit stands outside a city that the power holds.
func (u *upshots) inside(out, in *position.Unit) {
	at := u.t.AreaOf(in.At)
	if u.p.Sieges.Has(in.At) {
		u.add(Starving, in.At, message.New("{place:name}: your garrison is besieged. It is lost if {unit} besieges again: drive that unit out now, with support.", at, u.t.UnitOf(*out)), "SIEGE-03", "SIEGE-05")
		return
	}
	if _, can := u.besiege(out); !can {
		return
	}
	switch {
	case u.r.ControlTiming == rules.ControlFall, u.r.SplitCityProvince == rules.SplitSeparate, !u.p.Setting.Board.Cities.Has(in.At), in.At == u.p.Setting.SeaCity:
		u.add(CityOnly, in.At, message.New("{place:name}: {unit} stands before your garrison, and can starve it out in two campaigns. Drive that unit out, with support.", at, u.t.UnitOf(*out)), "SIEGE-03")
	default:
		u.add(CityOnly, in.At, message.New("{place:name}: the city is yours, the land is not, so it counts for nobody. {Unit} stands there. Drive it out, with support.", at, u.t.UnitOf(*out)), "CTRL-20", "CTRL-14")
	}
}

// besiege returns the order for a unit to besiege the city where it stands, and whether it can
// besiege that city in its next campaign. The text is empty if the current phase does not accept
// such orders.
func (u *upshots) besiege(out *position.Unit) (text string, can bool) {
	q := *u.p // differs only in the phase
	q.Phase.Step = machiavelli.Orders
	o := order.Order{Kind: order.Besiege, Unit: order.Unit{Type: out.Type, At: out.At, Coast: out.Coast}}
	bound, _, _, problem := legal.Check(&q, u.r, out.Owner, o)
	if problem != nil {
		return "", false
	}
	if u.p.Phase.Step != machiavelli.Orders {
		return "", true
	}
	return order.Format(bound, u.p.Setting.Board, u.p.Setting.Powers), true
}

// counted adds the message that fewer cities count for the power's victory than
// before.
func (u *upshots) counted(before *position.Position) {
	had, has := 0, 0
	for x := range u.p.Setting.Powers {
		if p := machiavelli.Power(x); u.mine(p) {
			had, has = had+Cities(before, u.r, p), has+Cities(u.p, u.r, p)
		}
	}
	if has < had {
		u.add(FewerCities, board.None, message.Plural(has, "{n} city counts for you now, {had} before; {needed} win.", "{n} cities count for you now, {had} before; {needed} win.",
			message.Number(had), message.Number(CitiesNeeded(u.p, u.r))), "WIN-02")
	}
}
