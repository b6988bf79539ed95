package command

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/message"
)

// Colour determines whether a message shows its sender.
type Colour string

// The colours. AsUsual means the game's default.
const (
	AsUsual Colour = ""
	White   Colour = "white"
	Grey    Colour = "grey"
)

// Audience is a set of readers. The zero value is everyone.
type Audience struct {
	// Letters holds letters of powers in upper case, "O" for the observers and "M" for the masters.
	// Names holds the names of powers that were written in full. If both are empty, everyone is
	// meant.
	Letters string
	Names   []string
	Except  bool // whether everyone except these readers is meant
}

// All reports whether the audience is everyone.
func (a Audience) All() bool { return a.Letters == "" && len(a.Names) == 0 }

// String returns the audience in the form in which it follows PRESS or FAKE.
func (a Audience) String() string {
	s := "TO "
	if a.Except {
		s += "ALL BUT "
	}
	words := a.Names
	if a.Letters != "" {
		words = append([]string{a.Letters}, words...)
	}
	if len(words) == 0 {
		return s + "ALL"
	}
	return s + strings.ToUpper(strings.Join(words, " "))
}

// Fake determines what the header of a message says about its readers.
type Fake string

// The fakes. With FakeTo, the header names the readers in Press.Claim.
const (
	FakeUsual     Fake = ""          // the game's default
	FakeNone      Fake = "no fake"   // the header is true
	FakeBroadcast Fake = "broadcast" // the header says that everyone received it
	FakeTo        Fake = "to"        // the header names other readers
)

// Press is a message to other players: PRESS and BROADCAST.
type Press struct {
	To     Audience // the recipients
	Colour Colour
	Fake   Fake
	Claim  Audience
	Text   string // lines as written, separated by \n, without blank lines at both ends
}

func (c Press) String() string {
	verb := "BROADCAST"
	if !c.To.All() {
		verb = "PRESS " + c.To.String()
	}
	if c.Colour != AsUsual {
		verb += " " + strings.ToUpper(string(c.Colour))
	}
	switch c.Fake {
	case FakeNone:
		verb += " NO FAKE"
	case FakeBroadcast:
		verb += " FAKE BROADCAST"
	case FakeTo:
		verb += " FAKE " + c.Claim.String()
	}
	return verb + endPress(c.Text)
}

// PostalPress is a message that everyone receives after the phase.
type PostalPress struct{ Text string }

func (c PostalPress) String() string { return "POSTAL PRESS" + endPress(c.Text) }

// Diary is a command about a player's private notes: it adds a note (Text), lists all notes, or
// reads or deletes note Number.
type Diary struct {
	Action string // "RECORD", "LIST", "READ" or "DELETE"
	Number int
	Text   string
}

func (c Diary) String() string {
	s := "DIARY " + c.Action
	switch c.Action {
	case "RECORD":
		return s + endPress(c.Text)
	case "LIST":
		return s
	}
	return s + " " + itoa(c.Number)
}

// endPress returns a text in the form in which it follows its command.
func endPress(text string) string {
	if text == "" {
		return "\nENDPRESS"
	}
	return "\n" + text + "\nENDPRESS"
}

// texted is a command followed by a text.
type texted interface{ withText(text string) Command }

func (c Press) withText(text string) Command       { c.Text = text; return c }
func (c PostalPress) withText(text string) Command { c.Text = text; return c }
func (c Diary) withText(text string) Command       { c.Text = text; return c }

// names lists the names of the powers in all scenarios, so that the word MILAN after PRESS TO is
// not read as five letters of powers.
var names = []string{
	"AUSTRIA", "FLORENCE", "FRANCE", "MILAN", "NAPLES", "PAPACY", "POPE", "TURKEY", "TURKS", "VENICE", "ESTE", "SCALIGERI", "PISA", "GENOA", "SAVOY",
	"TRINACRIA", "PROVENCE", "BYZANTIUM", "LOMBARDY", "EMPIRE", "NORMAN", "NORMANS", "MONGOLS", "ARAGON", "ENGLAND", "GERMANY", "ITALY", "RUSSIA",
	"FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "HUNGARY", "SPAIN", "SWISS", "FERRARA",
}

// audience reads the readers after TO: letters in one or several words, names
// of powers, ALL, ALL BUT.
func audience(s *scanner, a *Audience) *Error {
	if s.keyword("ALL BUT", "ALL EXCEPT", "EVERYONE BUT", "EVERYBODY BUT") {
		a.Except = true
	} else if s.keyword("ALL", "EVERYONE", "EVERYBODY") {
		return nil
	}
	return letters(s, a, "PRESS TO FV")
}

// letters reads letters and names of powers up to any other word. If there are none, the error
// contains the example.
func letters(s *scanner, a *Audience, example message.Order) *Error {
	seen := make(map[string]bool)
	for first := true; ; first = false {
		s.separators()
		at := s.pos
		name := s.power()
		w := name
		if name == "" {
			w = strings.TrimRight(strings.ToUpper(s.item()), ".:")
		}
		switch {
		case w == "":
			if first {
				return s.missing(message.New("the letters of the powers"), example)
			}
			return nil
		case name == "" && w == "AND" && !first:
			continue
		case name == "" && first && pressWord(w):
			s.pos = at
			return s.missing(message.New("the letters of the powers"), example+" "+message.Order(w))
		case name == "" && (w == "MASTER" || w == "MASTERS"):
			w = "M"
		case name == "" && (w == "OBSERVERS" || w == "OBSERVER"):
			w = "O"
		case name != "" || isPower(w):
			if seen[w] {
				s.pos = at
				return s.fail(CodeLetters, message.New("{name} is named twice.", message.Name(w)))
			}
			seen[w] = true
			a.Names = append(a.Names, w)
			continue
		case !first && (utf8.RuneCountInString(w) > 1 || !isLetters(w)):
			s.pos = at
			return nil
		}
		if !isLetters(w) {
			s.pos = at
			return s.fail(CodeLetters, message.New("Expected letters of powers, as in {example}, but found {word}.", message.Order("PRESS TO FV"), quote(w)))
		}
		for _, r := range w {
			if seen[string(r)] {
				s.pos = at
				return s.fail(CodeLetters, message.New("The letter {letter} stands twice in {word}. Readers are given by letters ({letters}) or by full names ({names}).", message.Name(r), quote(w), message.Order("FV"), message.Order("FLORENCE, VENICE")))
			}
			seen[string(r)] = true
			a.Letters += string(r)
		}
	}
}

// pressWord reports whether a word begins another option of PRESS.
func pressWord(w string) bool {
	switch w {
	case "WHITE", "GREY", "GRAY", "FAKE", "ANONYMOUS", "UNANONYMOUS", "BROADCAST":
		return true
	}
	return false
}

// KnowsPower reports whether a word is the name of a power in a built-in scenario.
func KnowsPower(name string) bool { return isPower(strings.ToUpper(name)) }

func isPower(w string) bool {
	for _, n := range names {
		if n == w {
			return true
		}
	}
	return false
}

func isLetters(w string) bool {
	for _, r := range w {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return w != ""
}

func parseBroadcast(s *scanner) (Command, *Error) {
	var c Press
	return pressOptions(s, c)
}

func parsePress(s *scanner) (Command, *Error) {
	if s.done() {
		return nil, s.missing(message.New("the readers (press to everyone begins with BROADCAST)"), "PRESS TO FV")
	}
	return pressOptions(s, Press{})
}

// pressOptions reads the options of PRESS and BROADCAST, at most one of each
// kind.
func pressOptions(s *scanner, c Press) (Command, *Error) {
	var to, colour, fake bool
	readers, claims := message.New("the readers"), message.New("what the head claims")
	once := func(known *bool, what message.Message, at int) *Error {
		if *known {
			s.pos = at
			return s.fail(CodeConflict, message.New("There are two options about {what}; keep one.", what))
		}
		*known = true
		return nil
	}
	for {
		s.separators()
		if s.done() {
			return c, nil
		}
		at := s.pos
		var err *Error
		switch {
		case s.keyword("TO"):
			if err = once(&to, readers, at); err == nil {
				err = audience(s, &c.To)
			}
		case s.keyword("+"):
			if err = once(&to, readers, at); err == nil {
				err = letters(s, &c.To, "PRESS TO FV")
			}
		case s.keyword("-"):
			c.To.Except = true
			if err = once(&to, readers, at); err == nil {
				err = letters(s, &c.To, "PRESS TO FV")
			}
		case s.keyword("WHITE", "UNANONYMOUSLY", "UNANONYMOUS"):
			c.Colour = White
			err = once(&colour, message.New("the colour"), at)
		case s.keyword("GREY", "GRAY", "ANONYMOUSLY", "ANONYMOUS"):
			c.Colour = Grey
			err = once(&colour, message.New("the colour"), at)
		case s.keyword("NO FAKE BROADCAST", "NO FAKE"):
			c.Fake = FakeNone
			err = once(&fake, claims, at)
		case s.keyword("FAKE PARTIAL TO", "FAKE TO"):
			c.Fake = FakeTo
			if err = once(&fake, claims, at); err == nil {
				err = audience(s, &c.Claim)
			}
		case s.keyword("FAKE PARTIAL +", "FAKE PARTIAL -", "FAKE +", "FAKE -"):
			c.Fake = FakeTo
			c.Claim.Except = strings.Contains(s.s[at:s.pos], "-")
			if err = once(&fake, claims, at); err == nil {
				err = letters(s, &c.Claim, "PRESS TO FV")
			}
		case s.keyword("FAKE BROADCAST", "FAKE"):
			c.Fake = FakeBroadcast
			err = once(&fake, claims, at)
		default:
			w := s.peek()
			err = s.fail(CodeUnknown, message.New("PRESS has no option {word}; it has TO, WHITE, GREY, FAKE and NO FAKE.", quote(w)))
			err.Suggest = s.closest(w, []string{"TO", "WHITE", "GREY", "FAKE", "ANONYMOUS", "UNANONYMOUS", "BROADCAST"})
			if w = strings.TrimRight(w, ":,."); err.Suggest == nil && !to && isLetters(w) && (len(w) < 9 || isPower(strings.ToUpper(w))) {
				err.Suggest = []string{"PRESS TO " + strings.ToUpper(w)}
			}
		}
		if err != nil {
			return nil, err
		}
		if c.Fake == FakeTo && c.Claim.All() {
			c.Fake = FakeBroadcast
		}
	}
}

func parsePostal(s *scanner) (Command, *Error) { return PostalPress{}, s.end("POSTAL PRESS") }

func parseDiary(s *scanner) (Command, *Error) {
	switch {
	case s.done():
		return Diary{Action: "RECORD"}, nil
	case s.keyword("RECORD"):
		return Diary{Action: "RECORD"}, s.end("DIARY RECORD")
	case s.keyword("LIST"):
		return Diary{Action: "LIST"}, s.end("DIARY LIST")
	}
	c := Diary{Action: "READ"}
	if !s.keyword("READ") {
		if !s.keyword("DELETE") {
			w := s.peek()
			err := s.fail(CodeUnknown, message.New("DIARY does not know {word}; it knows RECORD, LIST, READ and DELETE.", quote(w)))
			err.Suggest = s.closest(w, []string{"RECORD", "LIST", "READ", "DELETE"})
			return nil, err
		}
		c.Action = "DELETE"
	}
	n, err := s.number(message.Order("DIARY "+c.Action), 1, 1000000)
	if err != nil {
		return nil, err
	}
	c.Number = n
	return c, s.endAfter(message.New("the number"))
}
