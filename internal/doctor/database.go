package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
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
		x.ok(check, i.Path+" will be made at the first start.")
		return
	case err != nil:
		what := i.Name
		if what == "" {
			what = config.WithoutPassword(x.c.DatabaseURL())
		}
		x.fail(check, what+": "+plainly(err)+".", x.remedy(what, err))
		return
	}
	x.path = i.Path
	found := fmt.Sprintf("%s, %s, layout %d of %d", i.Name, i.Server, i.Layout, i.Known)
	if i.Size > 0 {
		found += ", " + size(uint64(i.Size))
	}
	switch {
	case i.Layout > i.Known:
		x.fail(check, found+": a newer podesta has used it.", "Use that podesta, or restore a copy from before.")
	case i.Layout < i.Known:
		x.warn(check, found+": it will be brought up to date at the next start, and older programs cannot use it then.", "Make a copy first: podesta backup FILE, or pg_dump.")
	default:
		x.ok(check, found+".")
	}
	if i.Path != "" {
		if info, err := os.Stat(i.Path); err == nil && info.Mode().Perm()&0o007 != 0 {
			x.warn(check, fmt.Sprintf("Everybody on this machine can use %s (%04o), and foresee all dice.", i.Path, info.Mode().Perm()), "chmod 600 "+i.Path)
		}
	}
	if x.postgres() && x.c.Secret == "" && x.c.SecretFile == "" {
		x.warn(check, "The database may be shared, but the secret in "+x.c.Data+" belongs to this process alone.", "Set secret_file, and give every process the same file: the links of games are made from it.")
	}
	if !i.Clock.IsZero() {
		x.compare(i.Clock, before, took)
	}
}

// plainly returns a database error in one line, without secrets and without the
// words for players.
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
		return "Check that PostgreSQL runs and lets this user in, and that the key database is right."
	case x.postgres():
		return "Check that user and database exist (createuser, createdb), and that the key database names them."
	case strings.Contains(text, "not a database"), strings.Contains(text, "malformed"):
		return "Restore a copy made by podesta backup; or, if the file is something else, choose another folder for data."
	}
	return "Check that " + name + " belongs to the judge's user, and that the key database or data is right."
}

// compare compares the clock with the database's. before and took are the start
// and the duration of the query.
func (x *examination) compare(theirs, before time.Time, took time.Duration) {
	const check = "database's clock"
	diff := theirs.Sub(before.Add(took / 2))
	switch off := diff.Abs() - took/2; {
	case off > muchDrift:
		x.fail(check, fmt.Sprintf("It is %s apart from this machine's.", diff.Abs().Round(time.Second)), "Keep both right: install systemd-timesyncd or chrony.")
	case off > someDrift:
		x.warn(check, fmt.Sprintf("It is %s apart from this machine's.", diff.Abs().Round(100*time.Millisecond)), "Keep both right: install systemd-timesyncd or chrony.")
	default:
		x.ok(check, "It agrees with this machine's.")
	}
}
