package order

import "podesta/machiavelli"

// verb is the meaning of a word in the place of a verb.
type verb uint8

const (
	noVerb verb = iota
	vHold
	vMove
	vSupport
	vConvoy
	vConvert
	vBesiege
	vLift
	vDisband
	vProxy
	vTransfer
	vClear
)

// verbOf returns the meaning of a lower-case word as the verb of a unit's
// order. Abbreviations other than the listed ones do not count.
func verbOf(w []byte) verb {
	switch string(w) {
	case "h", "hold", "holds", "stand", "stands":
		return vHold
	case "m", "move", "moves", "to", "advance", "advances":
		return vMove
	case "s", "support", "supports":
		return vSupport
	case "t", "convoy", "convoys", "transport", "transports":
		return vConvoy
	case "c", "convert", "converts", "conversion":
		return vConvert
	case "b", "besiege", "besieges", "siege", "sieges", "beseige", "beseiges", "seige", "seiges":
		return vBesiege
	case "l", "ls", "lift", "lifts":
		return vLift
	case "d", "disband", "disbands":
		return vDisband
	case "p", "proxy":
		return vProxy
	case "transfer", "transfers", "travel", "travels":
		return vTransfer
	case "none":
		return vClear
	}
	return noVerb
}

// verbNames lists the long forms that a misspelt verb is compared with.
var verbNames = []string{"hold", "move", "support", "convoy", "transport", "convert", "besiege", "lift", "disband", "transfer"}

// adjustment is the meaning of a word before a winter order.
type adjustment uint8

const (
	noAdjustment adjustment = iota
	adjBuild
	adjRemove
	adjMaintain
	adjWaive
)

func adjustmentOf(w []byte) adjustment {
	switch string(w) {
	case "b", "build", "builds":
		return adjBuild
	case "r", "remove", "removes", "d", "disband", "disbands", "debuild", "debuilds":
		return adjRemove
	case "m", "maintain", "maintains":
		return adjMaintain
	case "w", "waive", "waives":
		return adjWaive
	}
	return noAdjustment
}

// typeOf reads a word as a unit type.
func typeOf(w []byte) machiavelli.UnitType {
	switch string(w) {
	case "a", "army":
		return machiavelli.Army
	case "f", "fleet":
		return machiavelli.Fleet
	case "g", "garrison":
		return machiavelli.Garrison
	case "c", "cavalry":
		return machiavelli.Cavalry
	case "ac":
		return machiavelli.ArmouredCavalry
	}
	return machiavelli.NoType
}

// letterType is typeOf for letters only, which the 1978 notation joins with the
// unit's number.
func letterType(w []byte) machiavelli.UnitType {
	if len(w) > 2 {
		return machiavelli.NoType
	}
	return typeOf(w)
}

// coastOf reads a word as a coast. Single letters count only if short is set:
// in the 1978 notation, and after a slash or a parenthesis. The caller
// assembles "north coast" and the like.
func coastOf(w []byte, short bool) machiavelli.Coast {
	switch string(w) {
	case "nc":
		return machiavelli.NorthCoast
	case "sc":
		return machiavelli.SouthCoast
	case "ec":
		return machiavelli.EastCoast
	case "wc":
		return machiavelli.WestCoast
	}
	if short && len(w) == 1 {
		return coastLetter(w[0])
	}
	return machiavelli.NoCoast
}

// coastLetter reads n, s, e or w.
func coastLetter(c byte) machiavelli.Coast {
	switch c {
	case 'n', 'N':
		return machiavelli.NorthCoast
	case 's', 'S':
		return machiavelli.SouthCoast
	case 'e', 'E':
		return machiavelli.EastCoast
	case 'w', 'W':
		return machiavelli.WestCoast
	}
	return machiavelli.NoCoast
}

// coastWord reads the first word of "north coast".
func coastWord(w []byte) machiavelli.Coast {
	switch string(w) {
	case "north", "northern":
		return machiavelli.NorthCoast
	case "south", "southern":
		return machiavelli.SouthCoast
	case "east", "eastern":
		return machiavelli.EastCoast
	case "west", "western":
		return machiavelli.WestCoast
	}
	return machiavelli.NoCoast
}

// isGarrisonLetter reports whether an expense letter of the 1978 notation, in
// lower case, is for garrisons only: d, e, f and g.
func isGarrisonLetter(c byte) bool { return c >= 'd' && c <= 'g' }

// powerNicknames lists names of powers that players use in addition to those of
// the roster, with the identifiers that they stand for.
var powerNicknames = []struct{ name, id string }{
	{"turkey", "turks"},
	{"ottomans", "turks"},
	{"pope", "papacy"},
}
