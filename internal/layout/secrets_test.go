package layout

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecretsAreDecidedInView checks that code that shows parts of a game leaves the decision
// about what its reader may see to package view.
func TestSecretsAreDecidedInView(t *testing.T) {
	deciding := regexp.MustCompile(`\breport\.(Seen|Known|Visible|SeesTreasury|SeesChits)\(|\.TreasuryVisibility\b|\.Gunboat\b|\.HideVotes\b|\.Reveal([^(\w]|$)`)
	allowed := map[string]string{
		"internal/game/view.go":             "makes the view",
		"internal/hosting":                  "describes the settings",
		"internal/clock/phase.go":           "names the players when the game is over",
		"internal/lobby/settings.go":        "says when the settings may change",
		"internal/judge/judgetest":          "makes the settings, for tests",
		"internal/tournament/settings.go":   "refuses the setting",
		"internal/apijson/game.go":          "shows the settings",
		"internal/web/games/front.go":       "shows the settings",
		"internal/mail/inbox/signon.go":     "names the variant",
		"internal/mail/inbox/parameters.go": "shows the settings", "internal/mail/inbox/listing.go": "shows the settings",
		"internal/mail/inbox/create.go": "makes the settings", "internal/mail/command/change.go": "makes the settings", "internal/mail/inbox/help.go": "makes the settings",
	}
	root := filepath.Join("..", "..")
	used := map[string]bool{}
	for _, folder := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(data), "\n") {
				code, _, _ := strings.Cut(line, "//")
				if !deciding.MatchString(code) {
					continue
				}
				ok := false
				for _, at := range []string{name, filepath.ToSlash(filepath.Dir(name))} {
					if allowed[at] != "" {
						ok, used[at] = true, true
					}
				}
				if !ok || strings.Contains(code, "report.") {
					t.Errorf("%s:%d: %s\n\tpackage view decides who may see what", name, n+1, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for at := range allowed {
		if !used[at] {
			t.Errorf("%s is allowed what it does not do", at)
		}
	}
}
