// Package depottest is a stand-in for object storage in tests. It knows the
// requests of package depot, and checks their signatures as the documentation
// of Amazon S3 describes them (Signature Version 4), with code of its own.
package depottest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// What the stand-in accepts.
const (
	Region = "eu-test-1"
	Bucket = "games"
	KeyID  = "AKIATEST"
	Key    = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
)

// pageSize is the number of objects in a page of a list, at most.
const pageSize = 10

// Cloud is the stand-in.
type Cloud struct {
	server *httptest.Server

	mu      sync.Mutex
	objects map[string]object
	failing int // requests still to fail
	status  int // with which they fail
	reads   int
}

type object struct {
	data []byte
	at   time.Time
}

// NewCloud starts a stand-in, which ends with the test.
func NewCloud(t testing.TB) *Cloud {
	c := &Cloud{objects: map[string]object{}}
	c.server = httptest.NewServer(c)
	t.Cleanup(c.server.Close)
	return c
}

// URL returns the address of the service.
func (c *Cloud) URL() string { return c.server.URL }

// Close ends the service.
func (c *Cloud) Close() { c.server.Close() }

// Fail makes the next requests fail with a status.
func (c *Cloud) Fail(requests, status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failing, c.status = requests, status
}

// Len returns the number of objects.
func (c *Cloud) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.objects)
}

// Reads returns the number of objects that were read.
func (c *Cloud) Reads() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reads
}

// Change replaces the data of every object. Without data f removes it.
func (c *Cloud) Change(f func(name string, data []byte) []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, o := range c.objects {
		if o.data = f(name, o.data); o.data == nil {
			delete(c.objects, name)
			continue
		}
		c.objects[name] = o
	}
}

// ServeHTTP answers a request.
func (c *Cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failing > 0 {
		c.failing--
		if c.status == http.StatusNotFound {
			http.NotFound(w, r)
			return
		}
		refuse(w, c.status, "SlowDown", "Please reduce your request rate.")
		return
	}
	if status, code := verify(r, body, time.Now()); code != "" {
		refuse(w, status, code, "The request was not accepted.")
		return
	}
	bucket, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case bucket != Bucket:
		refuse(w, http.StatusNotFound, "NoSuchBucket", "The specified bucket does not exist.")
	case name == "" && r.Method == http.MethodGet && r.URL.Query().Get("list-type") == "2":
		c.list(w, r.URL.Query())
	case name == "":
		refuse(w, http.StatusMethodNotAllowed, "MethodNotAllowed", "")
	case r.Method == http.MethodPut:
		c.objects[name] = object{body, time.Now()}
	case r.Method == http.MethodDelete:
		delete(c.objects, name)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodGet:
		o, ok := c.objects[name]
		if !ok {
			refuse(w, http.StatusNotFound, "NoSuchKey", "The specified key does not exist.")
			return
		}
		c.reads++
		_, _ = w.Write(o.data) // the client may be gone
	default:
		refuse(w, http.StatusMethodNotAllowed, "MethodNotAllowed", "")
	}
}

// list answers ListObjectsV2. The token is the name of the last object.
func (c *Cloud) list(w http.ResponseWriter, q url.Values) {
	type content struct {
		Key          string
		Size         int
		LastModified string
	}
	var out struct {
		XMLName               xml.Name `xml:"http://s3.amazonaws.com/doc/2006-03-01/ ListBucketResult"`
		IsTruncated           bool
		NextContinuationToken string `xml:",omitempty"`
		Contents              []content
	}
	most, err := strconv.Atoi(q.Get("max-keys"))
	if err != nil || most > pageSize {
		most = pageSize
	}
	for _, name := range slices.Sorted(maps.Keys(c.objects)) {
		if !strings.HasPrefix(name, q.Get("prefix")) || name <= q.Get("continuation-token") {
			continue
		}
		if len(out.Contents) == most {
			out.IsTruncated, out.NextContinuationToken = true, out.Contents[most-1].Key
			break
		}
		o := c.objects[name]
		out.Contents = append(out.Contents, content{name, len(o.data), o.at.UTC().Format("2006-01-02T15:04:05.000Z")})
	}
	w.Header().Set("Content-Type", "application/xml")
	_ = xml.NewEncoder(w).Encode(out) // the client may be gone
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>%s</Message></Error>", code, message)
}

// verify checks the signature of a request.
func verify(r *http.Request, body []byte, now time.Time) (status int, code string) {
	auth, ok := strings.CutPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ")
	if !ok {
		return http.StatusForbidden, "AccessDenied"
	}
	fields := map[string]string{}
	for part := range strings.SplitSeq(auth, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	scope := strings.Split(fields["Credential"], "/")
	if len(scope) != 5 || scope[3] != "s3" || scope[4] != "aws4_request" {
		return http.StatusBadRequest, "AuthorizationHeaderMalformed"
	}
	if scope[0] != KeyID {
		return http.StatusForbidden, "InvalidAccessKeyId"
	}
	if scope[2] != Region {
		return http.StatusBadRequest, "AuthorizationHeaderMalformed"
	}
	stamp := r.Header.Get("X-Amz-Date")
	at, err := time.Parse("20060102T150405Z", stamp)
	if err != nil || !strings.HasPrefix(stamp, scope[1]) {
		return http.StatusForbidden, "AccessDenied"
	}
	if d := now.Sub(at); d > 15*time.Minute || d < -15*time.Minute {
		return http.StatusForbidden, "RequestTimeTooSkewed"
	}
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	if r.Header.Get("X-Amz-Content-Sha256") != hash {
		return http.StatusBadRequest, "XAmzContentSHA256Mismatch"
	}
	names := strings.Split(fields["SignedHeaders"], ";")
	for _, needed := range []string{"host", "x-amz-content-sha256", "x-amz-date"} {
		if !slices.Contains(names, needed) {
			return http.StatusForbidden, "AccessDenied"
		}
	}
	var headers strings.Builder
	for _, name := range names {
		value := strings.Join(r.Header.Values(name), ",")
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = strconv.FormatInt(r.ContentLength, 10)
		}
		headers.WriteString(name + ":" + strings.Join(strings.Fields(value), " ") + "\n")
	}
	canonical := strings.Join([]string{r.Method, escaped(r.URL.Path, false), canonicalQuery(r.URL.Query()), headers.String(), fields["SignedHeaders"], hash}, "\n")
	canonicalSum := sha256.Sum256([]byte(canonical))
	toSign := strings.Join([]string{"AWS4-HMAC-SHA256", stamp, strings.Join(scope[1:], "/"), hex.EncodeToString(canonicalSum[:])}, "\n")
	key := []byte("AWS4" + Key)
	for _, part := range append(scope[1:], toSign) {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	if !hmac.Equal([]byte(hex.EncodeToString(key)), []byte(fields["Signature"])) {
		return http.StatusForbidden, "SignatureDoesNotMatch"
	}
	return 0, ""
}

// canonicalQuery sorts and escapes the parameters of a request.
func canonicalQuery(q url.Values) string {
	var parts []string
	for name, values := range q {
		for _, v := range values {
			parts = append(parts, escaped(name, true)+"="+escaped(v, true))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "&")
}

// escaped escapes all bytes except letters, digits and -._~, and slashes unless
// they are to be escaped.
func escaped(s string, slash bool) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~", c) >= 0, c == '/' && !slash:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
