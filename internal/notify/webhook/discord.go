package webhook

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"

	"podesta/internal/notify/channel"
	"podesta/machiavelli/message"
)

// Discord is the channel for Discord's webhooks. It posts messages for people to read. Discord
// checks no signature.
type Discord struct {
	Client *http.Client
	Near   bool // whether addresses within the judge's own network are allowed
}

// Check implements channel.Channel.
func (d Discord) Check(ctx context.Context, to string) message.Message { return Check(ctx, to, d.Near) }

// Deliver implements channel.Channel.
func (d Discord) Deliver(ctx context.Context, n *channel.Notice) error {
	body, err := compose(n.Title, n.Text, n.Link)
	if err != nil {
		return err
	}
	return Send(ctx, d.Client, n.At, Call{URL: n.To, Body: body})
}

// maxContent is the maximum length of a message on Discord, in characters.
const maxContent = 2000

// compose returns a message for Discord: a title in bold, and text. It never mentions anyone,
// whatever the text contains.
func compose(title, text, link string) ([]byte, error) {
	content := "**" + escape(title) + "**"
	if text = strings.TrimSpace(text); text != "" {
		content += "\n" + escape(text)
	}
	tail := ""
	if link != "" {
		tail = "\n<" + link + ">"
	}
	if room := maxContent - utf8.RuneCountInString(tail); utf8.RuneCountInString(content) > room {
		content = string([]rune(content)[:room-2]) + " …"
	}
	type mentions struct {
		Parse []string `json:"parse"`
	}
	return json.Marshal(struct {
		Username string   `json:"username"`
		Content  string   `json:"content"`
		Mentions mentions `json:"allowed_mentions"`
	}{"podesta", content + tail, mentions{[]string{}}})
}

// escape prevents Discord from treating characters of the text as markup.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\*_~`|>#[]<@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
