package trace_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"podesta/internal/trace"
	"podesta/internal/trace/tracetest"
)

const (
	given   = "0af7651916cd43dd8448eb211c80319c"
	header  = "00-" + given + "-b7ad6b7169203331-01"
	ignored = "00-" + given + "-b7ad6b7169203331-00"
)

// TestWithoutTracer checks that nothing is recorded and nothing is allocated without a
// tracer.
func TestWithoutTracer(t *testing.T) {
	ctx := context.WithValue(t.Context(), struct{ int }{}, "x")
	var none *trace.Tracer
	err := errors.New("x")
	if n := testing.AllocsPerRun(100, func() { use(none, ctx, err) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if trace.Parent(ctx) != "" || trace.On(ctx) || trace.Begins(none.In(ctx)) || none.Stop(ctx) != nil {
		t.Error("something is recorded without a tracer")
	}
}

// use records the spans that the judge records for a request.
func use(t *trace.Tracer, ctx context.Context, err error) {
	ctx, request := trace.BeginRemote(t.In(ctx), trace.Server, "GET", header)
	request.Str("podesta.request", "abc")
	inner, step := trace.Start(ctx, trace.Internal, "transaction")
	_, leaf := trace.Start(inner, trace.Client, "SELECT game")
	leaf.Str("db.system.name", "sqlite")
	leaf.Fail(err)
	leaf.End()
	_ = trace.Parent(inner)
	step.Int("podesta.tries", 1)
	step.End()
	_, job := trace.Begin(t.In(ctx), trace.Consumer, "job", "")
	job.End()
	request.Name("GET /")
	request.Int("http.response.status_code", 200)
	request.End()
}

// TestSpansReachCollector checks the spans that reach a collector.
func TestSpansReachCollector(t *testing.T) {
	c := tracetest.New(t)
	tracer := trace.New(trace.Options{Endpoint: c.URL + "/", Percent: 100, Version: "1.2", Instance: "here/7", Failed: func(err error) { t.Error(err) }})
	ctx, request := trace.BeginRemote(tracer.In(context.Background()), trace.Server, "GET", header)
	if !request.On() || !trace.On(ctx) || !trace.Begins(ctx) {
		t.Error("nothing is recorded")
	}
	inner, step := trace.Start(ctx, trace.Internal, "transaction")
	parent := trace.Parent(inner)
	step.Fail(fmt.Errorf("a secret: %w", &http.MaxBytesError{}))
	step.Int("podesta.tries", 2)
	step.End()
	request.Name("GET /g/{id}")
	request.Str("long", strings.Repeat("x", 1000))
	request.End()
	_, job := trace.Begin(tracer.In(context.Background()), trace.Consumer, "deliver", parent)
	job.End()
	if err := tracer.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	by := map[string]tracetest.Span{}
	for _, s := range c.Spans() {
		by[s.Name] = s
		if s.Trace != given {
			t.Errorf("%s is part of trace %s", s.Name, s.Trace)
		}
	}
	root, tx, late := by["GET /g/{id}"], by["transaction"], by["deliver"]
	switch {
	case len(by) != 3 || root.Parent != "b7ad6b7169203331" || tx.Parent != root.ID || late.Parent != tx.ID:
		t.Errorf("the tree is %+v", c.Spans())
	case root.Kind != 2 || tx.Kind != 1 || late.Kind != 5 || root.Failed || !tx.Failed:
		t.Errorf("%+v", by)
	case tx.Attributes["error.type"] != "*http.MaxBytesError" || tx.Attributes["podesta.tries"] != "2" || len(root.Attributes["long"]) != 200:
		t.Errorf("%+v", by)
	}
	if r := c.Resource(); r["service.name"] != "podesta" || r["service.version"] != "1.2" || r["service.instance.id"] != "here/7" {
		t.Errorf("sent by %v", r)
	}
	if strings.Contains(c.Raw(), "secret") {
		t.Errorf("the text of an error was sent: %s", c.Raw())
	}
}

// TestShareOfTraces checks how many traces are recorded: a remote sender's decision does not
// matter, and the decision for a request also applies to its jobs.
func TestShareOfTraces(t *testing.T) {
	c := tracetest.New(t)
	tracer := trace.New(trace.Options{Endpoint: c.URL, Percent: 10})
	ctx := tracer.In(context.Background())
	recorded := map[string]int{}
	for range 2000 {
		for _, h := range []string{header, ignored, ""} {
			in, s := trace.BeginRemote(ctx, trace.Server, "request", h)
			again, job := trace.Begin(ctx, trace.Consumer, "job", trace.Parent(in))
			_, child := trace.Start(again, trace.Client, "SQL")
			if s.On() != job.On() || s.On() != child.On() || len(trace.Parent(in)) != 55 || h != "" && !strings.Contains(trace.Parent(again), given) {
				t.Fatalf("%t %t %q", s.On(), job.On(), trace.Parent(in))
			}
			if s.On() {
				recorded[h]++
			}
		}
	}
	for h, n := range recorded {
		if n < 120 || n > 300 {
			t.Errorf("with %q, %d of 2000 are recorded", h, n)
		}
	}
	if len(recorded) != 3 {
		t.Errorf("recorded: %v", recorded)
	}
}

// TestTraceHeaders parses trace headers that others send with requests.
func TestTraceHeaders(t *testing.T) {
	tracer := trace.New(trace.Options{Endpoint: "http://127.0.0.1:1", Percent: 100})
	for h, taken := range map[string]bool{
		header: true, ignored: true,
		"01-" + given + "-b7ad6b7169203331-01-more": true,
		"":            false,
		"00":          false,
		header + "0":  false,
		header + "-x": false,
		"01-" + given + "-b7ad6b7169203331-01more":               false,
		"ff-" + given + "-b7ad6b7169203331-01":                   false,
		"00-" + strings.ToUpper(given) + "-b7ad6b7169203331-01":  false,
		"00-" + strings.Repeat("0", 32) + "-b7ad6b7169203331-01": false,
		"00-" + given + "-0000000000000000-01":                   false,
		"00-" + given + "-b7ad6b7169203331-0x":                   false,
		"00_" + given + "-b7ad6b7169203331-01":                   false,
		"00-" + given[:31] + "x-b7ad6b7169203331-01":             false,
	} {
		ctx, _ := trace.BeginRemote(tracer.In(context.Background()), trace.Server, "request", h)
		if got := strings.Contains(trace.Parent(ctx), given); got != taken {
			t.Errorf("%q: %t", h, got)
		}
	}
}

// TestCollectorAway checks that an unreachable collector causes only one line in the log.
func TestCollectorAway(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	for _, endpoint := range []string{"http://127.0.0.1:1", s.URL} {
		var told atomic.Int64
		tracer := trace.New(trace.Options{Endpoint: endpoint, Percent: 100, Failed: func(err error) {
			if told.Add(1); !strings.Contains(err.Error(), "spans were not sent") {
				t.Error(err)
			}
		}})
		for range 5000 {
			_, s := trace.Begin(tracer.In(context.Background()), trace.Server, "request", "")
			s.End()
		}
		if err := tracer.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		if told.Load() != 1 {
			t.Errorf("%s: %d reports", endpoint, told.Load())
		}
	}
}

// BenchmarkTrace measures the cost of a request's spans: without tracing, not recorded, and
// recorded.
func BenchmarkTrace(b *testing.B) {
	c := tracetest.New(b)
	for _, x := range []struct {
		name   string
		tracer *trace.Tracer
	}{
		{"off", nil},
		{"1 percent", trace.New(trace.Options{Endpoint: c.URL, Percent: 1})},
		{"on", trace.New(trace.Options{Endpoint: c.URL, Percent: 100})},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			err := errors.New("x")
			for b.Loop() {
				use(x.tracer, context.Background(), err)
			}
		})
	}
}
