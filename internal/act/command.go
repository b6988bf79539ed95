// Package act describes the commands of the judge as values. A command is declared once, next
// to the code that runs it. The API, e-mail, the pages, the terminal client and the MCP server
// derive it from that declaration, with the same arguments, the same answer and the same
// documentation.
package act

import (
	"context"
	"reflect"
	"strings"

	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// Command is something that a person can ask of the judge.
type Command struct {
	// Name is one or more words, such as "join queue". The API calls the operation
	// joinQueue, the terminal client join-queue, and programs join_queue.
	Name  string
	Scope Scope
	Who   Who
	Reads bool // whether it changes nothing
	// OfPhase is true if the command is about the current phase, so that it is refused in a reply
	// to an e-mail about an earlier phase.
	OfPhase bool
	Resolve bool // whether it resolves the phase, so that orders above it in an e-mail count
	Needs   Need // proof that a command about the account requires
	Told    bool // whether other people read it, so that it is refused in an e-mail that contains a password
	Final   bool // whether it cannot be undone, or makes others masters, so that the sender must be certain
	Group   Group
	Summary string // one sentence without a full stop
	Does    string // further explanation in whole sentences; may be empty

	Part  message.Message // the title of its answer in an e-mail, if that is a list
	API   string          // method and address below /api/v1, such as "PUT /me/queue"; empty if it is not in the API
	Mail  []Form          // ways to write it in e-mail; empty if it cannot be sent by e-mail
	Short []Form          // ways to write it in the terminal client; empty if it has only its name

	Args   []Arg        // arguments, derived from the fields of its structure
	Result reflect.Type // type of the answer, a struct

	args reflect.Type
	run  func(context.Context, Caller, reflect.Value) (any, error)
}

// Scope is what a command is about.
type Scope int

// The scopes.
const (
	Judge Scope = iota // the judge, or the caller's account
	Game               // a game
	Seat               // a seat of a game: the caller's own, or one that a master names
	Own                // a seat of a game, or people without a seat who act in their own name
)

// Who is a set of kinds of people who can use a command.
type Who int

// Kinds of people.
const (
	Anyone    Who = 1 << iota
	Account       // people with an account
	Player        // players of the game
	Observer      // observers of the game
	Master        // masters of the game
	Operator      // operators of the judge
	Organiser     // organisers of the tournament
	Entrant       // people who have entered the tournament
)

// String lists the kinds of people.
func (w Who) String() string {
	var out []string
	for i, name := range []string{"anyone", "account", "player", "observer", "master", "operator", "organiser", "entrant"} {
		if w&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// Need is the proof of ownership of the account that a command requires. Neither the key of a
// program nor an e-mail may change who can use or read the account.
type Need int

// The kinds of proof.
const (
	Nothing Need = iota // anyone who can act for the account
	Session             // a session of a person who has signed in
	Owner               // a session that began a moment ago, or one with the password in the argument "current"
)

// Password is the argument of commands that require Owner.
type Password struct {
	Current string `arg:"current,optional" most:"1000" doc:"Your password; needed 15 minutes after signIn"`
}

// Group is the heading under which a command is documented.
type Group string

// The groups of commands.
const (
	Playing  Group = "Playing"
	Talking  Group = "Press and log"
	Comments Group = "Comments"
	Safety   Group = "Protection from others"
	Ending   Group = "The end of a game"
	Joining  Group = "Joining"
	Together Group = "Coming together"
	Mastery  Group = "Masters"
	Rounds   Group = "Tournaments"
	Games    Group = "Games"
	Live     Group = "Live"
	People   Group = "Accounts"
)

// Form is a way to write a command in e-mail or in the terminal client. In the client, the first
// word is the name of the command, followed by the game if the command is about one.
type Form struct {
	// Syntax has words in capitals, which are written as they are, and the names of arguments:
	// "INVITE LINK [uses]". Brackets enclose optional parts; groups that begin with a word in
	// capitals can come in any order. Two arguments joined by a hyphen are read from one word such
	// as 5-7. For a range of times, the first argument receives both times, as in "Dec 24 TO Dec
	// 27".
	Syntax  string
	Also    []string       // other words that can replace the ones in capitals at the beginning
	With    map[string]any // values of arguments that the form implies
	Does    string
	Example string
	Before  bool // whether it can also be written before SIGNON
}

// Caller is the person whose command is run.
type Caller struct {
	Account string     // ID of the account; empty if there is none
	Game    *game.Game // the game that the command is about, if any
	Role    game.Role  // role in the game
	Seat    int        // the seat that the command is about; 0 for none
	Token   string     // hash of the token in the request; empty if there is none
	Session bool       // whether the token belongs to a session
	// Confirm returns nil if the session or the password proves that the caller owns the
	// account.
	Confirm func(ctx context.Context, password string) error
	// Mail reports whether the judge can send e-mail.
	Mail bool
	// Languages are the languages in which the judge writes; nil means all existing ones.
	Languages []*words.Catalogue
	// Reach returns nil if notices can be sent to an address by a channel, such as discord. It
	// is nil if there are no channels.
	Reach func(ctx context.Context, channel, address string) error
	// Address returns the address of a page, given its path. It is nil if the judge has no
	// pages.
	Address func(path string) string
}

// Done is the outcome of a command. Answers embed it.
type Done struct {
	Said    string          `json:"said,omitempty" doc:"The outcome, in a sentence for people"`
	Message message.Message `json:"-"`
	Listed  bool            `json:"-"` // whether the message is a list
}

// Saying returns an answer that consists only of a sentence.
func Saying(m message.Message) *Done { return &Done{Message: m} }

// What returns the outcome of the command.
func (d *Done) What() message.Message { return d.Message }

// IsList reports whether the outcome is a list.
func (d *Done) IsList() bool { return d.Listed }

// In translates the answer into a language.
func (d *Done) In(l message.Language) {
	if !d.Message.IsZero() {
		d.Said = d.Message.In(l)
	}
}

// Answer is the answer to a command: a pointer to a struct that embeds Done.
type Answer interface {
	What() message.Message
	IsList() bool
	In(message.Language)
}

// Of completes a command with the function that runs it. Each field of A with the tag arg is an
// argument (see Arg).
func Of[A any, R Answer](c Command, run func(ctx context.Context, by Caller, args A) (R, error)) Command {
	c.args, c.Result = reflect.TypeFor[A](), reflect.TypeFor[R]().Elem()
	c.Args = argsOf(c.args)
	c.run = func(ctx context.Context, by Caller, v reflect.Value) (any, error) {
		return run(ctx, by, v.Interface().(A))
	}
	return c
}

// Run runs the command. The error code is "invalid" for wrong arguments, and "forbidden" if the
// caller cannot use the command.
func (c *Command) Run(ctx context.Context, by Caller, v Values) (Answer, error) {
	if c.Who&Anyone == 0 && c.NeedsAccount() && by.Account == "" {
		return nil, game.Refuse(game.Forbidden, message.New("This is for people with an account: sign in."))
	}
	if c.Scope == Seat && by.Seat == 0 {
		if by.Role.Master {
			return nil, game.Refuse(game.Invalid, message.New("You have no seat of your own: name the seat."))
		}
		return nil, game.Refuse(game.Forbidden, message.New("You do not have a seat in this game."))
	}
	if c.Needs > Nothing && (!by.Session || by.Confirm == nil) {
		return nil, game.Refuse(game.Forbidden, message.New("A program cannot do this. Sign in with your password and use that session."))
	}
	args, err := c.read(by.Game, v)
	if err != nil {
		return nil, err
	}
	if c.Needs == Owner {
		password := ""
		if a := c.Arg("current"); a != nil {
			password = args.FieldByIndex(a.field).String()
		}
		if err := by.Confirm(ctx, password); err != nil {
			return nil, err
		}
	}
	out, err := c.run(ctx, by, args)
	if err != nil {
		return nil, err
	}
	return out.(Answer), nil
}

// NeedsAccount reports whether the caller must have an account: for commands about the account
// itself, and for commands about a game that people outside the game can use.
func (c *Command) NeedsAccount() bool { return c.Scope == Judge || c.Who&Account != 0 }

// ID returns the command's name in the API.
func (c *Command) ID() string {
	words := strings.Fields(c.Name)
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}

// Arg returns an argument by its name, or nil.
func (c *Command) Arg(name string) *Arg {
	for i := range c.Args {
		if c.Args[i].Name == name {
			return &c.Args[i]
		}
	}
	return nil
}
