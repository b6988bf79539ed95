package main

import (
	"net"

	"podesta/internal/config"
	"podesta/internal/web"
	"podesta/internal/web/auth"
)

// accountsBy says how people make accounts on the pages: by a letter where the
// judge has mail. A judge without mail cannot find out to whom an address
// belongs. If it is there for its own machine only it makes accounts all the
// same, so that it can be tried out at once; otherwise nobody can make one.
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

// ownMachine tells whether an address to listen at can be reached from the
// machine itself alone.
func ownMachine(listen string) bool {
	network, address := config.Endpoint(listen)
	if network != "tcp" {
		return false // a proxy stands before it
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
