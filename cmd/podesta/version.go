package main

import (
	_ "embed"
	"fmt"
	"runtime/debug"

	"podesta/machiavelli/turn"
)

// version prints the version of the program, as recorded in the build, and that
// of the engine.
func version(e env, args []string) int {
	fmt.Fprintf(e.out, "podesta %s, engine %s\n", programVersion(), turn.EngineVersion)
	return 0
}

// released is the version of a release. The linker sets it (tools/release).
var released string

// programVersion returns the version of the program: that of the release, or as
// recorded in the build.
func programVersion() string {
	if released != "" {
		return released
	}
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" {
		return b.Main.Version
	}
	return "(unknown)"
}

// licences holds the licences of everything that the program contains. The
// program tools/licences writes the file.
//
//go:embed licences.txt
var licences string

// showLicences prints the licences of everything that the program contains.
func showLicences(e env, args []string) int {
	fmt.Fprint(e.out, licences)
	return 0
}
