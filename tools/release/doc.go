// The program release builds what is published of a version: binaries as
// archives, packages for Debian and for systems with RPM, a container image, the
// documentation as a site, a list of all components, and checksums.
//
// It builds the last commit, not the files of the working tree. The same commit
// gives the same files, byte for byte, with the same release of Go: times are
// those of the commit, and nothing of the machine gets into the files.
package main
