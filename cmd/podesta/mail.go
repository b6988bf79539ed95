package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"podesta/internal/config"
	"podesta/internal/judge"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

// The exit statuses for mail servers (sysexits.h).
const (
	mailTaken = 0
	mailBad   = 65 // the message cannot be parsed and must be returned
	mailLater = 75 // the message must be kept and delivered again
)

// runMail accepts one message from standard input. If anything is wrong with the judge, the
// mail server must deliver the message again, so that it is not lost.
func runMail(e env, args []string) int {
	s := newSettings(e, "mail", "",
		"Reads one e-mail from the standard input, runs the commands in it, and queues the answer, which podesta serve sends.",
		"Use it with a mail server that passes e-mail for the judge to a program. The exit status is 0 if the e-mail was",
		"accepted, 75 if the mail server should try again later, and 65 if the e-mail cannot be read.")
	from := s.flags.String("from", firstOf(os.Getenv("SENDER")), "`ADDRESS` of the sender in the envelope; without it, the environment variable SENDER")
	to := s.flags.String("to", firstOf(os.Getenv("ORIGINAL_RECIPIENT"), os.Getenv("RECIPIENT")), "`ADDRESS` of the judge to which the e-mail was sent; without it, ORIGINAL_RECIPIENT or RECIPIENT")
	failed := s.flags.Bool("failed", false, "read no e-mail; list the e-mails that could not be sent, and the accounts that e-mail does not reach")
	if status, done := s.parse(args); done {
		if status != 0 {
			return mailLater
		}
		return status
	}
	if !s.noArguments(e) {
		return mailLater
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c, _, ok := s.load(e)
	if !ok {
		return mailLater
	}
	o, _, done, err := openPost(c)
	if err != nil {
		fmt.Fprintf(e.err, "podesta mail: %v\n", err)
		return mailLater
	}
	defer done()
	if *failed {
		return listFailed(ctx, e, o)
	}
	envelope := smtpd.Envelope{From: *from}
	if *to != "" {
		envelope.To = []string{*to}
	}
	_, err = o.Receive(ctx, e.in, envelope)
	switch {
	case err == nil:
		return mailTaken
	case errors.Is(err, smtpd.ErrMessage):
		fmt.Fprintf(e.err, "podesta mail: %v\n", err)
		return mailBad
	}
	fmt.Fprintf(e.err, "podesta mail: %v\n", err)
	return mailLater
}

// firstOf returns the first text that is not empty.
func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// openPost opens a configured judge with its mail office.
func openPost(c *config.Config) (*mail.Office, *judge.Judge, func(), error) {
	how, err := postConfig(c)
	if err != nil {
		return nil, nil, nil, err
	}
	secret, err := judgeSecret(c)
	if err != nil {
		return nil, nil, nil, err
	}
	st, err := openStore(c, store.Options{})
	if err != nil {
		return nil, nil, nil, err
	}
	done := func() { _ = st.Close() }
	clock, err := st.NewClock(context.Background(), time.Now)
	if err != nil {
		done()
		return nil, nil, nil, err
	}
	j, err := configuredJudge(c, st, clock, secret, nil)
	if err != nil {
		done()
		return nil, nil, nil, err
	}
	o, err := mail.New(mail.Deps{Judge: wiring.Mail(j), Store: st, Clock: clock, Config: how})
	if err != nil {
		done()
		return nil, nil, nil, err
	}
	return o, j, done, nil
}

// postConfig returns the configuration of the mail office. It returns an error that says what
// is missing, if anything.
func postConfig(c *config.Config) (mail.Config, error) {
	m := &c.Mail
	if m.Domain == "" {
		return mail.Config{}, errors.New("mail.domain is not set: the judge has no e-mail address")
	}
	password, err := m.Relay.ReadPassword()
	if err != nil {
		return mail.Config{}, err
	}
	how := mail.Config{
		Name: c.Name, Address: mailAddress(c), Aliases: m.Aliases, BaseURL: c.BaseURL, Keeper: c.Keeper, TrustedAuth: m.Trust, PerHour: c.Limits.Letters, NoMaps: !m.Maps,
		Listen: smtpd.Config{SMTP: m.SMTP, LMTP: m.LMTP, CertFile: m.TLSCert, KeyFile: m.TLSKey, MaxBytes: int64(m.MaxSize), Trusted: m.BehindMTA, Most: c.Limits.MailConnections, MostEach: c.Limits.MailEach},
		Relay:  outbox.Relay{Addr: m.Relay.Addr(), Others: m.Relay.OtherAddrs(), AtOnce: m.Relay.Connections, User: m.Relay.User, Password: password, TLS: m.Relay.TLS, Hello: m.Relay.Hello},
	}
	how.KeepReceived, how.KeepSent, how.KeepFailed = c.Retention.Received.Span(), c.Retention.Sent.Span(), c.Retention.Failed.Span()
	key, err := m.ReadDKIM()
	if err != nil {
		return mail.Config{}, err
	}
	if key != nil && m.DKIMSelector != "" {
		how.DKIM = &outbox.DKIM{Domain: m.Domain, Selector: m.DKIMSelector, Key: key}
	}
	return how, nil
}

// listFailed lists the e-mail that could not be sent, one per line.
func listFailed(ctx context.Context, e env, o *mail.Office) int {
	const most = 500
	jobs, err := o.Failed(ctx, most)
	if err != nil {
		fmt.Fprintf(e.err, "podesta mail: %v\n", err)
		return 1
	}
	for _, j := range jobs {
		next := "not tried again"
		if !j.Due.IsZero() {
			next = "next try " + j.Due.Format("2006-01-02 15:04:05Z07:00")
		}
		fmt.Fprintf(e.out, "%d %s game %s, %d tries, %s: %s\n", j.ID, j.Kind, firstOf(j.Game, "none"), j.Tries, next, j.Failed)
	}
	bouncing, err := o.Bouncing(ctx)
	if err != nil {
		fmt.Fprintf(e.err, "podesta mail: %v\n", err)
		return 1
	}
	const at = "2006-01-02 15:04:05Z07:00"
	for _, b := range bouncing {
		fmt.Fprintf(e.out, "account %s %s: %d e-mails since %s did not arrive, the last at %s: %s\n", b.Account, b.Email, b.Count, b.Since.Format(at), b.Last.Format(at), firstOf(b.Why, "no reason given"))
	}
	return 0
}
