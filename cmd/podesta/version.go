package main

import (
	"fmt"
	"runtime/debug"

	"podesta/machiavelli/turn"
)

// version prints the version of the program, as the build knows it, and that
// of the engine.
func version(e env, args []string) int {
	v := "(unknown)"
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" {
		v = b.Main.Version
	}
	fmt.Fprintf(e.out, "podesta %s, engine %s\n", v, turn.EngineVersion)
	return 0
}
