package config

import "net/url"

// WithoutPassword is a URL of a database without the password in it, if any. A
// URL that cannot be read is not shown at all.
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

// HoldsPassword tells whether a password stands in the URL of a database.
func HoldsPassword(database string) bool {
	u, err := url.Parse(database)
	if err != nil {
		return false
	}
	_, ok := u.User.Password()
	return ok || u.Query().Has("password")
}
