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
)

// sender is the author of a letter, as far as known before any SIGNON.
type sender struct {
	from    string         // address of the sender
	proven  bool           // and it is really theirs
	account *game.Account  // whose it is: by a reply token, or by a proven sender
	token   game.Token     // of the address written to
	game    string         // ID of the game that the token is for
	strong  bool           // it is certain enough for what concerns the whole account: not by the token of one game alone
	confirm command.Secret // the address written to proves an address
	moves   bool           // which is to be the one for all mail
	refused error          // why the answer to such an address proves nothing
	stale   bool           // the address written to is not valid any more
	changed bool           // something was done for this letter

	progress *progress // how far the letter has been carried out
}

// greets reports whether the letter answers one that proves an address or signs on,
// so that commands need no SIGNON, and what is no command is no order.
func (w *sender) greets() bool {
	return !w.confirm.Empty() || w.refused != nil || w.account != nil && w.strong && w.changed && w.game == ""
}

// subjectToken is a token in a subject, in brackets.
var subjectToken = regexp.MustCompile(`\[([a-z2-7]{26})\]`)

// tokenForm is what a token looks like.
var tokenForm = regexp.MustCompile(`^[A-Za-z2-7]{26}$`)

// sender identifies the author of a letter.
func (o *Inbox) sender(ctx context.Context, l *letter.Letter, env smtpd.Envelope, p smtpd.Proof, far *progress) (*sender, error) {
	w := &sender{from: l.From.Address, proven: p.OK(), progress: far}
	tags := o.tags(l, env)
	if found := subjectToken.FindStringSubmatch(strings.ToLower(l.Subject)); found != nil {
		tags = append(tags, found[1])
	}
	for _, tag := range tags {
		if w.asked(tag, l) {
			continue
		}
		if secret, ok := strings.CutPrefix(tag, outbox.LoginTag); ok {
			a, err := w.spend(ctx, o, secret, o.judge.UseLink)
			switch {
			case err == nil:
				w.account, w.strong, w.changed = a, true, true
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
		a, t, err := o.judge.Authenticate(ctx, tag)
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

// spend uses a secret up that works once. A letter that did so before it was
// interrupted is its owner's still.
func (w *sender) spend(ctx context.Context, o *Inbox, secret string, use func(context.Context, string) (*game.Account, error)) (*game.Account, error) {
	name := nameStep("secret", secret)
	if done, ok := w.progress.did(name); ok {
		return o.judge.Account(ctx, done.Account)
	}
	owner, err := o.judge.Whose(ctx, secret)
	if err != nil {
		return nil, err
	}
	return use(w.progress.noting(ctx, name, step{Account: owner}), secret)
}

// asked reads a tag of an address to which answers go that prove an address. It
// reports false for any other tag. Whoever begins his answer with no proves
// nothing, and a letter that somebody else may have caused wants a plain yes.
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
			l.Full = without(l.Full, line) // it is no command
		}
	}
	return true
}

// vouched is the account of a sender whose server vouches for him; nil if nobody
// does, or he has none.
func (o *Inbox) vouched(ctx context.Context, w *sender) (*game.Account, error) {
	if !w.proven {
		return nil, nil
	}
	a, err := o.judge.AccountByEmail(ctx, w.from)
	switch {
	case err == nil && !a.Blocked:
		return a, nil
	case err != nil && outbox.Temporary(err):
		return nil, err
	}
	return nil, nil
}

// tags are what stands behind + in the addresses of the judge to which a letter
// went. What the mail server says comes first.
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

// errSignon is the one answer to whatever is wrong with SIGNON: who guesses
// shall not learn which part was right.
var errSignon = &game.Error{Code: game.Forbidden, Message: "The game, the power's letter or the password is wrong. Nothing after this SIGNON was read. Write SIGNON, your power's letter directly before the game's name, and your password. Or answer a letter about the game: that needs no password."}

// errNewcomer is errSignon where anybody who is registered may come in. It is the
// same whether there is an account of that address or not.
var errNewcomer = &game.Error{Code: game.Forbidden, Message: "No player has this address and this password. Nothing after this line was read. If you are new here, send REGISTER first; HELP REGISTER shows how. If you are registered, write from your registered address. If you have forgotten your password, send REGISTER again: the answer lets you set a new one."}

// newcomer makes errNewcomer of errSignon.
func newcomer(err error) error {
	if errors.Is(err, error(errSignon)) {
		return errNewcomer
	}
	return err
}

// errMasked is errSignon in a game that hides its players.
var errMasked = &game.Error{Code: game.Forbidden, Message: errSignon.Message + " This game hides its players, so a password works only in a letter from one of your registered addresses."}

// errUnknown is the answer to a sender who has not signed on.
var errUnknown = &game.Error{Code: game.Forbidden, Message: "The judge cannot tell who wrote this. Put your password after the game's name, or answer a letter about the game. If you are new here, send REGISTER first; HELP explains how."}

// identify finds the account of whoever signs on to a game (none if it is to be
// made) with a password or token, or with none by the address written to or a
// proven sender. player is whose password it should be, nil for the sender's.
func (s *session) identify(ctx context.Context, gameID string, pw command.Secret, player *game.Account) (*game.Account, game.Token, error) {
	w, none := s.w, game.Token{}
	if pw.Empty() {
		if w.account == nil || w.token.Game != "" && w.token.Game != gameID && !w.strong {
			return nil, none, errUnknown
		}
		s.strong = w.strong
		if w.strong {
			return w.account, none, nil
		}
		return w.account, w.token, nil
	}
	if tokenForm.MatchString(pw.Reveal()) {
		a, t, err := s.o.judge.Authenticate(ctx, pw.Reveal())
		switch {
		case err == nil && t.Game != "" && t.Game != gameID:
			return nil, none, errSignon
		case err == nil || outbox.Temporary(err):
			return a, t, err
		}
	}
	if own := w.account; own != nil && w.strong && own.Hash == "" && (player == nil || player.ID == own.ID) {
		return s.choosePassword(ctx, pw)
	}
	email := w.from
	switch {
	case player != nil:
		email = player.Email
	case w.account != nil:
		email = w.account.Email
	}
	if w.account != nil && game.SameAddress(email, w.account.Email) {
		// The sender is known: who guesses under other names does not keep them out.
		ctx = account.WithKnown(ctx, "letters")
	}
	a, err := s.o.judge.SignIn(ctx, email, pw.Reveal())
	if err != nil && game.ErrorCode(err) == game.Forbidden {
		err = errSignon
	}
	s.strong = err == nil
	return a, none, err
}

// choosePassword sets the password of a writer who is vouched for and has none yet:
// people whose mail provider vouches for them are registered without one, and give
// it where they first need it.
func (s *session) choosePassword(ctx context.Context, pw command.Secret) (*game.Account, game.Token, error) {
	a := s.w.account
	if err := s.o.judge.SetPassword(s.answering(ctx), a.ID, pw.Reveal()); err != nil {
		return nil, game.Token{}, err
	}
	a, err := s.o.judge.Account(ctx, a.ID)
	if err != nil {
		return nil, game.Token{}, err
	}
	s.w.account, s.strong, s.chosen = a, true, true
	return a, game.Token{}, nil
}
