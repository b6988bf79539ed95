package words

import (
	"testing"
	"time"

	"podesta/machiavelli/message"
)

// TestTimesInFinishedTexts inserts times into finished texts, and checks that text written by
// people is unchanged.
func TestTimesInFinishedTexts(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 30, 7, 42, 0, 0, time.UTC)
	until := message.New("Will you play in round {n} of {tournament}? Say so before {when}.", message.Number(1), message.Name("Palio"), message.Moment(at.Unix()))
	for _, c := range All() {
		for _, zone := range []*time.Location{time.UTC, rome} {
			for text, want := range map[string]string{
				"":                    "",
				"no time":             "no time",
				until.In(c.Untimed()): until.In(c.In(zone)),
				"a" + until.In(c.Untimed()) + "b" + until.In(c.Untimed()): "a" + until.In(c.In(zone)) + "b" + until.In(c.In(zone)),
				markBegin + "Ada" + markEnd:                               "Ada" + markEnd,
				markBegin + until.In(c.Untimed()):                         until.In(c.In(zone)),
				"left open " + markBegin:                                  "left open ",
			} {
				if got := string(c.Timed([]byte(text), zone)); got != want {
					t.Errorf("%s, %s: %q becomes %q, not %q", c.Tag, zone, text, got, want)
				}
			}
		}
	}
}
