package rules

import (
	"os"
	"strings"
	"testing"
)

// readTable reads testdata/presets.txt. Its head names the presets, and each
// other line has the values of an option.
func readTable(t *testing.T) (ids []string, rows map[string][]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/presets.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows = map[string][]string{}
	name := ""
	for line := range strings.Lines(string(data)) {
		switch f := strings.Fields(line); {
		case strings.HasPrefix(line, "# columns:"):
			ids = f[2:]
		case strings.HasPrefix(line, "#"):
		case len(f) == 1:
			name = f[0]
		default:
			rows[name] = f
		}
	}
	return ids, rows
}

func TestPresetsFollowTheLedger(t *testing.T) {
	ids, rows := readTable(t)
	if len(ids) != len(Presets()) {
		t.Errorf("the table has %d presets, the package %d", len(ids), len(Presets()))
	}
	for _, o := range Options {
		row := rows[o.Name]
		if len(row) != len(ids) {
			t.Errorf("%s: the table has %d values for %d presets", o.Name, len(row), len(ids))
			continue
		}
		delete(rows, o.Name)
		for i, id := range ids {
			s, err := Preset(id)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Value(o.Name); row[i] != "-" && got != row[i] {
				t.Errorf("%s: %s is %s, the ledger says %s", id, o.Name, got, row[i])
			}
		}
	}
	for name := range rows {
		t.Errorf("the table has %s, which is no option", name)
	}
}

func TestPreset(t *testing.T) {
	for _, p := range Presets() {
		s, err := Preset(p.ID)
		if err != nil || s.Preset != p.ID {
			t.Errorf("Preset(%q) = %q, %v", p.ID, s.Preset, err)
		}
		if p.Title == "" || p.Doc == "" {
			t.Errorf("%s is not documented", p.ID)
		}
	}
	if s, err := Preset(""); err != nil || s.Preset != DefaultPreset || Presets()[0].ID != DefaultPreset {
		t.Errorf("the default preset is %q, %v", s.Preset, err)
	}
	_, err := Preset("diplomcy")
	if err == nil || !strings.Contains(err.Error(), "did you mean diplomacy?") || !strings.Contains(err.Error(), "machiavelli-1995") {
		t.Errorf("misspelt preset: %v", err)
	}
}

// TestCitiesNeeded checks that the number of players determines the cities
// needed for victory (WIN-05).
func TestCitiesNeeded(t *testing.T) {
	for _, c := range []struct {
		preset        string
		players, want int
	}{
		{"battleline-1978-basic", 3, 12},
		{"battleline-1978-advanced", 4, 18},
		{"battleline-1978-advanced", 5, 15},
		{"njudge-classic", 2, 15},
		{"diplomacy", 7, 18},
	} {
		s, err := Preset(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.CitiesNeeded(c.players); got != c.want {
			t.Errorf("%s with %d players: %d cities, want %d", c.preset, c.players, got, c.want)
		}
	}
	byHand := Set{VictoryCities: 7}
	if got := byHand.CitiesNeeded(3); got != 7 {
		t.Errorf("a set that says nothing of few players: %d cities, want 7", got)
	}
}
