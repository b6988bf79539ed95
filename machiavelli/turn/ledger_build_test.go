package turn

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

const (
	paying   = "njudge-classic famine=off"
	untraded = paying + " trade-in-province=forbidden"
)

// buildCases are winters in which units are paid for.
var buildCases = []ledgerCase{
	{
		id:     "BUILD-01 every unit costs its price, old or new",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan, A Como mercenary
			Milan has 20 ducats`,
		orders: "Milan: maintain A Milan; maintain A Como; B A Pavia",
		want: `
			Milan pays 3 for A Milan
			Milan pays 6 for A Como mercenary
			Milan pays 3 for A Pavia
			treasury Milan: 8
			Milan: A Milan, A Como mercenary, A Pavia
			next spring 1455 orders`,
	}, {
		id:     "BUILD-01 there is a winter each year, builds or none",
		preset: paying,
		game:   "fall 1454 orders",
		want:   "next winter 1454 adjustments",
	}, {
		id:     "BUILD-02 the last order for a unit counts",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan, A Pavia
			Milan has 9 ducats`,
		orders: "Milan: disband A Milan; maintain A Milan; maintain A Pavia; remove A Pavia",
		want: `
			Milan A Pavia gone: removed in winter
			Milan: A Milan
			treasury Milan: 6`,
	}, {
		id:     "BUILD-03 at home, with province and city",
		preset: paying,
		game: `winter 1454 adjustments
			Milan has 30 ducats
			Milan owns Mantua
			Venice owns city Pavia
			Milan holds milan, naples
			Milan owns Bari`,
		orders: "Milan: B A Mantua; B A Pavia; B A Como; B A Bari; B A Cremona",
		want: `
			Milan refused "B A Mantua"
			Milan refused "B A Pavia"
			Milan refused "B A Como"
			Milan: A Bari, A Cremona
			treasury Milan: 24`,
	}, {
		id:     "BUILD-04 fleets in ports, garrisons behind walls",
		preset: paying,
		game: `winter 1454 adjustments
			France has 30 ducats`,
		orders: "France: B F Avignon; B F Marseilles; B G Swiss; B G Avignon",
		want: `
			France refused "B F Avignon"
			France refused "B G Swiss"
			France: F Marseilles, G Avignon`,
	}, {
		id:     "BUILD-05 one new unit in a province, the last ordered; an old one in the other space is no obstacle",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: G Milan
			Milan has 30 ducats`,
		orders: "Milan: B A Pavia; B G Pavia; B A Milan",
		want: `
			Milan: G Milan, G Pavia, A Milan
			treasury Milan: 21`,
	}, {
		id:     "BUILD-06 the garrison goes and an army comes, or the reverse",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: G Milan, A Pavia
			Milan has 6 ducats`,
		orders: "Milan: remove G Milan; B A Milan; remove A Pavia; B G Pavia",
		want: `
			Milan: A Milan, G Pavia
			treasury Milan: 0`,
	}, {
		id:     "BUILD-06 not where trades are forbidden",
		preset: untraded,
		game: `winter 1454 adjustments
			Milan: G Milan
			Milan has 6 ducats`,
		orders: "Milan: remove G Milan; B A Milan",
		want: `
			Milan "B A Milan" void
			Milan G Milan gone: removed in winter
			treasury Milan: 6
			never Milan: A Milan`,
	}, {
		id:     "BUILD-07 neither in famine nor among rebels",
		preset: paying,
		game: `winter 1454 adjustments
			Milan has 30 ducats
			famine Milan
			Pavia rebels against Milan`,
		orders: "Milan: B A Milan; B G Milan; B A Pavia; B G Pavia; B A Cremona",
		want: `
			Milan: A Cremona
			treasury Milan: 27`,
	}, {
		id:     "BUILD-08 nothing beside a unit in Venice",
		preset: paying,
		game: `winter 1454 adjustments
			Venice: F Venice
			Venice has 30 ducats`,
		orders: "Venice: B G Venice",
		want:   `Venice refused "B G Venice"`,
	}, {
		id:     "BUILD-09 as many as can be paid",
		preset: paying,
		game: `winter 1454 adjustments
			Venice has 12 ducats`,
		orders: "Venice: B A Padua; B A Treviso; B F Venice; B A Dalmatia",
		want:   "Venice: A Padua, A Treviso, F Venice, A Dalmatia",
	}, {
		id:     "BUILD-09 or as many as there are counters",
		preset: paying + " unit-limit=countermix counters-armies=2",
		game: `winter 1454 adjustments
			Venice: A Verona
			Venice has 30 ducats`,
		orders: "Venice: B A Padua; B A Treviso; B F Venice",
		want: `
			Venice "B A Treviso" void
			Venice: A Verona, A Padua, F Venice`,
	}, {
		id:     "BUILD-10 every unit is to be ordered",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan, A Pavia, A Como
			Milan has 10 ducats`,
		check: func(t *testing.T, g *game) {
			owed := Owes(g.pos, &g.rules, g.power("Milan"), g.lines("Milan: maintain A Milan; remove A Como; maintain A Rome"))
			if len(owed.Units) != 1 || owed.Units[0] != 1 || owed.Builds != 0 || owed.Removals != 0 {
				t.Errorf("owed %+v", owed)
			}
			if owed := Owes(g.pos, &g.rules, g.power("Venice"), nil); !owed.None() {
				t.Errorf("a power without units owes %+v", owed)
			}
		},
	}, {
		id:     "BUILD-11 a unit without an order stays",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan, A Pavia
			Milan has 10 ducats`,
		orders: "Milan: remove A Pavia",
		want: `
			Milan pays 3 for A Milan
			Milan: A Milan
			treasury Milan: 7`,
	}, {
		id:     "BUILD-11 while the money lasts: those with an order first",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan, A Pavia, A Como
			Milan has 7 ducats`,
		orders: "Milan: maintain A Como",
		want: `
			Milan A Milan gone: unpaid
			Milan: A Pavia, A Como
			treasury Milan: 1`,
	}, {
		id:     "BUILD-11 or disbands, as the old judge had it",
		preset: paying + " unordered-unit-in-winter=disband",
		game: `winter 1454 adjustments
			Milan: A Milan, A Pavia
			Milan has 10 ducats`,
		orders: "Milan: maintain A Pavia",
		want: `
			Milan A Milan gone: removed by default
			Milan: A Pavia
			treasury Milan: 7`,
	}, {
		id:     "BUILD-12 the old units are paid before the new, whatever the order of the lines",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Como
			Milan has 8 ducats`,
		orders: "Milan: B A Milan; B A Pavia; maintain A Como",
		want: `
			Milan "B A Milan" succeeded
			Milan "B A Pavia" void
			Milan: A Como, A Milan
			treasury Milan: 2`,
	}, {
		id:     "BUILD-12 a build too dear is dropped, a cheaper one after it is not",
		preset: paying,
		game: `winter 1454 adjustments
			Milan has 8 ducats`,
		orders: "Milan: B A Milan professional; B A Pavia",
		want: `
			Milan "B A Milan professional" void
			Milan: A Pavia
			treasury Milan: 5`,
	}, {
		id:     "BUILD-13 those outside provinces with cities go first, then the oldest",
		preset: paying,
		game: `winter 1454 adjustments
			Naples: A Naples, A Bari, F Ionian Sea, A Capua, G Messina
			Naples has 7 ducats`,
		orders: "Naples: maintain A Naples; maintain A Bari; maintain F Ionian Sea; maintain A Capua; maintain G Messina",
		want: `
			Naples "maintain F Ionian Sea" void
			Naples F Ionian Sea gone: unpaid
			Naples A Capua gone: unpaid
			Naples A Naples gone: unpaid
			Naples: A Bari, G Messina
			treasury Naples: 1`,
	}, {
		id:     "BUILD-13 or the farthest from home",
		preset: paying + " unpaid-unit-removal=by-distance",
		game: `winter 1454 adjustments
			Naples: A Salerno, A Rome
			Naples has 3 ducats`,
		want: `
			Naples A Rome gone: unpaid
			Naples: A Salerno`,
	}, {
		id:     "BUILD-14 autonomous garrisons are kept for nothing",
		preset: paying,
		game: `winter 1454 adjustments
			autonomous: G Ferrara`,
		want: "autonomous: G Ferrara",
	}, {
		id:     "BUILD-15 a besieged garrison that goes ends the siege",
		preset: paying,
		game: `winter 1454 adjustments
			Venice: A Ferrara
			Milan: G Ferrara
			Venice has 3 ducats
			siege Ferrara`,
		want: `
			Milan G Ferrara gone: unpaid
			siege of Ferrara lifted
			city Ferrara: Venice`,
	}, {
		id:     "BUILD-17 with money but counted in cities, units cost nothing",
		preset: paying + " unit-count=cities",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como
			Milan has 5 ducats`,
		orders: "Milan: B A Pavia; B A Cremona",
		want: `
			Milan "B A Pavia" void
			Milan: A Milan, A Como, A Cremona
			treasury Milan: 5`,
	}, {
		id:     "BUILD-17 a unit that cannot be built in any case does not count among the latest",
		preset: paying + " unit-count=cities",
		game: `winter 1454 adjustments
			Milan: A Milan, A Como mercenary
			Milan has 5 ducats`,
		orders: "Milan: B A Cremona; B militia A Pavia",
		want: `
			Milan "B militia A Pavia" void
			Milan: A Milan, A Como mercenary, A Cremona`,
	}, {
		id:     "BUILD-19 a new unit of another type is no conversion: both are ordered",
		preset: paying,
		game: `winter 1454 adjustments
			France: A Marseilles
			France has 9 ducats`,
		orders: "France: B F Marseilles",
		want: `
			France refused "B F Marseilles"
			France: A Marseilles`,
	}, {
		id:     "SPEC-01 the special units and their prices",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan militia
			Venice: A Padua mercenary
			France: F Marseilles professional
			Milan has 6 ducats
			Venice has 6 ducats
			France has 9 ducats`,
		want: `
			Milan pays 6 for A Milan militia
			Venice pays 6 for A Padua mercenary
			France pays 9 for F Marseilles professional`,
	}, {
		id:     "SPEC-02 one special unit for each power, of any type",
		preset: paying,
		game: `winter 1454 adjustments
			Milan has 6 ducats
			Venice has 9 ducats
			France has 6 ducats`,
		orders: `
			Milan: B A Milan militia
			Venice: B G Padua professional
			France: B F Marseilles mercenary`,
		want: `
			Milan: A Milan militia
			Venice: G Padua professional
			France: F Marseilles mercenary
			treasury Venice: 0`,
	}, {
		id:     "SPEC-03 a second special unit is not built, nor paid",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan militia
			Milan has 30 ducats
			Venice has 30 ducats`,
		orders: `
			Milan: maintain A Milan; B A Pavia mercenary
			Venice: B A Padua mercenary; B G Treviso militia`,
		want: `
			Milan "B A Pavia mercenary" void
			Milan: A Milan militia
			treasury Milan: 24
			Venice "B G Treviso militia" void
			Venice: A Padua mercenary
			treasury Venice: 24`,
	}, {
		id:     "SPEC-04 the old one makes room when it is removed in the same winter",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan militia
			Milan has 10 ducats`,
		orders: "Milan: B A Pavia professional; remove A Milan",
		want: `
			Milan: A Pavia professional
			treasury Milan: 1`,
	}, {
		id:     "SPEC-04 but not when it goes for want of an order",
		preset: paying + " unordered-unit-in-winter=disband",
		game: `winter 1454 adjustments
			Milan: A Milan militia
			Milan has 10 ducats`,
		orders: "Milan: B A Pavia professional",
		want: `
			Milan "B A Pavia professional" void
			treasury Milan: 10`,
	}, {
		id:     "SPEC-05 who may build what in 1995",
		preset: paying + " special-unit-power-limits=table-1995",
		game: `winter 1454 adjustments
			Milan: A Como professional
			Milan has 30 ducats`,
		check: func(t *testing.T, g *game) {
			g.pos.Setting.UnitLimits = map[machiavelli.Power][3]string{g.power("Milan"): {"xxx.", "xxx.", "xxx."}}
			expect(t, tell(g.play("Milan: remove A Como; B A Milan professional; B A Pavia militia")), `
				Milan refused "B A Milan professional"
				Milan: A Pavia militia`)
			expect(t, tell(g.play("Milan: maintain A Como")), "Milan pays 9 for A Como professional")
		},
	}, {
		id:     "OPT-01 cavalry costs nine and is a special unit",
		preset: paying + " cavalry=on",
		game: `winter 1454 adjustments
			Milan: A Milan militia
			Milan has 30 ducats
			Venice has 30 ducats`,
		orders: `
			Milan: B C Pavia
			Venice: B C Padua`,
		want: `
			Milan "B C Pavia" void
			Venice pays 9 for C Padua
			treasury Venice: 21`,
	}, {
		id:     "BUG-02 removal and new special unit in either order",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan mercenary
			Milan has 20 ducats`,
		orders: "Milan: D em A Milan; B cm G Pavia",
		want: `
			Milan A Milan mercenary gone: removed in winter
			Milan: G Pavia militia
			treasury Milan: 14`,
	}, {
		id:     "BUG-02 the build first",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan mercenary
			Milan has 20 ducats`,
		orders: "Milan: B cm G Pavia; D em A Milan",
		want: `
			Milan: G Pavia militia
			treasury Milan: 14`,
	}, {
		id:     "BUG-13 a winter of any size",
		preset: paying,
		game:   "winter 1454 adjustments",
		check: func(t *testing.T, g *game) {
			b := g.pos.Setting.Board
			var orders []string
			for i, at := range b.Land.IDs() {
				if i == 60 {
					break
				}
				power := machiavelli.Power(i%8 + 1)
				g.pos.Units = append(g.pos.Units, position.Unit{Owner: power, Type: machiavelli.Army, At: at})
				g.pos.Treasury[power] += 3
				orders = append(orders, roster[power].Name+": maintain A "+b.Areas[at].Name)
			}
			res := g.play(strings.Join(orders, "\n"))
			paid := 0
			for _, e := range res.Events {
				if e, ok := e.(event.Adjusted); ok && e.Cost == 3 {
					paid++
				}
			}
			if paid != 60 || len(res.Next.Units) != 60 || res.Next.Treasury != ([machiavelli.MaxPowers]machiavelli.Ducats{}) {
				t.Errorf("%d units paid, %d left", paid, len(res.Next.Units))
			}
		},
	}, {
		id:     "BUG-14 the garrison goes and an army comes in one order set",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: G Milan
			Milan has 20 ducats`,
		orders: "Milan: R G Milan; B A Milan; B G Pavia; R G Pavia",
		want: `
			Milan: A Milan
			treasury Milan: 17`,
	}, {
		id:     "BUG-38 a garrison in a quiet city beside rebels",
		preset: paying,
		game: `winter 1454 adjustments
			Papacy has 20 ducats
			Bologna province rebels against Papacy`,
		orders: "Papacy: B G Bologna",
		want:   "Papacy: G Bologna",
	}, {
		id:     "REB-11 no unit in the space that rebels",
		preset: paying,
		game: `winter 1454 adjustments
			Papacy has 20 ducats
			Bologna province rebels against Papacy`,
		orders: "Papacy: B A Bologna",
		want:   `Papacy refused "B A Bologna"`,
	}, {
		id:     "T-BUILD-1",
		preset: paying,
		game: `winter 1454 adjustments
			Naples: A Capua, A Naples, G Naples
			Naples has 8 ducats`,
		orders: "Naples: maintain A Capua; maintain A Naples; maintain G Naples",
		want: `
			Naples A Capua gone: unpaid
			Naples: A Naples, G Naples
			treasury Naples: 2`,
	}, {
		id:     "T-BUILD-2 legal",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: G Milan
			Milan has 3 ducats`,
		orders: "Milan: remove G Milan; B A Milan",
		want:   "Milan: A Milan",
	}, {
		id:     "T-BUILD-2 illegal in the printed game",
		preset: untraded,
		game: `winter 1454 adjustments
			Milan: G Milan
			Milan has 3 ducats`,
		orders: "Milan: remove G Milan; B A Milan",
		want:   "never Milan: A Milan",
	}, {
		id:     "T-BUILD-3",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Genoa
			Milan has 30 ducats
			Milan owns Genoa`,
		check: func(t *testing.T, g *game) {
			g.pos.Setting.Countries[g.country("milan")].Provinces.Add(g.place("Genoa").At)
			expect(t, tell(g.play("Milan: remove A Genoa; B F Genoa")), `
				Milan refused "B F Genoa"
				never Milan: F Genoa`)
		},
	}, {
		id:     "BUILD-05 two-builds-in-province last",
		preset: paying,
		game: `winter 1454 adjustments
			Milan has 30 ducats`,
		orders: "Milan: B G Pavia; B A Pavia",
		want: `
			Milan: A Pavia
			treasury Milan: 27`,
	}, {
		id:     "T-BUILD-4",
		preset: paying + " two-builds-in-province=first",
		game: `winter 1454 adjustments
			Milan has 30 ducats`,
		orders: "Milan: B G Pavia; B A Pavia",
		want: `
			Milan: G Pavia
			treasury Milan: 27`,
	}, {
		id:     "BUILD-05 the first of two builds counts, however often both are repeated",
		preset: paying + " two-builds-in-province=first",
		game: `winter 1454 adjustments
			Milan has 30 ducats`,
		orders: "Milan: B G Pavia; B A Pavia; B G Pavia; B A Pavia",
		want: `
			Milan: G Pavia
			treasury Milan: 27`,
	}, {
		id:     "T-BUILD-4 the first in the same place gives way to a later one: a change of mind",
		preset: paying + " two-builds-in-province=first",
		game: `winter 1454 adjustments
			Milan has 30 ducats
			Milan owns Genoa`,
		orders: "Milan: B A Pavia; B militia A Pavia; B G Milan; R G Milan; B A Milan",
		want: `
			Milan: A Pavia militia, A Milan
			treasury Milan: 21`,
	}, {
		id:     "T-BUILD-5",
		preset: paying,
		game: `winter 1454 adjustments
			Milan has 30 ducats
			Milan owns Corsica`,
		check: func(t *testing.T, g *game) {
			g.pos.Setting.Countries[g.country("milan")].Provinces.Add(g.place("Corsica").At)
			expect(t, tell(g.play("Milan: B G Corsica; B F Corsica")), `
				Milan refused "B G Corsica"
				Milan: F Corsica`)
		},
	}, {
		id:     "T-BUILD-6",
		preset: paying + " fortresses=on",
		game: `winter 1454 adjustments
			Naples has 30 ducats`,
		orders: "Naples: B G Aquila",
		want:   `Naples refused "B G Aquila"`,
	}, {
		id:     "T-BUILD-7",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: G Padua
			Milan owns city Padua
			Milan has 30 ducats
			Venice has 30 ducats`,
		orders: "Venice: B A Padua",
		want:   `Venice refused "B A Padua"`,
	}, {
		id:     "T-BUILD-8",
		preset: paying,
		game: `winter 1454 adjustments
			Milan: A Milan mercenary, A Pavia
			Milan has 9 ducats`,
		orders: "Milan: maintain A Milan; maintain A Pavia; B A Como",
		want: `
			Milan refused "B A Como"
			treasury Milan: 0`,
	}, {
		id:     "T-BUILD-9",
		preset: paying,
		game: `winter 1454 adjustments
			Papacy has 30 ducats
			Bologna province rebels against Papacy`,
		orders: "Papacy: B G Bologna; B A Bologna",
		want: `
			Papacy refused "B A Bologna"
			Papacy: G Bologna`,
	}, {
		id:     "T-BUILD-10",
		preset: paying,
		game: `winter 1454 adjustments
			Papacy has 30 ducats
			famine Bologna`,
		orders: "Papacy: B G Bologna; B A Bologna",
		want: `
			Papacy refused "B G Bologna"
			Papacy refused "B A Bologna"`,
	},
}
