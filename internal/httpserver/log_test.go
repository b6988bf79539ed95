package httpserver

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

func TestLogHides(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		var b bytes.Buffer
		log := NewLog(&b, "info", format)
		ctx := context.WithValue(context.Background(), aboutKey{}, &about{id: "abc123"})
		log.DebugContext(ctx, "too quiet")
		log.With("session_token", "s3cret").InfoContext(ctx, "hello", "password", "s3cret", "Authorization", "Bearer s3cret", "game", "medici",
			"database", "postgres://podesta:s3cret@db/podesta?sslmode=require",
			"error", errors.New("open https://x.example.org/g/1?key=s3cret&n=2: refused"))
		log.WithGroup("mail").Info("sent", "relay_password", "s3cret")
		out := b.String()
		if strings.Contains(out, "s3cret") || strings.Contains(out, "too quiet") {
			t.Errorf("%s: %s", format, out)
		}
		for _, want := range []string{"medici", "abc123", "podesta:(hidden)@db/podesta?sslmode=require", "refused"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in %s", format, want, out)
			}
		}
	}
}

func TestLogLevels(t *testing.T) {
	for level, want := range map[string]int{"debug": 4, "info": 3, "warn": 2, "error": 1, "loud": 3} {
		var b bytes.Buffer
		log := NewLog(&b, level, "text")
		log.Debug("a")
		log.Info("b")
		log.Warn("c")
		log.Error("d")
		if got := strings.Count(b.String(), "\n"); got != want {
			t.Errorf("%s: %d lines", level, got)
		}
	}
}

func TestCleanPath(t *testing.T) {
	for path, want := range map[string]string{
		"/":                                  "/",
		"/g/k7q2m4/orders":                   "/g/k7q2m4/orders",
		"/static/podesta.v1.2.css":           "/static/podesta.v1.2.css",
		"/verify/ABCDEFGHIJKLMNOPQRSTUVWXYZ": "/verify/(hidden)",

		"/calendar/abcdefghijklmnopqrstuvwxyz.ics": "/calendar/(hidden)",
	} {
		if got := CleanPath(path); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}
