package webhook

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// maxContent is the longest message that Discord takes, in characters.
const maxContent = 2000

// Discord makes a message for a channel of Discord: a title in bold, and text.
// Nobody is called by name through it, whatever the text holds.
func Discord(title, text, link string) ([]byte, error) {
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

// escape takes the marks of Discord's markup for what they are.
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
