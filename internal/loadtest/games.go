//go:build linux

package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"podesta/internal/seed"
	"podesta/internal/store"
)

// keptFor is how long stored games are only read before they become due.
const keptFor = 14 * 24 * time.Hour

// keptCrowd is the data that a later run needs to reuse the stored games.
type keptCrowd struct {
	Secret []byte
	Due    time.Time
	All    *seed.Crowd
}

// crowded opens the database and fills it with games, or finds those of an
// earlier run. It returns the judge's secret.
func (r *round) crowded(ctx context.Context) ([]byte, error) {
	folder := r.folder
	if r.plan.crowd != "" {
		folder = r.plan.crowd
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
	}
	r.database = "sqlite:" + filepath.Join(folder, "podesta.db")
	var err error
	if r.store, err = store.Open(r.database); err != nil {
		return nil, err
	}
	made, err := r.madeBefore()
	if err != nil {
		return nil, err
	}
	if made == nil {
		if made, err = r.makeGames(ctx); err != nil {
			return nil, err
		}
	}
	all := made.All.Games
	if len(all) < r.plan.games || time.Until(made.Due) < time.Hour {
		return nil, fmt.Errorf("there are too few stored games, or they are due: create new ones in a folder other than %s", r.plan.crowd)
	}
	r.games = all[:r.plan.games]
	return made.Secret, nil
}

// madeBefore returns the data stored by an earlier run, or nil.
func (r *round) madeBefore() (*keptCrowd, error) {
	if r.plan.crowd == "" {
		return nil, nil
	}
	data, err := os.ReadFile(r.keptName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	made := &keptCrowd{}
	return made, json.Unmarshal(data, made)
}

func (r *round) keptName() string { return filepath.Join(r.plan.crowd, "crowd.json") }

// makeGames creates all games, and records them if they are stored.
func (r *round) makeGames(ctx context.Context) (*keptCrowd, error) {
	begun := time.Now()
	made := &keptCrowd{Secret: make([]byte, 32), Due: begun.Add(keptFor).Truncate(time.Second)}
	_, _ = rand.Read(made.Secret) // crypto/rand never fails
	var err error
	made.All, err = seed.Make(ctx, r.store, made.Secret, seed.Plan{Games: r.plan.games, Due: made.Due})
	if err != nil {
		return nil, err
	}
	fmt.Printf("%d games made in %s: %v; database %s\n", len(made.All.Games), time.Since(begun).Round(time.Second), made.All.Phases, r.store)
	if r.plan.crowd == "" {
		return made, nil
	}
	data, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	return made, os.WriteFile(r.keptName(), data, 0o600)
}
