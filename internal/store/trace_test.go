package store_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store/storetest"
	"podesta/internal/trace"
	"podesta/internal/trace/tracetest"
	"podesta/machiavelli/message"
)

// TestTrace checks the spans of transactions and statements, and that jobs that are due soon
// carry the trace of the request that queued them.
func TestTrace(t *testing.T) {
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		c := tracetest.New(t)
		tracer := trace.New(trace.Options{Endpoint: c.URL, Percent: 100})
		add(t, s, "first")
		now := time.Now().UTC().Truncate(time.Microsecond)
		jobs := []game.Job{
			{Kind: "mail", Key: "soon", Game: "first", Due: now.Add(time.Minute), Data: []byte("garlic")},
			{Kind: "mail", Key: "tomorrow", Game: "first", Due: now.Add(24 * time.Hour)},
			{Kind: "mail", Key: "again", Game: "first", Due: now},
		}
		queue := func(ctx context.Context, jobs ...game.Job) {
			t.Helper()
			err := s.Write(ctx, func(tx *game.Tx) error {
				for _, j := range jobs {
					if err := tx.Jobs.Enqueue(j); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		ctx, request := trace.Begin(tracer.In(context.Background()), trace.Server, "request", "")
		queue(ctx, jobs...)
		queue(context.Background(), jobs[2]) // replaces the job with one without a trace
		if err := s.Read(ctx, func(tx *game.Tx) error { _, err := tx.Games.Game("first"); return err }); err != nil {
			t.Fatal(err)
		}
		if err := s.Read(ctx, func(tx *game.Tx) error { return game.Refuse(game.Invalid, message.New("No.")) }); err == nil {
			t.Fatal("no refusal")
		}
		if err := s.Write(ctx, func(*game.Tx) error { return errors.New("garlic") }); err == nil {
			t.Fatal("no error")
		}
		request.End()
		var got []game.Job
		if err := storetest.Write(s, func(tx *game.Tx) (err error) {
			got, err = tx.Jobs.Claim("mail", now.Add(48*time.Hour), time.Minute, 10)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		_, id, _ := strings.Cut(trace.Parent(ctx), "-")
		id, _, _ = strings.Cut(id, "-")
		for _, j := range got {
			if has := strings.Contains(j.Trace, id); has != (j.Key == "soon") || !has && j.Trace != "" {
				t.Errorf("the job %s carries %q", j.Key, j.Trace)
			}
		}
		if err := tracer.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		spans := c.Spans()
		named := func(name string) (out []tracetest.Span) {
			for _, s := range spans {
				if s.Name == name {
					out = append(out, s)
				}
			}
			return out
		}
		root := named("request")[0]
		reads, writes := named("transaction that reads"), named("transaction that writes")
		if len(reads) != 2 || len(writes) != 2 {
			t.Fatalf("%+v", spans)
		}
		for _, x := range append(reads, writes...) {
			if x.Parent != root.ID || x.Attributes["podesta.tries"] != "1" {
				t.Errorf("%+v", x)
			}
		}
		if reads[0].Failed || reads[1].Failed || writes[0].Failed || !writes[1].Failed {
			t.Errorf("%+v", spans)
		}
		if n := named("INSERT job"); len(n) != 3 || n[0].Parent != writes[0].ID || n[0].Kind != 3 || !slices.Contains([]string{"sqlite", "postgresql"}, n[0].Attributes["db.system.name"]) {
			t.Errorf("the jobs: %+v", n)
		}
		if n := named("SELECT game"); len(n) == 0 || n[0].Parent != reads[0].ID {
			t.Errorf("the game: %+v", n)
		}
		if strings.Contains(c.Raw(), "garlic") || strings.Contains(c.Raw(), "soon") {
			t.Errorf("values were sent: %s", c.Raw())
		}
	})
}
