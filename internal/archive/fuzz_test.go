package archive_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"podesta/internal/bounded"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// FuzzImport imports modified files of games, with the correct checksum. It checks that a
// refused file leaves nothing behind and the error gives a reason, and that the work for a file
// is bounded by its size.
func FuzzImport(f *testing.F) {
	h := judgetest.Open(f, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	h.Seeded(4)
	who := h.Person("Ada")
	short, _, _ := h.Playing("Siena", nil)
	linked := h.ClassicGame()
	var seeds [][]byte
	for _, g := range []*game.Game{short, linked} {
		var file struct{ Game json.RawMessage }
		if err := json.Unmarshal(pack(h, g), &file); err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := json.Compact(&b, bytes.ReplaceAll(file.Game, []byte(g.ID), []byte("elsewhere"))); err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, b.Bytes())
		f.Add([]byte(file.Game), uint8(2))
	}
	for _, s := range append(seeds, []byte(`{"id":"elsewhere","name":"x"}`), []byte(`{`)) {
		f.Add(s, uint8(1))
		f.Add(s, uint8(2))
	}
	show := h.Rehearse()
	show.Forget(true)
	f.Fuzz(func(t *testing.T, inner []byte, version uint8) {
		if len(inner) > 64<<10 {
			return
		}
		var b bytes.Buffer
		if json.Compact(&b, inner) != nil {
			b.Reset()
			b.Write(inner)
		}
		sum := sha256.Sum256(b.Bytes())
		data := []byte(`{"format":"podesta game","version":` + string('0'+version%4) + `,"written":"2026-01-05T12:00:00Z","secret":true,"checksum":"sha256:` +
			hex.EncodeToString(sum[:]) + `","game":` + string(inner) + `}`)
		before := show.Wrote()
		var err error
		bounded.Bytes(t, len(data), 64<<20, 3000, func() { _, err = h.Archive.Import(ctx, who.ID, data) })
		wrote := show.Wrote() - before
		switch code := game.ErrorCode(err); {
		case err == nil && wrote != 1:
			t.Fatalf("imported with %d writes", wrote)
		case err != nil && (wrote != 0 || err.Error() == "" || code != game.Invalid && code != game.Conflict && code != game.TooLarge):
			t.Fatalf("%d writes, error %q: %v", wrote, code, err)
		}
	})
}
