// Package api is the judge for programs: JSON over HTTP under /api/v1, with a
// description of it in OpenAPI 3.1 at /api/openapi.json. Every command is the
// judge's own, with the same checks of permission as for letters and pages; the
// types of this package are the contract with those who write clients.
package api
