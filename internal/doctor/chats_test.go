package doctor

import (
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"podesta/internal/config"
)

// services maps the end of a request's path to the answer.
type services map[string]string

func (s services) RoundTrip(r *http.Request) (*http.Response, error) {
	for end, answer := range s {
		if strings.HasSuffix(r.URL.Path, end) {
			code := http.StatusOK
			if strings.HasPrefix(answer, "401") {
				code = http.StatusUnauthorized
			}
			return &http.Response{StatusCode: code, Body: io.NopCloser(strings.NewReader(strings.TrimPrefix(answer, "401"))), Header: http.Header{}, Request: r}, nil
		}
	}
	return nil, errors.New("connection refused")
}

// TestChats examines bots of Telegram and Discord. Some are the judge's own, some are other
// people's, and some services do not answer.
func TestChats(t *testing.T) {
	t.Parallel()
	const bot, noHook = `{"ok":true,"result":{"id":7,"username":"podesta_bot"}}`, `{"ok":true,"result":{"url":""}}`
	key := strings.Repeat("ab", 32)
	for name, c := range map[string]struct {
		answers  services
		status   Status
		says     string
		telegram bool
	}{
		"Telegram":                         {services{"/getMe": bot, "/getWebhookInfo": noHook}, OK, "@podesta_bot", true},
		"a token that nobody has":          {services{"/getMe": `401{"ok":false,"error_code":401}`}, Fail, "no bot of Telegram has this token", true},
		"a bot of another program":         {services{"/getMe": bot, "/getWebhookInfo": `{"ok":true,"result":{"url":"https://other.example.org/"}}`}, Fail, "https://other.example.org/", true},
		"Telegram down":                    {services{}, Warn, "could not be reached", true},
		"Discord":                          {services{"/applications/@me": `{"id":"4711","verify_key":"` + key + `"}`}, OK, "/discord/interactions", false},
		"the token of another application": {services{"/applications/@me": `{"id":"99"}`}, Fail, "another application", false},
		"the key of another application":   {services{"/applications/@me": `{"id":"4711","verify_key":"` + hex.EncodeToString([]byte("x")) + `"}`}, Fail, "another application", false},
		"a wrong token":                    {services{"/applications/@me": `401{}`}, Fail, "no bot of Discord has this token", false},
		"Discord down":                     {services{}, Warn, "could not be reached", false},
	} {
		cfg := config.Default()
		cfg.BaseURL = "https://judge.example.org"
		if c.telegram {
			cfg.Telegram.Token = "1:secret"
		} else {
			cfg.Discord.Application, cfg.Discord.PublicKey, cfg.Discord.Token = "4711", key, "secret"
		}
		x := &examination{Tools: healthyWorld(), c: cfg}
		x.HTTP = c.answers
		x.chats(t.Context())
		if len(x.results) != 1 || x.results[0].Status != c.status || !strings.Contains(x.results[0].Found, c.says) || strings.Contains(x.results[0].Found, "secret") {
			t.Errorf("%s: %+v", name, x.results)
		}
	}
}
