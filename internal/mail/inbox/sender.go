package inbox

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/machiavelli/message"
)

// sender describes the author of an e-mail, as far as known before any SIGNON.
type sender struct {
	from    string         // address of the sender
	proven  bool           // whether the address is proven to belong to them
	account *game.Account  // the account of the reply token or of the proven sender; nil if unknown
	token   game.Token     // token in the recipient's address
	game    string         // ID of the token's game
	strong  bool           // whether the proof is sufficient for all its games, not only for the token's
	owner   bool           // whether a secret sent to the account's address permits changing the account
	confirm command.Secret // secret in the recipient's address that verifies an address
	moves   bool           // whether that address then receives all e-mail
	refused error          // why a reply to such an address does not verify it
	stale   bool           // whether the recipient's address is no longer valid
	kept    string         // tag of the recipient's address that was left unused because of unfit
	unfit   error          // why the password that the sender has chosen is refused
	changed bool           // whether something was done for this e-mail
	asking  bool           // whether the owner was asked to repeat a change of the account

	progress *progress // how far the e-mail has been processed

	own, strange allowance // allowances for blocks whose sender is known, and for other blocks
}

// greets reports whether the e-mail replies to an e-mail that verifies an address or signs in. In
// that case commands need no SIGNON, and other lines are not orders.
func (w *sender) greets() bool {
	return !w.confirm.Empty() || w.refused != nil || w.kept != "" || w.account != nil && w.strong && w.changed && w.game == ""
}

// subjectToken matches a token in a subject, in brackets.
var subjectToken = regexp.MustCompile(`\[([a-z2-7]{26})\]`)

// tokenForm matches the form of a token.
var tokenForm = regexp.MustCompile(`^[A-Za-z2-7]{26}$`)

// sender identifies the author of an e-mail.
func (o *Inbox) sender(ctx context.Context, l *letter.Letter, env smtpd.Envelope, p smtpd.Proof, far *progress) (*sender, error) {
	w := &sender{from: l.From.Address, proven: p.OK(), progress: far}
	tags := o.tags(l, env)
	if found := subjectToken.FindStringSubmatch(strings.ToLower(l.Subject)); found != nil {
		tags = append(tags, found[1])
	}
	for _, tag := range tags {
		if o.keeps(ctx, w, tag, l) {
			return w, nil
		}
		if w.asked(tag, l) {
			continue
		}
		if secret, ok := strings.CutPrefix(tag, outbox.LoginTag); ok {
			a, err := w.spend(ctx, o, secret, func(ctx context.Context, secret string) (*game.Account, error) {
				a, _, err := o.judge.Users.UseLink(ctx, secret)
				return a, err
			})
			switch {
			case err == nil:
				w.account, w.strong, w.owner, w.changed = a, true, true, true
				return w, nil
			case outbox.Temporary(err):
				return nil, err
			}
			w.stale = true
			continue
		}
		if !tokenForm.MatchString(tag) {
			continue
		}
		a, t, err := o.judge.Users.Authenticate(ctx, tag)
		switch {
		case err == nil && t.Kind == game.ReplyToken:
			w.account, w.token, w.game = a, t, t.Game
			known, err := o.vouched(ctx, w)
			w.strong = known != nil && known.ID == a.ID
			return w, err
		case err != nil && outbox.Temporary(err):
			return nil, err
		}
		w.stale = true
	}
	a, err := o.vouched(ctx, w)
	w.account, w.strong = a, a != nil
	return w, err
}

// spend uses up a secret. If the e-mail has already used it up before processing was interrupted,
// it is still treated as coming from the owner of the secret.
func (w *sender) spend(ctx context.Context, o *Inbox, secret string, use func(context.Context, string) (*game.Account, error)) (*game.Account, error) {
	name := nameStep("secret", secret)
	if done, ok := w.progress.did(name); ok {
		return o.judge.Users.Account(ctx, done.Account)
	}
	owner, err := o.judge.Base.Whose(ctx, secret)
	if err != nil {
		return nil, err
	}
	return use(w.progress.noting(ctx, name, step{Account: owner}), secret)
}

// asked handles the tag of a reply address that verifies an address, and returns false for any
// other tag. A reply that begins with no proves nothing, and a reply to an e-mail that another
// person may have caused must contain a plain yes.
func (w *sender) asked(tag string, l *letter.Letter) bool {
	var secret string
	var plain bool
	for _, prefix := range []string{outbox.ConfirmTag, outbox.MoveTag, outbox.KnownTag} {
		var ok bool
		if secret, ok = strings.CutPrefix(tag, prefix); ok {
			w.moves, plain = prefix == outbox.MoveTag, prefix == outbox.KnownTag
			break
		}
		secret = ""
	}
	if secret == "" {
		return false
	}
	word, line := firstWord(l.Text)
	switch agrees := slices.Contains(yesWords, word); {
	case slices.Contains(noWords, word):
		w.refused = errDeclined
	case plain && !agrees:
		w.refused = errNoYes
	default:
		w.confirm, w.refused = command.NewSecret(secret), nil
		if words := strings.Fields(line); agrees && len(words) == 1 {
			l.Full = without(l.Full, line) // the line is not a command
		}
	}
	return true
}

// vouched returns the account of a sender for whom their mail server vouches. It returns nil if the
// server does not vouch for them, or if they have no account or a blocked one.
func (o *Inbox) vouched(ctx context.Context, w *sender) (*game.Account, error) {
	if !w.proven {
		return nil, nil
	}
	a, err := o.judge.Users.AccountByEmail(ctx, w.from)
	switch {
	case err == nil && !a.Blocked:
		return a, nil
	case err != nil && outbox.Temporary(err):
		return nil, err
	}
	return nil, nil
}

// tags returns the +tags of the judge's addresses to which an e-mail was sent. The tags of envelope
// recipients come first.
func (o *Inbox) tags(l *letter.Letter, env smtpd.Envelope) []string {
	var out []string
	seen := map[string]bool{}
	add := func(r letter.Recipient) {
		tag := strings.ToLower(r.Tag)
		if tag != "" && o.c.Ours(r) && !seen[tag] {
			seen[tag] = true
			out = append(out, tag)
		}
	}
	for _, to := range env.To {
		add(letter.ReadRecipient(to))
	}
	for _, r := range l.To {
		add(r)
	}
	return out
}

// errSignon is the common answer to everything that can be wrong with SIGNON, so that guessing does
// not reveal which part was right.
var errSignon = game.Refuse(game.Forbidden, message.New("The game, the power's letter or the password is wrong. Nothing after this SIGNON was read. Write SIGNON, your power's letter directly before the game's name, and your password. Or answer an e-mail about the game: that needs no password."))

// errNewcomer replaces errSignon where any registered person may join. It is
// the same whether the address has an account or not.
var errNewcomer = game.Refuse(game.Forbidden, message.New("No player has this address and this password. Nothing after this line was read. If you are new here, send REGISTER first; HELP REGISTER shows how. If you are registered, write from your registered address. If you have forgotten your password, send REGISTER again: the answer lets you set a new one."))

// newcomer replaces errSignon with errNewcomer.
func newcomer(err error) error {
	if errors.Is(err, error(errSignon)) {
		return errNewcomer
	}
	return err
}

// errMasked is errSignon in a game that hides its players.
var errMasked = game.Refuse(game.Forbidden, message.New("{wrong} This game hides its players, so a password works only in an e-mail from one of your registered addresses.", errSignon.Message))

// errUnknown is the answer to a sender who has not signed on.
var errUnknown = game.Refuse(game.Forbidden, message.New("The judge cannot tell who wrote this. Put your password after the game's name, or answer an e-mail about the game. If you are new here, send REGISTER first; HELP explains how."))

// identify returns the account of a person who signs on to a game (or creates one) with a
// password or token or, without these, through the recipient's address or as a proven sender.
// player is the account whose password is expected; nil means the sender's.
func (s *session) identify(ctx context.Context, gameID string, pw command.Secret, player *game.Account) (*game.Account, game.Token, error) {
	w, none := s.w, game.Token{}
	if pw.Empty() {
		if w.account == nil || w.token.Game != "" && w.token.Game != gameID && !w.strong {
			return nil, none, errUnknown
		}
		s.strong, s.owner = w.strong, w.owner
		if w.strong {
			return w.account, none, nil
		}
		return w.account, w.token, nil
	}
	if tokenForm.MatchString(pw.Reveal()) {
		a, t, err := s.o.judge.Users.Authenticate(ctx, pw.Reveal())
		switch {
		case err == nil && t.Game != "" && t.Game != gameID:
			return nil, none, errSignon
		case err == nil || outbox.Temporary(err):
			return a, t, err
		}
	}
	if own := w.account; own != nil && w.strong && own.Hash == "" && (player == nil || player.ID == own.ID) {
		return s.firstPassword(ctx, pw)
	}
	email := w.from
	switch {
	case player != nil:
		email = player.Email
	case w.account != nil:
		email = w.account.Email
	}
	if w.account != nil && game.SameAddress(email, w.account.Email) {
		// The sender is known, so password guesses by others do not slow them down.
		ctx = account.WithKnown(ctx, "letters")
	}
	a, err := s.o.judge.Users.SignIn(ctx, email, pw.Reveal())
	if err != nil && game.ErrorCode(err) == game.Forbidden {
		err = errSignon
	}
	s.strong, s.owner = err == nil, err == nil
	return a, none, err
}

// firstPassword signs on a verified sender who has no password, because people whose mail provider
// vouches for them are registered without one. The password is set only in a reply to an e-mail
// that was sent to them; otherwise such an e-mail is sent. Without this, anyone who once deceives
// the judge about the sender could take over the account permanently.
func (s *session) firstPassword(ctx context.Context, pw command.Secret) (*game.Account, game.Token, error) {
	a := s.w.account
	s.strong = true
	if !s.w.owner {
		said, err := s.askPassword(ctx, a)
		s.password = said
		return a, game.Token{}, err
	}
	if err := s.o.judge.Users.SetPassword(s.answering(ctx), a.ID, pw.Reveal()); err != nil {
		return nil, game.Token{}, err
	}
	a, err := s.o.judge.Users.Account(ctx, a.ID)
	if err != nil {
		return nil, game.Token{}, err
	}
	s.w.account, s.owner = a, true
	s.password = message.New("Your password is set.")
	return a, game.Token{}, nil
}

// askPassword is askOwner for a password that accompanies another command. That command is run even
// if no e-mail can be sent at present.
func (s *session) askPassword(ctx context.Context, a *game.Account) (message.Message, error) {
	said, err := s.askOwner(ctx, a, "")
	if err != nil && !s.w.later(err) {
		return message.New("Your password was not set: {why}", message.Of(err)), nil
	}
	return said, err
}

// askOwner sends an e-mail to the address of an account, asking its owner to repeat a command in
// the reply. It returns a message that says so. It sends at most one such e-mail for each incoming
// e-mail. An empty command means setting a password.
func (s *session) askOwner(ctx context.Context, a *game.Account, command string) (message.Message, error) {
	said := message.New("This does not change your account yet, because only your mail provider says that you wrote it. The judge has written to your registered address: answer that e-mail.")
	if command == "" {
		said = message.New("This does not set your password yet, because only your mail provider says that you wrote it. The judge has written to your registered address: answer that e-mail with {command} and the password.", message.Order("SET PASSWORD"))
	}
	if s.w.asking {
		return said, nil
	}
	m, err := s.o.out.Repeat(ctx, a, command)
	if err != nil {
		return message.Message{}, err
	}
	s.w.asking = true
	s.extra = append(s.extra, m)
	return said, nil
}

// hearsay reports whether the only proof that an account sent a command for a game is a mail
// provider's statement, and not a password, a token, a reply to an e-mail from the judge, or a
// chat.
func (s *session) hearsay(gameID string, t game.Token) bool {
	return !s.owner && !s.chat && t.Kind == "" && s.w.token.Game != gameID
}

// errHearsay is the answer to commands that cannot be undone, if only a mail provider's statement
// proves who sent them.
var errHearsay = game.Refuse(game.Forbidden, message.New("Only your mail provider says that you wrote this, and that is not enough for what cannot be undone. Answer an e-mail about the game with it, or put SIGNON with your password above it."))
