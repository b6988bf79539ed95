// Package browsertest plays at the judge's tables in a real browser: Chromium,
// driven by its debugging protocol, against `podesta serve` as an operator runs
// it. It is a module of its own, knows the judge by its pages only, and is run
// by `make test-browser`. Every page that is looked at is kept as a picture in
// the folder that PODESTA_SHOTS names ("shots" beside these files otherwise).
package browsertest
