// Package boardpage contains the parts of pages with a board, whether of a
// game, the sandbox or a lesson: the boxes for orders with their verdicts, the
// tools for editing a position, the look of the map, and the addresses that the
// script needs.
package boardpage
