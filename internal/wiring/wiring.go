// Package wiring passes to each interface the parts of the judge that it uses, so that no
// interface depends on the judge as a whole.
package wiring

import (
	"podesta/internal/api"
	"podesta/internal/chat"
	"podesta/internal/judge"
	"podesta/internal/mail"
	"podesta/internal/mail/inbox"
	"podesta/internal/mail/outbox"
	"podesta/internal/web/page"
)

// API returns the parts of the judge that the API uses.
func API(j *judge.Judge) api.Rooms {
	return api.Rooms{
		Admin: j.Admin, Archive: j.Archive, Base: j.Base, BotGames: j.BotGames, Clock: j.Clock, Commands: j.Commands(), Hooks: j.Hooks,
		Lobby: j.Lobby, Press: j.Press, Ratings: j.Ratings, Safety: j.Safety, Slow: j.Slow, Tournaments: j.Tournaments, Users: j.Users,
	}
}

// Chat returns the parts of the judge that chats use.
func Chat(j *judge.Judge) chat.Rooms { return chat.Rooms{Base: j.Base, Users: j.Users} }

// Mail returns the parts of the judge that e-mail uses.
func Mail(j *judge.Judge) mail.Rooms {
	return mail.Rooms{
		In: inbox.Rooms{
			Admin: j.Admin, Base: j.Base, Clock: j.Clock, Commands: j.Commands(), Lobby: j.Lobby,
			Press: j.Press, Ratings: j.Ratings, Safety: j.Safety, Users: j.Users,
		},
		Out: outbox.Rooms{
			Archive: j.Archive, Base: j.Base, Clock: j.Clock, Lobby: j.Lobby, Press: j.Press, Ratings: j.Ratings,
			Tournaments: j.Tournaments, Users: j.Users,
		},
	}
}

// Pages returns the parts of the judge that pages use.
func Pages(j *judge.Judge) page.Rooms {
	return page.Rooms{
		Admin: j.Admin, Archive: j.Archive, Base: j.Base, BotGames: j.BotGames, Clock: j.Clock, Hooks: j.Hooks, Lobby: j.Lobby,
		Press: j.Press, Queue: j.Queue, Ratings: j.Ratings, Safety: j.Safety, Slow: j.Slow, Tournaments: j.Tournaments, Users: j.Users,
	}
}
