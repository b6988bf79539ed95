package main

import "time"

// The soak-test build (build tag soak, see tools/soak) replaces these values.
var (
	machineTime = time.Now // the clock of this machine
	hooksNear   = false    // whether webhooks may call addresses in the judge's own network
)
