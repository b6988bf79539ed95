package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"podesta/internal/certificate"
	"podesta/internal/config"
	"podesta/internal/httpserver"
	"podesta/internal/metrics"
)

// encrypted serves pages over https. Its own methods, but not those of Source, can be called
// on nil.
type encrypted struct {
	*certificate.Source
	pages, plain net.Listener // plain is nil if http is not redirected
}

// openHTTPS opens the addresses for https, and returns nil if the judge does not encrypt its
// pages itself.
func openHTTPS(ctx context.Context, c *config.Config, log *slog.Logger) (*encrypted, error) {
	if !c.TLS.On() {
		return nil, nil
	}
	e := &encrypted{}
	var err error
	if e.pages, err = openPort(ctx, "tls.listen", c.TLS.Listen); err != nil {
		return nil, err
	}
	if c.TLS.Redirect != "" {
		if e.plain, err = openPort(ctx, "tls.redirect", c.TLS.Redirect); err != nil {
			return nil, errors.Join(err, e.pages.Close())
		}
	}
	if e.Source, err = certified(c, e, log); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// certified returns the source of the certificate.
func certified(c *config.Config, e *encrypted, log *slog.Logger) (*certificate.Source, error) {
	if !c.TLS.ACME {
		k, err := certificate.FromFiles(c.TLS.Certificate, c.TLS.Key, log)
		if err != nil {
			return nil, fmt.Errorf("tls.certificate: %w", err)
		}
		return k, nil
	}
	o := certificate.ACME{
		Host: c.Host(), CA: c.TLS.CA, Email: c.TLS.Contact(c.Keeper), Folder: filepath.Join(c.Data, "certificates"),
		TLS: port(e.pages), HTTP: port(e.plain), Log: log,
	}
	var err error
	if c.TLS.CARoot != "" {
		if o.Roots, err = certificate.Roots(c.TLS.CARoot); err != nil {
			return nil, fmt.Errorf("tls.ca_root: %w", err)
		}
	}
	return certificate.ByACME(o), nil
}

// port returns the port of a listener, or 0.
func port(l net.Listener) int {
	if l == nil {
		return 0
	}
	a, _ := l.Addr().(*net.TCPAddr)
	return a.Port
}

// openPort opens an address, and says what to do if that is not possible.
func openPort(ctx context.Context, key, address string) (net.Listener, error) {
	l, err := httpserver.Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EACCES):
		program, unknown := os.Executable()
		if unknown != nil {
			program = "podesta"
		}
		return nil, fmt.Errorf("%s: %w. Allow the judge to use ports below 1024: with "+
			"AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit, as in that of the package, or with "+
			"setcap cap_net_bind_service=+ep %s", key, err, program)
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s: %w. Another program has this port, usually a web server; "+
			"ss -ltnp shows which. Stop it, or let it encrypt the pages, and remove tls.acme and "+
			"tls.certificate", key, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return l, nil
}

// close closes what openHTTPS has opened.
func (e *encrypted) close() {
	if e == nil {
		return
	}
	if e.Source != nil {
		e.Source.Close()
	}
	_ = e.pages.Close() // the server may have closed it
	if e.plain != nil {
		_ = e.plain.Close()
	}
}

// fronts returns the fronts of pages over https.
func (e *encrypted) fronts(pages http.Handler, base string, health *httpserver.Health) []httpserver.Front {
	if e == nil {
		return nil
	}
	out := []httpserver.Front{{Listener: e.pages, Handler: pages, TLS: e.TLS()}}
	if e.plain != nil {
		plain := e.Challenges(httpserver.ToHTTPS(base))
		out = append(out, httpserver.Front{Listener: e.plain, Handler: health.Handler(plain)})
	}
	return out
}

// start begins to get the certificate, and to look after it.
func (e *encrypted) start(ctx context.Context, c *config.Config, crew *httpserver.Crew, count *metrics.Metrics,
	log *slog.Logger,
) error {
	if e == nil {
		return nil
	}
	if err := e.Start(); err != nil {
		return fmt.Errorf("tls.acme: %w", err)
	}
	count.Certificate(e.Ends)
	crew.Go(httpserver.Worker{Name: "certificate", Every: time.Minute, Round: e.Round})
	if c.TLS.ACME {
		go warnOfAddress(ctx, c, log)
	}
	return nil
}

// warnOfAddress logs if the judge's name does not seem to lead to this machine.
func warnOfAddress(ctx context.Context, c *config.Config, log *slog.Logger) {
	found, do := certificate.Leads(ctx, net.DefaultResolver, c.Host(), certificate.Own())
	if found != "" {
		log.Warn("the certificate authority may not reach this machine", "found", found, "do", do)
	}
}
