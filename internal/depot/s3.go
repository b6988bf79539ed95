package depot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// S3 describes a place in object storage.
type S3 struct {
	Endpoint string // URL of the service, such as https://s3.eu-central-1.amazonaws.com
	Region   string
	Bucket   string
	Prefix   string // in front of the names of objects; empty, or without a slash at its end
	KeyID    string
	Key      string // the secret that belongs to KeyID

	HTTP http.RoundTripper // nil: the default
	Now  func() time.Time  // nil: time.Now
}

// The limits of one request, and of its repetition.
const (
	requestTime = 30 * time.Second
	tries       = 3
	firstPause  = 100 * time.Millisecond
)

type bucket struct {
	S3
	base   *url.URL // the bucket
	client *http.Client
	signer *v4.Signer
}

// NewS3 returns a depot in object storage. It is addressed by paths
// (ENDPOINT/BUCKET/NAME), which all services support.
func NewS3(c S3) (Depot, error) {
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q is no address of object storage; write for instance https://s3.example.org", c.Endpoint)
	}
	if c.Bucket == "" || strings.Contains(c.Bucket, "/") {
		return nil, fmt.Errorf("%q is no name of a bucket", c.Bucket)
	}
	if c.Prefix != "" && checkName(c.Prefix) != nil {
		return nil, fmt.Errorf("%q cannot stand in front of names: use small letters, digits, dots, hyphens and slashes between them", c.Prefix)
	}
	if c.KeyID == "" || c.Key == "" || c.Region == "" {
		return nil, errors.New("object storage needs a region, the ID of an access key, and its secret")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &bucket{
		S3: c, base: u.JoinPath(c.Bucket),
		client: &http.Client{
			Transport: c.HTTP, Timeout: requestTime,
			// A signature is valid for one host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }),
	}, nil
}

// String returns the address without the key.
func (b *bucket) String() string {
	return "the bucket " + strings.TrimSuffix(b.Bucket+"/"+b.Prefix, "/") + " at " + b.base.Host
}

// Failure is an answer of the service that is not a success.
type Failure struct {
	Status int    // of HTTP
	Code   string // such as NoSuchKey; empty: the answer has none
	Text   string
}

// Error returns the answer.
func (f *Failure) Error() string {
	out := strconv.Itoa(f.Status) + " " + http.StatusText(f.Status)
	if f.Code != "" {
		out = f.Code + " (" + out + ")"
	}
	if f.Text != "" {
		out += ": " + f.Text
	}
	return out
}

// passing reports whether a request may succeed if it is sent again.
func passing(err error) bool {
	var f *Failure
	if errors.As(err, &f) {
		return f.Status >= 500 || f.Status == http.StatusTooManyRequests || f.Code == "RequestTimeout"
	}
	return !errors.Is(err, context.Canceled)
}

// do sends a request, repeatedly if the service is busy, and returns the body of
// the answer.
func (b *bucket) do(ctx context.Context, method, name string, query url.Values, body []byte) ([]byte, error) {
	for try := 1; ; try++ {
		data, err := b.once(ctx, method, name, query, body)
		if err == nil || try == tries || ctx.Err() != nil || !passing(err) {
			if err != nil {
				err = fmt.Errorf("%s: %w", b, err)
			}
			return data, err
		}
		pause := firstPause << try
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %w", b, err)
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

func (b *bucket) once(ctx context.Context, method, name string, query url.Values, body []byte) ([]byte, error) {
	u := *b.base
	if name != "" {
		u = *b.base.JoinPath(b.key(name))
	}
	u.RawQuery = query.Encode()
	r, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	r.Header.Set("X-Amz-Content-Sha256", hash)
	if method == http.MethodPut {
		r.Header.Set("Content-Type", "application/octet-stream")
	}
	if err := b.signer.SignHTTP(ctx, aws.Credentials{AccessKeyID: b.KeyID, SecretAccessKey: b.Key}, r, hash, "s3", b.Region, b.Now().UTC()); err != nil {
		return nil, err
	}
	answer, err := b.client.Do(r)
	if err != nil {
		var e *url.Error
		if errors.As(err, &e) {
			err = e.Err // without the URL
		}
		return nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%s is larger than %d MB: it was not written by this program", name, MaxSize>>20)
	}
	if answer.StatusCode/100 != 2 {
		return nil, failure(answer.StatusCode, data)
	}
	return data, nil
}

// key returns the name of an object in the bucket.
func (b *bucket) key(name string) string {
	if b.Prefix == "" {
		return name
	}
	return b.Prefix + "/" + name
}

// failure reads the description of an error.
func failure(status int, body []byte) *Failure {
	var e struct {
		XMLName xml.Name `xml:"Error"`
		Code    string
		Message string
	}
	f := &Failure{Status: status}
	if xml.Unmarshal(body, &e) == nil {
		f.Code, f.Text = brief(e.Code), brief(e.Message)
	}
	return f
}

// brief returns a text of the service as one short line.
func brief(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + " ..."
	}
	return text
}

// Put stores an object.
func (b *bucket) Put(ctx context.Context, name string, data []byte) error {
	if err := checkName(name); err != nil {
		return err
	}
	_, err := b.do(ctx, http.MethodPut, name, nil, data)
	return err
}

// Get reads an object.
func (b *bucket) Get(ctx context.Context, name string) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	data, err := b.do(ctx, http.MethodGet, name, nil, nil)
	// Without a code it may be another server's page.
	var f *Failure
	if errors.As(err, &f) && f.Status == http.StatusNotFound && f.Code == "NoSuchKey" {
		return nil, fmt.Errorf("%s in %s: %w", b.key(name), b, ErrNone)
	}
	return data, err
}

// Delete removes an object.
func (b *bucket) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	_, err := b.do(ctx, http.MethodDelete, name, nil, nil)
	var f *Failure
	if errors.As(err, &f) && f.Code == "NoSuchKey" {
		return nil
	}
	return err
}

// listing is an answer to ListObjectsV2.
type listing struct {
	XMLName               xml.Name `xml:"ListBucketResult"`
	IsTruncated           bool
	NextContinuationToken string
	Contents              []struct {
		Key          string
		Size         int64
		LastModified time.Time
	}
}

// list reads a page of the list of objects.
func (b *bucket) list(ctx context.Context, most int, token string) (*listing, error) {
	q := url.Values{"list-type": {"2"}, "max-keys": {strconv.Itoa(most)}}
	if b.Prefix != "" {
		q.Set("prefix", b.Prefix+"/")
	}
	if token != "" {
		q.Set("continuation-token", token)
	}
	data, err := b.do(ctx, http.MethodGet, "", q, nil)
	if err != nil {
		return nil, err
	}
	var l listing
	if err := xml.Unmarshal(data, &l); err != nil {
		return nil, fmt.Errorf("%s: the list of objects: %w", b, err)
	}
	return &l, nil
}

// List lists the objects.
func (b *bucket) List(ctx context.Context, f func(Object) error) error {
	for token := ""; ; {
		l, err := b.list(ctx, 1000, token)
		if err != nil {
			return err
		}
		for _, o := range l.Contents {
			if err := f(Object{strings.TrimPrefix(o.Key, b.key("")), o.Size, o.LastModified}); err != nil {
				return err
			}
		}
		if token = l.NextContinuationToken; !l.IsTruncated || token == "" {
			return nil
		}
	}
}

// Check lists an object.
func (b *bucket) Check(ctx context.Context) error {
	_, err := b.list(ctx, 1, "")
	return err
}
