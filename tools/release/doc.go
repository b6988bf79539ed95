// The program release builds the files to be published for a version: binaries as archives,
// packages for Debian and for systems with RPM, a container image, the documentation as a site,
// a list of all components, and checksums.
//
// It builds the last commit, not the working tree. The same commit and the same release of Go
// give the same files, byte for byte: times are those of the commit, and nothing depends on the
// machine.
package main
