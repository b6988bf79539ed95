package page

import (
	"bytes"
	"net/http"
	"strings"

	"podesta/internal/httpserver"
)

// The judge may be reached below a path (base_url). Its handlers know only inner addresses, such as
// "/games"; browsers need outer ones, such as "/machiavelli/games". Render adds the prefix to the
// addresses in a page, and httpserver.Below adds it to addresses in headers. In JSON, handlers use
// Outer. What browsers send back in forms, such as the page to go to afterwards, stays inner.

// Outer returns an address of the judge, such as "/games", as the sender of a request needs it.
func Outer(r *http.Request, path string) string { return httpserver.Prefix(r.Context()) + path }

// Reached returns the address under which a visitor reached the judge, without a slash at its
// end.
func Reached(r *http.Request) string { return Scheme(r) + "://" + r.Host + Outer(r, "") }

// addresses holds the names of the attributes that are addresses. The value of data-present is
// not among them: scripts send it back.
var addresses = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(`action formaction href src srcset
		data-base data-base-href data-charts data-check data-correct data-draw data-edit data-fills data-film
		data-first data-letters data-live data-orders data-playback data-rules data-table`) {
		all[name] = true
	}
	return all
}()

// outward adds a prefix to the addresses in the attributes of HTML. Text of people cannot be
// mistaken for an attribute, since quotation marks in it are escaped.
func outward(body []byte, prefix string) []byte {
	if prefix == "" {
		return body
	}
	begin := []byte(`="/`)
	var out bytes.Buffer
	out.Grow(len(body) + len(body)/16)
	for {
		at := bytes.Index(body, begin)
		if at < 0 {
			out.Write(body)
			return out.Bytes()
		}
		name := body[bytes.LastIndexAny(body[:at], " \n\t")+1 : at]
		value := at + len(begin) - 1
		out.Write(body[:value])
		if addresses[string(name)] && !bytes.HasPrefix(body[value:], []byte("//")) {
			out.WriteString(prefix)
		}
		body = body[value:]
	}
}
