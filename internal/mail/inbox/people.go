package inbox

import (
	"context"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// errAnonymous is the answer to an unknown sender's commands for an account.
var errAnonymous = game.Refuse(game.Forbidden, message.New("I cannot tell who you are. Put SIGNON with your password above this line, or answer an e-mail from the judge."))

// register registers a person. The address is verified by a reply to an e-mail that is sent to it,
// or immediately if it is the sender's and their server vouches for them. If the address belongs to
// an account already, its owner receives an e-mail.
func (s *session) register(ctx context.Context, c *command.Register) (message.Message, error) {
	email := s.w.from
	if len(c.Email) > 0 {
		email = c.Email[0]
	}
	name := nameStep(s.block, "register", email)
	if _, ok := s.w.progress.did(name); ok && s.account != nil && game.SameAddress(email, s.w.from) {
		return s.registered(ctx, s.account, c) // registered before the judge was interrupted
	}
	ctx = s.w.progress.noting(ctx, name, step{})
	a, secret, err := s.o.judge.Users.Register(ctx, c.Name, email, c.Zone)
	if err != nil {
		return message.Message{}, err
	}
	if secret.Secret() != "" && s.w.proven && game.SameAddress(secret.To(), s.w.from) {
		if a, err = s.o.judge.Users.Verify(ctx, secret.Secret()); err != nil {
			return message.Message{}, err
		}
		return s.registered(ctx, a, c)
	}
	if secret.Secret() == "" {
		m, err := s.o.out.Known(ctx, a)
		if err != nil {
			return message.Message{}, err
		}
		s.extra = append(s.extra, m)
	} else {
		s.extra = append(s.extra, s.o.out.Proving(s.reader(), a.Name, secret, outbox.ConfirmTag))
	}
	said := []message.Message{s.toAnswer(email, secret.Secret() == "")}
	if !c.Password.Empty() {
		said = append(said, message.New("Your password was not saved, because anyone could have sent this: put the line {command} and the password into your answer.", message.Order("SET PASSWORD")))
	}
	if len(c.Unused) > 0 {
		said = append(said, message.New("Not saved, because it is not needed: {fields}.", message.Order(strings.Join(c.Unused, ", "))))
	}
	return phrase.Sentences(said...), nil
}

// toAnswer says which e-mail the owner of an address must answer to register. This is the answer
// itself if it goes to that address. For a sender who is known, it says only that they are
// registered.
func (s *session) toAnswer(email string, known bool) message.Message {
	if s.game != nil || !game.SameAddress(email, s.w.from) {
		return message.New("The judge has written to the address you gave. Answer that e-mail to complete your registration.")
	}
	s.along = s.extra[len(s.extra)-1]
	if known {
		return message.New("You are registered already.")
	}
	return message.New("Answer this e-mail to complete your registration.")
}

// registered welcomes a sender whose e-mail has verified their address. If they chose a password,
// it sends the e-mail that asks them to confirm it.
func (s *session) registered(ctx context.Context, a *game.Account, c *command.Register) (message.Message, error) {
	s.account, s.w.account, s.strong = a, a, true
	welcome := message.New("Welcome, {name}: you are registered.", message.Name(a.Name))
	if !c.Password.Empty() {
		said, err := s.askPassword(ctx, a)
		return phrase.Sentences(welcome, said), err
	}
	if a.Hash == "" {
		return phrase.Sentences(welcome, message.New("You need no password as long as your mail provider vouches for you. If you write one behind {signon} or {create}, you get an e-mail to confirm it.", message.Order("SIGNON"), message.Order("CREATE"))), nil
	}
	return welcome, nil
}

// prove verifies an address with the secret that was sent to it. If moves is true, the sender's
// address then receives all e-mail for the account.
func (s *session) prove(ctx context.Context, secret command.Secret, moves bool) (message.Message, error) {
	a, err := s.w.spend(s.answering(ctx), s.o, secret.Reveal(), s.o.judge.Users.Verify)
	if err != nil {
		return message.Message{}, err
	}
	s.account, s.w.account, s.strong, s.owner = a, a, true, true
	said := message.New("Your address is confirmed. Welcome, {name}.", message.Name(a.Name))
	if moves {
		if err := s.o.judge.Users.SetEmail(s.answering(ctx), a.ID, s.w.from); err == nil {
			said = phrase.Sentences(said, message.New("Your e-mail now goes there."))
		}
	}
	return said, nil
}

// alsoKnown asks the owner of an account to agree that the sender's address is added to it.
func (s *session) alsoKnown(ctx context.Context, old string) (message.Message, error) {
	if !s.w.proven {
		return message.Message{}, game.Refuse(game.Forbidden, message.New("The judge cannot be sure that this address is yours. Write from your registered address, sign on, and send SET ADDRESS with the new one."))
	}
	said := message.New("If an account has the address {address}, an e-mail goes there. When it is answered with {yes}, this address belongs to that account too.", message.Name(phrase.OneLine(old, 60)), message.Order("YES"))
	a, err := s.o.judge.Users.AccountByEmail(ctx, old)
	if game.ErrorCode(err) == game.NotFound {
		return said, nil
	}
	if err != nil {
		return message.Message{}, err
	}
	secret, err := s.o.judge.Users.AddAddress(ctx, a.ID, s.w.from)
	if err != nil {
		return message.Message{}, err
	}
	if secret.Secret() != "" {
		s.extra = append(s.extra, s.o.out.Claimed(a, s.w.from, secret))
	}
	return said, nil
}

// setAddress changes the address that receives e-mail.
func (s *session) setAddress(ctx context.Context, addresses []string) (message.Message, error) {
	if s.account == nil {
		return message.Message{}, errAnonymous
	}
	if s.became {
		return message.Message{}, game.Refuse(game.Forbidden, message.New("Only the player can change their address."))
	}
	if !s.strong {
		return message.Message{}, errWeak
	}
	if len(addresses) == 0 {
		addresses = []string{s.w.from}
	}
	if len(addresses) > 1 {
		return message.Message{}, game.Refuse(game.Invalid, message.New("Mail goes to one address. Send SET ADDRESS with that one."))
	}
	to := addresses[0]
	if !s.owner {
		return s.askOwner(ctx, s.account, command.SetAddress{Addresses: addresses}.String())
	}
	known, err := s.o.judge.Users.Addresses(ctx, s.account.ID)
	if err != nil {
		return message.Message{}, err
	}
	for _, k := range known {
		if k.Verified && game.SameAddress(k.Email, to) {
			return message.New("Your mail goes to {address} from now on.", message.Name(k.Email)), s.o.judge.Users.SetEmail(s.answering(ctx), s.account.ID, k.Email)
		}
	}
	secret, err := s.o.judge.Users.AddAddress(ctx, s.account.ID, to)
	if err != nil {
		return message.Message{}, err
	}
	if secret.Secret() != "" {
		s.extra = append(s.extra, s.o.out.Proving(s.reader(), s.account.Name, secret, outbox.MoveTag))
	}
	return message.New("An e-mail goes to {address}. Answer it from there, and your mail goes there from then on.", message.Name(phrase.OneLine(to, 80))), nil
}

func (s *session) setPassword(ctx context.Context, pw command.Secret) (message.Message, error) {
	if s.account == nil {
		return message.Message{}, errAnonymous
	}
	if s.became {
		return message.Message{}, game.Refuse(game.Forbidden, message.New("Only the player can change their password."))
	}
	if !s.strong {
		return message.Message{}, errWeak
	}
	if !s.owner {
		return s.askOwner(ctx, s.account, "")
	}
	err := s.o.judge.Users.SetPassword(s.answering(ctx), s.account.ID, pw.Reveal())
	if err != nil {
		return message.Message{}, err
	}
	if s.account.Hash != "" { // newcomers set a first password
		changed := s.paragraph(message.New("Your password is changed for all your games, and all browsers are signed out. Keys of programs still work; revoke them on the page of your account."))
		s.parts = append(s.parts, &part{message.New("Your password"), append([]outbox.Block{changed}, s.o.out.Rescue(s.reader())...)})
	}
	return message.New("Your password is changed, for all your games."), nil
}

// answering returns a context with the recipients of the answer, who need no additional e-mail
// about the changes that the command makes in their account.
func (s *session) answering(ctx context.Context) context.Context {
	to := []string{s.w.from}
	if s.account != nil {
		to = append(to, s.account.Email)
	}
	return account.WithAnswered(ctx, to...)
}

// whois lists the data that the judge stores about the sender, and about no one else.
func (s *session) whois(ctx context.Context) (message.Message, error) {
	if s.account == nil {
		return message.Message{}, errAnonymous
	}
	a := s.account
	zone := a.Zone
	if zone == "" {
		zone = "UTC"
	}
	known, err := s.o.judge.Users.Addresses(ctx, a.ID)
	if err != nil {
		return message.Message{}, err
	}
	x := outbox.Block{}
	line := func(m message.Message) { x.Items = append(x.Items, s.say(m)) }
	line(message.New("Name: {name}", message.Name(a.Name)))
	if a.Program && a.Owner == "" {
		line(message.New("This is the account of a program. The operator of the judge answers for it."))
	} else if a.Program {
		owner, err := s.o.judge.Users.Account(ctx, a.Owner)
		if err != nil {
			return message.Message{}, err
		}
		line(message.New("This is the account of a program. {name} answers for it.", message.Name(owner.Name)))
	}
	line(message.New("Mail goes to: {address}", message.Name(a.Email)))
	line(message.New("Time zone: {zone}", message.Order(zone)))
	line(message.New("Language: {name}", message.Name(s.reader().Name)))
	w, err := account.ReadWishes(a)
	if err != nil {
		return message.Message{}, err
	}
	line(message.New("E-mail: {text}", w.Say()))
	for _, k := range known {
		if k.Verified {
			line(message.New("Address: {address} (confirmed)", message.Name(k.Email)))
		} else {
			line(message.New("Address: {address} (not confirmed)", message.Name(k.Email)))
		}
	}
	s.add(message.New("What the judge stores about you"), x)
	return message.New("See below. Nobody else can see this."), nil
}

// info describes the reliability of the sender or, for a master, of a participant in their game.
func (s *session) info(ctx context.Context, who string) (message.Message, error) {
	if s.account == nil {
		return message.Message{}, errAnonymous
	}
	account, of := s.account.ID, message.Name("")
	if who != "" {
		own, err := s.own(ctx, who)
		if err != nil {
			return message.Message{}, err
		}
		if !own {
			if s.game == nil || !s.role.Master {
				return message.Message{}, errRecord
			}
			if account, err = s.o.judge.Lobby.Participant(ctx, s.game.ID, s.role, who); err != nil {
				return message.Message{}, err
			}
			of = message.Name(phrase.OneLine(who, 60))
		}
	}
	_, why, err := s.o.judge.Ratings.Reliability(ctx, account)
	if of == "" {
		return message.New("Your own reliability: {text}", why), err
	}
	return message.New("The reliability of {name}: {text}", of, why), err
}

// errRecord is the answer to people who ask for another person's record and may not see it.
var errRecord = game.Refuse(game.Forbidden, message.New("INFO PLAYER by itself shows your own record. The record of someone else is shown only to the masters of a game in which they take part: write SIGNON above this line."))

// own reports whether a name or an address belongs to the sender.
func (s *session) own(ctx context.Context, who string) (bool, error) {
	if game.IsName(s.account.Name, who) || strings.EqualFold(who, s.account.Email) {
		return true, nil
	}
	known, err := s.o.judge.Users.Addresses(ctx, s.account.ID)
	for _, k := range known {
		if k.Verified && strings.EqualFold(k.Email, who) {
			return true, nil
		}
	}
	return false, err
}

// version describes this judge.
func (s *session) version(ctx context.Context) (message.Message, error) {
	p, err := s.o.judge.Lobby.List(ctx, lobby.Filter{Limit: 1})
	if err != nil {
		return message.Message{}, err
	}
	return message.Plural(p.Total, "This is {judge}, a podesta judge for Machiavelli. It lists {n} public game.", "This is {judge}, a podesta judge for Machiavelli. It lists {n} public games.", message.Name(s.o.c.Name)), nil
}
