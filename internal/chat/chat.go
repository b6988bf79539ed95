// Package chat lets people play in chats with the judge's bot: on Telegram, whose
// messages it fetches, and on Discord, which sends slash commands. A message is a
// list of commands and orders, as in an e-mail, and is answered with the same
// verdicts.
package chat

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/discord"
	"podesta/internal/notify/telegram"
	"podesta/internal/users"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// The services, by the names used in the chats of accounts.
const (
	Telegram = "telegram"
	Discord  = "discord"
)

// Office runs commands as they are written in e-mails.
type Office interface {
	// Chat executes a message once. It calls keep in the transaction that records the message.
	Chat(ctx context.Context, m channel.Message, keep func(*game.Tx, channel.Reply) error) error
	// Draw draws a map as PNG. It returns nil for a phase that no longer exists.
	Draw(ctx context.Context, p channel.Picture) (name string, picture []byte, err error)
}

// Rooms are the parts of the judge that chats use.
type Rooms struct {
	Base  *gamestate.Base
	Users *users.Users
}

// Options configures the chats.
type Options struct {
	Judge    Rooms
	Store    game.Store // holds the queue of messages
	Clock    gamestate.Clock
	Log      *slog.Logger
	Office   Office
	Telegram *telegram.Bot // nil if there is none
	Discord  *discord.Bot  // nil if there is none
}

// Chats reads and answers what people write in chats.
type Chats struct {
	judge    Rooms
	store    game.Store
	clock    gamestate.Clock
	log      *slog.Logger
	office   Office
	telegram *telegram.Bot
	discord  *discord.Bot

	offset     int64                         // offset of the next update from Telegram
	me         atomic.Pointer[telegram.User] // the bot's own user on Telegram
	registered bool                          // whether the commands are registered with Discord
	failing    string                        // why Telegram cannot be reached at the moment
}

// New returns the chats for the given options.
func New(o Options) *Chats {
	return &Chats{judge: o.Judge, store: o.Store, clock: o.Clock, log: o.Log, office: o.Office, telegram: o.Telegram, discord: o.Discord}
}

// incoming is a message of a person. It is stored as a job.
type incoming struct {
	Service string `json:"service"`
	ID      string `json:"id"`     // the service's unique ID of the message
	Chat    string `json:"chat"`   // the chat to which the answer is sent
	Person  string `json:"person"` // the service's ID of the person
	Name    string `json:"name"`
	Text    string `json:"text"`
	About   string `json:"about,omitempty"` // the judge's message to which it replies
	Token   string `json:"token,omitempty"` // token for the answer, on Discord
}

// answer queues the judge's own messages, one per line, as the answer to a person.
func (c *Chats) answer(ctx context.Context, in *incoming, a *game.Account, all ...message.Message) error {
	l := catalogue(a)
	var lines []string
	for _, m := range all {
		lines = append(lines, l.M(m))
	}
	reply := channel.Reply{Text: strings.Join(lines, "\n")}
	return c.store.Write(ctx, func(tx *game.Tx) error { return c.queue(tx, in, reply) })
}

// catalogue returns the language of an account; English if it is unknown.
func catalogue(a *game.Account) *words.Catalogue {
	if a != nil {
		if w, err := account.ReadWishes(a); err == nil {
			for _, l := range words.All() {
				if l.Tag == w.Language {
					return l
				}
			}
		}
	}
	return words.English()
}

// take executes a message that only its writer and the judge see, and queues the answer. Any
// error is temporary: the message must then be executed again.
func (c *Chats) take(ctx context.Context, in *incoming) error {
	lines := readLines(in.Text)
	if len(lines) == 0 {
		return nil
	}
	verb, rest := firstWord(lines[0])
	if (verb == "START" || verb == "LINK") && rest != "" {
		return c.tie(ctx, in, rest)
	}
	a, chosen, err := c.judge.Users.ChatOf(ctx, in.Service, in.Person, in.Chat)
	switch {
	case game.ErrorCode(err) == game.NotFound:
		return c.answer(ctx, in, nil, message.New("The judge does not know who you are. On your account's page there is a button that connects this chat with your account."))
	case game.ErrorCode(err) == game.Forbidden:
		return c.answer(ctx, in, nil, message.Of(err))
	case err != nil:
		return err
	}
	if len(lines) == 1 && rest == "" && (verb == "HELP" || verb == "START") {
		return c.answer(ctx, in, a, help()...)
	}
	games, err := c.games(ctx, a)
	if err != nil {
		return err
	}
	if verb == "GAME" {
		g, said := choose(games, rest)
		if g == nil {
			return c.answer(ctx, in, a, said)
		}
		if err := c.judge.Users.SetChatGame(ctx, a.ID, in.Service, in.Person, in.Chat, g.ID); err != nil {
			return err
		}
		if lines = lines[1:]; len(lines) == 0 {
			return c.answer(ctx, in, a, said)
		}
		chosen, in.About = g.ID, ""
	}
	g := about(games, in.About, chosen)
	if g == nil && len(games) > 1 && !needsNone[firstVerb(lines)] {
		return c.answer(ctx, in, a, which(games))
	}
	m := channel.Message{ID: in.Service + " " + in.ID, Account: a.ID, Text: joined(lines)}
	if g != nil {
		m.Game = g.ID
	}
	err = c.office.Chat(ctx, m, func(tx *game.Tx, r channel.Reply) error { return c.queue(tx, in, r) })
	// The person learns about these refusals, such as a master without the second factor or a
	// deleted game.
	if code := game.ErrorCode(err); code == game.Forbidden || code == game.NotFound {
		return c.answer(ctx, in, a, message.Of(err))
	}
	return err
}

// tie connects a person at a service with the account to which a code belongs.
func (c *Chats) tie(ctx context.Context, in *incoming, code string) error {
	a, err := c.judge.Users.TieChat(ctx, code, account.Chat{Service: in.Service, Person: in.Person, Name: in.Name})
	switch code := game.ErrorCode(err); {
	case err == nil:
		connected := message.New("This chat is now connected with the account {name}.", message.Name(a.Name))
		return c.answer(ctx, in, a, append([]message.Message{connected}, help()...)...)
	case code == game.Forbidden || code == game.Conflict:
		return c.answer(ctx, in, nil, message.Of(err))
	}
	return err
}

// games returns the unfinished games in which an account plays or which it runs.
func (c *Chats) games(ctx context.Context, a *game.Account) ([]*game.Game, error) {
	all, err := c.judge.Base.GamesOf(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	var out []*game.Game
	for _, g := range all {
		if g.Finished || g.Status == game.Terminated || g.Hosting.Links {
			continue
		}
		role, err := c.judge.Base.RoleOf(ctx, g.ID, a.ID)
		if err != nil {
			return nil, err
		}
		if role.Player || role.Master {
			out = append(out, g)
		}
	}
	return out, nil
}

// The kinds of the jobs of chats: a person's message that is waiting to be read, a part of an
// answer, and the turn to poll Telegram.
const (
	takeKind   = "chat"
	answerKind = "chat answer"
	pollKind   = "telegram"
)

// part is a part of an answer, as a job holds it.
type part struct {
	Service string           `json:"service"`
	Chat    string           `json:"chat"`
	Token   string           `json:"token,omitempty"`
	More    bool             `json:"more,omitempty"` // whether it is not the first part
	Text    string           `json:"text,omitempty"`
	Picture *channel.Picture `json:"picture,omitempty"`
}

// maxText is the maximum number of characters in a message, keyed by service.
var maxText = map[string]int{Telegram: 3900, Discord: discord.MaxText}

// queue queues an answer: a text, in as many messages as it needs, and pictures.
func (c *Chats) queue(tx *game.Tx, in *incoming, r channel.Reply) error {
	var parts []part
	for _, text := range split(r.Text, maxText[in.Service]) {
		parts = append(parts, part{Text: text})
	}
	for i := range r.Pictures {
		parts = append(parts, part{Picture: &r.Pictures[i]})
	}
	now := c.clock.Now()
	var jobs []game.Job
	for i, p := range parts {
		p.Service, p.Chat, p.Token, p.More = in.Service, in.Chat, in.Token, i > 0
		data, err := json.Marshal(p)
		if err != nil {
			return err
		}
		jobs = append(jobs, game.Job{Kind: answerKind, Due: now.Add(time.Duration(i) * time.Millisecond), Data: data})
	}
	return tx.Jobs.EnqueueAll(jobs)
}
