package account

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// SecretMail is a secret and the one address to which it may be sent: the
// stored one, never what a visitor typed. Code outside this package cannot
// combine a secret with another address. The zero value is no secret for
// nobody.
type SecretMail struct{ to, secret string }

// To returns the stored address.
func (m SecretMail) To() string { return m.to }

// Secret returns the secret, or "" if none may be sent.
func (m SecretMail) Secret() string { return m.secret }

// CleanEmail returns an e-mail address as it is stored: in lower case, without
// a display name. Only ASCII letters are folded. Other characters stay as they
// are, so that none of them turns into a letter of another person's address.
func CleanEmail(s string) (string, error) {
	wrong := game.Refuse(game.Invalid, message.New("The judge cannot write to this address. Write it as {example}.", message.Order("name@example.org")))
	s = strings.Trim(s, " \t")
	if s == "" || len(s) > MaxEmail || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || game.Hidden(r) }) {
		return "", wrong
	}
	a, err := mail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s {
		return "", wrong
	}
	at := strings.LastIndexByte(s, '@')
	if host := s[at+1:]; at > 64 || !strings.Contains(host, ".") || strings.HasPrefix(host, "[") {
		return "", wrong
	}
	return game.FoldAddress(s), nil
}

// NewEmail is CleanEmail for a new address of an account.
func (s *Service) NewEmail(address string) (string, error) {
	email, err := CleanEmail(address)
	if err == nil && s.set.Ours != nil && s.set.Ours(email) {
		err = game.Refuse(game.Invalid, message.New("This is an address of the judge itself. Give an address where you read your own mail."))
	}
	return email, err
}
