package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"podesta/internal/certificate"
	"podesta/internal/config"
	"podesta/internal/doctor"
	"podesta/internal/store"
)

// packaged is the configuration file of the packages.
const packaged = "/etc/podesta/podesta.toml"

// runSetup asks for the settings that a judge needs, and writes them into its configuration file.
// The exit status is 0 on success, 1 if something prevents it or the doctor finds a problem, and 2
// if the arguments are wrong.
func runSetup(e env, args []string) int { return setup(e, doctor.Machine(), args) }

// setup is runSetup with the doctor's connections to the outside world.
func setup(e env, tools doctor.Tools, args []string) int {
	s := newSettings(e, "setup", "",
		"Asks for the name of a judge, its address, its operator, e-mail and database, checks each answer at once,",
		"writes the configuration file, and runs podesta doctor. The file is that of -config, or",
		packaged+" if a package has made it, or podesta.toml. Everything else in it stays. A key",
		"of the configuration as a flag answers its question. For scripts, -yes accepts what is offered for the others:",
		"  podesta setup -yes -name SIENA -base_url https://judge.example.org -keeper you@example.net -mail none")
	yes := s.flags.Bool("yes", false, "ask nothing: accept what is offered for everything that no flag says")
	mail := s.flags.String("mail", "", "the `WAY` of e-mail: none, relay (a provider's server sends it, and the judge "+
		"receives it at port 25) or mta (a mail server on this machine, such as Postfix)")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	i := &interview{
		ctx: ctx, e: e, in: bufio.NewReader(e.in), echo: !typed(e.in), yes: *yes, s: s, mail: *mail, tools: tools,
		answers: map[string]string{},
	}
	results, err := i.hold()
	if err != nil {
		fmt.Fprintf(e.err, "podesta setup: %v\n", err)
		return 1
	}
	if doctor.Worst(results) == doctor.Fail {
		return 1
	}
	return 0
}

// typed reports whether someone types the input.
func typed(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// interview holds the answers of an operator.
type interview struct {
	ctx   context.Context
	e     env
	in    *bufio.Reader
	echo  bool // whether answers are printed, because nobody has typed them
	yes   bool
	s     *settings
	mail  string // none, relay or mta; empty if the operator is asked
	tools doctor.Tools

	file     string
	text     string         // content of the file
	before   *config.Config // configuration in the file
	answers  map[string]string
	password string // the password at the relay, if it was asked
}

// hold asks everything, writes the file, and returns what the doctor finds.
func (i *interview) hold() ([]doctor.Result, error) {
	if err := i.open(); err != nil {
		return nil, err
	}
	for _, ask := range []func() error{i.basics, i.encryption, i.operator, i.letters, i.database} {
		if err := ask(); err != nil {
			return nil, err
		}
	}
	for key, value := range i.s.given { // these include keys about which nobody is asked
		i.answers[key] = value
	}
	if err := i.write(); err != nil {
		return nil, err
	}
	return i.finish()
}

// open reads the configuration file, or the example if there is none yet.
func (i *interview) open() error {
	i.file = i.s.file
	if i.file == "" {
		i.file = os.Getenv(config.FileVariable)
	}
	if i.file == "" {
		i.file = "podesta.toml"
		if _, err := os.Stat(packaged); err == nil {
			i.file = packaged
		}
	}
	from := config.Source{File: i.file, Env: os.Environ()}
	text, err := os.ReadFile(i.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		var b strings.Builder
		if err := config.WriteExample(&b); err != nil {
			return err
		}
		i.text = b.String()
		if from.File = os.DevNull; filepath.Dir(i.file) == filepath.Dir(packaged) {
			i.answers["data"] = "/var/lib/podesta"
		}
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w. Run it as root: sudo podesta setup", err)
	case err != nil:
		return err
	default:
		i.text = string(text)
	}
	i.before, _, err = config.Load(from)
	if err != nil {
		return fmt.Errorf("correct the configuration first, or delete the file:\n%w", err)
	}
	i.say("This writes the configuration of a judge into %s. An empty answer takes what is in brackets.\n", i.file)
	return nil
}

func (i *interview) say(format string, args ...any) { fmt.Fprintf(i.e.out, format+"\n", args...) }

// errEnded is the error of an input that ends before the questions do.
var errEnded = errors.New("the input has ended, and nothing was written")

// read asks once and returns the answer, or the offered value if the answer is empty. The answer
// "-" stands for an empty value.
func (i *interview) read(question, offered string) (string, error) {
	fmt.Fprintf(i.e.out, "%s [%s]: ", question, offered)
	if i.yes {
		i.say("%s", offered)
		return offered, nil
	}
	line, err := i.in.ReadString('\n')
	if line == "" && err != nil {
		i.say("")
		return "", errEnded
	}
	line = strings.TrimSpace(line)
	if i.echo {
		i.say("%s", line)
	}
	switch line {
	case "":
		return offered, nil
	case "-":
		return "", nil
	}
	return line, nil
}

// question asks for the value of a key.
type question struct {
	key, text string
	offered   string                    // offered value if the file does not set the key
	clean     func(string) string       // returns the value that an answer means; may be nil
	wrong     func(value string) string // returns what is wrong with a value for this judge; may be nil
	doubt     func(value string) string // returns what may be wrong with a value; may be nil
}

// ask asks until the answer is right, and keeps it if it changes the value. If a flag sets the
// value, nobody is asked. With a flag or -yes, a wrong value is an error.
func (i *interview) ask(q question) (string, error) {
	offered := i.before.PlainText(q.key)
	if q.offered != "" && !i.before.IsSet(q.key) {
		offered = q.offered
	}
	for {
		value, given := i.s.given[q.key]
		if !given {
			var err error
			shown := offered
			switch {
			case q.key == "database":
				shown = config.WithoutPassword(offered)
			case offered == "true":
				shown = "yes"
			case offered == "false":
				shown = "no"
			}
			if value, err = i.read(q.text, shown); err != nil {
				return "", err
			}
			if value == shown {
				value = offered
			}
		}
		if q.clean != nil {
			value = q.clean(value)
		}
		why := i.wrong(q, value)
		switch {
		case why == "":
		case given || i.yes:
			return "", fmt.Errorf("-%s: %s", q.key, why)
		default:
			i.say("  %s", why)
			continue
		}
		if q.doubt != nil {
			if why := q.doubt(value); why != "" {
				i.say("  %s", why)
				if !given && !i.yes {
					if keep, err := i.confirm("Take it anyway?", false); err != nil {
						return "", err
					} else if !keep {
						continue
					}
				}
			}
		}
		if value != i.before.PlainText(q.key) {
			i.answers[q.key] = value
		}
		if given {
			i.s.given[q.key] = value
		}
		return value, nil
	}
}

// wrong returns what is wrong with a value, or "".
func (i *interview) wrong(q question, value string) string {
	flags := map[string]string{q.key: value}
	for key, v := range i.answers {
		if key != q.key {
			flags[key] = v
		}
	}
	_, _, err := config.Load(config.Source{File: i.source(), Env: os.Environ(), Flags: flags})
	var all config.Problems
	if errors.As(err, &all) {
		for _, p := range all {
			if p.Key == q.key {
				return p.Message + "."
			}
		}
	}
	if q.wrong != nil {
		return q.wrong(value)
	}
	return ""
}

// source returns the file to read, which may not exist yet.
func (i *interview) source() string {
	if _, err := os.Stat(i.file); err != nil {
		return os.DevNull
	}
	return i.file
}

// confirm asks for yes or no. With -yes, the answer is yes.
func (i *interview) confirm(question string, offered bool) (bool, error) {
	for {
		hint := "no"
		if offered || i.yes {
			hint = "yes"
		}
		answer, err := i.read(question, hint)
		if err != nil {
			return false, err
		}
		switch strings.ToLower(answer) {
		case "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		i.say("  Answer yes or no.")
	}
}

// basics asks for name and address.
func (i *interview) basics() error {
	_, err := i.ask(question{key: "name", text: "Name of the judge, which is also the sender of its e-mails"})
	if err != nil {
		return err
	}
	_, err = i.ask(question{
		key: "base_url", text: "Its address on the web, such as judge.example.org (- for this machine only)",
		clean: func(s string) string {
			if s = strings.TrimSuffix(s, "/"); s != "" && !strings.Contains(s, "://") {
				return "https://" + s
			}
			return s
		},
		doubt: func(s string) string {
			host := i.host(s)
			if host == "" || host == "localhost" || net.ParseIP(host) != nil {
				return ""
			}
			found, do := certificate.Leads(i.ctx, i.tools.Resolver, host, i.tools.Own())
			return strings.TrimSpace(found + " " + do)
		},
	})
	return err
}

// host returns the name in an address.
func (i *interview) host(address string) string { return (&config.Config{BaseURL: address}).Host() }

// now returns the value of a key as it was answered, or else as it is in the file.
func (i *interview) now(key string) string {
	if v, ok := i.answers[key]; ok {
		return v
	}
	return i.before.PlainText(key)
}

// encryption asks who encrypts the pages.
func (i *interview) encryption() error {
	base := i.now("base_url")
	if !strings.HasPrefix(base, "https://") || i.before.TLS.Certificate != "" {
		return nil
	}
	offered := "yes"
	if _, ok := i.s.given["tls.acme"]; !ok && !i.before.IsSet("tls.acme") {
		if why := i.taken(":443"); why != "" {
			i.say("  %s It can encrypt the pages, and pass requests on to the judge at %s.", why, i.now("listen"))
			offered = "no"
		}
	}
	acme, err := i.ask(question{
		key: "tls.acme", offered: offered, clean: truth,
		text: "Shall the judge get a certificate from Let's Encrypt, and agree to its terms? " +
			"no: a web server in front does",
		wrong: func(s string) string {
			if s == "true" && !i.before.TLS.ACME {
				return i.taken(i.now("tls.listen"))
			}
			return ""
		},
	})
	if err == nil && acme != "true" {
		i.say("  The web server in front must pass all requests for %s to %s.", i.host(base), i.now("listen"))
	}
	return err
}

// truth converts yes and no to the values of a key.
func truth(s string) string {
	switch strings.ToLower(s) {
	case "y", "yes":
		return "true"
	case "n", "no":
		return "false"
	}
	return s
}

// taken returns a text that explains that another program listens at an address, or "". It ignores
// other errors: this user may lack the permission for ports below 1024, which the judge has.
func (i *interview) taken(address string) string {
	l, err := i.tools.Listen(i.ctx, "tcp", address)
	if err == nil {
		_ = l.Close() // only opened for the test
		return ""
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return "Another program listens at " + address + "; ss -ltnp shows which."
	}
	return ""
}

// operator asks for the operator's e-mail address.
func (i *interview) operator() error {
	_, err := i.ask(question{
		key: "keeper", text: "Your e-mail address, as the operator's: whoever signs in with it has all rights",
		wrong: func(s string) string {
			if s == "" {
				return "Without an operator, nobody gets the judge's reports of problems; write an address."
			}
			return ""
		},
	})
	return err
}

// database asks for the database.
func (i *interview) database() error {
	_, err := i.ask(question{
		key: "database", text: "Database: sqlite for a file in the data folder, or the URL of PostgreSQL",
		offered: "sqlite",
		clean: func(s string) string {
			if s == "sqlite" {
				return ""
			}
			return s
		},
		wrong: func(s string) string {
			if err := store.CheckURL(s); s != "" && (err != nil || !strings.ContainsAny(s, ":/")) {
				return fmt.Sprintf("%q is neither sqlite nor the URL of a database, such as "+
					"postgres://podesta@/podesta?host=/run/postgresql.", config.WithoutPassword(s))
			}
			return ""
		},
		doubt: func(s string) string {
			if s == "" {
				return ""
			}
			ctx, cancel := context.WithTimeout(i.ctx, 10*time.Second)
			defer cancel()
			if _, err := i.tools.Inspect(ctx, s); err != nil && !errors.Is(err, store.ErrNoDatabase) {
				return "It cannot be used now: " + err.Error() + "."
			}
			return ""
		},
	})
	return err
}
