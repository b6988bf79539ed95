package httpserver

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// NewLog returns a logger that writes lines of text or JSON ("text", "json") from a level on
// ("debug", "info", "warn", "error"). Lines about a request contain its ID as "request". The
// logger hides attributes whose names indicate secrets, and tokens and passwords in addresses.
func NewLog(w io.Writer, level, format string) *slog.Logger {
	var least slog.Level
	if least.UnmarshalText([]byte(level)) != nil {
		least = slog.LevelInfo
	}
	o := &slog.HandlerOptions{Level: least, ReplaceAttr: hide}
	var h slog.Handler = slog.NewTextHandler(w, o)
	if format == "json" {
		h = slog.NewJSONHandler(w, o)
	}
	return slog.New(numbered{h})
}

// numbered adds the ID of a request to its log lines.
type numbered struct{ slog.Handler }

func (h numbered) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h numbered) WithAttrs(attrs []slog.Attr) slog.Handler {
	return numbered{h.Handler.WithAttrs(attrs)}
}

func (h numbered) WithGroup(name string) slog.Handler { return numbered{h.Handler.WithGroup(name)} }

// hidden replaces values that must not be logged.
const hidden = "(hidden)"

// secretNames lists parts of the names of attributes that contain secrets.
var secretNames = []string{"password", "secret", "token", "authorization", "cookie", "credential"}

// credentials matches passwords in URLs, and values of parameters that are
// secrets.
var credentials = regexp.MustCompile(`(?i)(://[^/\s:@]*:)[^@\s/]+(@)|([?&; ](?:key|token|password|secret)=)[^&\s"';]+`)

// hide removes secrets from an attribute.
func hide(_ []string, a slog.Attr) slog.Attr {
	name := strings.ToLower(a.Key)
	for _, s := range secretNames {
		if strings.Contains(name, s) {
			return slog.String(a.Key, hidden)
		}
	}
	switch v := a.Value.Any().(type) {
	case string:
		if clean := Clean(v); clean != v {
			return slog.String(a.Key, clean)
		}
	case error:
		return slog.String(a.Key, Clean(v.Error()))
	}
	return a
}

// Clean removes passwords in URLs and secret parameters from a text.
func Clean(text string) string {
	return credentials.ReplaceAllString(text, "${1}${3}"+hidden+"${2}")
}

// noted writes what net/http reports to the log.
type noted struct{ log *slog.Logger }

// Write implements io.Writer. Port scanners on the Internet cause failed TLS handshakes many times
// a day. These need no warning, so Write logs them at the debug level.
func (n noted) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) {
		level = slog.LevelDebug
	}
	n.log.Log(context.Background(), level, strings.TrimSpace(string(line)))
	return len(line), nil
}
