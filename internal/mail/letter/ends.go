package letter

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"podesta/machiavelli/suggest"
)

// Closeness says how closely a line resembles an end marker.
type Closeness uint8

// The degrees of closeness.
const (
	NoEnd    Closeness = iota
	NearEnd            // misspelt, in other words or another language, or with more text on its line
	ExactEnd           // the keyword, with any marks around it
)

// Ending describes the end markers of one kind of block.
type Ending struct {
	keys   []string // the keywords, without spaces; the first one is the usual form
	things map[string]bool
}

// The end markers for each kind of block in an e-mail.
var (
	TextEnding = Ending{
		[]string{"ENDPRESS", "ENDBROADCAST", "ENDPOSTAL", "ENDPOSTALPRESS", "ENDDIARY", "ENDCOMMENT", "COMMENTEND"},
		set(`PRESS BROADCAST POSTAL DIARY RECORD COMMENT COMMENTS INFO INFORMATION MESSAGE MSG TEXT LETTER MAIL EMAIL NOTE BLOCK QUOTE RULES
			PRESSE PRENSA STAMPA MESSAGGIO MENSAJE NACHRICHT MITTEILUNG BOTSCHAFT BRIEF TAGEBUCH KOMMENTAR RUNDSCHREIBEN TESTO TEXTO TEXTE
			LETTERA CARTA LETTRE COMUNICATO COMUNICADO COMMUNIQUE DIARIO COMMENTO COMENTARIO COMMENTAIRE JOURNAL CIRCULAR CIRCOLARE`),
	}
	ConditionEnding = Ending{[]string{"ENDIF"}, set("IF CONDITION CONDITIONS SE SI WENN FALLS BEDINGUNG CONDIZIONE CONDICION")}
	SessionEnding   = Ending{[]string{"SIGNOFF", "LOGOFF", "LOGOUT"}, nil}
	PhaseEnding     = Ending{[]string{"ENDPHASE"}, set("PHASE PHASES FASE")}
)

// The words that occur in end markers, in the languages in which people write to the judge.
var (
	endWords      = set("END ENDS ENDED ENDING ENDE FIN FINE FINAL FINIS FINISH FINISHED TERMINE TERMINA CLOSE CLOSED SCHLUSS EOF EOM OVER")
	linkWords     = set("OF THE THIS MY YOUR OUR HERE NOW A DER DES DIE DAS DEL DELLA DELL DELLO DE LA LE LES DU DI IL EL LO L TO")
	kindWords     = set("THANKS THANK YOU PLEASE THX CHEERS BYE JUDGE GRAZIE GRACIAS DANKE MERCI BITTE")
	englishThings = set("MESSAGE TEXT LETTER MAIL NOTE INFO INFORMATION COMMENT COMMENTS RULES QUOTE BROADCAST")
	beforeEnds    = set("AND SEND BEND LEND MEND TEND SPEND I") // words that resemble END but occur in sentences
)

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// longestEnd is the maximum length, in bytes, of a line that can be an end marker.
const longestEnd = 120

var (
	slashed  = regexp.MustCompile(`^[\[({<"'*_]*[/\\]\s*([A-Za-z]+(\s[A-Za-z]+)?)\s*[\])}>"'*_.!]*$`)
	htmlTag  = regexp.MustCompile(`<[^<>]*>|&[A-Za-z]{2,8};|&#[0-9]{1,6};`)
	lastWord = regexp.MustCompile(`^(.*[^A-Za-z])([A-Za-z]+)[^A-Za-z0-9]*$`)
)

// Closeness returns how closely a line resembles an end marker. It ignores case, accents and marks
// around words. A line that is marked as quoted is not an end marker.
func (e Ending) Closeness(line string) Closeness {
	if len(line) > longestEnd || len(line) < 2 {
		return NoEnd
	}
	t := strings.TrimSpace(Plain(line))
	if strings.HasPrefix(t, ">") {
		return NoEnd
	}
	if e.things == nil {
		return e.alone(wordsOf(t))
	}
	if m := slashed.FindStringSubmatch(t); m != nil {
		w := strings.ToUpper(strings.ReplaceAll(m[1], " ", ""))
		if e.things[w] || e.isKey(w) {
			return NearEnd
		}
	}
	t = htmlTag.ReplaceAllStringFunc(t, func(tag string) string { // <ENDPRESS> is a keyword, </p> is not
		if name := strings.Trim(tag, "<>/"); e.isKey(strings.ToUpper(name)) {
			return name
		}
		return " "
	})
	words := wordsOf(t)
	if len(words) == 0 || len(words) > 12 {
		return NoEnd
	}
	whole := strings.Join(words, "")
	if e.isKey(whole) && !strings.ContainsFunc(t, unicode.IsDigit) {
		return ExactEnd
	}
	if e.near(words, whole) {
		return NearEnd
	}
	if e.Before(line) != "" {
		return NearEnd
	}
	return NoEnd
}

// alone returns the closeness of a line for blocks whose end markers have no other wordings. The
// line must consist only of a keyword, possibly misspelt.
func (e Ending) alone(words []string) Closeness {
	whole := strings.Join(words, "")
	switch {
	case len(words) == 0 || len(words) > 2:
		return NoEnd
	case e.isKey(whole):
		return ExactEnd
	case e.resembles(whole):
		return NearEnd
	}
	return NoEnd
}

// near reports whether words mean the same as the keyword.
func (e Ending) near(words []string, whole string) bool {
	switch {
	case whole == "THEEND":
		return true
	case words[0] == "END" && (len(words) == 1 || onlyIn(words[1:], kindWords)):
		return true
	case len(words) <= 3 && !beforeEnds[words[0]] && whole != "ENDLESS" && e.resembles(whole):
		return true
	case e.resembles(words[0]) && words[0] != "ENDLESS" || e.fused(words[0]): // with further text on the line
		return true
	case len(words) > 1 && e.resembles(words[0]+words[1]) && e.isKey(words[0]+words[1]):
		return true
	}
	ends, things := 0, 0
	for i, w := range words {
		switch {
		case endWords[w]:
			ends++
		case e.things[w]:
			things++
		case linkWords[w]:
		case kindWords[w] && i > 0 && ends > 0 && things > 0:
		default:
			return false
		}
	}
	if len(words) == 2 && (words[0] == "FINE" || words[0] == "FINAL") && englishThings[words[1]] {
		return false // in English, these words do not mean "end"
	}
	return ends == 1 && things > 0 && (endWords[words[0]] || e.things[words[0]] || words[0] == "THE" && len(words) > 1 && endWords[words[1]])
}

// isKey reports whether a word, in capitals, is a keyword.
func (e Ending) isKey(w string) bool {
	for _, k := range e.keys {
		if w == k {
			return true
		}
	}
	return false
}

// resembles reports whether a word is a keyword or a misspelt keyword.
func (e Ending) resembles(w string) bool {
	for _, k := range e.keys {
		most := 1
		if len(k) > 7 && (strings.HasPrefix(w, "END") || strings.HasPrefix(w, "EDN")) {
			most = 2
		}
		if suggest.Distance(w, k, most+1) <= most {
			return true
		}
	}
	return false
}

// fused reports whether a word is a compound of a word for "end" and a word for the block, in
// either order.
func (e Ending) fused(w string) bool {
	for i := 2; i < len(w)-1; i++ {
		if endWords[w[:i]] && e.things[w[i:]] || e.things[w[:i]] && endWords[w[i:]] {
			return true
		}
	}
	return w == "FI" && e.keys[0] == "ENDIF"
}

// Before returns the text before a keyword at the end of its line: the last words of a text. It is
// empty if the keyword is alone on its line.
func (e Ending) Before(line string) string {
	m := lastWord.FindStringSubmatch(line)
	if m == nil || !e.isKey(strings.ToUpper(m[2])) || len(wordsOf(htmlTag.ReplaceAllString(m[1], ""))) == 0 {
		return ""
	}
	return strings.TrimRight(m[1], " ")
}

// onlyIn reports whether all words are in a set.
func onlyIn(words []string, in map[string]bool) bool {
	for _, w := range words {
		if !in[w] {
			return false
		}
	}
	return true
}

// wordsOf returns the words of a line, in capitals without accents.
func wordsOf(line string) []string {
	return strings.FieldsFunc(strings.ToUpper(Unaccented(line)), func(r rune) bool { return !unicode.IsLetter(r) })
}

// Unaccented returns a text without accents.
func Unaccented(text string) string {
	if ordinary(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

// bullet matches a list bullet or number, with the space after it.
var bullet = regexp.MustCompile(`^(?:[*+•·‣◦▪●○∙–—-]|\(?[0-9]{1,3}[.):]|\(?[A-Za-z][.)]|\[[ xX]?\])\s+`)

// tags matches tags that a program has left at the ends of a line.
var tags = regexp.MustCompile(`(?i)^(?:</?(?:p|div|span|b|i|u|li|font|strong|em|code)\b[^<>]*>\s*)+|(?:\s*(?:<br\s*/?>|</?(?:p|div|span|b|i|u|li|font|strong|em|code)\b[^<>]*>|&nbsp;))+$`)

// pairs are the marks that people and mail programs put around a line.
var pairs = []string{"**", "__", "*", "_", "`", `"`, "'", "()", "[]", "{}", "<>"}

// Bare returns a line without a list bullet, and without the marks around it: emphasis, quotation
// marks, brackets and HTML tags.
func Bare(line string) string {
	for range 4 {
		was := line
		line = strings.TrimSpace(bullet.ReplaceAllString(line, ""))
		if strings.ContainsAny(line, "<&") { // searching for tags takes longer than all other steps
			line = strings.TrimSpace(tags.ReplaceAllString(line, ""))
		}
		for _, p := range pairs {
			before, after := p, p
			if strings.ContainsAny(p, "([{<") {
				before, after = p[:1], p[1:]
			}
			if len(line) > len(before)+len(after) && strings.HasPrefix(line, before) && strings.HasSuffix(line, after) {
				line = strings.TrimSpace(line[len(before) : len(line)-len(after)])
				break
			}
		}
		if line == was {
			break
		}
	}
	return line
}

// struckMarks are combining characters that strike out the character before them.
const struckMarks = "\u0335\u0336\u0337\u0338"

// struckText matches struck-out text between marks.
var struckText = regexp.MustCompile(`~~[^~\s](?:[^~\n]*[^~\s])?~~`)

// Strike removes struck-out text from plain text: text between ~~ and ~~, and letters with a stroke
// over them. It also returns the removed passages. Lines that are marked as quoted stay unchanged.
func Strike(text string) (kept string, struck []string) {
	if !strings.Contains(text, "~~") && !strings.ContainsAny(text, struckMarks) {
		return text, nil
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " "), ">") {
			continue
		}
		l = struckText.ReplaceAllStringFunc(l, func(s string) string {
			struck = append(struck, strings.Trim(s, "~"))
			return ""
		})
		var gone []string
		lines[i], gone = unstroked(l)
		struck = append(struck, gone...)
	}
	return strings.Join(lines, "\n"), struck
}

// unstroked returns a line without the letters that have a stroke over them, and the passages that
// these letters form.
func unstroked(line string) (kept string, struck []string) {
	if !strings.ContainsAny(line, struckMarks) {
		return line, nil
	}
	var out, gone strings.Builder
	end := func() {
		if t := strings.TrimSpace(gone.String()); t != "" {
			struck = append(struck, t)
		}
		gone.Reset()
	}
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		next, width := utf8.DecodeRuneInString(line[i+size:])
		switch {
		case width > 0 && strings.ContainsRune(struckMarks, next):
			gone.WriteRune(r)
			size += width
		case strings.ContainsRune(struckMarks, r):
		case r == ' ' && gone.Len() > 0:
			gone.WriteRune(r)
		default:
			end()
			out.WriteRune(r)
		}
		i += size
	}
	end()
	return out.String(), struck
}
