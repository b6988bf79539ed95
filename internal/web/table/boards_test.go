package table

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/store"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/wiring"
)

// frozen is a clock that is stopped.
type frozen struct{}

func (frozen) Now() time.Time { return time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC) }

// TestMapsShareTheirBoard checks that maps of different phases are compressed with their common
// part, and that this does not make them larger.
func TestMapsShareTheirBoard(t *testing.T) {
	t.Parallel()
	st, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	j := judge.New(st, frozen{}, []byte("a secret that is long enough for it"))
	g, keys, err := j.Lobby.Create(t.Context(), lobby.NewGame{Name: "Boards", Scenario: "B", Preset: "battleline-1978-optional", Solitaire: true})
	if err != nil {
		t.Fatal(err)
	}
	role, err := j.Lobby.Role(t.Context(), g.ID, keys.Master)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Clock.Process(t.Context(), g.ID, role, g.Revision); err != nil {
		t.Fatal(err)
	}
	if g, err = j.Base.Game(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	s := &Pages{Base: &gamepage.Base{Options: gamepage.Options{Judge: wiring.Pages(j)}}}
	o := atlas.Options{Theme: "light", Size: atlas.Screen}
	for n := range 3 {
		body, err := s.draw(httptest.NewRequest(http.MethodGet, "/", nil), g, 1+n%2, false, game.Role{}, o)
		if err != nil {
			t.Fatal(err)
		}
		p := s.packMap(g, o, "en", body)
		if back, err := p.Body(); err != nil || !bytes.Equal(back, body) {
			t.Fatalf("another map: %v", err)
		}
		if size, whole := p.Size(), page.Pack(body).Size(); size > whole*21/20 {
			t.Errorf("%d bytes around the board, %d without it", size, whole)
		}
	}
	for _, n := range s.boards.Shared() {
		if n < 32<<10 {
			t.Errorf("maps share %d bytes", n)
		}
	}
}
