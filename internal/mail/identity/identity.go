// Package identity describes the judge as a correspondent: its name, its e-mail addresses, and the
// URL of its pages.
package identity

import (
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/letter"
	"podesta/internal/words"
)

// Identity holds the name and the addresses of the judge for use in e-mail.
type Identity struct {
	Name    string   // name of the judge, in subjects and salutations
	Address string   // the address to which players write
	Aliases []string // further addresses of the judge
	BaseURL string   // URL of the judge's pages, for links; empty if there are none

	Languages []*words.Catalogue // languages of e-mail; the first is for readers who have chosen none
}

// Domain returns the domain of the judge's address.
func (id *Identity) Domain() string { return letter.ReadRecipient(id.Address).Domain }

// Tagged returns the judge's address with a tag after the user name.
func (id *Identity) Tagged(tag string) string {
	user, domain, _ := strings.Cut(id.Address, "@")
	if tag == "" {
		return id.Address
	}
	return user + "+" + tag + "@" + domain
}

// Ours reports whether an address is one of the judge's, with any tag.
func (id *Identity) Ours(r letter.Recipient) bool {
	for _, a := range append([]string{id.Address}, id.Aliases...) {
		own := letter.ReadRecipient(a)
		if letter.Lower(own.User) == letter.Lower(r.User) && own.Domain == r.Domain {
			return true
		}
	}
	return false
}

// PageOf returns the URL of a game's page, or "" if the judge has no pages.
func (id *Identity) PageOf(g *game.Game) string {
	if id.BaseURL == "" {
		return ""
	}
	return id.BaseURL + "/g/" + g.ID
}
