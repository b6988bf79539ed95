// Package api serves the judge to programs: JSON over HTTP under /api/v1, with
// a description in OpenAPI 3.1 at /api/openapi.json. Every command is the
// judge's own, with the same permissions as by e-mail and on pages. The types
// of this package are the contract with authors of clients.
package api
