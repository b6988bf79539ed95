package depot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Folder returns a depot of files in a folder, which must exist: it may be on a
// disk that is not mounted at the moment.
func Folder(root string) Depot { return folder{root} }

type folder struct{ root string }

// partPrefix begins the names of files that are not complete.
const partPrefix = ".part-"

// String returns the path.
func (d folder) String() string { return "the folder " + d.root }

// Check makes sure that the folder exists and can be written.
func (d folder) Check(context.Context) error {
	if err := d.there(); err != nil {
		return err
	}
	f, err := os.CreateTemp(d.root, partPrefix+"*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// there returns an error if the folder does not exist.
func (d folder) there() error {
	info, err := os.Stat(d.root)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", d.root)
	}
	return err
}

// Put writes the file under another name, brings it to the disk, and renames
// it.
func (d folder) Put(ctx context.Context, name string, data []byte) (err error) {
	if err := checkName(name); err != nil {
		return err
	}
	if err := errors.Join(ctx.Err(), d.there()); err != nil {
		return err
	}
	to := filepath.Join(d.root, filepath.FromSlash(name))
	within := filepath.Dir(to)
	if err := d.makeFolders(within); err != nil {
		return err
	}
	f, err := os.CreateTemp(within, partPrefix+"*") // readable for its owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error counts
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), to); err != nil {
		return err
	}
	return syncFolder(within)
}

// makeFolders makes a folder below the root and those above it, and brings
// their names to the disk.
func (d folder) makeFolders(path string) error {
	if path == d.root {
		return nil
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	above := filepath.Dir(path)
	if err := d.makeFolders(above); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(above)
}

// Get reads a file.
func (d folder) Get(ctx context.Context, name string) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	if err := errors.Join(ctx.Err(), d.there()); err != nil {
		return nil, err
	}
	file := filepath.Join(d.root, filepath.FromSlash(name))
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", file, ErrNone)
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxSize {
		return nil, fmt.Errorf("%s has %d bytes: it was not written by this program", file, info.Size())
	}
	return os.ReadFile(file)
}

// Delete removes a file.
func (d folder) Delete(_ context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if err := d.there(); err != nil {
		return err
	}
	err := os.Remove(filepath.Join(d.root, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// List lists the files, except those that are not complete.
func (d folder) List(ctx context.Context, f func(Object) error) error {
	if err := d.there(); err != nil {
		return err
	}
	return filepath.WalkDir(d.root, func(path string, e fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || e.IsDir() || strings.HasPrefix(e.Name(), partPrefix) {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(d.root, path)
		if err != nil {
			return err
		}
		return f(Object{filepath.ToSlash(name), info.Size(), info.ModTime()})
	})
}
