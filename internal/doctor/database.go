package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/store"
)

// postgres reports whether the database is on PostgreSQL, which several
// processes can share.
func (x *examination) postgres() bool {
	return strings.HasPrefix(x.c.Database, "postgres://") || strings.HasPrefix(x.c.Database, "postgresql://")
}

// database checks whether the database can be reached and used.
func (x *examination) database(ctx context.Context) {
	const check = "database"
	ctx, cancel := within(ctx)
	defer cancel()
	before := x.Now()
	i, err := x.Inspect(ctx, x.c.DatabaseURL())
	took := x.Now().Sub(before)
	switch {
	case errors.Is(err, store.ErrNoDatabase):
		x.ok(check, i.Path+" will be created when the judge first starts.")
		return
	case err != nil:
		what := i.Name
		if what == "" {
			what = config.WithoutPassword(x.c.DatabaseURL())
		}
		x.fail(check, what+": "+plainly(err)+".", x.remedy(what, err))
		return
	}
	x.path, x.old = i.Path, i.Archived
	found := fmt.Sprintf("%s, %s, layout %d of %d", i.Name, i.Server, i.Layout, i.Known)
	if i.Size > 0 {
		found += ", " + size(uint64(i.Size))
	}
	switch {
	case i.Layout == 0 && x.lost():
		x.fail(check, found+": it is empty, but "+x.c.SecretPath()+" belongs to a judge that had games.", "Restore a copy made by podesta backup; or, to begin with no games and no accounts, start once with podesta serve -start_anew.")
	case i.Layout > i.Known && i.Compatible <= i.Known:
		x.warn(check, found+": a newer version of podesta has upgraded it. This version can use it only for a while longer.", "Start the newer version here as well.")
	case i.Layout > i.Known:
		x.fail(check, found+": it belongs to a newer version of podesta.", "Use that version, or restore a copy from before the upgrade.")
	case i.Layout < i.Known:
		x.warn(check, found+": the next start will upgrade it. Older versions cannot use it after that, except that on PostgreSQL the previous version can until storage.settle has passed.", "Make a copy first: podesta backup FILE, or pg_dump.")
	default:
		x.ok(check, found+".")
	}
	if i.Path != "" {
		if info, err := os.Stat(i.Path); err == nil && info.Mode().Perm()&0o007 != 0 {
			x.warn(check, fmt.Sprintf("Everyone on this machine can read or change %s (%04o), and predict all dice.", i.Path, info.Mode().Perm()), "chmod 600 "+i.Path)
		}
	}
	if x.postgres() && x.c.Secret == "" && x.c.SecretFile == "" {
		x.warn(check, "The database may be shared, but the secret in "+x.c.Data+" belongs to this process alone.", "Set secret_file, and give every process the same file: the links to games depend on it.")
	}
	if !i.Clock.IsZero() {
		x.compare(i.Clock, before, took)
	}
	x.sameSecret(i.Mark)
	x.work(&i)
	x.restored(&i)
	if i.Layout > 0 {
		x.backup()
		x.roomForCopy(&i)
	}
}

// lost reports whether the database should not be empty, because the data folder holds a
// judge's secret.
func (x *examination) lost() bool {
	if x.c.Secret != "" || x.c.SecretFile != "" {
		return false
	}
	_, err := os.Stat(x.c.SecretPath())
	return err == nil
}

// sameSecret checks that the keys in the database were derived from the secret in this
// configuration.
func (x *examination) sameSecret(mark string) {
	secret, err := x.c.ReadSecret()
	if err != nil || mark == "" {
		return // an error was already reported, and a missing mark will be recorded
	}
	if mark != store.Mark(secret) {
		x.fail("secret", "The keys in the database were made with a different secret.", "Give every process of this judge the same secret (secret_file), or restore the copy of the secret that belongs to this database.")
	}
}

// longOutage is the time after which a judge does not trust its clock without being told.
const longOutage = 60 * 24 * time.Hour

// inDays returns a duration in words, in days and hours, hours and minutes, or minutes.
func inDays(d time.Duration) string {
	switch days, hours, minutes := int(d.Hours())/24, int(d.Hours())%24, int(d.Minutes())%60; {
	case days > 0 && hours > 0:
		return number(days, "day", "days") + " and " + number(hours, "hour", "hours")
	case days > 0:
		return number(days, "day", "days")
	case hours > 0 && minutes > 0:
		return number(hours, "hour", "hours") + " and " + number(minutes, "minute", "minutes")
	case hours > 0:
		return number(hours, "hour", "hours")
	default:
		return number(minutes, "minute", "minutes")
	}
}

// work checks whether the judge's jobs are executed.
func (x *examination) work(i *store.Inspection) {
	const check = "jobs"
	well := i.Failed != nil
	for _, kind := range slices.Sorted(maps.Keys(i.Late)) {
		well = false
		late := inDays(i.Late[kind])
		switch {
		case kind == "clock" && i.Late[kind] > longOutage:
			x.fail(check, fmt.Sprintf("A deadline passed %s ago, but its phase has not been resolved.", late),
				"After an outage this long, the judge waits for you: check that the clock of this machine is right, "+
					"and start the judge once with podesta serve -trust_clock.")
		case kind == "clock":
			x.fail(check, fmt.Sprintf("A deadline passed %s ago, but its phase has not been resolved.", late), "Start the judge. If it is running, look in its log for the game.")
		default:
			x.warn(check, fmt.Sprintf("A job of kind %s has been due for %s.", kind, late), "Start the judge. If it is running, look in its log; podesta mail -failed lists waiting e-mails.")
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(i.Failed)) {
		well = false
		x.warn(check, fmt.Sprintf("%s of kind %s failed at least three times.", number(i.Failed[kind], "job", "jobs"), kind), "Look in the log for the errors; podesta mail -failed lists e-mails with the answers of the relay.")
	}
	if well {
		x.ok(check, "No job is late or failing.")
	}
}

// restored checks whether the database is an earlier copy of the one that the judge of this data
// folder last used.
func (x *examination) restored(i *store.Inspection) {
	const check = "restore"
	text, err := os.ReadFile(x.c.MarkPath())
	if err != nil {
		return // no judge has run with this data folder
	}
	if made, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && made > i.Marks+1 {
		x.warn(check, "The database is older than the one that the judge used here: it was restored from a copy.", "Start the judge. It notices this, ends all access to accounts, which may have been revoked since, and draws other dice; podesta serve -restored does it in any case.")
	}
}

// oldBackup is the age above which the last copy of the database is too old.
const oldBackup = 8 * 24 * time.Hour

// backup checks when the database was last copied.
func (x *examination) backup() {
	const check = "backup"
	path := x.c.LastBackup()
	how := "Copy it every night: podesta backup FILE. If you copy it in another way, run this afterwards: touch " + path
	if x.postgres() {
		how = "Copy it every night with pg_dump, and run this afterwards: touch " + path
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		x.warn(check, "The database has never been copied, as far as podesta knows.", how)
	case err != nil:
		x.warn(check, err.Error()+".", "Run this as the judge's user.")
	default:
		age := x.Now().Sub(info.ModTime())
		if found := "The database was last copied on " + info.ModTime().UTC().Format("2006-01-02") + "."; age > oldBackup {
			x.warn(check, found, how)
		} else {
			x.ok(check, found)
		}
	}
}

// roomForCopy checks whether there is space for a copy of a database file on its disk.
func (x *examination) roomForCopy(i *store.Inspection) {
	if i.Path == "" {
		return
	}
	free, _, known := x.Disk(filepath.Dir(i.Path))
	if known && free < uint64(i.Size)+littleRoom {
		x.warn("backup", fmt.Sprintf("The database has %s, but only %s are free on its disk: a copy does not fit there.", size(uint64(i.Size)), size(free)), "Free some space, or copy it to another disk: podesta backup FILE.")
	}
}

// plainly returns a database error in one line, without secrets and without the wording that is
// meant for players.
func plainly(err error) string {
	text := strings.Join(strings.Fields(httpserver.Clean(err.Error())), " ")
	if _, cause, found := strings.Cut(text, game.ErrUnavailable.Error()); found {
		text = "it cannot be reached: " + strings.TrimSuffix(strings.TrimPrefix(cause, " ("), ")")
	}
	return text
}

// remedy returns what to do about an unusable database.
func (x *examination) remedy(name string, err error) string {
	switch text := err.Error(); {
	case x.postgres() && errors.Is(err, game.ErrUnavailable):
		return "Check that PostgreSQL is running and accepts this user, and that the key database is right."
	case x.postgres():
		return "Check that the user and the database exist (createuser, createdb), and that the key database names them."
	case errors.Is(err, store.ErrForeign):
		return "Set the key data or database to the judge's own database; the judge will not touch this one."
	case strings.Contains(text, "not a database"), strings.Contains(text, "malformed"):
		return "Restore a copy made by podesta backup; or, if the file is something else, set data to another folder."
	}
	return "Check that " + name + " belongs to the judge's user, and that the key database or data is right."
}

// compare compares the machine's clock with the database's clock, which showed the time theirs. The
// query for it began at the time before and lasted for the duration took.
func (x *examination) compare(theirs, before time.Time, took time.Duration) {
	const check = "database's clock"
	diff := theirs.Sub(before.Add(took / 2))
	switch off := diff.Abs() - took/2; {
	case off > muchDrift:
		x.fail(check, fmt.Sprintf("It differs from this machine's clock by %s.", diff.Abs().Round(time.Second)), "Synchronize both: install systemd-timesyncd or chrony.")
	case off > someDrift:
		x.warn(check, fmt.Sprintf("It differs from this machine's clock by %s.", diff.Abs().Round(100*time.Millisecond)), "Synchronize both: install systemd-timesyncd or chrony.")
	default:
		x.ok(check, "It agrees with this machine's clock.")
	}
}
