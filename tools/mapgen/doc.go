// Command mapgen makes the maps of package atlas: from the coasts of Natural
// Earth and a plan, which says by points where each province and sea lies, it
// works out outlines that share their borders, and the places of names, units,
// cities and marks. It is run by hand; its output is committed.
package main
