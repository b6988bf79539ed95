// Package tracetest provides a fake trace collector for tests.
package tracetest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Span is a span that a collector has received.
type Span struct {
	Trace, ID, Parent string
	Name              string
	Kind              int
	Took              int64 // duration in nanoseconds
	Failed            bool
	Attributes        map[string]string
}

// Collector receives spans as JSON over HTTP.
type Collector struct {
	URL string

	mu       sync.Mutex
	spans    []Span
	resource map[string]string
	raw      strings.Builder
	wrong    []string
}

// New starts a collector, which ends with the test.
func New(t testing.TB) *Collector {
	c := &Collector{}
	s := httptest.NewServer(c)
	t.Cleanup(func() {
		s.Close()
		for _, w := range c.wrong {
			t.Error(w)
		}
	})
	c.URL = s.URL
	return c
}

type attribute struct {
	Key   string `json:"key"`
	Value struct {
		String *string `json:"stringValue"`
		Int    *string `json:"intValue"`
		Bool   *bool   `json:"boolValue"`
	} `json:"value"`
}

// ServeHTTP receives spans.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		c.wrong = append(c.wrong, err.Error())
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" {
		c.wrong = append(c.wrong, r.Method+" "+r.URL.Path+" "+r.Header.Get("Content-Type"))
	}
	c.raw.Write(body)
	var in struct {
		ResourceSpans []struct {
			Resource struct {
				Attributes []attribute `json:"attributes"`
			} `json:"resource"`
			ScopeSpans []struct {
				Spans []struct {
					TraceID    string      `json:"traceId"`
					SpanID     string      `json:"spanId"`
					Parent     string      `json:"parentSpanId"`
					Name       string      `json:"name"`
					Kind       int         `json:"kind"`
					Start      string      `json:"startTimeUnixNano"`
					End        string      `json:"endTimeUnixNano"`
					Attributes []attribute `json:"attributes"`
					Status     struct {
						Code int `json:"code"`
					} `json:"status"`
				} `json:"spans"`
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		c.wrong = append(c.wrong, err.Error())
	}
	for _, resource := range in.ResourceSpans {
		c.resource = values(resource.Resource.Attributes)
		for _, scope := range resource.ScopeSpans {
			for _, s := range scope.Spans {
				start, err1 := strconv.ParseInt(s.Start, 10, 64)
				end, err2 := strconv.ParseInt(s.End, 10, 64)
				if err1 != nil || err2 != nil || len(s.TraceID) != 32 || len(s.SpanID) != 16 || end < start {
					c.wrong = append(c.wrong, "a span has no times or IDs: "+s.Name)
				}
				c.spans = append(c.spans, Span{s.TraceID, s.SpanID, s.Parent, s.Name, s.Kind, end - start, s.Status.Code == 2, values(s.Attributes)})
			}
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte("{}"))
}

// values returns the values of attributes as text, keyed by name.
func values(list []attribute) map[string]string {
	out := map[string]string{}
	for _, a := range list {
		switch v := a.Value; {
		case v.String != nil:
			out[a.Key] = *v.String
		case v.Int != nil:
			out[a.Key] = *v.Int
		case v.Bool != nil:
			out[a.Key] = strconv.FormatBool(*v.Bool)
		}
	}
	return out
}

// Spans returns the spans received so far.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Span(nil), c.spans...)
}

// Resource returns the resource attributes of the last sender.
func (c *Collector) Resource() map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.resource
}

// Raw returns everything that was received, as sent.
func (c *Collector) Raw() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw.String()
}
