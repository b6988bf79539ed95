// Command mapgen makes the maps of package atlas. Its input is the coastline of
// Natural Earth and a plan, which locates each province and sea by points. From
// these it computes outlines with shared borders, and the positions of names,
// units, cities and marks. It is run by hand, and its output is committed.
package main
