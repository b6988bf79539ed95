// Package browsertest plays games in a real browser: Chromium, controlled by its debugging
// protocol, with `podesta serve` as an operator runs it. It is a separate module, uses only the
// judge's pages, and is run by `make test-browser`. Anything it needs besides the pages under
// test is created with plain HTTP requests, because a page in a browser takes a hundred times
// longer. If PODESTA_SHOTS names a folder, it saves a picture of every page there.
package browsertest
