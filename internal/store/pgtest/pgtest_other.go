//go:build !unix

package pgtest

import "testing"

// Server stands for a private PostgreSQL server, which this system cannot run.
type Server struct{}

// Start skips the test, because it can start PostgreSQL only on Unix.
func Start(tb testing.TB, _ ...string) *Server {
	tb.Helper()
	tb.Skip("tests start PostgreSQL on Unix only")
	return nil
}

// Shared skips the test, like Start.
func Shared(tb testing.TB) *Server {
	tb.Helper()
	return Start(tb)
}

// Up is never called, because Start skips the test. The same is true of the methods below.
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

// Folder skips the test, like Start.
func Folder(tb testing.TB) string {
	tb.Helper()
	Start(tb)
	return ""
}

// Data is never called, nor are the methods below.
func (*Server) Data() string { return "" }

// Shell is never called.
func (*Server) Shell(testing.TB, string) string { return "" }

// Database is never called.
func (*Server) Database(testing.TB, string) string { return "" }

// Of is never called.
func (*Server) Of(string) string { return "" }
