package main

import (
	"net"

	"podesta/internal/config"
	"podesta/internal/web"
	"podesta/internal/web/auth"
)

// accountsBy returns the options of the pages that say how people create accounts. A judge with
// e-mail verifies their addresses. A judge without e-mail creates accounts only if it has no public
// address and only its own machine can reach it, so that it can be tried immediately.
func accountsBy(c *config.Config, letters auth.Letters) []web.Option {
	out := []web.Option{web.WithSite(c.Name, c.BaseURL)}
	switch {
	case letters != nil:
		out = append(out, web.WithLetters(letters))
	case c.BaseURL == "" && ownMachine(c.Listen):
		out = append(out, web.WithoutLetters())
	}
	return out
}

// ownMachine reports whether only the machine itself can reach a listening address.
func ownMachine(listen string) bool {
	network, address := config.Endpoint(listen)
	if network != "tcp" {
		return false // a reverse proxy is in front of the judge
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
