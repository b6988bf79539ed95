package main

import "time"

// What a build for soak tests (tag soak, see tools/soak) replaces.
var (
	machineTime = time.Now // the clock of this machine
	hooksNear   = false    // whether webhooks may call addresses in the judge's own network
)
