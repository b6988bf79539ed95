package page

import (
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"unicode/utf8"
)

// maxBody is the largest form that is read, in bytes. The longest sensible
// orders are a few kilobytes.
const maxBody = 256 << 10

// maxDrain is how much of a body that is too large is read and thrown away, so
// that a browser that is still sending gets to see the answer.
const maxDrain = 32 << 20

// pageCSP lets a page use what this server itself serves, and nothing else.
const pageCSP = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Guard wraps the pages: headers for safety, no forms from other sites, and a
// page instead of a broken connection should a handler panic.
func (s *Responder) Guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, http.StatusForbidden, "Not from another site", "This form was sent from a page of another site, so nothing was done.", nil)
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pageCSP)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		defer func() {
			if p := recover(); p != nil {
				if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(p)
				}
				s.log.Error("panic in a page", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				s.Fail(w, r, http.StatusInternalServerError, "Something went wrong", "This is an error in the judge, not yours. It has been logged. As far as the judge knows, your request changed nothing.", nil)
			}
		}()
		s.renew(w, r)
		in := s.WithVisit(r)
		defer func() { r.Pattern = in.Pattern }() // who counts requests reads it there
		if s.lists.Affected(r) {
			// The answer, a short one, goes out when all of this has ended: who is led
			// on by it comes after the change.
			defer s.lists.Change()
		}
		inner.ServeHTTP(w, in)
	})
}

// Form reads the posted form. It reports false, with the answer written, where
// the form is too large or unreadable.
func (s *Responder) Form(w http.ResponseWriter, r *http.Request) bool {
	body := r.Body
	r.Body = http.MaxBytesReader(w, body, maxBody)
	err := r.ParseForm()
	if err == nil {
		return true
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		_, _ = io.CopyN(io.Discard, body, maxDrain)
		s.Fail(w, r, http.StatusRequestEntityTooLarge, "The text is too long",
			"A form can hold 256 kilobytes; the longest orders need only a few. Nothing was saved, and what you saved before is unchanged.", nil)
		return false
	}
	s.Fail(w, r, http.StatusBadRequest, "The form could not be read", "It was not encoded as forms are: "+err.Error(), nil)
	return false
}

// Clean makes text fit to be kept and shown: line ends are those of Unix, and
// bytes that are no UTF-8 become the replacement character, which no order
// contains, so that only the lines that hold them are refused.
func Clean(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n")
}
