package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"
)

// letters asks how e-mail is sent and received.
func (i *interview) letters() error {
	way, err := i.way()
	if err != nil {
		return err
	}
	if way == "none" {
		i.fill(map[string]string{"mail.domain": "", "mail.lmtp": "", "mail.smtp": "", "mail.relay.host": ""})
		return nil
	}
	_, err = i.ask(question{
		key: "mail.domain", text: "Domain of its e-mail address", offered: i.host(i.now("base_url")),
		wrong: func(s string) string {
			if s == "" {
				return "Write the part of the judge's address after the @, for instance judge.example.org."
			}
			return ""
		},
	})
	if err != nil {
		return err
	}
	if i.before.Mail.DKIMKeyFile == "" {
		i.answers["mail.dkim_selector"], i.answers["mail.dkim_key_file"] = "podesta", i.beside("dkim.pem")
	}
	if way == "relay" {
		return i.relay()
	}
	i.fill(map[string]string{
		"mail.lmtp": "127.0.0.1:2424", "mail.smtp": "", "mail.relay.host": "127.0.0.1", "mail.relay.port": "25",
		"mail.relay.tls": "none", "mail.relay.user": "",
	})
	i.say("  Set up the mail server as docs/operators.md says (dist/postfix, dist/opensmtpd).")
	return nil
}

// fill keeps answers that differ from the file, unless flags say otherwise.
func (i *interview) fill(values map[string]string) {
	for key, value := range values {
		if _, given := i.s.given[key]; !given && i.before.PlainText(key) != value {
			i.answers[key] = value
		}
	}
}

// way asks how e-mail is sent and received, unless a flag says so: "none", "relay" or "mta".
func (i *interview) way() (string, error) {
	offered := "none"
	switch {
	case i.before.Mail.LMTP != "":
		offered = "mta"
	case i.before.Mail.Domain != "":
		offered = "relay"
	}
	for {
		way := i.mail
		if way == "" {
			var err error
			way, err = i.read("E-mail: none, relay (a provider's server sends, the judge receives at port 25), "+
				"or mta (a mail server on this machine)", offered)
			if err != nil {
				return "", err
			}
		}
		why := ""
		switch {
		case way != "none" && way != "relay" && way != "mta":
			why = fmt.Sprintf("%q is not one of none, relay, mta.", way)
		case way != "none" && i.now("base_url") == "":
			why = "E-mails need links that work: the judge must have an address on the web for this."
		default:
			return way, nil
		}
		if i.mail != "" || i.yes {
			return "", fmt.Errorf("-mail: %s", why)
		}
		i.say("  %s", why)
	}
}

// relay asks for the provider's server.
func (i *interview) relay() error {
	host, err := i.ask(question{
		key: "mail.relay.host", text: "The provider's server for outgoing e-mail, such as smtp.example.org",
		wrong: func(s string) string {
			if s == "" {
				return "Without it the judge cannot send e-mail; write its name."
			}
			return ""
		},
	})
	if err != nil {
		return err
	}
	port, err := i.ask(question{
		key: "mail.relay.port", text: "Its port (587 for STARTTLS, 465 for TLS)",
		doubt: func(port string) string { return i.unreachable(net.JoinHostPort(host, port)) },
	})
	if err != nil {
		return err
	}
	encryption := "starttls"
	if port == "465" {
		encryption = "tls"
	}
	i.fill(map[string]string{"mail.smtp": ":25", "mail.lmtp": "", "mail.relay.tls": encryption})
	if i.before.Mail.Relay.Password == "" && !i.before.IsSet("mail.relay.password_file") {
		i.fill(map[string]string{"mail.relay.password_file": i.beside("relay-password")})
	}
	user, err := i.ask(question{key: "mail.relay.user", text: "Your user name there (- for none)"})
	if err != nil {
		return err
	}
	file, asked := i.answers["mail.relay.password_file"]
	if user == "" || !asked {
		delete(i.answers, "mail.relay.password_file")
		return nil
	}
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	if i.yes {
		return fmt.Errorf("-mail.relay.password_file: name the file with the password of %s", user)
	}
	i.password, err = i.secret("Your password there, which is written into " + file)
	return err
}

// secret asks for a text that is not shown.
func (i *interview) secret(question string) (string, error) {
	fmt.Fprintf(i.e.out, "%s: ", question)
	if f, ok := i.e.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		text, err := term.ReadPassword(int(f.Fd()))
		i.say("")
		return string(text), err
	}
	line, err := i.in.ReadString('\n')
	i.say("")
	if line == "" && err != nil {
		return "", errEnded
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// unreachable returns why a server cannot be reached, or "".
func (i *interview) unreachable(address string) string {
	ctx, cancel := context.WithTimeout(i.ctx, 8*time.Second)
	defer cancel()
	conn, err := i.tools.Dial(ctx, "tcp", address)
	if err != nil {
		return "It cannot be reached now: " + strings.TrimSuffix(err.Error(), ".") + "."
	}
	_ = conn.Close() // only opened for the test
	return ""
}

// beside returns the path of a file in the folder of the configuration.
func (i *interview) beside(name string) string {
	path, err := filepath.Abs(filepath.Join(filepath.Dir(i.file), name))
	if err != nil {
		return filepath.Join(filepath.Dir(i.file), name)
	}
	return path
}
