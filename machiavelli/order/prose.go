package order

import (
	"slices"
	"strings"
	"unicode"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/tongue"
	"podesta/machiavelli/suggest"
)

// Messages with orders contain other lines, too, such as greetings, names, thanks and notices
// added by mail programs. A line that is not an order is prose if nothing in it looks like part
// of an order, such as a type of unit, a place, a verb, an expense or a move sign. If in doubt, a
// line is a bad order, so that no order with a typing error is ignored.

// isProse reports whether a line that is not an order does not look like one.
func isProse(c *Context, raw string) bool {
	raw = strings.TrimSpace(raw)
	switch {
	case len(raw) > longestProse:
		return false
	case Struck(raw):
		return true
	}
	return !readSaying(c, raw).orderly()
}

// The longest line that can be prose, in bytes, and the longest word in it.
const (
	longestProse = 8 * maxLineLength
	longestTalk  = 60
)

// polite reports whether a text after an order consists only of words such as "please" and
// "thanks".
func polite(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	return len(words) > 0 && len(words) <= 4 && !slices.ContainsFunc(words, func(w string) bool { return !courtesies[w] || len(w) < 2 })
}

// thankful reports whether a text directly after an order is only a request or thanks.
func thankful(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) > 0 && !strings.ContainsFunc(text, unicode.IsDigit) && !slices.ContainsFunc(words, func(w string) bool { return !requests[w] })
}

// Struck reports whether a line is struck out with the marks used in plain
// text, as in "~~A Pavia - Milan~~".
func Struck(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 4 && strings.HasPrefix(line, "~~") && strings.HasSuffix(line, "~~")
}

// saying is a line split into words, with counts of their meanings.
type saying struct {
	c       *Context
	text    string
	words   []spoken
	arrow   bool
	names   int  // number of places that are named in full
	strong  int  // number of verbs that occur only in orders
	soft    int  // number of verbs that also occur in prose
	polite  int  // number of words that occur in messages, but not in orders
	filler  int  // number of words that occur in headings
	empty   int  // number of words that are polite, filler or both
	numbers bool // whether there is an amount of money
	first   int  // number of words before the first place
}

// spoken is a word of a line.
type spoken struct {
	text   string // lower case, without accents
	before string // the signs and spaces before it
	place  board.ID
	full   bool // whether the place is named in full, not by an abbreviation
	serial bool // whether a number is joined to it, as in "A4"

	capital bool // whether it begins with a capital letter
}

// readSaying splits a line into its words.
func readSaying(c *Context, raw string) *saying {
	s := &saying{c: c}
	var parts []string
	for _, f := range strings.Fields(strings.ReplaceAll(raw, "\u200b", " ")) {
		if strings.Contains(f, "://") || strings.HasPrefix(strings.ToLower(f), "www.") || address(f) {
			f = "" // the word says nothing about orders
		}
		parts = append(parts, f)
	}
	p := parser{c: c}
	p.raw = strings.Join(parts, " ")
	p.s, _ = normalise(p.raw)
	p.marks()
	s.text = p.s[p.pos:]
	from := 0
	for i := 0; i < len(s.text); {
		if !isLetter(s.text[i]) {
			i++
			continue
		}
		end := i
		for end < len(s.text) && (isLetter(s.text[end]) || s.text[end] == '\'') {
			end++
		}
		w := spoken{text: strings.ToLower(s.text[i:end]), before: s.text[from:i], capital: s.text[i] >= 'A' && s.text[i] <= 'Z'}
		w.serial = end < len(s.text) && isDigit(s.text[end]) || i > 0 && isDigit(s.text[i-1])
		if m, n, ok := c.Board.FindPrefix(s.text[i:]); ok && i+n >= end {
			w.place = m.ID
			w.full = n > 3 && letters(s.text[i:i+n]) > 3
			if i+n > end {
				end = i + n
			}
		}
		s.words = append(s.words, w)
		from, i = end, end
	}
	s.count()
	return s
}

// letters counts the letters of a text.
func letters(text string) (n int) {
	for i := range len(text) {
		if isLetter(text[i]) {
			n++
		}
	}
	return n
}

// address reports whether a word is an e-mail address or a host name.
func address(w string) bool {
	w = strings.Trim(w, "<>()[],;:.")
	name, host, ok := strings.Cut(w, "@")
	if ok {
		return name != "" && strings.Contains(host, ".")
	}
	dot := strings.LastIndexByte(w, '.')
	if dot < 2 || strings.ContainsAny(w, "-=>") {
		return false
	}
	switch strings.ToLower(w[dot+1:]) {
	case "com", "org", "net", "de", "it", "es", "uk", "eu", "io", "fr":
		return true
	}
	return false
}

// count counts the words by their meaning.
func (s *saying) count() {
	s.first = len(s.words)
	for i := range s.words {
		w := &s.words[i]
		if w.full {
			s.names++
			s.first = min(s.first, i)
			continue
		}
		switch {
		case strongVerbs[w.text]:
			s.strong++
		case softVerbs[w.text]:
			s.soft++
		}
		polite, filler := courtesies[w.text], Filler(w.text)
		if polite {
			s.polite++
		}
		if filler {
			s.filler++
		}
		if polite || filler {
			s.empty++
		}
	}
	body := strings.TrimLeft(s.text, "> ")
	s.arrow = strings.Contains(body, "->") || strings.Contains(body, "=>") || strings.Contains(body, ">>") || strings.Contains(body, "- >")
	s.numbers = amount(body)
}

// amount reports whether a text contains an amount of money or the number of an
// expense.
func amount(text string) bool {
	f := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == ':' || r == ')' || r == '.' })
	for i, w := range f {
		digits := strings.TrimRight(w, "abcdefghijklmnopqrstuvwxyz%")
		switch unit := w[len(digits):]; {
		case digits == "" || strings.Trim(digits, "0123456789") != "":
		case unit == "d" || unit == "ducat" || unit == "ducats" || unit == "ducati" || unit == "ducados":
			return true
		case unit == "" && i+1 < len(f) && (f[i+1] == "d" || strings.HasPrefix(f[i+1], "duc") || strings.HasPrefix(f[i+1], "duk")):
			return true
		}
		if i == 0 && len(w) == 2 && (w[0] == 'e') && isDigit(w[1]) {
			return true
		}
	}
	return false
}

// orderly reports whether a line may have been meant as an order.
func (s *saying) orderly() bool {
	if len(s.words) == 0 {
		// Punctuation alone says nothing, but a number may be an amount.
		return s.numbers || s.arrow
	}
	if s.arrow || s.numbers {
		return true
	}
	if s.postal() {
		return false
	}
	if s.namesOnly() || s.empty == len(s.words) && (s.strong == 0 || strings.HasSuffix(s.text, ":") || len(s.words) > 1 && !strongVerbs[s.words[0].text]) {
		return false
	}
	if strings.Contains(s.text, "(") && s.has(programs) || !slices.ContainsFunc(s.words, func(w spoken) bool { return w.place == board.None }) {
		return true
	}
	for i, w := range s.words {
		if len(w.text) > longestTalk || w.serial && len(s.words) < 8 {
			return true
		}
		if unitWord(w.text) || BeginsExpense(w.text) && len(w.text) > 2 || troops[w.text] {
			return true
		}
		if i > 0 && s.joined(i) || s.unitAt(i) && !s.asks() && !s.has(gratitude) {
			return true
		}
	}
	first := s.words[0].text
	switch {
	case len(s.words) <= 2 && len(first) > 4 && !courtesies[first] && suggest.Closest(first, slipped) != "":
		return true
	case strongVerbs[first] || s.strong > 0 && !s.has(gratitude) && (len(s.words) <= 4 || s.names > 0 || s.has(everybody)):
		return true
	case s.soft > 0 && (s.has(everybody) && s.has(staying) || s.names > 0 && s.polite == 0):
		return true
	case softVerbs[first] && len(s.words) <= 3 && (s.polite == 0 || s.c.Step == machiavelli.Adjustments && s.has(everybody)):
		return true
	case s.lettered() || s.subject():
		return true
	case s.names == 0:
		return false
	case s.names > 1:
		return true
	}
	return !s.signature()
}

// asks reports whether a line is a question and therefore not an order.
func (s *saying) asks() bool {
	return strings.HasSuffix(strings.TrimRight(s.text, " "), "?") && questions[s.words[0].text]
}

// postal reports whether a line has the postcode of an address and says nothing that a unit
// does.
func (s *saying) postal() bool {
	digits := 0
	for i := range len(s.text) + 1 {
		if i < len(s.text) && isDigit(s.text[i]) {
			digits++
			continue
		}
		if digits == 5 {
			return s.strong == 0 && !s.acts()
		}
		digits = 0
	}
	return false
}

// unitWord reports whether a word of several letters stands for a type of unit. "Amy" is not
// counted, since it is also a name.
func unitWord(w string) bool {
	_, several := typePhrases[w]
	return len(w) > 2 && w != "amy" && (typeOf([]byte(w)) != 0 || several)
}

// has reports whether one of the words is in a set.
func (s *saying) has(set map[string]bool) bool {
	return slices.ContainsFunc(s.words, func(w spoken) bool { return set[w.text] })
}

// namesOnly reports whether all words are names of the sender, or words that are usual in
// messages.
func (s *saying) namesOnly() bool {
	named := false
	for _, w := range s.words {
		switch {
		case slices.ContainsFunc(s.c.Sender, func(name string) bool {
			return slices.ContainsFunc(strings.Fields(tongue.Key(name)), func(n string) bool { return n == w.text || len(w.text) == 1 && n[:1] == w.text })
		}):
			named = true
		case !courtesies[w.text]:
			return false
		}
	}
	return named
}

// near reports whether a word is a place or its abbreviation, or resembles one.
func (s *saying) near(w *spoken) bool {
	if w.place != board.None {
		return true
	}
	if courtesies[w.text] || Filler(w.text) || len(w.text) < 4 {
		return false
	}
	if _, ok := s.c.Board.Abbreviated(w.text); ok {
		return true
	}
	return len(w.text) > 4 && len(s.c.Board.Suggest(w.text)) > 0
}

// joined reports whether a move sign comes directly before word i, or word i is a word for a
// move, next to what may be places.
func (s *saying) joined(i int) bool {
	switch before := s.words[i].before; {
	case before == "-":
		return s.near(&s.words[i]) && s.near(&s.words[i-1])
	case strings.ContainsAny(before, "-=") && strings.Trim(before, "-=< ") == "":
		return s.near(&s.words[i]) || s.near(&s.words[i-1])
	}
	switch s.words[i].text {
	case "to", "into", "nach", "verso", "hacia", "m":
		return i+1 < len(s.words) && s.near(&s.words[i-1]) && s.near(&s.words[i+1])
	}
	return false
}

// lettered reports whether the line begins with the letter of a type of unit, or of a winter
// verb, followed by what may be a place.
func (s *saying) lettered() bool {
	w := s.words[0].text
	if len(w) > 2 || len(s.words) < 2 || typeOf([]byte(w)) == 0 && adjustmentOf([]byte(w)) == noAdjustment {
		return false
	}
	second := &s.words[1]
	switch {
	case s.near(second) || len(second.text) == 1:
		return true
	case courtesies[second.text] || ordinary[second.text]:
		return false
	case len(s.words) <= 3:
		return true
	}
	for _, w := range s.words[2:] {
		if verbOf([]byte(w.text)) != noVerb && !softVerbs[w.text] || strings.Contains(w.before, "-") {
			return true
		}
	}
	return false
}

// subject reports whether the line begins with what may be a place, followed by a verb.
func (s *saying) subject() bool {
	if len(s.words) < 2 {
		return false
	}
	first, second := &s.words[0], s.words[1].text
	v := verbOf([]byte(second))
	if v == noVerb || second == "to" {
		return false
	}
	initial := len(s.words) == 2 && strings.HasSuffix(s.text, ".") // the initial of a name
	return s.near(first) || len(second) == 1 && len(s.words) <= 3 && !initial && !courtesies[first.text]
}

// signature reports whether the only place on a line is not part of an order because it belongs
// to a greeting or names the sender's power, as in "Bob (Milan)" and "Duke of Milan".
func (s *saying) signature() bool {
	if s.polite > 0 || s.has(pronouns) {
		return s.strong == 0
	}
	at := &s.words[s.first]
	if at.text == "como" && len(s.words) > 2 {
		return true // in Spanish, "como" is not a place but means "as"
	}
	if _, power := s.c.Powers.Named(at.text); !power || s.first == 0 {
		return s.filler == len(s.words)-1 && power
	}
	if s.filler == len(s.words)-1 || strings.ContainsAny(at.before, "(,") {
		return true
	}
	switch s.words[s.first-1].text {
	case "of", "from", "di", "da", "de", "von", "aus", "del":
		return true
	case "the":
		return s.first > 1 && s.words[s.first-2].text == "of"
	}
	return false
}

// Filler reports whether a word, in lower case and without accents, only says that orders
// follow, or for which phase. Such words occur in headings next to the name of a power.
func Filler(word string) bool {
	return fillers[word] || word != "" && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// set returns the words in a text as a set.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

var (
	fillers = set(`order orders move moves movement movements unit units expense expenses expenditure expenditures money payments loans adjustment adjustments
		build builds removal removals retreat retreats command commands instruction instructions my our the these this are here is for of and a in final new
		revised corrected updated following below spring summer fall autumn winter season phase turn year round campaign game a.d. ad
		ordini ordine mosse unita spese primavera estate autunno inverno i il le gli ecco miei mie per
		ordenes orden jugadas movimientos unidades gastos verano otono invierno mis estas son las los para aqui estan
		befehle befehl zuege zuge einheiten ausgaben fruehling fruhling fruehjahr fruhjahr sommer herbst meine die der den das hier sind fuer fur
	`)
	courtesies = set(`hello hi hey dear greetings good morning evening afternoon day all everyone everybody folks friends friend team judge podesta master gm moderator sir madam
		thanks thank thx ty you many cheers regards best kind kindest warm wishes sincerely faithfully truly respectfully yours bye goodbye later see soon ciao
		luck fun hope sorry apologies please pls enjoy cu ya have nice great weekend week happy ok okay yes no sent my iphone android phone ipad
		attached attachment fyi ps
		salve buongiorno buonasera buona buon giorno sera ciao a tutti tutto grazie mille saluti cordiali distinti presto domani dopo cari caro cara piu tardi
		hola safe care well tuned healthy up on buenos buenas dias tardes noches gracias muchas saludos cordiales cordialmente atentamente abrazo un hasta luego pronto todos todo querido estimado
		hallo guten tag morgen abend servus moin danke vielen dank gruss gruesse grusse mfg lg vg freundliche freundlichen liebe lieber viele herzliche schoene schone beste
		besten mit bis bald tschuess tschuss
		salut bonjour bonsoir merci beaucoup cordialement bientot amities`)
	// ordinary holds words that often follow the article "a" in prose.
	ordinary  = set(`big quick few little great good happy very nice huge small short long note question word reminder lot bit thousand hundred million new second last first`)
	pronouns  = set(`i we you he she they i'm i'll i've we'll it's you're your us me ich wir du ihr sie io noi tu voi yo nosotros`)
	gratitude = set(`thanks thank thx`)
	requests  = set(`please pls thanks thank you thx cheers bitte danke vielen dank grazie gracias por favor prego`)
	questions = set(`should shall can could may might will would what why how is are was were do does did who when where which if
		soll sollte kann darf muss warum was wie ist devo posso puo perche come dovrei debo puedo por que como deberia`)
	programs  = set(`amy flt`) // units as programs write them
	everybody = set(`all everything everyone everybody every rest others remaining each alle alles todos todas tutti tutte`)
	staying   = set(`stay stays hold holds stand stands remain remains`)
	troops    = set(`unit units troop troops force forces einheit einheiten truppe truppen unita unidad unidades tropa tropas halten tengono mantienen`)

	// slipped lists verbs that may stand alone above a list of units, to recognise misspelt ones.
	slipped = []string{"build", "builds", "remove", "removes", "disband", "maintain", "recruit", "dismiss", "destroy", "retreat", "support", "convoy", "convert", "besiege"}

	// strongVerbs holds verbs that occur only in orders, and softVerbs those
	// that occur in prose just as often.
	strongVerbs = set(`hold holds move moves advance advances support supports sup convoy convoys transport transports carry carries convert converts conversion
		besiege besieges siege sieges beseige seige lift lifts disband disbands transfer transfers travel travels build builds remove removes maintain maintains
		waive waives recruit recruits dismiss dismisses destroy destroys debuild retreat retreats attack attacks invade invades capture captures
		pay pays borrow borrows loan loans lend ally allies unally permit permits tax taxes plunder excommunicate excommunicates overrule exchange bribe bribes
		buy assassinate assassinates pacify pacifies rebellion expense expenses exp famine dislodge dislodges occupy occupies march marches garrison
		halt halte haelt halt rueckt ruckt zieht unterstuetzt unterstutzt belagert befoerdert befordert bewegt marschiert baut baue
		tiene avanza appoggia assedia trasporta converte muove costruisci costruisce sciogli
		mantiene apoya asedia transporta convierte mueve construye disuelve paga pagar zahle zahlt`)
	softVerbs = set(`go goes keep keeps stay stays stand stands remain remains raise raises give gives allow allows take takes to order orders force forces none proxy`)
)
