// Package mailgame plays a whole game of eight by mail, in its tests: real mail
// programs write the letters, a real mail server of the test's own carries them
// to the judge and the judge's letters to mailboxes, and the judge is the one
// that podesta serve runs, but for its clock. The same game is then played by
// the API, and both must leave the same history. The game is written down in
// testdata; see script_test.go for how.
//
// The tests need Debian's postfix, swaks and s-nail (make test-deps) and, as
// Postfix does, root. Nothing of the system's own mail is touched.
package mailgame
