package calendar

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzEntry writes entries and parses their lines.
func FuzzEntry(f *testing.F) {
	f.Add("siena-deadline@example.org", "Orders due: Siena; spring, 1385\\", "https://example.org/g/siena", "Ordini entro stasera: Siena", int64(1_800_000_000), false)
	f.Add("a\r\nATTENDEE:b", strings.Repeat("é", 100), "", "", int64(0), true)
	f.Fuzz(func(t *testing.T, uid, summary, url, alarm string, at int64, cancelled bool) {
		if at < 0 || at > 1<<36 {
			return
		}
		e := Entry{UID: uid, Sequence: 7, Stamp: time.Unix(at, 0), At: time.Unix(at, 0).Add(time.Hour), Summary: summary, URL: url, Alarm: alarm, Cancelled: cancelled}
		out := e.String()
		if !utf8.ValidString(out) || strings.Count(out, "\r") != strings.Count(out, "\n") {
			t.Fatalf("%q", out)
		}
		for l := range strings.SplitSeq(out, "\r\n") {
			if len(l) > 75 || strings.ContainsAny(l, "\r\n") {
				t.Fatalf("the line %q", l)
			}
		}
		got := map[string]string{}
		for l := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(out, "\r\n ", ""), "\r\n"), "\r\n") {
			name, value, ok := strings.Cut(l, ":")
			if _, twice := got[name]; !ok || twice && name != "BEGIN" && name != "END" {
				t.Fatalf("the line %q in %q", l, out)
			}
			got[name] = value
		}
		read := strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",")
		for name, want := range map[string]string{"UID": uid, "SUMMARY": summary, "DESCRIPTION": alarm} {
			if read.Replace(got[name]) != plain(want) {
				t.Fatalf("%s is %q for %q", name, got[name], want)
			}
		}
		if got["URL"] != plain(url) || (got["STATUS"] == "CANCELLED") != cancelled {
			t.Fatalf("%q", got)
		}
	})
}
