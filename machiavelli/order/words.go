package order

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/tongue"
)

// verb is the meaning of a word in the position of a verb.
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
// order, or noVerb. No abbreviations other than those listed are accepted.
func verbOf(w []byte) verb {
	switch string(w) {
	case "h", "hold", "holds", "stand", "stands", "stay", "stays", "hld":
		return vHold
	case "m", "move", "moves", "to", "advance", "advances", "go", "goes", "into", "mto", "cto":
		return vMove
	case "s", "support", "supports", "sup":
		return vSupport
	case "t", "convoy", "convoys", "transport", "transports", "cvy", "carries", "carry":
		return vConvoy
	case "c", "convert", "converts", "conversion":
		return vConvert
	case "b", "besiege", "besieges", "siege", "sieges", "beseige", "beseiges", "seige", "seiges":
		return vBesiege
	case "l", "ls", "lift", "lifts":
		return vLift
	case "d", "disband", "disbands", "dsb":
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
	case "b", "build", "builds", "recruit", "recruits", "raise", "raises", "bld":
		return adjBuild
	case "r", "remove", "removes", "d", "disband", "disbands", "debuild", "debuilds", "dismiss", "dismisses", "destroy", "destroys", "rem",
		"removal", "removals":
		return adjRemove
	case "m", "maintain", "maintains", "keep", "keeps":
		return adjMaintain
	case "w", "waive", "waives", "wve":
		return adjWaive
	}
	return noAdjustment
}

// typeOf reads a word as a unit type.
func typeOf(w []byte) machiavelli.UnitType {
	switch string(w) {
	case "a", "army", "armies", "amy":
		return machiavelli.Army
	case "f", "fleet", "fleets", "flt", "ship", "ships", "boat", "boats", "navy":
		return machiavelli.Fleet
	case "g", "garrison", "garrisons":
		return machiavelli.Garrison
	case "c", "cavalry":
		return machiavelli.Cavalry
	case "ac":
		return machiavelli.ArmouredCavalry
	}
	return foreignTypes[string(w)]
}

// foreignTypes maps words for units in all languages of the pages to unit types. The words have
// the form that the parser's method word returns.
var foreignTypes = func() map[string]machiavelli.UnitType {
	m := map[string]machiavelli.UnitType{}
	for _, t := range [...]machiavelli.UnitType{machiavelli.Army, machiavelli.Fleet, machiavelli.Garrison, machiavelli.Cavalry} {
		for _, name := range tongue.Names(tongue.Unit, t.String()) {
			m[strings.ToLower(name)] = t
		}
	}
	return m
}()

// phrase is a name for a type of unit, with or without a quality, or for a
// coast in another language. It may have several words.
type phrase struct {
	words []string
	typ   machiavelli.UnitType
	coast machiavelli.Coast
}

// typePhrases and coastPhrases hold the phrases for unit types and for coasts,
// keyed by first word. In each list the phrases with the most words come first.
var typePhrases, coastPhrases = func() (types, coasts map[string][]phrase) {
	types, coasts = map[string][]phrase{}, map[string][]phrase{}
	add := func(m map[string][]phrase, name string, p phrase) {
		p.words = strings.Fields(strings.ToLower(name))
		for i := range p.words {
			p.words[i] = p.words[i][:min(len(p.words[i]), longestWord)]
		}
		at := 0
		list := m[p.words[0]]
		for at < len(list) && len(list[at].words) >= len(p.words) {
			at++
		}
		m[p.words[0]] = slices.Insert(list, at, p)
	}
	for _, t := range [...]machiavelli.UnitType{machiavelli.Army, machiavelli.Fleet, machiavelli.Garrison, machiavelli.Cavalry, machiavelli.ArmouredCavalry} {
		add(types, t.String(), phrase{typ: t})
		for _, name := range tongue.Names(tongue.Unit, t.String()) {
			add(types, name, phrase{typ: t})
		}
		for _, q := range [...]machiavelli.Quality{machiavelli.Militia, machiavelli.Mercenary, machiavelli.Professional} {
			add(types, q.String()+" "+t.String(), phrase{typ: t})
			for _, name := range tongue.Names(tongue.Unit, q.String()+" "+t.String()) {
				add(types, name, phrase{typ: t})
			}
		}
	}
	for _, c := range [...]machiavelli.Coast{machiavelli.NorthCoast, machiavelli.SouthCoast, machiavelli.EastCoast, machiavelli.WestCoast} {
		for _, name := range tongue.Names(tongue.Coast, c.String()) {
			add(coasts, name, phrase{coast: c})
		}
	}
	return types, coasts
}()

// phrase reads the longest of the given phrases that comes next. If there is none, it reads
// nothing.
func (p *parser) phrase(among map[string][]phrase) (phrase, bool) {
	at := p.pos
	p.blanks()
	begin := p.pos
	w, _ := p.word()
	for _, ph := range among[string(w)] {
		p.pos = begin
		if !slices.ContainsFunc(ph.words, func(w string) bool { return !p.accept(w) }) {
			return ph, true
		}
	}
	p.pos = at
	return phrase{}, false
}

// typeWord reads the words for a type of unit, with the quality that reports name, and with the
// preposition that may follow. If there are none, it reads nothing.
func (p *parser) typeWord() machiavelli.UnitType {
	at := p.pos
	p.blanks()
	w, end := p.word()
	t, long := typeOf(w), len(w) > 2
	if ph, ok := p.phrase(typePhrases); ok {
		t, end = ph.typ, p.pos
	}
	if t == machiavelli.NoType {
		p.pos = at
		return t
	}
	if p.pos = end; long {
		p.preposition()
	}
	return t
}

// preposition skips a word between the type of a unit and its place, such as
// "in" in "the army in Pavia".
func (p *parser) preposition() {
	if p.acceptOne("in", "at", "of", "from", "en", "de", "di", "da", "von", "aus", "bei") {
		p.accept("the")
	}
}

// letterType does the same as typeOf, but only for words of one or two letters,
// which the 1978 notation joins with the unit's number.
func letterType(w []byte) machiavelli.UnitType {
	if len(w) > 2 {
		return machiavelli.NoType
	}
	return typeOf(w)
}

// coastOf reads a word as a coast. Single letters count only if short is set,
// which is the case in the 1978 notation and after a slash or a parenthesis.
// The caller reads names of two words such as "north coast".
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

// coastLetter returns the coast for the letter n, s, e or w, or NoCoast.
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

// coastWord returns the coast that the first word of a name such as "north
// coast" stands for, or NoCoast.
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
// lower case, is only for garrisons. Such letters are d, e, f and g.
func isGarrisonLetter(c byte) bool { return c >= 'd' && c <= 'g' }
