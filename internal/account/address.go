package account

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/internal/game"
)

// SecretMail is a secret and the one address to which it may be mailed: the
// stored one, never what somebody typed. Nothing outside the judge can put
// another address to a secret. The zero value is no secret for nobody.
type SecretMail struct{ to, secret string }

// To returns the address as it is stored.
func (m SecretMail) To() string { return m.to }

// Secret returns the secret; empty where there is none to be mailed.
func (m SecretMail) Secret() string { return m.secret }

// CleanEmail returns a mail address as it is kept: in small letters, without a
// name around it. Only ASCII letters are folded. Other characters stay what they
// are, so that none of them turns into a letter of somebody else's address.
func CleanEmail(s string) (string, error) {
	wrong := game.Invalidf("The judge cannot write to this address. Write it as name@example.org.")
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

// ReserveAddresses has the judge refuse, as addresses of accounts, those that are
// its own.
func (s *Service) ReserveAddresses(ours func(email string) bool) { s.ours.Store(&ours) }

// NewEmail is cleanEmail for an address that somebody wants to have for an
// account.
func (s *Service) NewEmail(address string) (string, error) {
	email, err := CleanEmail(address)
	if ours := s.ours.Load(); err == nil && ours != nil && (*ours)(email) {
		err = game.Invalidf("This is an address of the judge itself. Give an address where you read your own mail.")
	}
	return email, err
}
