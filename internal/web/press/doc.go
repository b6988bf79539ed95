// Package press contains the pages with a game's messages and its log.
package press
