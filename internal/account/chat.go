package account

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// The kinds of items for chats: the chats of an account, and the account of a person at a
// service.
const (
	ChatsItem  = "chats"
	personItem = "chat person"
)

// chatTime is how long a code that connects a chat to an account is valid.
const chatTime = 30 * time.Minute

// Limits on an account's chats.
const (
	maxChats     = 10 // chats that are connected with an account
	maxChatGames = 50 // chats of one person that are set to a game
)

// Chat is a person at a chat service whose messages count as the messages of an account.
type Chat struct {
	Service string            `json:"service"` // such as "telegram"
	Person  string            `json:"person"`  // the service's ID of the person
	Name    string            `json:"name"`    // the person's name there
	Made    time.Time         `json:"made"`
	Games   map[string]string `json:"games,omitempty"` // maps each of their chats to the game it is about
}

// The errors of chats.
var (
	errChatCode = game.Refuse(game.Forbidden, message.New("This code is not valid, or no longer. Make a new one on your account's page."))
	errNoChat   = game.Refuse(game.NotFound, message.New("This chat is not connected with an account. Make a code on your account's page, and send it here."))
)

// BeginChat returns a code that connects a chat to an account. It works once, within half an hour.
// The caller has checked that the owner asks for it.
func (s *Service) BeginChat(ctx context.Context, account string) (string, error) {
	return writing(ctx, s, func(tx *game.Tx) (string, error) {
		if _, err := s.Able(tx, account); err != nil {
			return "", err
		}
		if err := tx.Passkeys.DropCeremonies(s.now()); err != nil {
			return "", err
		}
		code := NewSecret()
		return code, tx.Passkeys.AddCeremony(game.Ceremony{Hash: chatHash(code), Account: account, Expires: s.now().Add(chatTime)})
	})
}

// chatHash returns the hash of a code, which differs from the hashes of other ceremonies with the
// same secret.
func chatHash(code string) string { return HashSecret("chat " + code) }

// Chats lists the chats of an account, the oldest first.
func Chats(tx *game.Tx, account string) ([]Chat, error) {
	var out []Chat
	data, err := tx.Items.Get("", ChatsItem, account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(data, &out)
}

func saveChats(tx *game.Tx, account string, all []Chat) error {
	if len(all) == 0 {
		return tx.Items.Drop("", ChatsItem, account)
	}
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return tx.Items.Put("", ChatsItem, account, data)
}

func personKey(service, person string) string { return service + " " + person }

// TieChat connects a person at a chat service to the account that has requested the code. The error
// code is "forbidden" for a code that is not valid.
func (s *Service) TieChat(ctx context.Context, code string, c Chat) (*game.Account, error) {
	return writing(ctx, s, func(tx *game.Tx) (*game.Account, error) {
		x, err := tx.Passkeys.TakeCeremony(chatHash(code))
		if errors.Is(err, game.ErrNoRecord) || err == nil && !s.now().Before(x.Expires) {
			return nil, errChatCode
		}
		if err != nil {
			return nil, err
		}
		if before, err := s.ofPerson(tx, c.Service, c.Person); err != nil {
			return nil, err
		} else if before != "" {
			if err := s.dropChat(tx, before, c.Service, c.Person); err != nil {
				return nil, err
			}
		}
		if err := tx.Accounts.LockAccount(x.Account); err != nil {
			return nil, err
		}
		a, err := s.Able(tx, x.Account)
		if err != nil {
			return nil, err
		}
		all, err := Chats(tx, a.ID)
		if err != nil {
			return nil, err
		}
		if len(all) >= maxChats {
			return nil, game.Refuse(game.Conflict, message.New("An account can have {n} chats. Disconnect one first.", message.Number(maxChats)))
		}
		c.Made, c.Games = s.now(), nil
		if err := saveChats(tx, a.ID, append(all, c)); err != nil {
			return nil, err
		}
		if err := tx.Items.Put("", personItem, personKey(c.Service, c.Person), []byte(a.ID)); err != nil {
			return nil, err
		}
		return a, s.TellNow(ctx, tx, a, message.New("A chat was connected: {name} ({service}). What is written there counts as yours in your games.", message.Name(c.Name), message.Name(c.Service)))
	})
}

// ofPerson returns the account to which a person at a service is connected, or "".
func (s *Service) ofPerson(tx *game.Tx, service, person string) (string, error) {
	data, err := tx.Items.Get("", personItem, personKey(service, person))
	if errors.Is(err, game.ErrNoRecord) {
		return "", nil
	}
	return string(data), err
}

// chatOf returns the account of a person at a service, and the game that one of their chats is
// about, or "". The error code is "not_found" for a person who is not connected to an account.
func (s *Service) chatOf(tx *game.Tx, service, person, chat string) (*game.Account, string, error) {
	id, err := s.ofPerson(tx, service, person)
	if err != nil {
		return nil, "", err
	}
	if id == "" {
		return nil, "", errNoChat
	}
	a, err := s.Able(tx, id)
	if err != nil {
		return nil, "", err
	}
	all, err := Chats(tx, id)
	if err != nil {
		return nil, "", err
	}
	for _, c := range all {
		if c.Service == service && c.Person == person {
			return a, c.Games[chat], nil
		}
	}
	return a, "", nil
}

// SetChatGame sets the game for a chat of an account.
func (s *Service) SetChatGame(ctx context.Context, account, service, person, chat, gameID string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Accounts.LockAccount(account); err != nil {
			return err
		}
		all, err := Chats(tx, account)
		if err != nil {
			return err
		}
		for i := range all {
			c := &all[i]
			if c.Service != service || c.Person != person {
				continue
			}
			if c.Games == nil || len(c.Games) >= maxChatGames {
				c.Games = map[string]string{}
			}
			c.Games[chat] = gameID
		}
		return saveChats(tx, account, all)
	})
}

// untieChat disconnects a person at a service from an account.
func (s *Service) untieChat(ctx context.Context, tx *game.Tx, account, service, person string) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	if err := s.dropChat(tx, account, service, person); err != nil {
		return err
	}
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return err
	}
	return s.TellNow(ctx, tx, a, message.New("A chat was disconnected ({service}).", message.Name(service)))
}

// dropChat removes a chat from an account, if the account has it.
func (s *Service) dropChat(tx *game.Tx, account, service, person string) error {
	all, err := Chats(tx, account)
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(slices.Clone(all), func(c Chat) bool { return c.Service == service && c.Person == person })
	if len(left) == len(all) {
		return nil
	}
	if err := tx.Items.Drop("", personItem, personKey(service, person)); err != nil {
		return err
	}
	return saveChats(tx, account, left)
}

// ChatOf returns the account of a person at a chat service, and the game that one of their
// chats is about, or "". The error code is "not_found" for a person who is not connected to an
// account.
func (s *Service) ChatOf(ctx context.Context, service, person, chat string) (a *game.Account, gameID string, err error) {
	err = s.store.Read(ctx, func(tx *game.Tx) (err error) {
		a, gameID, err = s.chatOf(tx, service, person, chat)
		return err
	})
	return a, gameID, err
}

// Chats lists the chats of an account, for its owner.
func (s *Service) Chats(ctx context.Context, account string) ([]Chat, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]Chat, error) { return Chats(tx, account) })
}

// UntieChat disconnects a person at a chat service from an account.
func (s *Service) UntieChat(ctx context.Context, account, service, person string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.untieChat(ctx, tx, account, service, person) })
}
