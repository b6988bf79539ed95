package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"podesta/internal/account"
	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/judge"
)

// runAccount shows the account with an e-mail address, creates, closes, reopens or erases it, and
// appoints or dismisses it as an operator of the judge. With -export it writes the data of the
// account's owner. The exit status is 0 on success, 1 if there is no such account or the database
// cannot be used, and 2 if the arguments are wrong.
func runAccount(e env, args []string) int {
	s := newSettings(e, "account", "ADDRESS",
		"Shows the account with this e-mail address. The flags below change the account first.",
		"With -close, its owner can do nothing more and gets no e-mail, but keeps their seats until a master removes them.",
		"With -erase, everything about the person is deleted for good: games show "+account.FormerPlayer+" in place of the name,",
		"and the seats become vacant. With -program, everyone sees that the account belongs to a program. It can play only",
		"in games that admit programs, and its games do not count for the ratings of people.",
		"On a judge without e-mail, create accounts with -new, and give the link that it prints to the owner of the account.")
	name := s.flags.String("new", "", "create the account, with this `NAME`, and print a link as -link does; the address counts as verified")
	link := s.flags.Bool("link", false, "print a link with which its owner can sign in once, within an hour, and then set a password")
	shut := s.flags.Bool("close", false, "close the account")
	open := s.flags.Bool("open", false, "open a closed account again")
	erase := s.flags.Bool("erase", false, "erase the account and its owner's data; you must type the address again to confirm")
	factor := s.flags.Bool("no-second-factor", false, "turn off its second factor, for an owner who has lost both the device and the recovery codes")
	export := s.flags.Bool("export", false, "print everything that is stored about its owner, as JSON, and nothing else")
	keeper := s.flags.Bool("make-keeper", false, "make its owner an operator, who can act as master of every game")
	none := s.flags.Bool("no-keeper", false, "remove its owner as an operator")
	lift := s.flags.String("lift", "", "lift the warnings and suspensions that operators have imposed on its owner, who gets an e-mail with this `SENTENCE`; it shows in the audit log")
	program := s.flags.Bool("program", false, "mark the account as a program's")
	person := s.flags.Bool("no-program", false, "mark the account as a person's again")
	owner := s.flags.String("owner", "", "with -program: the e-mail `ADDRESS` of the person who is responsible for the program; without it, that is the operator")
	if status, done := s.parse(args); done {
		return status
	}
	changes := *name != "" || *link || *shut || *open || *keeper || *none || *factor || *program || *person || *lift != ""
	if s.flags.NArg() != 1 || *shut && *open || *keeper && *none || *program && *person || *owner != "" && !*program || *erase && (changes || *export) || *export && changes {
		s.flags.Usage()
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fail := func(err error) int {
		fmt.Fprintf(e.err, "podesta account: %v\n", err)
		return 1
	}
	j, done, err := openJudge(c)
	// These changes notify the owner, so they need the mail office.
	if err == nil && (*factor || *program || *person || *lift != "") && c.Mail.Domain != "" {
		done()
		_, j, done, err = openPost(c)
	}
	if err != nil {
		return fail(err)
	}
	defer done()
	email := s.flags.Arg(0)
	if *name != "" {
		if err := newAccount(ctx, j, *name, email); err != nil {
			return fail(fmt.Errorf("%s: %w", email, err))
		}
	}
	a, err := j.Users.AccountByEmail(ctx, email)
	if err != nil {
		return fail(fmt.Errorf("%s: %w", email, err))
	}
	if *export {
		text, err := j.Safety.WriteOwnData(ctx, a.ID)
		if err == nil {
			_, err = e.out.Write(text)
		}
		if err != nil {
			return fail(err)
		}
		return 0
	}
	if *erase {
		if err := eraseAccount(ctx, e, j, a, email); err != nil {
			return fail(err)
		}
		return 0
	}
	if *shut || *open {
		err = j.Users.Block(ctx, a.ID, *shut)
	}
	if err == nil && (*keeper || *none) {
		err = j.Users.SetOperator(ctx, a.ID, *keeper)
	}
	if err == nil && *factor {
		err = j.Users.ResetFactor(ctx, a.ID)
	}
	if err == nil && *lift != "" {
		err = liftAll(ctx, e, j, a.ID, *lift)
	}
	if err == nil && (*program || *person) {
		err = setProgram(ctx, j, a.ID, *program, *owner)
	}
	if err == nil {
		err = showAccount(ctx, e, j, a.ID)
	}
	if err == nil && (*link || *name != "") {
		err = writeLink(ctx, e, j, c, a)
	}
	if err != nil {
		return fail(err)
	}
	return 0
}

// eraseAccount erases an account once its address has been typed again as confirmation.
func eraseAccount(ctx context.Context, e env, j *judge.Judge, a *game.Account, email string) error {
	if err := showAccount(ctx, e, j, a.ID); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "This cannot be undone. Type the address again to erase %s: ", a.Name)
	line, err := bufio.NewReader(e.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !game.SameAddress(strings.TrimSpace(line), email) {
		return errors.New("that is not the address of the account; nothing was erased")
	}
	if err := j.Users.Erase(ctx, a.ID); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "\nerased: games now show account %s as %s\n", a.ID, account.FormerPlayer)
	return nil
}

// liftAll ends all sanctions that operators have imposed on an account.
func liftAll(ctx context.Context, e env, j *judge.Judge, id, why string) error {
	n, err := j.Safety.LiftAll(ctx, id, why)
	if err == nil && n == 0 {
		return errors.New("no sanction is in force")
	}
	if err == nil {
		fmt.Fprintf(e.out, "lifted: %d\n", n)
	}
	return err
}

// newAccount creates an account whose address the operator vouches for.
func newAccount(ctx context.Context, j *judge.Judge, name, email string) error {
	_, secret, err := j.Users.Register(ctx, name, email, "")
	if err != nil {
		return err
	}
	if secret.Secret() == "" {
		return errors.New("an account with this address exists already")
	}
	_, err = j.Users.Verify(ctx, secret.Secret())
	return err
}

// setProgram marks an account as a program's, for which the owner of an e-mail address answers,
// or as a person's again.
func setProgram(ctx context.Context, j *judge.Judge, id string, program bool, owner string) error {
	answers := ""
	if owner != "" {
		a, err := j.Users.AccountByEmail(ctx, owner)
		if err != nil {
			return fmt.Errorf("%s: %w", owner, err)
		}
		answers = a.ID
	}
	return j.Users.SetProgram(ctx, id, program, answers)
}

// showPrograms writes whether an account belongs to a program, for which programs it answers,
// and when that changed.
func showPrograms(ctx context.Context, e env, j *judge.Judge, a *game.Account) error {
	if a.Program {
		who := "the operator"
		if a.Owner != "" {
			owner, err := j.Users.Account(ctx, a.Owner)
			if err != nil {
				return err
			}
			who = fmt.Sprintf("%s <%s>", owner.Name, owner.Email)
		}
		fmt.Fprintf(e.out, "a program; responsible: %s\n", who)
	}
	own, err := j.Users.Programs(ctx, a.ID)
	if err != nil {
		return err
	}
	for _, p := range own {
		fmt.Fprintf(e.out, "responsible for the program %s (%s)\n", p.Name, p.Email)
	}
	switches, err := j.Users.ProgramSwitches(ctx, a.ID)
	for _, x := range switches {
		kind, by := "a person", "an operator"
		if x.Program {
			kind = "a program"
		}
		if x.By != "" {
			by = "the account " + x.By
		}
		fmt.Fprintf(e.out, "%s: marked as %s by %s\n", x.At.UTC().Format("2006-01-02 15:04"), kind, by)
	}
	return err
}

// writeLink writes a link that signs its user in to an account.
func writeLink(ctx context.Context, e env, j *judge.Judge, c *config.Config, a *game.Account) error {
	link, err := j.Users.LoginLink(ctx, a.Email)
	if err != nil {
		return err
	}
	if link.Secret() == "" {
		return errors.New("the owner of a closed account cannot sign in; open it first, with -open")
	}
	fmt.Fprintf(e.out, "link to sign in once, within an hour: %s/signin?token=%s\n", c.PublicURL(c.Listen), link.Secret())
	return nil
}

// showAccount prints everything about an account.
func showAccount(ctx context.Context, e env, j *judge.Judge, id string) error {
	a, err := j.Users.Account(ctx, id)
	if err != nil {
		return err
	}
	addresses, err := j.Users.Addresses(ctx, id)
	if err != nil {
		return err
	}
	games, err := j.Base.GamesOf(ctx, id)
	if err != nil {
		return err
	}
	_, reliable, err := j.Ratings.Reliability(ctx, id)
	if err != nil {
		return err
	}
	state := "open"
	switch {
	case a.Blocked:
		state = "closed"
	case !a.Verified:
		state = "address not verified yet"
	case a.Operator:
		state = "operator"
	}
	fmt.Fprintf(e.out, "%s (%s), created %s\n", a.Name, state, a.Created.UTC().Format("2006-01-02"))
	var list []string
	for _, x := range addresses {
		text := x.Email
		if !x.Verified {
			text += " (not verified)"
		}
		list = append(list, text)
	}
	fmt.Fprintf(e.out, "addresses: %s\ntime zone: %s\nreliability: %s\n", strings.Join(list, ", "), a.Zone, reliable)
	if err := showPrograms(ctx, e, j, a); err != nil {
		return err
	}
	sanctions, _, err := j.Safety.Sanctions(ctx, id)
	if err != nil {
		return err
	}
	for _, x := range sanctions {
		what := map[string]string{game.Warned: "warned", game.Suspended: "suspended until " + x.Until.UTC().Format("2006-01-02 15:04"), game.Renamed: "name removed"}[x.Kind]
		if !x.Lifted.IsZero() {
			what += ", lifted " + x.Lifted.UTC().Format("2006-01-02 15:04")
		} else if !x.Appealed.IsZero() && x.Answered.IsZero() {
			what += ", an appeal waits"
		}
		fmt.Fprintf(e.out, "%s: %s\n", x.Made.UTC().Format("2006-01-02 15:04"), what)
	}
	for _, g := range games {
		fmt.Fprintf(e.out, "game %s: %s, %s\n", g.ID, g.Name, g.Status)
	}
	return nil
}
