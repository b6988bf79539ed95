// Package docs contains the pages of the documentation.
package docs
