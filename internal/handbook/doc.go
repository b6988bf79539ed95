// Package handbook renders the project's documents as pages: those that the judge
// serves, and a site of files that needs no server.
package handbook
