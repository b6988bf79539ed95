package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/internal/words"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// clientCommand is a command that calls a remote judge. Its function adds its
// flags, calls parse, and does its work.
type clientCommand struct {
	group, name, arguments, summary string
	run                             func(s *clientRun) error
}

// clientCommands lists the commands in the order of the help, group by group.
func clientCommands() []clientCommand {
	all := slices.Concat(clientLogins(), clientLooks(), clientPlays(), clientTalks(), clientTables(), clientMasters(), clientAccounts(), clientActs())
	var groups []string
	for _, c := range all {
		groups = append(groups, c.group)
	}
	slices.SortStableFunc(all, func(a, b clientCommand) int { return slices.Index(groups, a.group) - slices.Index(groups, b.group) })
	return all
}

// clientRun is a command that is being run.
type clientRun struct {
	env
	context.Context
	command *clientCommand
	flags   *flag.FlagSet
	args    []string // arguments other than flags
	judge   string   // the value of -judge
	raw     bool     // whether answers are printed unchanged
	plain   bool     // whether the token may be sent unencrypted
	logins  *Logins
	api     *client.Client
	lines   *bufio.Reader // the standard input, if secrets are read from it
}

// errUsage means that a command has wrong arguments.
var errUsage = errors.New("wrong arguments")

// runClient plays and masters games on a remote judge, over its API. The exit status is 0 on
// success, 1 if the judge refused the request or a line of orders, or cannot be reached, and 2 if
// the arguments are wrong.
func runClient(e env, args []string) int {
	if len(args) == 0 {
		clientUsage(e.err)
		return 2
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		clientUsage(e.err)
		return 0
	}
	all := clientCommands()
	i := slices.IndexFunc(all, func(c clientCommand) bool { return c.name == args[0] })
	if i < 0 {
		var names []string
		for _, c := range all {
			names = append(names, c.name)
		}
		fmt.Fprintf(e.err, "podesta client: unknown command %q\n", args[0])
		if near := suggest.Closest(args[0], names); near != "" {
			fmt.Fprintf(e.err, "Did you mean %s?\n", near)
		}
		fmt.Fprintln(e.err)
		clientUsage(e.err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &clientRun{env: e, Context: ctx, command: &all[i], flags: flag.NewFlagSet(args[0], flag.ContinueOnError), args: args[1:]}
	s.flags.SetOutput(e.err)
	s.flags.Usage = s.usage
	s.flags.StringVar(&s.judge, "judge", "", "`address` of the judge; without it, the one in "+JudgeVariable+", or the one that you signed in to last")
	s.flags.BoolVar(&s.raw, "json", false, "print the judge's answer unchanged, as JSON")
	s.flags.BoolVar(&s.plain, "plain-http", false, "send the token unencrypted if the address begins with http:")
	return s.status(s.command.run(s))
}

// status reports an error, and returns the exit status.
func (s *clientRun) status(err error) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		return 2
	case errors.Is(err, errRefused):
		return 1
	case errors.Is(err, context.Canceled) && s.Err() != nil:
		return 1
	}
	text := s.word(message.Of(err))
	if code := client.Code(err); code != "" {
		text += " [" + code + "]"
		if code == "unauthorized" && s.command.name != "login" {
			text += "\n" + s.word(message.New("Sign in with: {command}", message.Order("podesta client login "+s.api.Address())))
		}
	}
	fmt.Fprintf(s.err, "podesta client %s: %s\n", s.command.name, Printable(text))
	return 1
}

// errRefused ends a command that has already reported the reason.
var errRefused = errors.New("refused")

// usage prints the help of the command.
func (s *clientRun) usage() {
	s.synopsis()
	fmt.Fprintln(s.err, message.Capital(s.command.summary)+".")
	s.flags.PrintDefaults()
}

func (s *clientRun) synopsis() {
	fmt.Fprintf(s.err, "usage: podesta client %s\n", strings.TrimSpace(s.command.name+" [FLAGS] "+s.command.arguments))
}

// misused prints the syntax of the command.
func (s *clientRun) misused() error {
	s.synopsis()
	return errUsage
}

// clientColumn is the width of the command column in the help. Longer commands have their summary
// on the next line.
const clientColumn = 34

func clientUsage(w io.Writer) {
	fmt.Fprintln(w, "usage: podesta client COMMAND [FLAGS] [ARGUMENTS]")
	fmt.Fprintln(w, "Plays, watches and runs games on a remote judge, over its API. Sign in first:")
	fmt.Fprintln(w, "  podesta client login https://judge.example.org")
	group := ""
	for _, c := range clientCommands() {
		if c.group != group {
			group = c.group
			fmt.Fprintf(w, "\n%s\n", group)
		}
		name := strings.TrimSpace(c.name + " " + c.arguments)
		if len(name) > clientColumn {
			name += "\n  " + strings.Repeat(" ", clientColumn)
		}
		fmt.Fprintf(w, "  %-*s %s\n", clientColumn, name, c.summary)
	}
	fmt.Fprintln(w, "\nGAME is a game's ID or name. For the flags of a command, run podesta help client COMMAND.")
}

// parse parses flags and arguments, which may be in any order; after -- there are no flags. The
// number of arguments must be between least and most; if most is -1, there is no upper limit. Then
// parse determines the judge.
func (s *clientRun) parse(least, most int) error {
	if err := s.split(least, most); err != nil {
		return err
	}
	return s.connect()
}

// split parses flags and arguments.
func (s *clientRun) split(least, most int) error {
	s.ShowFlags(s.flags)
	rest := s.args
	s.args = nil
	var last []string
	if i := slices.Index(rest, "--"); i >= 0 {
		rest, last = rest[:i], rest[i+1:]
	}
	for {
		if err := s.flags.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return err
			}
			s.meant(err)
			return errUsage
		}
		if s.flags.NArg() == 0 {
			break
		}
		s.args = append(s.args, s.flags.Arg(0))
		rest = s.flags.Args()[1:]
	}
	s.args = append(s.args, last...)
	if len(s.args) < least || most >= 0 && len(s.args) > most {
		return s.misused()
	}
	return nil
}

// meant suggests a known flag that is similar to an unknown one.
func (s *clientRun) meant(err error) {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	var names []string
	s.flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := suggest.Closest(name, names); unknown && near != "" {
		fmt.Fprintf(s.err, "Did you mean -%s?\n", near)
	}
}

// connect creates the client for the judge. If a key is stored for the game in the first
// argument, which is then played by links, the client uses that key.
func (s *clientRun) connect() error {
	var err error
	if s.logins, err = ReadLogins(); err != nil {
		return err
	}
	address := s.logins.Address(s.judge)
	if address == "" {
		return message.Error(message.New("no judge is known: name it with {flag}, or sign in with {command}", message.Order("-judge"), message.Order("podesta client login ADDRESS")))
	}
	token := os.Getenv(TokenVariable)
	if token == "" {
		token = s.logins.Token(address, s.arg(0))
	}
	s.api, err = client.New(address, token, client.Options{Version: s.Version, Language: words.LocalTag(os.Getenv), Plain: s.plain})
	return err
}

// arg returns an argument, or "" if there are fewer.
func (s *clientRun) arg(i int) string {
	if i < len(s.args) {
		return s.args[i]
	}
	return ""
}

// game returns a path below the game in the first argument.
func (s *clientRun) game(parts ...string) string {
	return client.Path(append([]string{"games", s.arg(0)}, parts...)...)
}

// ask makes a call. With -json it prints the answer unchanged and returns told as true, so that
// the command prints nothing more.
func (s *clientRun) ask(method, path string, query url.Values, in, out any) (told bool, err error) {
	var data []byte
	if err := s.api.Call(s, method, path, query, in, &data); err != nil {
		return false, err
	}
	if s.raw {
		if len(data) == 0 {
			return true, nil
		}
		_, err := s.out.Write(append([]byte(strings.TrimRight(string(data), "\n")), '\n'))
		return true, err
	}
	if out == nil {
		return false, nil
	}
	if b, ok := out.(*[]byte); ok {
		*b = data
		return false, nil
	}
	if err := json.Unmarshal(data, out); err != nil {
		return false, message.Error(message.New("the answer is not from podesta: {why}", message.Of(err)))
	}
	return false, nil
}

func (s *clientRun) get(path string, query url.Values, out any) (told bool, err error) {
	return s.ask(http.MethodGet, path, query, nil, out)
}

// read makes a call and decodes the answer for the command.
func (s *clientRun) read(path string, out any) error {
	return s.api.Call(s, http.MethodGet, path, nil, nil, out)
}

// done makes a call whose answer is a game, and describes its state.
func (s *clientRun) done(method, path string, query url.Values, in any) error {
	var g apijson.Game
	told, err := s.ask(method, path, query, in, &g)
	if told || err != nil {
		return err
	}
	s.tell(standingOf(&g.Summary))
	return nil
}

// changed makes a call whose answer lists changes.
func (s *clientRun) changed(method, path string, in any) error {
	var c apijson.Changes
	told, err := s.ask(method, path, nil, in, &c)
	if told || err != nil {
		return err
	}
	if len(c.Changes) == 0 {
		s.tell(message.New("nothing has changed"))
	}
	for _, line := range c.Changes {
		s.say("%s", line)
	}
	return nil
}

// say prints a formatted line.
func (s *clientRun) say(format string, args ...any) {
	fmt.Fprintln(s.out, Printable(fmt.Sprintf(format, args...)))
}

// input reads a text from the named file, or from the standard input if the name is - or
// missing.
func (s *clientRun) input(name string) (string, error) {
	if name != "" && name != "-" {
		data, err := os.ReadFile(name)
		return string(data), err
	}
	data, err := io.ReadAll(io.LimitReader(s.in, 16<<20))
	return string(data), err
}

// seatFlag adds the flag -seat. It returns a function that returns the query.
func (s *clientRun) seatFlag() func() url.Values {
	seat := s.flags.Int("seat", 0, "`number` of the seat, for masters; without it, your own")
	return func() url.Values {
		q := url.Values{}
		if *seat > 0 {
			q.Set("seat", fmt.Sprint(*seat))
		}
		return q
	}
}

// revision returns the revision of the game.
func (s *clientRun) revision() (int, error) {
	var g apijson.Game
	err := s.read(s.game(), &g)
	return g.Revision, err
}
