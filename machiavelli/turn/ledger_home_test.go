package turn

import (
	"strings"
	"testing"
)

// allOf lists the Austrian provinces, for cases about this home country.
const allOf = "Austria, Hungary, Tyrolea, Carinthia"

// lostToTheDead is a spring in which Naples owns all of Florence's first home
// and loses its own. Florence survives in Venice.
const lostToTheDead = `spring 1454 orders
	Venice is out
	Florence holds florence, venice
	Naples: A Florence, A Pistoia, A Arezzo, A Pisa
	Florence: A Venice, A Padua
	Papacy: A Naples, F Messina, F Palermo, A Bari
	Papacy owns Salerno, Aquila, Otranto`

var homeCases = []ledgerCase{
	{
		id: "HOME-01 a country is held as a block",
		game: `spring 1454 orders
			Milan owns Hungary, Tyrolea`,
		want: "country austria: Austria",
	}, {
		id: "HOME-03 who owns every province and every city conquers, at once",
		game: `spring 1454 orders
			Milan: A Tyrolea
			Milan owns Austria, Hungary, Tyrolea`,
		orders: "Milan: A Tyrolea - Carinthia",
		want: `
			Austria eliminated
			Milan conquers austria
			country austria: Milan`,
	}, {
		id: "HOME-03 a city in other hands prevents it",
		game: `spring 1454 orders
			Milan owns ` + allOf + `
			Turks owns city Hungary`,
		want: `
			Austria eliminated
			never Milan conquers austria
			country austria: nobody`,
	}, {
		id: "HOME-04 losing parts of a conquered country does not matter",
		game: `spring 1454 orders
			Milan holds milan, austria
			Milan owns ` + allOf + `
			Turks owns Hungary, Austria, Tyrolea`,
		want: "country austria: Milan",
	}, {
		id: "HOME-05 it is lost with the last of its provinces and cities",
		game: `spring 1454 orders
			Milan holds milan, austria
			Turks owns Hungary, Austria
			Venice owns Tyrolea, Carinthia`,
		want: `
			Milan loses austria
			country austria: nobody`,
	}, {
		id:     "HOME-05 or only by another's conquest",
		preset: free + " home-country-loss=only-by-conquest",
		game: `spring 1454 orders
			Milan holds milan, austria
			Turks owns Hungary, Austria
			Venice owns Tyrolea, Carinthia`,
		want: "country austria: Milan",
	}, {
		id: "HOME-06 the first home may be lost while another is held",
		game: `spring 1454 orders
			Milan holds milan, austria
			Milan owns ` + allOf + `
			Turks owns Pavia, Cremona, Como
			Venice owns Milan, Parma, Piancenza, Fornova`,
		want: `
			Milan loses milan
			never Milan eliminated
			country austria: Milan`,
	}, {
		id: "HOME-07 a conquered country can be conquered again",
		game: `spring 1454 orders
			Milan holds milan, austria
			Turks owns ` + allOf,
		want: `
			Turks conquers austria
			country austria: Turks`,
	}, {
		id: "HOME-08 the countries of an eliminated power are nobody's",
		game: `spring 1454 orders
			Turks owns Hungary, Austria
			Venice owns Tyrolea`,
		want: `
			Austria eliminated
			country austria: nobody`,
	}, {
		id:   "HOME-05 it is lost too where the one who owns all of it is eliminated before he can conquer it",
		game: lostToTheDead,
		want: `
			Naples eliminated
			Florence loses florence
			never Naples conquers florence
			country florence: nobody
			country venice: Florence`,
	}, {
		id:     "HOME-05 and where elimination comes in fall only, he conquers it",
		preset: free + " elimination-timing=fall",
		game:   lostToTheDead,
		want: `
			Naples conquers florence
			never Florence loses florence
			country florence: Naples`,
	}, {
		id:     "HOME-05 and where a conquest saves him, it is his",
		preset: free + " simultaneous-loss-and-conquest=survives",
		game:   lostToTheDead,
		want: `
			Naples conquers florence
			never Naples eliminated
			country florence: Naples`,
	}, {
		id:     "HOME-05 by home-country-loss only-by-conquest its holder keeps it",
		preset: free + " home-country-loss=only-by-conquest",
		game:   lostToTheDead,
		want: `
			Naples eliminated
			country florence: Florence`,
	}, {
		id: "HOME-06 a lost country wins no game, even if the one who owns all of it has died",
		game: lostToTheDead + `
			Florence owns Treviso, Dalmatia, Genoa, Montferrat, Savoy, Saluzzo, Turin, Trent, Mantua, Modena, Lucca, Siena, Ferrara, Piombino`,
		want: `
			Florence loses florence
			won: nobody`,
	}, {
		id:     "INC-05 a lost country pays its former holder nothing, even if the one who owns all of it has died",
		preset: "njudge-classic famine=off",
		game: strings.Replace(lostToTheDead, "spring", "fall", 1) + `
			die florence 1
			die venice 2
			roll income venice 1 = 1
			roll income venice 2 = 1`,
		check: func(t *testing.T, g *game) {
			rolls := g.play("").Rolls
			if _, thrown := rolls["income florence 1"]; thrown || len(rolls) != 2 {
				t.Errorf("thrown: %v", rolls)
			}
		},
	}, {
		id: "HOME-09 land that belongs to no country is no obstacle",
		game: `spring 1454 orders
			Milan owns ` + allOf + `
			Turks owns Slavonia`,
		want: "Milan conquers austria",
	}, {
		id: "HOME-11 a country that nobody holds can be conquered by anyone",
		game: `spring 1454 orders
			nobody holds austria
			Austria is out
			Turks owns ` + allOf,
		want: "Turks conquers austria",
	}, {
		id: "BUG-16 a conquered country is kept with one province without a city",
		game: `spring 1454 orders
			Naples is out
			Turks holds turks, naples
			Turks owns province Capua
			Papacy owns Naples, Salerno, Aquila, Bari
			Venice owns Messina, Palermo, Otranto`,
		want: "country naples: Turks",
	}, {
		id: "BUG-16 and lost with it",
		game: `spring 1454 orders
			Naples is out
			Turks holds turks, naples
			Papacy: A Aquila
			Turks owns province Capua
			Papacy owns Naples, Salerno, Aquila, Bari
			Venice owns Messina, Palermo, Otranto`,
		orders: "Papacy: A Aquila - Capua",
		want:   "country naples: nobody",
	},
}

var eliminationCases = []ledgerCase{
	{
		id: "ELIM-01 no city of the home country left",
		game: `spring 1454 orders
			Austria: A Mantua
			Austria owns Mantua
			Milan owns Hungary, Tyrolea
			Turks owns city Austria`,
		want: `
			Austria eliminated
			Austria A Mantua gone: power eliminated
			out: Austria`,
	}, {
		id: "ELIM-02 one city in one of several countries saves",
		game: `spring 1454 orders
			Austria holds austria, naples
			Naples is out
			Milan owns ` + allOf + `
			Austria owns Bari`,
		want: "never Austria eliminated",
	}, {
		id: "ELIM-02 without one it is over",
		game: `spring 1454 orders
			Austria holds austria, naples
			Naples is out
			Turks owns Hungary, Austria, Tyrolea
			Milan owns Naples, Bari, Messina, Palermo
			Austria owns province Capua`,
		want: "Austria eliminated",
	}, {
		id:     "ELIM-02 elimination-multi-home no-provinces: a province saves",
		preset: free + " elimination-multi-home=no-provinces",
		game: `spring 1454 orders
			Austria holds austria, naples
			Naples is out
			Turks owns Hungary, Austria, Tyrolea
			Milan owns Naples, Bari, Messina, Palermo
			Austria owns province Capua`,
		want: "never Austria eliminated",
	}, {
		id:     "ELIM-02 and so it does where the original home is lost and only a conquered one is left",
		preset: "battleline-1978-advanced",
		game: `spring 1454 orders
			Austria is out
			Turks holds turks, austria
			Turks: A Carinthia
			Milan: A Tyrolea, A Austria, A Hungary
			Venice: A Albania, F Durazzo, F Tunis, A Herzegovina, A Bosnia`,
		want: `
			Venice conquers turks
			never Turks eliminated
			country austria: Turks
			Turks: A Carinthia`,
	}, {
		id:     "ELIM-02 not where the province is of its one original home",
		preset: "battleline-1978-advanced",
		game: `spring 1454 orders
			Austria: A Carinthia
			Milan: A Tyrolea, A Austria, A Hungary`,
		want: "Austria eliminated",
	}, {
		id:     "ELIM-02 nor where no province of the conquered home is left",
		preset: "battleline-1978-advanced",
		game: `spring 1454 orders
			Austria is out
			Turks holds turks, austria
			Milan: A Tyrolea, A Austria, A Hungary, A Carinthia
			Venice: A Albania, F Durazzo, F Tunis, A Herzegovina, A Bosnia`,
		want: `
			Turks eliminated
			Venice conquers turks
			Milan conquers austria`,
	}, {
		id: "ELIM-03 only after the retreats",
		game: `spring 1454 orders
			Austria: A Tyrolea
			Turks owns Austria, Hungary
			Milan: A Milan, A Como`,
		orders: "Milan: A Milan - Tyrolea; A Como S A Milan - Tyrolea",
		want: `
			next spring 1454 retreats
			never Austria eliminated`,
	}, {
		id: "BUG-04 a retreat can save a power",
		game: `spring 1454 orders
			Austria: A Tyrolea
			Turks owns Austria, Hungary
			Milan: A Milan, A Como`,
		orders: `Milan: A Milan - Tyrolea; A Como S A Milan - Tyrolea
			---
			Austria: A Tyrolea - Austria`,
		want: `
			city Austria: Austria
			never Austria eliminated`,
	}, {
		id: "ELIM-04 the city counts, not the province; rebellion does not matter",
		game: `spring 1454 orders
			Milan owns Hungary, Tyrolea
			Milan owns province Austria
			Carinthia province rebels against Austria`,
		want: `
			city Austria: Austria
			never Austria eliminated`,
	}, {
		id:     "ELIM-04 in 1978 nobody controls a city whose province another has",
		preset: "battleline-1978-advanced",
		game: `spring 1454 orders
			Milan owns Hungary, Tyrolea
			Milan: A Austria
			Austria: G Austria`,
		want: `
			Austria eliminated
			city Austria: Milan`,
	}, {
		id:     "ELIM-04 the city saves it once the province is its own again",
		preset: "battleline-1978-basic",
		game: `spring 1454 orders
			Milan owns Hungary, Tyrolea
			Milan: A Austria
			Austria: G Austria`,
		orders: "Milan: A Austria - Tyrolea",
		want: `
			city Austria: Austria
			never Austria eliminated`,
	}, {
		id:     "ELIM-04 in 1978 rebellions do not matter",
		preset: "battleline-1978-advanced",
		game: `spring 1454 orders
			Milan owns Hungary, Tyrolea
			Austria city rebels against Austria`,
		want: "never Austria eliminated",
	}, {
		id: "ELIM-05 losing the last home while conquering another",
		game: `spring 1454 orders
			Austria owns Albania, Durazzo, Tunis, Herzegovina, Bosnia
			Milan owns Hungary, Tyrolea, Austria`,
		want: `
			Austria eliminated
			never Austria conquers`,
	}, {
		id:     "ELIM-05 simultaneous-loss-and-conquest survives",
		preset: free + " simultaneous-loss-and-conquest=survives",
		game: `spring 1454 orders
			Austria owns Albania, Durazzo, Tunis, Herzegovina, Bosnia
			Milan owns Hungary, Tyrolea, Austria`,
		want: `
			Austria conquers turks
			Turks eliminated
			never Austria eliminated`,
	}, {
		id: "ELIM-06 everything of it is gone, and what concerns it",
		game: `spring 1454 orders
			Austria: A Padua, G Mantua
			Venice: G Padua
			Milan: A Mantua
			Austria owns province Padua
			Austria owns Lucca
			Milan owns Hungary, Tyrolea, Austria`,
		orders: `
			Austria: A Padua besiege
			Milan: A Mantua besiege`,
		want: `
			Austria eliminated
			province Lucca: nobody
			city Lucca: nobody
			province Carinthia: nobody
			siege of Padua lifted
			siege of Mantua lifted
			never Padua is besieged
			never Mantua is besieged
			never Austria: `,
	}, {
		id: "ELIM-07 units left behind take over, and conquest is tried again",
		game: `spring 1454 orders
			Austria: A Carinthia
			Milan: G Padua
			Austria owns province Padua
			Milan owns Hungary, Tyrolea, Austria
			Milan owns city Padua`,
		want: `
			Austria eliminated
			province Padua: Milan
			province Carinthia: nobody`,
	}, {
		id: "ELIM-08 several powers at once",
		game: `spring 1454 orders
			Milan owns ` + allOf + `
			Venice owns Arezzo, Florence, Pisa, Pistoia`,
		want: `
			out: Austria, Florence
			Milan conquers austria
			Venice conquers florence`,
	}, {
		id: "ELIM-09 an eliminated power gives no orders",
		game: `spring 1454 orders
			Austria is out
			nobody holds austria
			nobody owns ` + allOf,
		orders: "Austria: A Tyrolea H",
		want:   `Austria refused "A Tyrolea H"`,
	}, {
		id:     "ELIM-10 elimination-timing fall: not in spring",
		preset: free + " elimination-timing=fall",
		game: `spring 1454 orders
			Milan owns ` + allOf,
		want: "never Austria eliminated",
	}, {
		id:     "ELIM-10 but after fall",
		preset: free + " elimination-timing=fall",
		game: `fall 1454 orders
			Milan owns ` + allOf,
		want: "Austria eliminated",
	},
}
