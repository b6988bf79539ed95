package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"mime/multipart"
	"net/http"
	"strconv"
	"time"

	"podesta/internal/notify/channel"
)

// The limits of a single request for updates.
const (
	maxUpdates     = 20
	maxUpdateBytes = 1 << 20
)

// The errors of an unusable bot, which do not depend on the message.
var (
	// ErrToken means that Telegram knows no bot with the token.
	ErrToken = errors.New("no bot of Telegram has this token: set telegram.token to the one that @BotFather shows for the judge's bot")
	// ErrTwo means that another program reads the messages to the bot.
	ErrTwo = errors.New("another program reads the messages to this bot: give each judge a bot of its own, or remove the bot's webhook (deleteWebhook)")
)

// User is a person or a bot.
type User struct {
	ID       int64  `json:"id"`
	Bot      bool   `json:"is_bot"`
	Username string `json:"username"`
	First    string `json:"first_name"`
}

// Name returns the user's display name.
func (u *User) Name() string {
	if u.Username != "" {
		return "@" + u.Username
	}
	return u.First
}

// Update is an event in a chat of the bot.
type Update struct {
	ID      int64    `json:"update_id"`
	Message *Message `json:"message"` // nil for events other than messages
}

// Message is a message in a chat.
type Message struct {
	ID   int64 `json:"message_id"`
	From *User `json:"from"` // nil if it has no individual author
	Chat struct {
		ID   int64  `json:"id"`
		Type string `json:"type"` // one of "private", "group", "supergroup" and "channel"
	} `json:"chat"`
	Text  string   `json:"text"`
	Reply *Message `json:"reply_to_message"` // the message that it replies to
}

// Private reports whether only the writer and the bot see the chat.
func (m *Message) Private() bool { return m.Chat.Type == "private" }

// ask calls a method of the Bot API with a sufficient time limit, and reads its result. The
// error is ErrToken, ErrTwo or a *channel.Failure, unless ctx has ended.
func (b *Bot) ask(ctx context.Context, method string, in, out any, wait time.Duration) error {
	client := *b.Client
	client.Timeout += wait
	a, err := b.callWith(ctx, &client, method, in, maxUpdateBytes)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &channel.Failure{Why: "Telegram could not be reached"}
	case a.OK && out == nil:
		return nil
	case a.OK:
		if err := json.Unmarshal(a.Result, out); err != nil {
			return &channel.Failure{Why: "Telegram's answer cannot be read"}
		}
		return nil
	}
	return refused(a)
}

// refused returns the error that an unsuccessful answer stands for.
func refused(a *answer) error {
	switch a.Code {
	case http.StatusUnauthorized, http.StatusNotFound:
		return ErrToken
	case http.StatusConflict:
		return ErrTwo
	}
	return &channel.Failure{
		Why: fmt.Sprintf("Telegram answered %d", a.Code), Status: a.Code, Gone: a.Code == http.StatusForbidden,
		After: time.Duration(min(max(0, a.Parameters.RetryAfter), maxWait)) * time.Second,
	}
}

// Me returns the bot itself.
func (b *Bot) Me(ctx context.Context) (User, error) {
	var u User
	err := b.ask(ctx, "getMe", struct{}{}, &u, 0)
	return u, err
}

// Webhook returns the URL to which Telegram sends messages to the bot, or "" if it keeps them for
// Updates.
func (b *Bot) Webhook(ctx context.Context) (string, error) {
	var w struct {
		URL string `json:"url"`
	}
	err := b.ask(ctx, "getWebhookInfo", struct{}{}, &w, 0)
	return w.URL, err
}

// Updates returns the updates from offset on, and confirms the earlier ones, which Telegram then
// deletes. It waits at most the given time for the first update.
func (b *Bot) Updates(ctx context.Context, offset int64, wait time.Duration) ([]Update, error) {
	var all []Update
	err := b.ask(ctx, "getUpdates", map[string]any{
		"offset": offset, "timeout": int(wait / time.Second), "limit": maxUpdates, "allowed_updates": []string{"message"},
	}, &all, wait)
	return all, err
}

// Members returns how many people and bots are in a chat.
func (b *Bot) Members(ctx context.Context, chat int64) (int, error) {
	n := 0
	err := b.ask(ctx, "getChatMemberCount", map[string]any{"chat_id": chat}, &n, 0)
	return n, err
}

// Delete deletes a message. Telegram allows it in groups in which the bot is an
// administrator.
func (b *Bot) Delete(ctx context.Context, chat, message int64) error {
	return b.ask(ctx, "deleteMessage", map[string]any{"chat_id": chat, "message_id": message}, nil, 0)
}

// Send sends a text to a chat, unchanged and in a monospaced font. The text must fit into one
// message.
func (b *Bot) Send(ctx context.Context, chat, text string) error {
	return b.ask(ctx, "sendMessage", map[string]any{
		"chat_id": chat, "text": "<pre>" + html.EscapeString(text) + "</pre>", "parse_mode": "HTML",
		"link_preview_options": map[string]any{"is_disabled": true},
	}, nil, 0)
}

// SendPicture sends a picture to a chat.
func (b *Bot) SendPicture(ctx context.Context, chat, name string, png []byte) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("chat_id", chat); err != nil {
		return err
	}
	file, err := form.CreateFormFile("photo", name)
	if err != nil {
		return err
	}
	if _, err := file.Write(png); err != nil {
		return err
	}
	if err := form.Close(); err != nil {
		return err
	}
	a, err := b.post(ctx, b.Client, "sendPhoto", form.FormDataContentType(), body.Bytes(), maxAnswer)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &channel.Failure{Why: "Telegram could not be reached"}
	case !a.OK:
		return refused(a)
	}
	return nil
}

// Address formats the ID of a chat as the address that subscribers and Send use.
func Address(chat int64) string { return strconv.FormatInt(chat, 10) }
