// Package trace records what a request or an e-mail causes, as spans of
// OpenTelemetry: transactions, SQL statements, resolved phases, e-mails and
// calls of webhooks. Jobs carry the trace of the request that queued them, so
// that one trace leads from a player's order to the e-mails about its result.
//
// Without a Tracer in the context nothing is recorded, and the functions of this package allocate
// nothing. Spans contain names, numbers and IDs of games, but never the values in requests,
// statements or e-mails, which may be secret.
package trace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Kind is the role of a span in its trace.
type Kind = api.SpanKind

// The roles of spans.
const (
	Internal = api.SpanKindInternal
	Server   = api.SpanKindServer   // answers a request
	Client   = api.SpanKindClient   // waits for another server
	Consumer = api.SpanKindConsumer // executes a job that was queued earlier
)

// scope is the instrumentation scope of all spans.
const scope = "podesta"

// Options configures a Tracer.
type Options struct {
	Endpoint string // address of a collector that accepts OTLP over HTTP, such as http://127.0.0.1:4318
	Percent  int    // percentage of requests and e-mails, and of jobs without a trace, to record
	Version  string // version of the program
	Instance string // the name of this process
	// Failed is called, at most once a minute, if spans could not be sent. It may be nil.
	Failed func(error)
}

// Tracer records spans and sends them to a collector.
type Tracer struct{ provider *sdk.TracerProvider }

// The limits of the queue for sending. If the collector is too slow, spans are dropped, so that
// nothing waits for it.
const (
	queueSize   = 8192
	batchSize   = 512
	sendEvery   = 2 * time.Second
	sendTimeout = 10 * time.Second
)

// New returns a Tracer.
func New(o Options) *Tracer {
	share := share(float64(o.Percent) / 100)
	limits := sdk.NewSpanLimits()
	limits.AttributeValueLengthLimit = 200
	provider := sdk.NewTracerProvider(
		sdk.WithBatcher(newExporter(o.Endpoint, o.Failed), sdk.WithMaxQueueSize(queueSize), sdk.WithMaxExportBatchSize(batchSize), sdk.WithBatchTimeout(sendEvery), sdk.WithExportTimeout(sendTimeout)),
		// A trace begun by a stranger is continued, but the decision to record it is made here.
		sdk.WithSampler(sdk.ParentBased(share, sdk.WithRemoteParentSampled(share), sdk.WithRemoteParentNotSampled(share))),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", scope), attribute.String("service.version", o.Version), attribute.String("service.instance.id", o.Instance),
		)),
		sdk.WithRawSpanLimits(limits),
	)
	return &Tracer{provider}
}

// Stop sends the remaining spans. On a nil Tracer it does nothing.
func (t *Tracer) Stop(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// share is a sampler that records a random share of traces.
type share float64

// ShouldSample decides whether a trace is recorded.
func (s share) ShouldSample(p sdk.SamplingParameters) sdk.SamplingResult {
	if rand.Float64() < float64(s) {
		return sdk.SamplingResult{Decision: sdk.RecordAndSample}
	}
	return sdk.SamplingResult{Decision: sdk.Drop}
}

// Description returns a name for the decision.
func (s share) Description() string { return fmt.Sprintf("share of %g", float64(s)) }

// ground is the span of a context in which no trace has begun. It provides the TracerProvider
// from which OpenTelemetry begins spans.
type ground struct {
	noop.Span
	provider *sdk.TracerProvider
}

// TracerProvider returns the provider that can begin traces.
func (g ground) TracerProvider() api.TracerProvider { return g.provider }

// In returns a context in which traces can begin. On a nil Tracer it returns ctx.
func (t *Tracer) In(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	return api.ContextWithSpan(ctx, ground{provider: t.provider})
}

// Begins reports whether Begin can begin a trace in ctx.
func Begins(ctx context.Context) bool { return provider(ctx) != nil }

// provider returns the provider that can begin traces in ctx, or nil.
func provider(ctx context.Context) *sdk.TracerProvider {
	p, _ := api.SpanFromContext(ctx).TracerProvider().(*sdk.TracerProvider)
	return p
}

// Span is a step of a trace. The zero Span records nothing.
type Span struct{ s api.Span }

// Begin begins the first span of a request, an e-mail or a job in this process. parent is the
// trace of the job, as returned by Parent, or empty.
func Begin(ctx context.Context, kind Kind, name, parent string) (context.Context, Span) {
	return begin(ctx, kind, name, parent, false)
}

// BeginRemote is Begin with a parent that a remote sender has provided, in the format of the
// header traceparent.
func BeginRemote(ctx context.Context, kind Kind, name, parent string) (context.Context, Span) {
	return begin(ctx, kind, name, parent, true)
}

func begin(ctx context.Context, kind Kind, name, parent string, remote bool) (context.Context, Span) {
	p := provider(ctx)
	if p == nil {
		return ctx, Span{}
	}
	if c, ok := parse(parent, remote); ok {
		ctx = api.ContextWithSpanContext(ctx, c)
	}
	ctx, s := p.Tracer(scope).Start(ctx, name, api.WithSpanKind(kind))
	if !s.IsRecording() {
		return ctx, Span{}
	}
	return ctx, Span{s}
}

// Start begins a child of the span in ctx, if that span is recorded.
func Start(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	parent := api.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	ctx, s := parent.TracerProvider().Tracer(scope).Start(ctx, name, api.WithSpanKind(kind))
	return ctx, Span{s}
}

// On reports whether the span in ctx is recorded.
func On(ctx context.Context) bool { return api.SpanFromContext(ctx).IsRecording() }

// On reports whether the span is recorded.
func (s Span) On() bool { return s.s != nil }

// Name changes the span's name.
func (s Span) Name(name string) {
	if s.s != nil {
		s.s.SetName(name)
	}
}

// Str adds a text attribute.
func (s Span) Str(key, value string) {
	if s.s != nil {
		s.s.SetAttributes(attribute.String(key, value))
	}
}

// Int adds an integer attribute.
func (s Span) Int(key string, n int) {
	if s.s != nil {
		s.s.SetAttributes(attribute.Int(key, n))
	}
}

// Fail marks the span as failed if err is not nil. It records only the type of the error, because
// its text may contain values.
func (s Span) Fail(err error) {
	if s.s == nil || err == nil {
		return
	}
	s.s.SetStatus(codes.Error, "")
	s.s.SetAttributes(attribute.String("error.type", typeOf(err)))
}

// typeOf returns the type of the innermost error.
func typeOf(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Sprintf("%T", err)
		}
		err = inner
	}
}

// End ends the span.
func (s Span) End() {
	if s.s != nil {
		s.s.End()
	}
}

// Parent returns the trace to which ctx belongs, for Begin, or "". It has the format of the
// header traceparent (W3C Trace Context).
func Parent(ctx context.Context) string {
	c := api.SpanContextFromContext(ctx)
	if !c.IsValid() {
		return ""
	}
	flags := "-00"
	if c.IsSampled() {
		flags = "-01"
	}
	return "00-" + c.TraceID().String() + "-" + c.SpanID().String() + flags
}

// parse parses the format of Parent. Later versions of the format may have additional fields at
// the end.
func parse(text string, remote bool) (api.SpanContext, bool) {
	const size = 55
	if len(text) < size || text[2] != '-' || text[35] != '-' || text[52] != '-' || text[:2] == "ff" ||
		len(text) > size && (text[:2] == "00" || text[size] != '-') || !digits(text[:2]) || !digits(text[53:size]) {
		return api.SpanContext{}, false
	}
	id, err := api.TraceIDFromHex(text[3:35])
	if err != nil {
		return api.SpanContext{}, false
	}
	span, err := api.SpanIDFromHex(text[36:52])
	if err != nil {
		return api.SpanContext{}, false
	}
	var flags api.TraceFlags
	if text[54]%2 == 1 && text[54] <= '9' || text[54] == 'b' || text[54] == 'd' || text[54] == 'f' {
		flags = api.FlagsSampled
	}
	return api.NewSpanContext(api.SpanContextConfig{TraceID: id, SpanID: span, TraceFlags: flags, Remote: remote}), true
}

// digits reports whether a text consists of lower-case hexadecimal digits.
func digits(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
