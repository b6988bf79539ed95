package command

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/message"
)

// Signon opens a block: SIGNON, CREATE, OBSERVE and their synonyms.
type Signon struct {
	// Power is the letter of a power in upper case, "M" for a master, "O" for an observer, "?" for
	// a seat in a forming game or an abandoned seat, "@" for the operator of the judge.
	Power    string
	Game     string // name as written; "" after "?" means the first forming game
	Password Secret // password or token; may be empty if the sender is otherwise known
	// Words are the words after the password when a game is created or joined: the variant and
	// options that the sender expects, in lower case.
	Words  []string
	Create bool // whether to create the game
}

func (c Signon) String() string {
	verb := "SIGNON "
	if c.Create {
		verb = "CREATE "
	}
	return strings.Join(append([]string{verb + c.Power + c.Game, stars}, c.Words...), " ")
}

// Signoff ends a block.
type Signoff struct{}

func (c Signoff) String() string { return "SIGNOFF" }

// Field is a line of a form: "key: value".
type Field struct{ Key, Value string }

// Register is the form with which a person registers. The values and the keys of Other are as
// written.
type Register struct {
	Name     string
	Email    []string
	Zone     string // time zone
	Country  string
	Language string
	Level    string
	Password Secret
	Consent  bool     // whether the person accepts the terms of the judge
	Unused   []string // fields of older judges that this one does not store
	Other    []Field
}

func (c Register) String() string {
	var b strings.Builder
	b.WriteString("REGISTER\n")
	put := func(key, value string) {
		if value != "" {
			b.WriteString(key + ": " + value + "\n")
		}
	}
	put("Name", c.Name)
	put("Email", strings.Join(c.Email, ", "))
	put("Timezone", c.Zone)
	put("Country", c.Country)
	put("Language", c.Language)
	put("Level", c.Level)
	put("Password", c.Password.String())
	if c.Consent {
		put("Consent", "yes")
	}
	for _, u := range c.Unused {
		put(u, "-")
	}
	for _, f := range c.Other {
		put(f.Key, f.Value)
	}
	b.WriteString("END")
	return b.String()
}

// AlsoKnown is the command I AM ALSO, with which the sender claims an address that is already
// registered.
type AlsoKnown struct{ Address string }

func (c AlsoKnown) String() string { return "I AM ALSO " + c.Address }

// Confirm answers a verification e-mail from the judge.
type Confirm struct{ Token Secret }

func (c Confirm) String() string { return "CONFIRM " + stars }

// The words that open a block.
var (
	signonWords  = []string{"SIGN ON", "LOG IN", "HELLO"}
	createWords  = []string{"CREATE"}
	observeWords = []string{"OBSERVE", "WATCH"}
)

// maxName is the maximum length of a game's name, in characters.
const maxName = 40

// opener reads the command that opens a block. The result known is false if the line does not begin
// with a command that opens a block.
func opener(s *scanner) (c Signon, notes []Note, known bool, err *Error) {
	switch {
	case s.keyword(signonWords...):
		c, notes, err = signon(s)
	case s.keyword(createWords...):
		c.Power, c.Create = "?", true
		c, notes, err = named(s, c, "CREATE ?medici password machiavelli")
	case s.keyword(observeWords...):
		c.Power = "O"
		c, notes, err = named(s, c, "OBSERVE medici password")
	default:
		return c, nil, false, nil
	}
	return c, notes, true, err
}

const signonExample message.Order = "SIGNON Vmedici password"

// signon reads the rest of SIGNON: the power's letter joined with the game's name, the password and
// options.
func signon(s *scanner) (Signon, []Note, *Error) {
	var c Signon
	at := s.pos
	token := s.word()
	if token == "" {
		return c, nil, s.missing(message.New("the letter of your power with the name of the game"), signonExample)
	}
	letter, size := utf8.DecodeRuneInString(token)
	if !unicode.IsLetter(letter) && !unicode.IsDigit(letter) && letter != '?' && letter != '@' {
		s.pos = at
		return c, nil, s.fail(CodeLetters, message.New("Expected the letter of your power followed, without a space, by the game's name. For example: {example}", signonExample))
	}
	c.Power, c.Game = strings.ToUpper(token[:size]), token[size:]
	if c.Game == "" && c.Power != "?" {
		if c.Game = s.word(); c.Game == "" {
			return c, nil, s.missing(message.New("the name of the game"), signonExample)
		}
	}
	return secretly(s, c, at)
}

// named reads the name of a game without a power's letter.
func named(s *scanner, c Signon, example message.Order) (Signon, []Note, *Error) {
	at := s.pos
	token := s.word()
	c.Game = strings.TrimPrefix(token, "?")
	if c.Game == "" && token == "?" {
		c.Game = s.word()
	}
	if c.Game == "" {
		return c, nil, s.missing(message.New("the name of the game"), example)
	}
	return secretly(s, c, at)
}

// secretly reads the password and the words after it. The parameter at is the position of the
// game's name.
func secretly(s *scanner, c Signon, at int) (Signon, []Note, *Error) {
	if !isName(c.Game) {
		s.pos = at
		return c, nil, s.fail(CodeBad, message.New("The name of a game has only letters, digits, - and _, at most {n} characters, and ends at a space. For example: {example}", message.Number(maxName), signonExample))
	}
	if pw := s.word(); strings.Trim(pw, "*") != "" {
		c.Password = NewSecret(pw)
	}
	rest := s.rest()
	if c.Power == "?" {
		if i := commentAt(rest); i >= 0 {
			rest = rest[:i]
		}
		c.Words = strings.Fields(strings.ToLower(strings.NewReplacer(",", " ", ";", " ").Replace(rest)))
		return c, nil, nil
	}
	if rest != "" {
		return c, []Note{{NoteRest, message.New("Anything after the password is ignored. Put each command and order on a line of its own.")}}, nil
	}
	return c, nil, nil
}

// isName reports whether a text can be the name of a game. An empty text can, because it means any
// game.
func isName(name string) bool {
	if utf8.RuneCountInString(name) > maxName {
		return false
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' {
			return false
		}
	}
	return true
}

// form collects the fields of REGISTER.
type form struct{ c Register }

var emails = regexp.MustCompile(`[^\s,;<>()"]+@[^\s,;<>()":]+`)

// field parses a line of the form.
func (f *form) field(line string) {
	key, value, _ := strings.Cut(line, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	switch strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(key, " ", ""), "-", "")) {
	case "name":
		f.c.Name = value
	case "email", "mail":
		for _, a := range emails.FindAllString(value, 20) {
			a = strings.TrimPrefix(a, "mailto:")
			known := false
			for _, b := range f.c.Email {
				known = known || strings.EqualFold(a, b)
			}
			if !known {
				f.c.Email = append(f.c.Email, a)
			}
		}
	case "timezone", "zone":
		f.c.Zone = value
	case "country":
		f.c.Country = value
	case "language":
		f.c.Language = value
	case "level":
		f.c.Level = strings.ToLower(value)
	case "password":
		if strings.Trim(value, "*") != "" {
			f.c.Password = NewSecret(value)
		}
	case "consent", "terms", "agree":
		switch strings.ToLower(strings.TrimRight(value, ".! ")) {
		case "yes", "y", "ok", "i agree", "agreed", "true":
			f.c.Consent = true
		}
	case "phone", "site", "address", "birthdate", "birthday", "birth", "sex", "fax", "package":
		f.c.Unused = append(f.c.Unused, key)
	default:
		f.c.Other = append(f.c.Other, Field{key, value})
	}
}

// isField reports whether a line belongs to a form, because it begins with a short key and a colon.
func isField(line string) bool {
	key, _, ok := strings.Cut(line, ":")
	key = strings.TrimSpace(key)
	if !ok || key == "" || len(key) > 30 {
		return false
	}
	for _, r := range key {
		if !unicode.IsLetter(r) && r != ' ' && r != '-' {
			return false
		}
	}
	return true
}
