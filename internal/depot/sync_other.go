//go:build !unix

package depot

// syncFolder does nothing: the system does not let programs sync a folder.
func syncFolder(string) error { return nil }
