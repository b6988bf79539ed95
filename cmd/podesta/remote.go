package main

import "podesta/internal/client/cli"

// runClient runs a command of podesta client.
func runClient(e env, args []string) int {
	return cli.Run(e.in, e.out, e.err, cli.Options{Version: programVersion(), ShowFlags: showFlags}, args)
}
