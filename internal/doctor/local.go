package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"podesta/internal/config"
)

// configuration reports which configuration was read, with its warnings.
func (x *examination) configuration(file string, warnings []config.Problem) {
	const check = "configuration"
	set := 0
	for i := range config.Keys {
		if x.c.IsSet(config.Keys[i].Name) {
			set++
		}
	}
	from := "no file; "
	if file != "" {
		from = file + "; "
	}
	x.ok(check, fmt.Sprintf("%s%d of %d keys are set.", from, set, len(config.Keys)))
	for _, w := range warnings {
		x.warn(check, w.String()+".", "Correct its name, or remove it.")
	}
	if file == "" || !config.HoldsPassword(x.c.Database) {
		return
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o004 != 0 {
		x.warn(check, "Everyone on this machine can read the password of the database in "+file+".", "chmod 640 "+file+", with the judge's group; or use passfile=PATH in the URL.")
	}
}

// secret checks the judge's secret.
func (x *examination) secret() {
	const check = "secret"
	_, err := x.c.ReadSecret()
	path := x.c.SecretPath()
	switch {
	case errors.Is(err, fs.ErrNotExist) && x.c.SecretFile != "":
		x.fail(check, path+" does not exist.", fmt.Sprintf("Create it once: (umask 077; head -c %d /dev/urandom > %s). Every process of this judge needs the same file.", config.SecretSize, path))
		return
	case errors.Is(err, fs.ErrNotExist):
		x.ok(check, path+" will be created when the judge first starts.")
		return
	case errors.Is(err, fs.ErrPermission):
		x.fail(check, err.Error()+".", "Run this as the judge's user, or let that user read the file.")
		return
	case err != nil:
		x.fail(check, err.Error()+".", "Restore a copy of the secret: with a new one, all links to games stop working.")
		return
	case x.c.Secret != "":
		x.ok(check, "Set in the environment.")
		return
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		x.warn(check, fmt.Sprintf("Others on this machine can read %s (%04o).", path, info.Mode().Perm()), "chmod 600 "+path+". Anyone who has it can create the links to all games.")
		return
	}
	x.ok(check, path+" exists, and only its owner can read it.")
}

// The free disk space below which the judge may soon fail, and below which the operator should
// check it.
const (
	littleRoom = 64 << 20
	someRoom   = 1 << 30
)

// folder checks whether the data folder can be written to and has enough space.
func (x *examination) folder() {
	const check = "data folder"
	folder, err := filepath.Abs(x.c.Data)
	if err != nil {
		x.fail(check, err.Error()+".", "Set data to the path of a folder.")
		return
	}
	there := folder
	for {
		info, err := os.Stat(there)
		if err == nil && !info.IsDir() {
			x.fail(check, there+" is not a folder.", "Set data to the path of a folder.")
			return
		}
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(there) == there {
			x.fail(check, err.Error()+".", "Run this as the judge's user; it must own the folder.")
			return
		}
		there = filepath.Dir(there)
	}
	f, err := os.CreateTemp(there, ".podesta-doctor-*")
	if err != nil {
		x.fail(check, there+" is not writable: "+err.Error()+".", "Run this as the judge's user; it must own the folder.")
		return
	}
	err = errors.Join(f.Close(), os.Remove(f.Name()))
	if err != nil {
		x.fail(check, err.Error()+".", "Check the disk.")
		return
	}
	found := folder + " is writable"
	if there != folder {
		found = folder + " will be created when the judge first starts"
	}
	free, whole, known := x.Disk(there)
	if known {
		found += fmt.Sprintf("; %s of %s are free", size(free), size(whole))
	}
	switch {
	case known && free < littleRoom:
		x.fail(check, found+".", "Free some space: when the disk is full, the judge cannot save orders.")
	case known && (free < someRoom || free < whole/20):
		x.warn(check, found+".", "Free some space before it is full.")
	default:
		x.ok(check, found+".")
	}
}

// size formats a number of bytes for people.
func size(n uint64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}
