// Package mailgame plays a whole game of eight players by mail, in its tests: real mail programs
// write the e-mail, a real mail server delivers it to the judge and the judge's e-mail to
// mailboxes, and the judge is the same that podesta serve runs, except for its clock. The same game
// is then played through the API, and both games must have the same history. The game is a script
// in testdata; script_test.go describes the format.
//
// The tests need Debian's postfix, swaks and s-nail (make test-deps) and, as
// Postfix does, root. The system's own mail is not touched.
package mailgame
