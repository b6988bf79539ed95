package page

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"podesta/internal/httpserver"
)

// maxBody is the maximum size of a form, in bytes. The longest reasonable
// orders are a few kilobytes.
const maxBody = 256 << 10

// maxDrain is how much of a body that is too large is read and discarded, so
// that a browser that is still sending shows the answer.
const maxDrain = 32 << 20

// pageCSP allows a page to use only what this server itself serves. Only the
// module trusted.ts may turn text into elements.
const pageCSP = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types podesta"

// Guard wraps the pages: it sets security headers, refuses forms from other
// sites, and turns a handler's panic into an error page.
func (s *Responder) Guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, http.StatusForbidden, "Not from another site", "This form was sent from a page of another site, so nothing was done.", nil)
	}))
	inner := cross.Handler(keyed(next))
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
				s.log.Error("panic in a page", "path", httpserver.CleanPath(r.URL.Path), "panic", p, "stack", string(debug.Stack()))
				s.Fail(w, r, http.StatusInternalServerError, "Something went wrong", "This is an error in the judge, not yours. It has been logged. As far as the judge knows, your request changed nothing.", nil)
			}
		}()
		in := s.WithVisit(r)
		defer func() { r.Pattern = in.Pattern }() // for metrics, which read the pattern from the outer request
		if s.lists.Affected(r) {
			// The answer is short and is sent after this, so the visitor sees the change when
			// they are redirected.
			defer s.lists.Change()
		}
		if !httpserver.IsTextAddress(r.URL) {
			in.URL = &url.URL{Path: "/"} // the page repeats the address in its links
			s.Fail(w, in, http.StatusBadRequest, "The address cannot be read", "It contains bytes that are not text, so nothing was done. Check whether the whole link was copied.", nil)
			return
		}
		inner.ServeHTTP(w, in)
	})
}

// Form parses the posted form, and replaces invalid UTF-8 in it. If the form is too large,
// unreadable or contains a zero byte, Form writes the answer and returns false.
func (s *Responder) Form(w http.ResponseWriter, r *http.Request) bool {
	body := r.Body
	r.Body = http.MaxBytesReader(w, body, maxBody)
	err := r.ParseForm()
	if err == nil {
		if httpserver.MendForm(r) {
			return true
		}
		s.Fail(w, r, http.StatusBadRequest, "The form could not be read", "It contains a zero byte, which no text contains. Nothing was saved, and what you saved before is unchanged.", nil)
		return false
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

// Clean makes text fit for storage and display: it normalizes line ends and
// replaces invalid UTF-8 by the replacement character. No order contains that,
// so only the affected lines are refused.
func Clean(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n")
}
