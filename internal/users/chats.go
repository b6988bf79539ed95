package users

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
)

// BeginChat returns a code that ties a chat to an account, once within half an
// hour. The caller has checked that the owner asks for it.
func (u *Users) BeginChat(ctx context.Context, accountID string) (code string, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		code, err = u.Accounts.BeginChat(tx, accountID)
		return err
	})
	return code, err
}

// TieChat ties a person at a chat service to the account of a code. The error code
// is "forbidden" for a code that is not valid.
func (u *Users) TieChat(ctx context.Context, code string, c account.Chat) (a *game.Account, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		a, err = u.Accounts.TieChat(ctx, tx, code, c)
		return err
	})
	return a, err
}

// ChatOf returns the account of a person at a chat service, and the game that one
// of their chats is about, or "". The error code is "not_found" for a person who
// is tied to no account.
func (u *Users) ChatOf(ctx context.Context, service, person, chat string) (a *game.Account, gameID string, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		a, gameID, err = u.Accounts.ChatOf(tx, service, person, chat)
		return err
	})
	return a, gameID, err
}

// SetChatGame sets the game that a chat of an account is about.
func (u *Users) SetChatGame(ctx context.Context, accountID, service, person, chat, gameID string) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.Accounts.SetChatGame(tx, accountID, service, person, chat, gameID)
	})
}

// Chats lists the chats of an account, for its owner.
func (u *Users) Chats(ctx context.Context, accountID string) (out []account.Chat, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = account.Chats(tx, accountID)
		return err
	})
	return out, err
}

// UntieChat disconnects a person at a chat service from an account.
func (u *Users) UntieChat(ctx context.Context, accountID, service, person string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.UntieChat(ctx, tx, accountID, service, person) })
}
