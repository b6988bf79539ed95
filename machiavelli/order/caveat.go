package order

import (
	"strings"

	"podesta/machiavelli/message"
)

// A line without an order may say that orders do not count, or count only sometimes: "Cancel my
// order for Milan", "Ignore these:", "If Florence attacks,", "Otherwise:". The judge cannot follow
// such instructions, so it does not ignore the line as prose, and the orders directly below it do
// not count.

// caveat is what a line without an order says about the orders near it.
type caveat struct {
	back  bool // whether the line takes an order back
	below bool // whether the orders below the line may not count
}

// The reasons why a line or an order does not count.
var (
	notBack   = message.New("This line cancels no order. To change an order, write another one for the same unit below it; it replaces the first.")
	notPlain  = message.New("This line seems to cancel the orders below, or to make them conditional, so none of them was taken. Write only the orders that count.")
	notBelow  = message.New("A line above seems to cancel this order, or to make it conditional, so it was not taken. Write only the orders that count.")
	mostWords = 12 // maximum number of words of a line without a full stop that continues in the orders below it
)

// readCaveat returns what a line without a valid order says about other orders.
func readCaveat(c *Context, raw string) (out caveat) {
	if len(raw) > maxLineLength {
		return out
	}
	s := readSaying(c, raw)
	from := 0
	for from < len(s.words) && openings[s.words[from].text] {
		from++
	}
	if from == len(s.words) || s.has(letterWords) {
		return out
	}
	first, rest := s.words[from].text, s.words[from:]
	second := ""
	if len(rest) > 1 {
		second = rest[1].text
	}
	text := strings.TrimRight(s.text, " ")
	announces := strings.HasSuffix(text, ":") || strings.HasSuffix(text, ",")
	below := announces || len(s.words) <= mostWords && !strings.ContainsAny(text[len(text)-1:], ".!?)") && !s.acts()
	switch {
	case conditions[first] && len(rest) > 1, alternatives[first], first == "in" && second == "case", first == "only" && (second == "if" || second == "when"),
		first == "instead" && second == "of", first == "for" && second == "example":
		out.below = below
	case retracting[first], first == "never" && second == "mind", first == "take" && second == "back", first == "remove" && s.has(orderNames):
		out.back = s.has(dealWords) || s.has(earlier) || s.names > 0 || s.units() || len(rest) <= 4 && abrupt[first]
		out.below = below && !s.has(earlier) && !s.has(fresh) && (announces || s.has(pointers) || len(rest) == 1)
	case negations[first] && !reminders[second] || (first == "do" || first == "does") && second == "not" && (len(rest) < 3 || !reminders[rest[2].text]):
		out.below = below && !s.has(fresh) && (announces || len(rest) == 1 || s.has(dealWords) || s.has(pointers))
	default:
		out.below = strings.HasSuffix(text, ":") && s.has(stale) && !s.has(fresh)
	}
	return out
}

// acts reports whether a line says what a unit does.
func (s *saying) acts() bool {
	for i := range s.words {
		if i > 0 && s.joined(i) {
			return true
		}
	}
	return s.arrow || s.units()
}

// units reports whether a line names a unit by its letter and its place, as in "A Pav".
func (s *saying) units() bool {
	for i := range s.words[:max(0, len(s.words)-1)] {
		if s.unitAt(i) {
			return true
		}
	}
	return false
}

// unitAt reports whether word i is the letter of a type of unit, in capitals, followed by what
// may be its place.
func (s *saying) unitAt(i int) bool {
	w := &s.words[i]
	return len(w.text) == 1 && w.capital && typeOf([]byte(w.text)) != 0 && i+1 < len(s.words) &&
		strings.Trim(s.words[i+1].before, " .") == "" && s.near(&s.words[i+1])
}

var (
	openings = set(`no please pls oh oops wait sorry ok okay hmm actually and but so just now then also maybe perhaps i we want would like wish to let's lets you should can could
		bitte prego favor por`)
	conditions   = set(`if unless whenever when provided assuming suppose supposing failing falls wenn sofern sobald se qualora si cuando quando`)
	alternatives = set(`else otherwise or alternatively sonst ansonsten oder altrimenti oppure sino`)
	retracting   = set(`cancel cancels scratch withdraw revoke retract undo ignore disregard delete erase discard forget drop void annul clear reset strike omit except
		storniere storno streiche losche loesche ignoriere ignorieren vergiss annulla annullate cancella cancellate ignora ignorate dimentica cancela anula borra olvida`)
	reminders  = set(`forget worry hesitate mind`)
	orderNames = set(`order orders`)
	abrupt     = set(`cancel scratch withdraw revoke retract undo reset clear storno storniere annulla anula`)
	negations  = set(`not don't dont never nicht non`)
	dealWords  = set(`order orders move moves command commands unit units build builds removal removals retreat retreats expense expenses payment loan everything
		befehl befehle zug zuege zuge ordine ordini mossa mosse orden ordenes jugada jugadas`)
	pointers = set(`this these those that following below diese folgende folgenden questi queste seguenti estas estos siguientes`)
	earlier  = set(`above previous previously earlier prior before already former bisherige bisherigen vorherige vorherigen obige obigen precedenti precedente anteriores anterior`)
	stale    = set(`old previous previously earlier former cancelled canceled void example alternative alternatives rejected obsolete alte alten bisherige bisherigen
		vorherige vorherigen beispiel vecchi precedenti esempio viejas anteriores ejemplo`)
	fresh       = set(`new replace replaces replacing instead corrected revised updated changed neue neuen stattdessen nuovi nuove invece nuevas nuevos here hier ecco aqui`)
	letterWords = set(`mail email message messages sender recipient attachment attachments notify copies copy nachricht absender mensaje messaggio mittente destinatario`)
)
