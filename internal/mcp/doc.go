// Package mcp lets agents play: it is a server of the Model Context Protocol
// whose tools call a judge's API with the token of a program's account. It knows
// nothing that the API does not show that account, so it cannot reveal what the
// account's seat must not see.
package mcp
