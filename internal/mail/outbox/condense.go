package outbox

import (
	"encoding/json"
	"slices"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
)

// onlyLast lists topics whose last notice replaces the earlier ones, because it describes the
// present state. Topics with the same value replace each other.
var onlyLast = map[journal.Topic]journal.Topic{
	journal.TopicDeadline: "times", journal.TopicGrace: "times", journal.TopicStart: "times", journal.TopicOutage: "times",
	journal.TopicPaused: "pause", journal.TopicResumed: "pause", journal.TopicStillPause: "pause",
	journal.TopicForming: journal.TopicForming, journal.TopicReplace: journal.TopicReplace, journal.TopicManual: journal.TopicManual,
}

// answeredTopics lists the topics of commands that the answer to an e-mail
// confirms line by line, so that they need not be repeated.
var answeredTopics = map[journal.Topic]bool{
	journal.TopicParameters: true, journal.TopicRules: true, journal.TopicDeadline: true, journal.TopicGrace: true, journal.TopicStart: true,
	journal.TopicPreferences: true, journal.TopicAbsence: true, journal.TopicAbsenceOff: true, journal.TopicDiary: true,
}

// beforeStart lists the topics about the time before a game begins, which its beginning makes
// needless.
var beforeStart = map[journal.Topic]bool{journal.TopicSignon: true, journal.TopicForming: true, journal.TopicPreferences: true, journal.TopicMuster: true}

// condensed returns the entries for one e-mail. Results come first and press last. Of repeated
// changes only the result remains, or nothing if it equals the original; repeated entries appear
// once. If the answer to the reader's e-mail precedes the entries and describes the reader's own
// actions, the parameter answered is the reader's name; otherwise it is empty.
func condensed(entries []game.Entry, answered string) ([]game.Entry, error) {
	var out []game.Entry
	seen := map[string]bool{}
	last := map[journal.Topic]int{} // index of the last entry in out, keyed by group
	var changes settingChanges
	drop := map[int]bool{}
	entries, err := sinceStart(entries)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		topic, err := topicOf(&e)
		if err != nil {
			return nil, err
		}
		if topic == "" {
			out = append(out, e)
			continue
		}
		if answered != "" && e.Kind == game.NoticeEntry {
			own, err := ownArrival(&e, answered)
			if err != nil {
				return nil, err
			}
			if own || answeredTopics[topic] {
				continue
			}
		}
		group, replaces := onlyLast[topic]
		setting := topic == journal.TopicParameters || topic == journal.TopicRules
		same := string(e.Kind) + string(e.Data)
		if seen[same] && !replaces && !setting {
			continue
		}
		seen[same] = true
		if replaces && e.Kind == game.NoticeEntry {
			if at, ok := last[group]; ok {
				drop[at] = true
			}
			last[group] = len(out)
		}
		if e.Kind == game.NoticeEntry && setting {
			was, known, err := changes.add(&e, topic, len(out))
			if err != nil {
				return nil, err
			}
			if known && was >= 0 {
				drop[was] = true
			}
		}
		out = append(out, e)
	}
	for _, c := range changes {
		e, ok, err := c.entry(&out[c.at])
		if err != nil {
			return nil, err
		}
		if drop[c.at] = !ok; ok {
			out[c.at] = e
		}
	}
	kept := out[:0]
	for i, e := range out {
		if !drop[i] {
			kept = append(kept, e)
		}
	}
	slices.SortStableFunc(kept, func(a, b game.Entry) int { return rank(&a) - rank(&b) })
	return kept, nil
}

// sinceStart returns entries without those that the beginning of the game makes needless.
func sinceStart(entries []game.Entry) ([]game.Entry, error) {
	var out []game.Entry
	begins := false
	for _, e := range entries {
		topic, err := topicOf(&e)
		if err != nil {
			return nil, err
		}
		begins = begins || topic == journal.TopicStarting
		if !beforeStart[topic] {
			out = append(out, e)
		}
	}
	if begins {
		return out, nil
	}
	return entries, nil
}

// ownArrival reports whether a notice says that the person with the given name has created or
// joined the game.
func ownArrival(e *game.Entry, name string) (bool, error) {
	var n journal.Notice
	err := json.Unmarshal(e.Data, &n)
	return (n.Topic == journal.TopicSignon || n.Topic == journal.TopicForming) && n.Who == name, err
}

// rank returns a number by which entries are sorted in an e-mail: results come first, press last.
func rank(e *game.Entry) int {
	switch e.Kind {
	case game.ResultEntry:
		return 0
	case game.PressEntry:
		return 2
	}
	return 1
}

// topicOf returns the topic of a notice or act, or "".
func topicOf(e *game.Entry) (journal.Topic, error) {
	if e.Kind != game.NoticeEntry && e.Kind != game.ActEntry {
		return "", nil
	}
	var n struct {
		Topic journal.Topic `json:"topic"`
	}
	err := json.Unmarshal(e.Data, &n)
	return n.Topic, err
}

// settingChanges are the changes of settings, combined by topic and person, in the order of their
// first notices.
type settingChanges []*settingChange

type settingChange struct {
	topic   journal.Topic
	who     string
	at      int // index of the last of the entries
	changes []hosting.Change
}

// add adds the changes in the notice whose index is the parameter at, and returns the index of the
// previous notice about the same settings. The result known is false for a notice without
// individual changes.
func (s *settingChanges) add(e *game.Entry, topic journal.Topic, at int) (was int, known bool, err error) {
	var n journal.Notice
	if err := json.Unmarshal(e.Data, &n); err != nil {
		return 0, false, err
	}
	if len(n.Settings) == 0 {
		return 0, false, nil
	}
	i := slices.IndexFunc(*s, func(c *settingChange) bool { return c.topic == topic && c.who == n.Who })
	if i < 0 {
		*s = append(*s, &settingChange{topic: topic, who: n.Who, at: -1})
		i = len(*s) - 1
	}
	c := (*s)[i]
	for _, x := range n.Settings {
		k := slices.IndexFunc(c.changes, func(y hosting.Change) bool { return y.Name == x.Name })
		if k < 0 {
			c.changes = append(c.changes, x)
		} else {
			c.changes[k].Is = x.Is
		}
	}
	was, c.at = c.at, at
	return was, true, nil
}

// entry returns a notice with the combined changes, or false if nothing has changed in the end.
func (s *settingChange) entry(e *game.Entry) (game.Entry, bool, error) {
	var n journal.Notice
	if err := json.Unmarshal(e.Data, &n); err != nil {
		return *e, false, err
	}
	n.Settings, n.Lines = nil, journal.EnglishLines{}
	for _, c := range s.changes {
		if c.Was == c.Is && c.Is != "" {
			continue
		}
		n.Settings = append(n.Settings, c)
	}
	data, err := json.Marshal(n)
	out := *e
	out.Data = data
	return out, len(n.Settings) > 0, err
}
