package main

import (
	"fmt"
	"runtime/debug"

	"podesta/machiavelli/turn"
)

// version prints the version of the program, as the build knows it, and that
// of the engine.
func version(e env, args []string) int {
	fmt.Fprintf(e.out, "podesta %s, engine %s\n", programVersion(), turn.EngineVersion)
	return 0
}

// programVersion is the version of the program, as the build knows it.
func programVersion() string {
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" {
		return b.Main.Version
	}
	return "(unknown)"
}
