package webpush

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"podesta/internal/notify/channel"
	"podesta/internal/notify/webhook"
	"podesta/machiavelli/message"
)

// Push is the channel for browsers. The address of a subscriber is the endpoint
// of their browser, the secret its keys (Subscription.Secret).
type Push struct {
	Client  *http.Client // must refuse addresses that are not public, as webhook.Client does
	Near    bool         // whether addresses within the judge's own network are allowed
	Keys    *Keys
	Subject string // contact of the judge's operator, a URL or a mailto; empty if unknown
}

// Check implements channel.Channel.
func (p Push) Check(ctx context.Context, to string) message.Message {
	if !p.Near && !strings.HasPrefix(to, "https://") {
		return message.New("The address of a browser's push service must begin with {start}.", message.Order("https://"))
	}
	return webhook.Check(ctx, to, p.Near)
}

// The limits of a notification, in characters. Browsers do not show more.
const (
	maxTitle = 120
	maxBody  = 400
)

// Payload is the content of a message to the service worker of the pages, as JSON.
type Payload struct {
	Title string `json:"title"`
	Body  string `json:"body,omitempty"`
	Link  string `json:"link,omitempty"` // page to open
	Tag   string `json:"tag,omitempty"`  // a newer notification with the same tag replaces it
}

// keep is how long services keep a message for a browser that is off.
const keep = 24 * time.Hour

// Deliver implements channel.Channel. If the service no longer knows the browser, the error is
// a Failure with Gone set.
func (p Push) Deliver(ctx context.Context, n *channel.Notice) error {
	to := &Subscription{Endpoint: n.To}
	if err := to.ParseSecret(n.Secret); err != nil {
		return &channel.Failure{Why: "the keys of the browser cannot be read", Gone: true}
	}
	body, err := json.Marshal(Payload{channel.Shorten(strings.TrimSpace(n.Title), maxTitle), channel.Shorten(strings.TrimSpace(n.Text), maxBody), n.Link, n.Tag})
	if err != nil {
		return err
	}
	if len(body) > maxPlain {
		return fmt.Errorf("a notification has %d bytes", len(body))
	}
	sealed, err := encrypt(to, body)
	if err != nil {
		return err
	}
	who, err := p.Keys.authorization(n.To, p.Subject, n.At)
	if err != nil {
		return &channel.Failure{Why: "the address cannot be used", Gone: true}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, n.To, bytes.NewReader(sealed))
	if err != nil {
		return &channel.Failure{Why: "the address cannot be used", Gone: true}
	}
	urgency := "normal"
	if n.Urgent {
		urgency = "high"
	}
	for name, value := range map[string]string{
		"Authorization": who, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": fmt.Sprint(int(keep.Seconds())),
		"Urgency": urgency, "User-Agent": "podesta",
	} {
		r.Header.Set(name, value)
	}
	err = webhook.Do(ctx, p.Client, r)
	var f *channel.Failure
	if errors.As(err, &f) {
		f.Gone = f.Status == http.StatusNotFound || f.Status == http.StatusGone
	}
	return err
}
