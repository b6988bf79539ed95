// Package discord reads the slash commands of an application of Discord, which
// Discord sends to the judge as signed HTTP requests, and answers them
// (https://discord.com/developers/docs/interactions). It needs no connection that
// stays open, so any process can read and answer, and the judge never sees what
// people write to each other.
package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	"podesta/internal/notify/channel"
)

// API is the base URL of Discord's API.
const API = "https://discord.com/api/v10"

// Path is the URL path to which Discord sends commands.
const Path = "/discord/interactions"

const (
	timeout   = 10 * time.Second
	maxBody   = 256 << 10 // maximum bytes of a command
	maxAnswer = 256 << 10 // maximum bytes of an answer that are read
	maxSkew   = 5 * time.Minute
	maxWait   = 24 * time.Hour // maximum delay until the next attempt that Discord may ask for
)

// MaxText is the maximum number of characters in a message, including the markup that prevents
// formatting.
const MaxText = 1900

// Bot is a Discord application.
type Bot struct {
	Client      *http.Client
	Base        string // base URL of the API
	Application string
	Key         ed25519.PublicKey // the key with which Discord signs its requests
	Token       string            // token of the application's bot
	Now         func() time.Time
}

// New returns a Bot. key is the application's public key in hexadecimal.
func New(base, application, key, token string, now func() time.Time) (*Bot, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("discord.api: %q is not a URL such as %s", base, API)
	}
	if _, err := strconv.ParseUint(application, 10, 64); err != nil {
		return nil, fmt.Errorf("discord.application: %q is not the ID of an application, which consists of digits", application)
	}
	public, err := hex.DecodeString(key)
	if err != nil || len(public) != ed25519.PublicKeySize {
		return nil, errors.New("discord.public_key: it is not the public key of an application, which has 64 hexadecimal digits")
	}
	if token == "" {
		return nil, errors.New("discord.token: set PODESTA_DISCORD_TOKEN in the environment to the token of the application's bot")
	}
	return &Bot{Client: &http.Client{Timeout: timeout}, Base: strings.TrimRight(base, "/"), Application: application, Key: public, Token: token, Now: now}, nil
}

// The kinds of interactions and of answers to them.
const (
	Ping    = 1
	Command = 2
	Modal   = 5 // a submitted form

	answerPong  = 1
	answerLater = 5
	answerModal = 9
	onlyYou     = 64 // the EPHEMERAL flag, which hides the answer from everyone else
)

// Interaction is an action of a person, such as a slash command.
type Interaction struct {
	ID      string `json:"id"`
	Kind    int    `json:"type"`
	Token   string `json:"token"` // token for the answer, valid for 15 minutes
	Channel string `json:"channel_id"`
	User    *User  `json:"user"` // set in a private chat
	Member  *struct {
		User *User `json:"user"`
	} `json:"member"` // set in a channel of a server
	Data struct {
		Name    string `json:"name"`
		Form    string `json:"custom_id"`
		Options []struct {
			Name  string          `json:"name"`
			Value json.RawMessage `json:"value"`
		} `json:"options"`
		Rows []struct {
			Fields []struct {
				Value string `json:"value"`
			} `json:"components"`
		} `json:"components"`
	} `json:"data"`
}

// User is a person.
type User struct {
	ID       string `json:"id"`
	Username string `json:"username"`
}

// Who returns the person who has acted, or nil if Discord names none.
func (i *Interaction) Who() *User {
	if i.Member != nil {
		return i.Member.User
	}
	return i.User
}

// Private reports whether the interaction comes from a private chat with the bot.
func (i *Interaction) Private() bool { return i.Member == nil }

// Option returns the text of an option of the command, or "" if it is missing.
func (i *Interaction) Option(name string) string {
	for _, o := range i.Data.Options {
		text := ""
		if o.Name == name && json.Unmarshal(o.Value, &text) == nil {
			return text
		}
	}
	return ""
}

// Typed returns the text that was entered in the form.
func (i *Interaction) Typed() string {
	var lines []string
	for _, r := range i.Data.Rows {
		for _, f := range r.Fields {
			lines = append(lines, f.Value)
		}
	}
	return strings.Join(lines, "\n")
}

// Read checks that a request comes from Discord and was sent recently, and parses it. If this
// fails, it writes the answer and returns nil.
func (b *Bot) Read(w http.ResponseWriter, r *http.Request) *Interaction {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "The request is too long.", http.StatusRequestEntityTooLarge)
		return nil
	}
	at := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize || !ed25519.Verify(b.Key, append([]byte(at), body...), signature) {
		http.Error(w, "The signature is wrong. If you are Discord: the judge's discord.public_key is that of another application.", http.StatusUnauthorized)
		return nil
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if age := b.Now().Sub(time.Unix(seconds, 0)); err != nil || age > maxSkew || age < -maxSkew {
		http.Error(w, "The request is too old, or one of the clocks is wrong.", http.StatusUnauthorized)
		return nil
	}
	var i Interaction
	if err := json.Unmarshal(body, &i); err != nil {
		http.Error(w, "The request cannot be read.", http.StatusBadRequest)
		return nil
	}
	return &i
}

func send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// Pong answers Discord's ping.
func Pong(w http.ResponseWriter) { send(w, map[string]any{"type": answerPong}) }

// Later acknowledges an interaction whose answer follows later. Only the person who has acted sees
// the answer, even in a channel with other readers.
func Later(w http.ResponseWriter) {
	send(w, map[string]any{"type": answerLater, "data": map[string]any{"flags": onlyYou}})
}

// AskForm shows a form with one multi-line field.
func AskForm(w http.ResponseWriter, name, title, label string) {
	send(w, map[string]any{"type": answerModal, "data": map[string]any{
		"custom_id": name, "title": title,
		"components": []any{map[string]any{"type": 1, "components": []any{map[string]any{
			"type": 4, "custom_id": "text", "style": 2, "label": label, "min_length": 1, "max_length": 3000, "required": true,
		}}}},
	}})
}

// Slash is a slash command.
type Slash struct {
	Name, Description string
	Option, Means     string // name and description of its text option; empty if it has none
	Required          bool
}

// Register registers the commands of the application with Discord, replacing earlier ones.
func (b *Bot) Register(ctx context.Context, all []Slash) error {
	var commands []any
	for _, s := range all {
		c := map[string]any{"name": s.Name, "description": s.Description, "type": 1, "contexts": []int{0, 1}}
		if s.Option != "" {
			c["options"] = []any{map[string]any{"type": 3, "name": s.Option, "description": s.Means, "required": s.Required}}
		}
		commands = append(commands, c)
	}
	body, err := json.Marshal(commands)
	if err != nil {
		return err
	}
	return b.do(ctx, http.MethodPut, "/applications/"+b.Application+"/commands", "application/json", body, nil)
}

// The errors of an unusable application.
var (
	// ErrToken means that Discord does not accept the token.
	ErrToken = errors.New("no bot of Discord has this token: set discord.token to the one that the page of the application shows (Bot)")
	// ErrOther means that the token belongs to another application.
	ErrOther = errors.New("the token belongs to another application than discord.application: take both from the page of the same application")
)

// Check returns an error unless Discord confirms that application, key and token belong together.
func (b *Bot) Check(ctx context.Context) error {
	var me struct {
		ID  string `json:"id"`
		Key string `json:"verify_key"`
	}
	if err := b.do(ctx, http.MethodGet, "/applications/@me", "", nil, &me); err != nil {
		return err
	}
	if me.ID != b.Application || me.Key != "" && !strings.EqualFold(me.Key, hex.EncodeToString(b.Key)) {
		return ErrOther
	}
	return nil
}

// Answer writes the answer to an interaction, or, if more is set, another message below it. Only
// the person who has acted sees it. picture is a PNG or nil.
func (b *Bot) Answer(ctx context.Context, token, text string, more bool, name string, picture []byte) error {
	method, path := http.MethodPatch, "/webhooks/"+b.Application+"/"+url.PathEscape(token)+"/messages/@original"
	message := map[string]any{"allowed_mentions": map[string]any{"parse": []string{}}}
	if more {
		method, path = http.MethodPost, "/webhooks/"+b.Application+"/"+url.PathEscape(token)
		message["flags"] = onlyYou
	}
	if text != "" {
		message["content"] = "```\n" + strings.ReplaceAll(text, "```", "'''") + "\n```"
	}
	body, err := json.Marshal(message)
	if err != nil || picture == nil {
		return errors.Join(err, b.do(ctx, method, path, "application/json", body, nil))
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="payload_json"`}, "Content-Type": {"application/json"}})
	if err == nil {
		_, err = part.Write(body)
	}
	if err == nil {
		part, err = w.CreateFormFile("files[0]", name)
	}
	if err == nil {
		_, err = part.Write(picture)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return err
	}
	return b.do(ctx, method, path, w.FormDataContentType(), form.Bytes(), nil)
}

// do sends a request. The error is ErrToken or a *channel.Failure, unless ctx has
// ended. It contains no secret.
func (b *Bot) do(ctx context.Context, method, path, kind string, body []byte, out any) error {
	r, err := http.NewRequestWithContext(ctx, method, b.Base+path, bytes.NewReader(body))
	if err != nil {
		return &channel.Failure{Why: "Discord could not be reached"}
	}
	r.Header.Set("User-Agent", "DiscordBot (podesta, 1)")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if !strings.HasPrefix(path, "/webhooks/") { // the URLs of these requests contain another token
		r.Header.Set("Authorization", "Bot "+b.Token)
	}
	resp, err := b.Client.Do(r)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &channel.Failure{Why: "Discord could not be reached"}
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch code := resp.StatusCode; {
	case code/100 == 2 && out == nil:
		return nil
	case code/100 == 2 && err == nil && json.Unmarshal(text, out) == nil:
		return nil
	case code/100 == 2:
		return &channel.Failure{Why: "Discord's answer cannot be read"}
	case code == http.StatusUnauthorized:
		return ErrToken
	default:
		return &channel.Failure{Why: fmt.Sprintf("Discord answered %d", code), Status: code, After: after(resp.Header, text), Gone: code/100 == 4 && code != http.StatusTooManyRequests}
	}
}

// after returns the delay before the next request that Discord asks for.
func after(h http.Header, text []byte) time.Duration {
	var limit struct {
		After float64 `json:"retry_after"` // in seconds
	}
	seconds, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if json.Unmarshal(text, &limit) == nil && limit.After > 0 {
		seconds, err = limit.After, nil
	}
	if err != nil || !(seconds > 0) {
		return 0
	}
	return time.Duration(min(seconds, maxWait.Seconds()) * float64(time.Second))
}
