package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// exporter sends spans to a collector as JSON over HTTP (OTLP). OpenTelemetry's own HTTP exporter
// would add gRPC to the program, which is larger than all other code for tracing together.
type exporter struct {
	address string
	client  *http.Client
	failed  func(error)

	mu   sync.Mutex
	told time.Time // when failed was last called
}

// tellEvery is the minimum time between two reports about spans that could not be sent.
const tellEvery = time.Minute

func newExporter(endpoint string, failed func(error)) *exporter {
	if failed == nil {
		failed = func(error) {}
	}
	return &exporter{address: strings.TrimRight(endpoint, "/") + "/v1/traces", client: &http.Client{Timeout: sendTimeout}, failed: failed}
}

// Shutdown closes the connections.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

// ExportSpans sends spans. Spans that cannot be sent are lost.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	if err := e.send(ctx, spans); err != nil {
		e.mu.Lock()
		now := time.Now()
		tell := e.told.IsZero() || now.Sub(e.told) >= tellEvery
		if tell {
			e.told = now
		}
		e.mu.Unlock()
		if tell {
			e.failed(fmt.Errorf("%d spans were not sent: %w", len(spans), err))
		}
	}
	return nil
}

func (e *exporter) send(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	body, err := json.Marshal(encode(spans))
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "podesta")
	w, err := e.client.Do(r)
	if err != nil {
		return err
	}
	defer w.Body.Close()
	_, _ = io.CopyN(io.Discard, w.Body, 64<<10) // lets the connection be reused
	if w.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answers %s", w.Status)
	}
	return nil
}

// The JSON format of OTLP: bytes are hexadecimal, and 64-bit numbers are strings.
type (
	request struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   attributes   `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	scopeSpans struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Spans []span `json:"spans"`
	}
	attributes struct {
		Attributes []keyValue `json:"attributes,omitempty"`
	}
	keyValue struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		String *string `json:"stringValue,omitempty"`
		Int    *string `json:"intValue,omitempty"`
		Bool   *bool   `json:"boolValue,omitempty"`
	}
	span struct {
		TraceID    string     `json:"traceId"`
		SpanID     string     `json:"spanId"`
		Parent     string     `json:"parentSpanId,omitempty"`
		Flags      uint32     `json:"flags"`
		Name       string     `json:"name"`
		Kind       int        `json:"kind"`
		Start      string     `json:"startTimeUnixNano"`
		End        string     `json:"endTimeUnixNano"`
		Attributes []keyValue `json:"attributes,omitempty"`
		Status     status     `json:"status"`
	}
	status struct {
		Code int `json:"code,omitempty"`
	}
)

// encode converts spans to that format. All have the same resource and scope.
func encode(spans []sdk.ReadOnlySpan) request {
	out := scopeSpans{Spans: make([]span, len(spans))}
	out.Scope.Name = scope
	for i, s := range spans {
		c := s.SpanContext()
		x := span{
			TraceID: c.TraceID().String(), SpanID: c.SpanID().String(), Flags: uint32(c.TraceFlags()), Name: s.Name(), Kind: int(s.SpanKind()),
			Start: nano(s.StartTime()), End: nano(s.EndTime()), Attributes: list(s.Attributes()),
		}
		if p := s.Parent(); p.IsValid() {
			x.Parent = p.SpanID().String()
		}
		if s.Status().Code == codes.Error {
			x.Status.Code = 2
		}
		out.Spans[i] = x
	}
	return request{[]resourceSpans{{attributes{list(spans[0].Resource().Attributes())}, []scopeSpans{out}}}}
}

func nano(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func list(in []attribute.KeyValue) []keyValue {
	out := make([]keyValue, 0, len(in))
	for _, a := range in {
		var v value
		switch a.Value.Type() {
		case attribute.INT64:
			n := strconv.FormatInt(a.Value.AsInt64(), 10)
			v.Int = &n
		case attribute.BOOL:
			b := a.Value.AsBool()
			v.Bool = &b
		default:
			s := a.Value.String()
			v.String = &s
		}
		out = append(out, keyValue{string(a.Key), v})
	}
	return out
}
