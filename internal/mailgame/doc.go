// Package mailgame contains tests that play a whole game of eight players by mail. Real mail
// programs write the e-mail, and a real mail server delivers it to the judge, and the judge's
// e-mail to mailboxes. The judge is the one that podesta serve runs, except for its clock. The same
// game is then played through the API, and both games must have the same history. The game is a
// script in testdata; script_test.go describes the format.
//
// The tests need Debian's postfix, swaks and s-nail (make test-deps). They must run as root,
// because Postfix must. The system's own mail is not touched.
package mailgame
