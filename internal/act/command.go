// Package act describes the commands of the judge as values. A command is declared
// once, next to the code that carries it out. The API, mail, the pages, the terminal
// client and programs offer it from that declaration, with the same arguments, the
// same answer and the same documentation.
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
	Name    string
	Scope   Scope
	Who     Who
	Reads   bool // changes nothing
	OfPhase bool // is about the current phase: an answer to an e-mail of an earlier one is refused
	Resolve bool // resolves the phase: orders that stand above it in an e-mail count
	Needs   Need // of commands about the account
	Told    bool // others read it: an e-mail that has a password in it is refused
	Final   bool // cannot be undone, or makes others masters: who writes must be certain
	Group   Group
	Summary string // one sentence without a period
	Does    string // more about it, in whole sentences; may be empty

	Part  message.Message // the title under which an e-mail has a list that is its answer
	API   string          // the method and the address below /api/v1, such as "PUT /me/queue"; empty: not in the API
	Mail  []Form          // the ways to write it by mail; none: not by mail
	Short []Form          // the ways to write it in the terminal client; none: by its name

	Args   []Arg        // from the fields of its structure of arguments
	Result reflect.Type // of the answer; a struct

	args reflect.Type
	run  func(context.Context, Caller, reflect.Value) (any, error)
}

// Scope is what a command is about.
type Scope int

// The scopes.
const (
	Judge Scope = iota // the judge, or the caller's account
	Game               // a game
	Seat               // a seat of a game: the caller's own, or the one that a master names
	Own                // a seat of a game, or what somebody without a seat does in their own name
)

// Who says which people can use a command.
type Who int

// The people.
const (
	Anyone    Who = 1 << iota
	Account       // with an account
	Player        // in the game
	Observer      // of the game
	Master        // of the game
	Operator      // of the judge
	Organiser     // of the tournament
	Entrant       // who has entered it
)

// String lists the people.
func (w Who) String() string {
	var out []string
	for i, name := range []string{"anyone", "account", "player", "observer", "master", "operator", "organiser", "entrant"} {
		if w&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// Need says how sure the judge must be that it hears the owner of an account. Neither the
// key of a program nor an e-mail changes who can use or read the account.
type Need int

// The needs.
const (
	Nothing Need = iota // whoever can speak for it
	Session             // a session of a person who has signed in
	Owner               // that, begun a moment ago, or with the password in the argument "current"
)

// Password is the argument of commands that need the owner.
type Password struct {
	Current string `arg:"current,optional" most:"1000" doc:"Your password; needed 15 minutes after signIn"`
}

// Group is the heading under which a command is documented.
type Group string

// The groups.
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

// Form is a way to write a command, by mail or in the terminal client. There the first
// word is the name of the client's command, behind which stands the game of a command
// about one.
type Form struct {
	// Syntax has words in capitals as they are written, and arguments by their names:
	// "INVITE LINK [uses]". Brackets enclose what can be left out; groups that begin
	// with a word in capitals can come in any order. Two arguments joined by a hyphen
	// are read from one word such as 5-7; the first of two times has both, as in
	// "Dec 24 TO Dec 27".
	Syntax  string
	Also    []string       // other words for those in capitals at the beginning
	With    map[string]any // arguments that the form has by itself
	Does    string
	Example string
	Before  bool // it can be written before SIGNON as well
}

// Caller is the person whose command is carried out.
type Caller struct {
	Account string     // its ID; empty: none
	Game    *game.Game // of a command about a game
	Role    game.Role  // in the game
	Seat    int        // the one that the command is about; 0: none
	Token   string     // the hash of the token that signs; empty: none
	Session bool       // it is that of a session
	// Confirm returns nil if the session or the password proves that it is the owner who
	// speaks.
	Confirm func(ctx context.Context, password string) error
	// Mail reports whether the judge can send e-mail.
	Mail bool
	// Languages are those in which the judge writes; nil: all that there are.
	Languages []*words.Catalogue
	// Reach returns nil if notices can be sent to an address by a channel, such as discord.
	// nil: there are no channels.
	Reach func(ctx context.Context, channel, address string) error
	// Address makes the address of a page from its path; nil: the judge has no pages.
	Address func(path string) string
}

// Done is the outcome of a command. Answers embed it.
type Done struct {
	Said    string          `json:"said,omitempty" doc:"The outcome, in a sentence for people"`
	Message message.Message `json:"-"`
	Listed  bool            `json:"-"` // the message is a list
}

// Saying returns an answer that is only a sentence.
func Saying(m message.Message) *Done { return &Done{Message: m} }

// What returns the outcome of the command.
func (d *Done) What() message.Message { return d.Message }

// IsList reports whether the outcome is a list.
func (d *Done) IsList() bool { return d.Listed }

// In puts the answer into a language.
func (d *Done) In(l message.Language) {
	if !d.Message.IsZero() {
		d.Said = d.Message.In(l)
	}
}

// Answer is the answer to a command: a pointer to a structure that embeds Done.
type Answer interface {
	What() message.Message
	IsList() bool
	In(message.Language)
}

// Of completes a command with the function that carries it out. Each field of A
// that has the tag arg is an argument (see Arg).
func Of[A any, R Answer](c Command, run func(ctx context.Context, by Caller, args A) (R, error)) Command {
	c.args, c.Result = reflect.TypeFor[A](), reflect.TypeFor[R]().Elem()
	c.Args = argsOf(c.args)
	c.run = func(ctx context.Context, by Caller, v reflect.Value) (any, error) {
		return run(ctx, by, v.Interface().(A))
	}
	return c
}

// Run carries out the command. The error code is "invalid" for wrong arguments, and
// "forbidden" if the caller cannot use the command.
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

// NeedsAccount reports whether the command is about the account of its caller: also one
// about a game that people use who do not take part in it.
func (c *Command) NeedsAccount() bool { return c.Scope == Judge || c.Who&Account != 0 }

// ID returns the name in the API.
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
