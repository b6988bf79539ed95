// Package env offers games as an environment for programs that learn to play
// or that play: positions as a seat sees them, legal orders as lines and as
// numbers of a fixed vocabulary, phases, and the messages in JSON with which
// programs in other languages use them. It reads and writes nothing by itself.
package env
