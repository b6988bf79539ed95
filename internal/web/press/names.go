package press

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// namer names conversations from the visitor's point of view.
type namer struct {
	g      *game.Game
	role   game.Role
	lang   message.Language // language of the visitor
	people []addressee      // for masters: people who wait for the game to begin
}

func (s *Pages) namer(r *http.Request, g *game.Game, role game.Role) (*namer, error) {
	n := &namer{g: g, role: role, lang: s.Catalogue(r)}
	if !role.Master {
		return n, nil
	}
	all, err := s.Judge.Lobby.Roster(r.Context(), g.ID, role)
	for _, p := range all {
		if p.Account != "" && p.Account != role.Account && !p.Former {
			n.people = append(n.people, addressee{Value: "@" + p.Account, Label: page.Called(s.Catalogue(r), p.Name), Alone: true})
		}
	}
	return n, err
}

// fits reports whether a conversation is possible in this game.
func (n *namer) fits(t press.Talk) bool {
	for _, seat := range t.Seats {
		if seat > len(n.g.Setting.Seats) {
			return false
		}
	}
	return t.Account == "" || t.Account == n.role.Account || n.name(t.Account) != ""
}

// name returns the name of a person without a seat. It is for masters.
func (n *namer) name(account string) string {
	for _, p := range n.people {
		if p.Value == "@"+account {
			return p.Label
		}
	}
	return ""
}

// others returns the seats of a conversation except the visitor's own.
func (n *namer) others(t press.Talk) []int {
	return slices.DeleteFunc(slices.Clone(t.Seats), func(seat int) bool { return seat == n.role.Seat })
}

// among reports whether a conversation is between other players, so that the visitor can only
// read it.
func (n *namer) among(t press.Talk) bool { return n.role.Takes() && !t.Concerns(n.role) }

// row returns a conversation with its name.
func (n *namer) row(base string, t press.Talk) talkRow {
	key := t.Key()
	x := talkRow{Key: key, Href: base + "/letters?c=" + url.QueryEscape(key), Title: n.title(t)}
	for _, seat := range n.others(t) {
		x.Badges = append(x.Badges, seatBadge(n.g, seat))
	}
	return x
}

func (n *namer) title(t press.Talk) message.Message {
	if t.All {
		return message.New("Everyone")
	}
	words := message.List{How: message.And, Of: gamepage.ArgsOfSeats(n.g, n.others(t)...)}
	if t.Observers && (n.role.Seat > 0 || n.role.Master || len(words.Of) == 0) {
		words.Of = append(words.Of, message.New("the observers"))
	}
	switch {
	case t.Account != "" && t.Account != n.role.Account:
		if name := n.name(t.Account); name != "" {
			words.Of = append(words.Of, message.Name(name))
		}
	case t.Master && !n.role.Master:
		words.Of = append(words.Of, message.New("the master"))
	}
	if t.Hidden {
		if len(words.Of) == 0 {
			return message.New("Grey messages to you")
		}
		return message.New("Grey messages to you, {people:name}", words)
	}
	if len(words.Of) == 0 {
		return message.New("Yourself")
	}
	return message.New("{People:name}", words)
}

// note explains what is special about a conversation.
func (n *namer) note(t press.Talk) string {
	switch {
	case t.Hidden:
		return "Their senders are hidden, so you cannot reply."
	case t.All:
		return "All players, observers and visitors can read what is written here."
	case n.among(t):
		return "This is a conversation between others."
	}
	return ""
}

// recipients returns the recipients of a reply in a conversation, as values of the form, or
// none if nobody can reply.
func (n *namer) recipients(t press.Talk) []string {
	switch {
	case t.All:
		return []string{"all"}
	case t.Hidden:
		return nil
	case t.Account != "" && n.role.Master:
		return []string{"@" + t.Account}
	case t.Master && !n.role.Master:
		return []string{"master"}
	}
	var to []string
	for _, seat := range n.others(t) {
		to = append(to, strconv.Itoa(seat))
	}
	if t.Observers && (n.role.Seat > 0 || n.role.Master || len(to) == 0) {
		to = append(to, "observers")
	}
	return to
}

// person reports whether the only recipient of a message is a person without a seat to whom the
// visitor can write.
func (n *namer) person(to []string) bool {
	return len(to) == 1 && slices.ContainsFunc(n.people, func(p addressee) bool { return p.Value == to[0] })
}

// writer names the author of a message, as far as the visitor may know.
func (n *namer) writer(l *press.Letter) string {
	x := gamepage.EntryRow{Own: l.Own}
	x.Letter(n.lang, n.g, n.role, &l.Entry, &l.Press)
	return message.Capital(x.From)
}

// badge returns the badge of the author of a message.
func (n *namer) badge(l *press.Letter) template.HTML {
	if l.From == 0 {
		return ""
	}
	return seatBadge(n.g, l.From)
}

// seatBadge returns the badge of a seat's first power.
func seatBadge(g *game.Game, seat int) template.HTML {
	if seat < 1 || seat > len(g.Setting.Seats) || len(g.Setting.Seats[seat-1]) == 0 {
		return ""
	}
	return template.HTML(atlas.Badge(g.Setting.Powers, g.Setting.Seats[seat-1][0])) // badges contain no user input
}
