// Package mcp lets agents play: it is a server of the Model Context Protocol whose tools call a
// judge's API with the token of a program's account. It has no other access to games, so it
// cannot reveal what the account's seat must not see.
package mcp
