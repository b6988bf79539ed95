package config

import "net/url"

// WithoutPassword returns the URL of a database without its password. It hides
// a URL that cannot be parsed.
func WithoutPassword(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		return "(a URL that cannot be read)"
	}
	if _, ok := u.User.Password(); ok {
		u.User = url.UserPassword(u.User.Username(), "...")
	}
	if q := u.Query(); q.Has("password") {
		q.Set("password", "...")
		u.RawQuery = q.Encode()
	}
	return u.String()
}

// HoldsPassword reports whether the URL of a database contains a password.
func HoldsPassword(database string) bool {
	u, err := url.Parse(database)
	if err != nil {
		return false
	}
	_, ok := u.User.Password()
	return ok || u.Query().Has("password")
}
