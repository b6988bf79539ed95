// Package certificate keeps the certificate with which the judge serves its pages over https: one
// that it gets and renews by itself (ACME), or one from files.
package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"
)

// Source provides the certificate of the judge's pages. Its methods are safe for concurrent use.
type Source struct {
	host string // the name in the certificate
	log  *slog.Logger
	now  func() time.Time
	// get chooses the certificate of a connection, and leaf returns the one in use, or nil.
	get  func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	leaf func() *x509.Certificate
	// refresh looks for changes.
	refresh    func() error
	challenges func(http.Handler) http.Handler
	protocols  []string // that a connection can have besides those of HTTP
	start      func() error
	stop       func()

	mu     sync.Mutex
	warned time.Time
}

// TLS returns the settings of connections.
func (s *Source) TLS() *tls.Config {
	return &tls.Config{
		GetCertificate: s.get, MinVersion: tls.VersionTLS12,
		NextProtos: append([]string{"h2", "http/1.1"}, s.protocols...),
	}
}

// Mail returns the settings of connections that change to TLS by STARTTLS.
func (s *Source) Mail() *tls.Config {
	return &tls.Config{GetCertificate: s.get, MinVersion: tls.VersionTLS12}
}

// Challenges returns a handler that answers the certificate authority's requests over http, and
// passes on all others.
func (s *Source) Challenges(next http.Handler) http.Handler { return s.challenges(next) }

// Start begins to get the certificate. It is called when the judge can serve, because a judge that
// fails to start and is restarted again and again must not bother the certificate authority.
func (s *Source) Start() error { return s.start() }

// Ends returns when the certificate in use expires, or the zero time if there is none yet.
func (s *Source) Ends() time.Time {
	if leaf := s.leaf(); leaf != nil {
		return leaf.NotAfter
	}
	return time.Time{}
}

// Close ends what the source does in the background.
func (s *Source) Close() { s.stop() }

// Round looks for changes of the certificate, and warns once a day if it expires soon.
func (s *Source) Round(context.Context) (int, error) {
	err := s.refresh()
	leaf := s.leaf()
	if leaf == nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if left := leaf.NotAfter.Sub(now); left < Soon(leaf) && now.Sub(s.warned) >= 24*time.Hour {
		s.warned = now
		message := "the certificate ends soon"
		if left <= 0 {
			message = "the certificate has ended: browsers refuse the pages"
		}
		s.log.Error(message, "name", s.host, "ends", leaf.NotAfter, "days_left", days(left))
	}
	return 0, err
}

// Soon returns how long before it expires a certificate should have been renewed. This is 14 days,
// or a sixth of its validity if it is valid for less than 84 days. Certificates are renewed when a
// third of their validity is left.
func Soon(leaf *x509.Certificate) time.Duration {
	return min(14*24*time.Hour, leaf.NotAfter.Sub(leaf.NotBefore)/6)
}

// days returns a duration in whole days, rounded down.
func days(d time.Duration) int {
	const day = 24 * time.Hour
	if d < 0 {
		return -int((-d + day - 1) / day)
	}
	return int(d / day)
}

// FromFiles returns the source of a certificate and its key in PEM files. When they change, it reads
// them again; if they cannot be read then, it keeps the certificate that it has.
func FromFiles(certificate, key string, log *slog.Logger) (*Source, error) {
	var mu sync.Mutex
	var pair *tls.Certificate
	var read [2]time.Time
	refresh := func() error {
		mu.Lock()
		defer mu.Unlock()
		var changed [2]time.Time
		for i, path := range []string{certificate, key} {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			changed[i] = info.ModTime()
		}
		if pair != nil && changed == read {
			return nil
		}
		p, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return fmt.Errorf("%s and %s: %w", certificate, key, err)
		}
		if pair != nil {
			log.Info("the certificate was read again", "file", certificate, "ends", p.Leaf.NotAfter)
		}
		pair, read = &p, changed
		return nil
	}
	if err := refresh(); err != nil {
		return nil, err
	}
	current := func() *tls.Certificate {
		mu.Lock()
		defer mu.Unlock()
		return pair
	}
	return &Source{
		host: certificate, log: log, now: time.Now, refresh: refresh,
		get:        func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return current(), nil },
		leaf:       func() *x509.Certificate { return current().Leaf },
		challenges: func(next http.Handler) http.Handler { return next },
		start:      func() error { return nil },
		stop:       func() {},
	}, nil
}

// Roots reads the root certificates in a PEM file.
func Roots(path string) (*x509.CertPool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, errors.New(path + " contains no certificate in PEM")
	}
	return pool, nil
}
