//go:build !unix

package pgtest

import "testing"

// Server is a private PostgreSQL server, of which there is none here.
type Server struct{}

// Start skips the test: PostgreSQL is started with the means of Unix.
func Start(tb testing.TB, _ ...string) *Server {
	tb.Helper()
	tb.Skip("tests start PostgreSQL on Unix only")
	return nil
}

// Shared skips the test, as Start does.
func Shared(tb testing.TB) *Server {
	tb.Helper()
	return Start(tb)
}

// Up, like the methods below, is never called.
func (*Server) Up(testing.TB) {}

// Crash is never called.
func (*Server) Crash(testing.TB) {}

// Down is never called.
func (*Server) Down(testing.TB) {}

// Socket is never called.
func (*Server) Socket() string { return "" }

// URL is never called.
func (*Server) URL(testing.TB) string { return "" }

// Exec is never called.
func (*Server) Exec(testing.TB, string, ...string) {}
