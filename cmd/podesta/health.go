package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"podesta/internal/config"
)

// runHealth asks a running judge on this machine whether it can be used. The exit status is 0 if
// so, 1 if not, and 2 if the arguments are wrong.
func runHealth(e env, args []string) int {
	s := newSettings(e, "health", "",
		"Asks the judge that listens at the address in listen whether it can be used (/readyz), as a proxy would, and prints",
		"its answer. It needs no shell and no other program, so it can be the health check of a container. The exit status",
		"is 0 if the judge is ready, and 1 if it is not.")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	c, _, ok := s.load(e)
	if !ok {
		return 1
	}
	answer, err := readiness(c.Listen, c.Prefix())
	if err != nil {
		fmt.Fprintf(e.err, "podesta health: %v\n", err)
		return 1
	}
	fmt.Fprintln(e.out, answer)
	return 0
}

// readiness asks the judge that serves pages below a path at an address of this machine, and returns
// an error that says why it is not ready.
func readiness(address, prefix string) (string, error) {
	network, where := config.Endpoint(address)
	if host, port, err := net.SplitHostPort(where); network == "tcp" && err == nil {
		if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
			where = net.JoinHostPort("localhost", port)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+prefix+"/readyz", nil)
	if err != nil {
		return "", err
	}
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, where)
		},
	}}
	answer, err := client.Do(r)
	if err != nil {
		return "", fmt.Errorf("no judge answers at %s: %w", address, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 4096))
	said := strings.TrimSpace(string(text))
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, said)
	}
	return said, err
}
