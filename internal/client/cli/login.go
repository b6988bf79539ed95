package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/term"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

func clientLogins() []clientCommand {
	const group = "Signing in"
	return []clientCommand{
		{group, "login", "ADDRESS", "sign in to a judge, with a token, a password, an e-mail, or the link to a seat", (*clientRun).login},
		{group, "logout", "", "sign out: delete the token on this machine, and with -drop on the judge as well", (*clientRun).logout},
		{group, "whoami", "", "show which account and judge you are signed in to", (*clientRun).whoami},
	}
}

// login stores a token for a judge. The token is read from the environment or the standard input,
// or is created with a password or the secret from an e-mail. For a game that is played by links,
// the address contains the key.
func (s *clientRun) login() error {
	token := s.flags.String("token", "", "the `token`; others on this machine can see it here, so rather wait to be asked for it, or pipe it in")
	email := s.flags.String("email", "", "sign in with this e-mail `address` and a password, which you type when asked or pipe in")
	letter := s.flags.String("letter", "", "send a link to this e-mail `address`; type the link or its secret when asked, or pipe it in")
	session := s.flags.Bool("session", false, "with -email or -letter: keep a session of 30 days, which can change the account, instead of a token")
	if err := s.split(1, 1); err != nil {
		return err
	}
	var err error
	if s.logins, err = ReadLogins(); err != nil {
		return err
	}
	base, game, key, err := readLink(s.args[0])
	if err != nil {
		return err
	}
	if key != "" {
		return s.keep(base, game, key)
	}
	if s.api, err = client.New(base, "", client.Options{Version: s.Version, Language: words.LocalTag(os.Getenv)}); err != nil {
		return err
	}
	secret := *token
	switch {
	case *email != "":
		secret, err = s.signIn(base, *session, func() (map[string]string, error) {
			word, err := s.secret(message.New("password:"))
			return map[string]string{"email": *email, "password": word}, err
		})
	case *letter != "":
		secret, err = s.signIn(base, *session, func() (map[string]string, error) {
			if err := s.api.Call(s, http.MethodPost, "/sessions/link", nil, map[string]string{"email": *letter}, nil); err != nil {
				return nil, err
			}
			fmt.Fprintln(s.err, s.word(message.New("If the judge knows the address, an e-mail is on its way to it.")))
			word, err := s.secret(message.New("the link in the e-mail, or its secret:"))
			if u, bad := url.Parse(word); bad == nil && u.Host != "" {
				for _, name := range []string{"secret", "key", "token"} {
					if v := u.Query().Get(name); v != "" {
						word = v
					}
				}
			}
			return map[string]string{"secret": word}, err
		})
	case secret == "":
		if secret = os.Getenv(TokenVariable); secret == "" {
			secret, err = s.secret(message.New("token:"))
		}
	}
	if err != nil {
		return err
	}
	return s.keep(base, "", secret)
}

// keep checks a token or key, and stores it.
func (s *clientRun) keep(base, game, secret string) error {
	token := secret
	if game != "" {
		token = "key:" + game + ":" + secret
	}
	var err error
	if s.api, err = client.New(base, token, client.Options{Version: s.Version, Language: words.LocalTag(os.Getenv), Plain: s.plain}); err != nil {
		return err
	}
	var who message.Message
	if game != "" {
		var g apijson.Game
		if err := s.read(client.Path("games", game), &g); err != nil {
			return err
		}
		who = message.New("{role} of {game} ({id})", youWords(&g), message.Name(g.Name), message.Name(g.ID))
	} else {
		var p apijson.Person
		switch err := s.read("/me", &p); {
		case err == nil:
			who = message.Quote(p.Name)
		case client.Code(err) == "forbidden": // the token is valid, but only for one game
			who = message.New("the token of one game")
		default:
			return err
		}
	}
	s.logins.keep(base, game, secret)
	if err := s.logins.write(); err != nil {
		return err
	}
	s.tell(message.New("Signed in to {judge}: {who}.", message.Name(base), who))
	return nil
}

// signIn opens a session, creates a token with it, ends the session and returns the token. If keep
// is set, it returns the session's own token instead.
func (s *clientRun) signIn(base string, keep bool, ask func() (map[string]string, error)) (string, error) {
	in, err := ask()
	if err != nil {
		return "", err
	}
	host, _ := os.Hostname()
	label := strings.TrimSpace("podesta client " + host)
	in["label"] = label[:min(len(label), 60)]
	// The password and the answer are as secret as a token, so they need encryption.
	if _, err := client.New(base, "secret", client.Options{Plain: s.plain}); err != nil {
		return "", err
	}
	var made apijson.Secret
	err = s.api.Call(s, http.MethodPost, "/sessions", nil, in, &made)
	if client.Code(err) == "code_needed" {
		if in["code"], err = s.secret(message.New("the code of your authenticator app, or a recovery code:")); err == nil {
			err = s.api.Call(s, http.MethodPost, "/sessions", nil, in, &made)
		}
	}
	if err != nil || keep {
		return made.Token, err
	}
	session, err := client.New(base, made.Token, client.Options{Version: s.Version, Language: words.LocalTag(os.Getenv), Plain: s.plain})
	if err != nil {
		return "", err
	}
	var token apijson.Secret
	if err := session.Call(s, http.MethodPost, "/me/tokens", nil, map[string]string{"label": in["label"]}, &token); err != nil {
		return "", err
	}
	return token.Token, session.Call(s, http.MethodDelete, "/sessions/current", nil, nil, nil)
}

// secret reads one line from the standard input. On a terminal it prompts, and hides the input.
func (s *clientRun) secret(prompt message.Message) (string, error) {
	if f, ok := s.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(s.err, s.word(prompt)+" ")
		line, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(s.err)
		return strings.TrimSpace(string(line)), err
	}
	if s.lines == nil {
		s.lines = bufio.NewReader(io.LimitReader(s.in, 4096))
	}
	line, err := s.lines.ReadString('\n')
	if line = strings.TrimSpace(line); line == "" {
		if err == nil || errors.Is(err, io.EOF) {
			err = message.Error(message.New("there is no secret on the standard input"))
		}
		return "", err
	}
	return line, nil
}

// readLink parses the address of a judge. If it contains a game and its key, it returns them,
// too.
func readLink(text string) (base, game, key string, err error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err == nil && u.Host != "" {
		if before, after, ok := strings.Cut(u.Path, "/g/"); ok {
			game, _, _ = strings.Cut(after, "/")
			if key = u.Query().Get("key"); game == "" || key == "" {
				return "", "", "", message.Error(message.New("this link to a game contains no key"))
			}
			u.Path, u.RawQuery, u.Fragment = before, "", ""
			text = u.String()
		}
	}
	base, err = client.Base(text)
	return base, game, key, err
}

func (s *clientRun) logout() error {
	drop := s.flags.Bool("drop", false, "delete the token on the judge as well, so that it can no longer be used")
	if err := s.parse(0, 0); err != nil {
		return err
	}
	if *drop {
		if err := s.api.Call(s, http.MethodDelete, "/sessions/current", nil, nil, nil); err != nil && client.Code(err) != "unauthorized" {
			return err
		}
	}
	s.logins.forget(s.api.Address())
	return s.logins.write()
}

func (s *clientRun) whoami() error {
	if err := s.parse(0, 0); err != nil {
		return err
	}
	var p apijson.Person
	told, err := s.get("/me", nil, &p)
	if told || err != nil {
		return err
	}
	var a apijson.About
	if err := s.read("/about", &a); err != nil {
		return err
	}
	zone := p.Zone
	if zone == "" {
		zone = "UTC"
	}
	s.tell(message.New("{name} <{address}>, account {id}, {zone}", message.Name(s.called(p.Name, p.Program)), message.Name(p.Email), message.Name(p.Account), message.Name(zone)))
	s.tell(message.New("reliability {number}%: {record}", message.Number(p.Reliability), message.Name(p.Record)))
	s.consent(&p)
	s.tell(message.New("{judge}: {program} {version}, engine {engine}", message.Name(s.api.Address()), message.Name(a.Program), message.Name(a.Version), message.Name(a.Engine)))
	return nil
}
