package doctor

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"podesta/internal/store"
)

// TestReplicaLag finds a standby that is behind the database.
func TestReplicaLag(t *testing.T) {
	c := conf(t, "database=postgres://db/podesta", "storage.replica=postgres://standby/podesta", "storage.replica_lag=10s")
	for _, x := range []struct {
		place    uint64
		replayed time.Time
		status   Status
		words    []string
	}{
		{100 << 20, noon.Add(-time.Hour), OK, []string{"up to date"}}, // nothing was written for an hour
		{101 << 20, time.Time{}, OK, []string{"up to date"}},
		{90 << 20, noon.Add(-2 * time.Second), OK, []string{"10 MB behind"}},
		{90 << 20, noon.Add(-3 * time.Minute), Warn, []string{"10 MB behind", "is 3m0s old", "more than 10s behind", "primary_conninfo"}},
		{90 << 20, time.Time{}, Warn, []string{"10 MB behind", "primary_conninfo"}},
	} {
		w := healthyWorld()
		w.Inspect = func(_ context.Context, url string) (store.Inspection, error) {
			if url == c.Storage.Replica {
				return store.Inspection{Name: "the standby", Clock: noon, Place: x.place, Replayed: x.replayed}, store.ErrReadOnly
			}
			return store.Inspection{Layout: 4, Known: 4, Clock: noon, Place: 100 << 20}, nil
		}
		expect(t, Examine(t.Context(), w, c, "", nil), "replica", x.status, x.words...)
	}
}

// TestRoomForCopy finds a disk on which a copy of the database does not fit.
func TestRoomForCopy(t *testing.T) {
	c := conf(t)
	w := withDatabase(store.Inspection{Path: filepath.Join(c.Data, "podesta.db"), Layout: 4, Known: 4, Size: 60 << 30})
	expect(t, Examine(t.Context(), w, c, "", nil), "backup", Warn, "has 60 GB, but only 50 GB are free", "another disk")
	w = withDatabase(store.Inspection{Path: filepath.Join(c.Data, "podesta.db"), Layout: 4, Known: 4, Size: 30 << 30})
	for _, r := range Examine(t.Context(), w, c, "", nil) {
		if r.Check == "backup" && r.Do != "" && r.Found != "The database has never been copied, as far as podesta knows." {
			t.Errorf("%+v", r)
		}
	}
}
