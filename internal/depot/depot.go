// Package depot stores objects, named pieces of data that do not change, in a
// folder or in object storage with the API of Amazon S3.
package depot

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"time"
)

// Depot stores objects by name. Its methods can be called at the same time, by
// several processes too.
type Depot interface {
	// Put stores an object. After a nil error it is there, whole and lasting;
	// after an error it may be there.
	Put(ctx context.Context, name string, data []byte) error
	// Get reads an object. It returns ErrNone if there is none of that name.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete removes an object, if it exists.
	Delete(ctx context.Context, name string) error
	// List calls f for each object, in any order, until f returns an error.
	List(ctx context.Context, f func(Object) error) error
	// Check returns an error if the depot cannot be used.
	Check(ctx context.Context) error
	// String names the depot for people, without secrets.
	String() string
}

// Object describes an object.
type Object struct {
	Name    string
	Size    int64
	Changed time.Time
}

// ErrNone means that there is no object of a name.
var ErrNone = errors.New("there is no such object")

// MaxSize is the largest object that is read, in bytes.
const MaxSize = 256 << 20

// names matches the names of objects. They are valid in every file system and
// need no escaping in URLs.
var names = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$`)

// checkName returns an error for a name that an object cannot have.
func checkName(name string) error {
	if !names.MatchString(name) || path.Clean(name) != name || len(name) > 200 {
		return fmt.Errorf("%q is no name of an object", name)
	}
	return nil
}
