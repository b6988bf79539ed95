package page

import "net/http"

// Router registers the handlers of pages, as http.ServeMux does.
type Router interface {
	Handle(pattern string, h http.Handler)
	HandleFunc(pattern string, h func(http.ResponseWriter, *http.Request))
}
