package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/judge"
)

// markEvery is how often the judge makes a mark in its database.
const markEvery = 20 * time.Second

// fewMarks is the number of marks that a database may lack without being a copy from an earlier
// time, because the last one may be lost in a power failure or a failover.
const fewMarks = 1

// mark makes a mark in the database, and keeps its number in the data folder.
func mark(ctx context.Context, c *config.Config, j *judge.Judge) error {
	n, err := j.Clock.Mark(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(c.MarkPath(), []byte(strconv.FormatInt(n, 10)+"\n"), 0o600)
}

// isRestored reports whether the database lacks more than fewMarks of the marks that the judge has
// made in it. A database in which no judge has run is a new one.
func isRestored(ctx context.Context, c *config.Config, j *judge.Judge) (bool, error) {
	text, err := os.ReadFile(c.MarkPath())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	made, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return false, nil // the file was being written when the power failed
	}
	n, at, err := j.Clock.LastMark(ctx)
	return err == nil && !at.IsZero() && made > n+fewMarks, err
}

// afterRestore does what is necessary after the database was replaced by an earlier copy of
// itself. If said is true, the operator has confirmed the replacement; otherwise afterRestore
// checks for it. letters is true if the judge sends e-mail.
func afterRestore(ctx context.Context, c *config.Config, j *judge.Judge, letters, said bool, log *slog.Logger) error {
	if !said {
		found, err := isRestored(ctx, c, j)
		if err != nil || !found {
			return err
		}
		log.Warn("the database is older than the one that ran here: it was restored from a copy")
	}
	done, err := j.Users.Restored(ctx, letters)
	if err != nil {
		return fmt.Errorf("after the restore: %w", err)
	}
	log.Warn("restored: all access to accounts has ended, and their owners are told; dice that may have been seen do not fall again",
		"copy", done.Copied.UTC().Format(time.RFC3339), "accounts", done.Accounts, "games", done.Games)
	if err := eraseAgain(ctx, c, j, log); err != nil {
		return fmt.Errorf("after the restore: %w", err)
	}
	log.Warn("restored: repeat what the copy does not have: accounts closed (podesta account -close), sanctions, and passwords that owners have changed because others knew them")
	return mark(ctx, c, j)
}

// eraseAgain repeats the erasures, recorded in the data folder, of accounts that exist in the
// restored database.
func eraseAgain(ctx context.Context, c *config.Config, j *judge.Judge, log *slog.Logger) error {
	f, err := os.Open(c.ErasedPath())
	if errors.Is(err, fs.ErrNotExist) {
		log.Warn("restored: the data folder does not say who was erased: repeat erasures since the copy (podesta account -erase ADDRESS)")
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		id := strings.TrimSpace(lines.Text())
		gone, err := j.Users.Erased(ctx, id)
		if err != nil {
			return err
		}
		if gone {
			continue
		}
		err = j.Users.Erase(ctx, id)
		switch {
		case game.ErrorCode(err) == game.Conflict:
			log.Error("restored: an account that was erased is there again: erase it", "account", id, "error", err)
		case err != nil:
			return err
		default:
			log.Warn("restored: an account was erased again", "account", id)
		}
	}
	return lines.Err()
}

// noteErased records the ID of an account that is being erased in the data folder.
func noteErased(c *config.Config, id string) error {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(c.ErasedPath(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(id + "\n")
	return errors.Join(err, f.Close())
}
