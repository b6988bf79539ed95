// Package sandbox has the pages of the sandbox, in which anyone can try orders. All of
// a sandbox is in its address; nothing is stored.
package sandbox
