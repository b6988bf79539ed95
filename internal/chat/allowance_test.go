package chat_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestLongMessages sends messages of very many lines to both services. All people share the bot's
// sending limit, so it checks that each message is answered with only a few messages and maps.
func TestLongMessages(t *testing.T) {
	t.Parallel()
	here, there := newHouse(t), newGuild(t)
	_, a, _ := here.plays("Siena")
	here.tied(1, a)
	_, b, _ := there.plays("Siena")
	code, err := there.Judge.Users.BeginChat(t.Context(), b.ID)
	there.Must(err)
	there.slash("1", "link", "code", code)
	asked := func(line func(i int) string) string {
		var all []string
		for i := range 300 {
			all = append(all, line(i))
		}
		return strings.Join(all, "\n")
	}
	for what, text := range map[string]string{
		"one map":    asked(func(int) string { return "MAP" }),
		"lists":      asked(func(i int) string { return fmt.Sprint("HISTORY Siena LINES ", i+1) }),
		"all texts":  asked(func(i int) string { return []string{"HELP RULES", "LIST", "GET RULES", "MAP", "WHOIS"}[i%5] }),
		"maps":       asked(func(i int) string { return []string{"SET ZONE UTC", "MAP"}[i%2] }),
		"no command": asked(func(i int) string { return fmt.Sprint("GET NOTHING", i) }),
		"orders":     asked(func(int) string { return "A Nowhere - Rome" }),
		"one line":   strings.Repeat("HELP RULES; ", 300),
	} {
		for service, said := range map[string]string{"Telegram": here.says(1, text), "Discord": there.types("1", "orders", text)} {
			all := strings.Split(said, "\n--\n")
			maps := strings.Count(said, `\x89PNG`)
			if len(all) > 14 || maps > 4 || len(said) > 26<<10 || said == "" {
				t.Errorf("%s on %s: %d messages of %d bytes, %d of them with maps", what, service, len(all), len(said), maps)
			}
		}
	}
}
