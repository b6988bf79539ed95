package command

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Help asks for the introduction, or for help on a topic.
type Help struct{ Topic string }

func (c Help) String() string { return joined("HELP", c.Topic) }

// Get asks for the help file with the given name, in lower case.
type Get struct{ File string }

func (c Get) String() string { return "GET " + c.File }

// Version asks for the judge's program and the number of public games.
type Version struct{}

func (c Version) String() string { return "VERSION" }

// List asks for the listing of a game. An empty Game means the game of the SIGNON or, without a
// SIGNON, all public games.
type List struct {
	Game string
	Full bool // whether to list all games in full
}

func (c List) String() string {
	if c.Full {
		return "LIST FULL"
	}
	return joined("LIST", c.Game)
}

// Summary asks for the summary of a game's history.
type Summary struct{ Game string }

func (c Summary) String() string { return joined("SUMMARY", c.Game) }

// History asks for an extract of a game's archive. From and To are dates as written. Lines is the
// number of lines; 0 means all. If ExcludeFrom is set, the turns from ExcludeFrom to ExcludeTo (or
// to the end) are left out; if Broadcasts is true, only their results are.
type History struct {
	Game        string
	From, To    string
	Lines       int
	ExcludeFrom machiavelli.Phase
	ExcludeTo   machiavelli.Phase
	Broadcasts  bool
}

func (c History) String() string {
	s := joined("HISTORY", c.Game)
	for _, p := range [][2]string{{"FROM", c.From}, {"TO", c.To}} {
		if p[1] != "" {
			s += " " + p[0] + " " + p[1]
		}
	}
	if c.ExcludeFrom.Year != 0 {
		s += " EXCLSTART " + phaseText(c.ExcludeFrom)
	}
	if c.ExcludeTo.Year != 0 {
		s += " EXCLEND " + phaseText(c.ExcludeTo)
	}
	if c.Broadcasts {
		s += " BROAD"
	}
	if c.Lines > 0 {
		s += " LINES " + strconv.Itoa(c.Lines)
	}
	return s
}

// Whois asks for the stored data of a person; senders receive only their own data. An address or a
// part of one selects the person; an empty one selects the sender.
type Whois struct{ Who string }

func (c Whois) String() string { return joined("WHOIS", c.Who) }

// InfoPlayer asks for a player's reliability; "" means the sender.
type InfoPlayer struct{ Who string }

func (c InfoPlayer) String() string { return joined("INFO PLAYER", c.Who) }

// Map asks for the map of the current position. Game is "" for the game of the SIGNON.
type Map struct{ Game string }

func (c Map) String() string { return joined("MAP", c.Game) }

// joined joins a verb and its arguments.
func joined(verb, rest string) string {
	if rest == "" {
		return verb
	}
	return verb + " " + rest
}

// oneWord reads the rest of a line, which may contain at most one word after the command.
func oneWord(s *scanner, verb message.Order) (string, *Error) {
	w := strings.Trim(s.word(), `"'<>,.`)
	return w, s.endAfter(message.New("{command} and a name", verb))
}

func parseHelp(s *scanner) (Command, *Error) {
	w, err := oneWord(s, "HELP")
	return Help{strings.ToLower(w)}, err
}

func parseGet(s *scanner) (Command, *Error) {
	w := strings.ToLower(strings.Trim(s.rest(), `"'<>.,`))
	switch {
	case w == "":
		return nil, s.missing(message.New("the name of a help file"), "GET index")
	case w == "dedication":
		return InfoPlayer{}, nil
	case len(strings.Fields(w)) > 2:
		return nil, s.fail(CodeUnread, message.New("Expected the name of one help file; {command} lists them.", message.Order("GET index")))
	}
	// "house rules" means the file house.rules
	return Get{strings.Join(strings.Fields(w), ".")}, nil
}

func parseList(s *scanner) (Command, *Error) {
	w, err := oneWord(s, "LIST")
	if strings.EqualFold(w, "full") {
		return List{Full: true}, err
	}
	return List{Game: w}, gameName(s, w, err)
}

// gameName checks that a word can be the name of a game.
func gameName(s *scanner, w string, err *Error) *Error {
	if err == nil && !isName(w) {
		return s.fail(CodeBad, message.New("{word} cannot be the name of a game: they have letters, digits, - and _ only.", quote(w)))
	}
	return err
}

func parseSummary(s *scanner) (Command, *Error) {
	w, err := oneWord(s, "SUMMARY")
	return Summary{w}, gameName(s, w, err)
}

func parseMap(s *scanner) (Command, *Error) {
	w, err := oneWord(s, "MAP")
	return Map{w}, gameName(s, w, err)
}

func parseVersion(s *scanner) (Command, *Error) { return Version{}, s.end("VERSION") }

func parseWhois(s *scanner) (Command, *Error) {
	w := s.rest()
	if len(strings.Fields(w)) > 3 {
		return nil, s.fail(CodeUnread, message.New("Expected one address after WHOIS."))
	}
	return Whois{w}, nil
}

func parseInfoPlayer(s *scanner) (Command, *Error) {
	w, err := oneWord(s, "INFO PLAYER")
	return InfoPlayer{w}, err
}

func parseAlsoKnown(s *scanner) (Command, *Error) {
	found := emails.FindAllString(s.rest(), 3)
	switch {
	case len(found) == 0:
		return nil, s.missing(message.New("the address under which you are registered"), "I AM ALSO marco@example.org")
	case len(found) > 1 && found[0] != strings.TrimPrefix(found[1], "mailto:"):
		return nil, s.fail(CodeUnread, message.New("Write one address after {command}; for several use several lines.", message.Order("I AM ALSO")))
	}
	return AlsoKnown{found[0]}, nil
}

// noCode returns the error for CONFIRM without a code, outside of a game.
func noCode(s *scanner) *Error {
	return s.missing(message.New("the code from the judge's e-mail"), "CONFIRM code")
}

func parseConfirm(s *scanner) (Command, *Error) {
	w := s.word()
	if strings.Trim(w, "*") == "" {
		return nil, noCode(s)
	}
	if !s.done() {
		return nil, s.fail(CodeUnread, message.New("After CONFIRM only the code was expected."))
	}
	return Confirm{NewSecret(w)}, nil
}

// historyWords are the keywords of HISTORY.
var historyWords = []string{"FROM", "SINCE", "TO", "UNTIL", "LINES", "FOR", "EXCL START", "EXCL END", "BROAD"}

func parseHistory(s *scanner) (Command, *Error) {
	var c History
	at := s.pos
	if !s.done() && !atHistoryWord(s.s[s.pos:]) {
		if w := s.word(); isName(w) {
			c.Game = w
		} else {
			s.pos = at
			return nil, gameName(s, w, nil)
		}
	}
	for !s.done() {
		switch {
		case s.keyword("FROM", "SINCE"):
			c.From = untilHistoryWord(s)
			if c.From == "" {
				return nil, s.missing(message.New("the date after FROM"), "HISTORY FROM Nov 20 TO Nov 27")
			}
		case s.keyword("TO", "UNTIL"):
			c.To = untilHistoryWord(s)
			if c.To == "" {
				return nil, s.missing(message.New("the date after TO"), "HISTORY FROM Nov 20 TO Nov 27")
			}
		case s.keyword("LINES", "FOR"):
			n, err := s.number("LINES", 1, 1000)
			if err != nil {
				return nil, err
			}
			s.keyword("LINES")
			c.Lines = n
		case s.keyword("EXCL START"):
			if err := parseExcluded(s, &c.ExcludeFrom); err != nil {
				return nil, err
			}
		case s.keyword("EXCL END"):
			if err := parseExcluded(s, &c.ExcludeTo); err != nil {
				return nil, err
			}
		case s.keyword("BROAD"):
			c.Broadcasts = true
		default:
			err := s.fail(CodeUnknown, message.New("HISTORY does not know {word}; it knows FROM, TO, UNTIL, LINES, FOR, EXCLSTART, EXCLEND and BROAD.", quote(s.peek())))
			err.Suggest = s.closest(s.peek(), historyWords)
			return nil, err
		}
	}
	if c.ExcludeTo.Year != 0 && c.ExcludeFrom.Year == 0 {
		return nil, s.missing(message.New("EXCLSTART and the phase from which turns are left out"), "HISTORY EXCLSTART S1454M EXCLEND F1455M")
	}
	return c, nil
}

// parseExcluded reads the phase after EXCLSTART or EXCLEND, which ends at the next keyword of
// HISTORY.
func parseExcluded(s *scanner, p *machiavelli.Phase) *Error {
	text := untilHistoryWord(s)
	if text == "" {
		return s.missing(message.New("the phase"), "HISTORY EXCLSTART S1454M EXCLEND F1455M")
	}
	inner := &scanner{s: text, line: s.line}
	var err *Error
	*p, err = readPhase(inner, CodeBad)
	return err
}

// untilHistoryWord reads a date, which ends at the next keyword of HISTORY.
func untilHistoryWord(s *scanner) string {
	var date []string
	for !s.done() && !atHistoryWord(s.s[s.pos:]) {
		date = append(date, s.word())
	}
	return strings.Join(date, " ")
}

func atHistoryWord(s string) bool {
	for _, w := range historyWords {
		if match(s, 0, w) >= 0 {
			return true
		}
	}
	return false
}
