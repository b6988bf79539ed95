// Package archive writes games to files and reads them again: export, import,
// and the replay that checks a stored game against the engine.
package archive
