// Package env is an environment for programs that play or learn to play: positions as a seat sees
// them, legal orders as lines and as numbers of a fixed vocabulary, phases, and the JSON messages
// that programs in other languages exchange with it. It does no input or output itself.
package env
