// Package browsertest plays games in a real browser: Chromium, controlled by
// its debugging protocol, with `podesta serve` as an operator runs it. It is a
// separate module, knows only the judge's pages, and is run by `make
// test-browser`. What it needs besides the pages in question, it makes as a program
// would, because a page costs a hundred times more. If PODESTA_SHOTS names a folder,
// it saves a picture of every page there.
package browsertest
