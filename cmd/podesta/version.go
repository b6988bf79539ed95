package main

import (
	_ "embed"
	"fmt"
	"runtime/debug"
	"slices"

	"podesta/internal/embedded"
	"podesta/machiavelli/turn"
)

// version prints the version of the program, as recorded in the build, and the version of the
// engine.
func version(e env, args []string) int {
	if explained(e, args, "version", "Prints the version of podesta, and that of its engine: the part that resolves phases.") {
		return 0
	}
	fmt.Fprintf(e.out, "podesta %s, engine %s\n", programVersion(), turn.EngineVersion)
	return 0
}

// explained prints the help of a command without flags if the arguments ask for help, and reports
// whether it did.
func explained(e env, args []string, command, about string) bool {
	if len(args) == 0 || !slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
		return false
	}
	fmt.Fprintf(e.err, "usage: podesta %s\n%s\n", command, about)
	return true
}

// released is the version of a release. The linker sets it (tools/release).
var released string

// programVersion returns the version of the release, or the version recorded in the build.
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
var licences []byte

// showLicences prints the licences of everything that the program contains.
func showLicences(e env, args []string) int {
	if explained(e, args, "licences", "Prints the licences of podesta and of everything it contains.") {
		return 0
	}
	fmt.Fprintf(e.out, "%s", embedded.Unpack(licences))
	return 0
}
