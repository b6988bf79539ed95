package gather

import (
	"slices"
	"strings"

	"podesta/internal/words"
)

func blank(texts []*words.Entry) []*words.Entry {
	out := make([]*words.Entry, len(texts))
	for i, t := range texts {
		out[i] = &words.Entry{Ctx: t.Ctx, ID: t.ID, Plural: t.Plural, Hints: t.Hints, Refs: t.Refs, Area: t.Area}
	}
	return out
}

// Gone returns the patterns of messages in the catalogues that are no longer among the texts.
// Logs of games may still contain them; such patterns belong in stored.txt.
func Gone(old *words.File, texts []*words.Entry) []string {
	var out []string
	for _, e := range old.Entries {
		if e.Message() && !slices.ContainsFunc(texts, func(t *words.Entry) bool { return t.Key() == e.Key() }) {
			out = append(out, e.ID)
		}
	}
	return out
}

// Merge updates the catalogues of a language, read as one, to the present texts. A new text takes
// over the translation of a similar text that no longer exists, marked as fuzzy. Other
// translations of removed texts are dropped.
func Merge(old *words.File, texts []*words.Entry) *words.File {
	out := &words.File{Comment: old.Comment, Header: old.Header, Entries: blank(texts)}
	forms := 2
	if p, err := words.ParsePlurals(old.Get("Plural-Forms")); err == nil {
		forms = p.Forms
	}
	had := map[string]*words.Entry{}
	for _, e := range old.Entries {
		had[e.Key()] = e
	}
	now := map[string]bool{}
	for _, e := range out.Entries {
		now[e.Key()] = true
	}
	var gone []*words.Entry
	for _, e := range old.Entries {
		if !now[e.Key()] && slices.ContainsFunc(e.Str, func(s string) bool { return s != "" }) {
			gone = append(gone, e)
		}
	}
	for _, e := range out.Entries {
		if o := had[e.Key()]; o != nil {
			e.Notes, e.Fuzzy, e.Str = o.Notes, o.Fuzzy, o.Str
			if (o.Plural == "") != (e.Plural == "") && len(o.Str) > 0 { // the text has gained or lost its plural
				e.Str, e.Fuzzy = []string{o.Str[0]}, o.Str[0] != ""
			}
		} else if o := similar(e, gone); o != nil {
			e.Str, e.Fuzzy = slices.Clone(o.Str), true
		}
		want := 1
		if e.Plural != "" {
			want = forms
		}
		for len(e.Str) < want {
			e.Str = append(e.Str, "")
		}
		e.Str = e.Str[:want]
	}
	return out
}

// similar returns the removed text from which a new one was probably made, or nil.
func similar(e *words.Entry, gone []*words.Entry) *words.Entry {
	var best *words.Entry
	most := 0.7
	for _, o := range gone {
		if (o.Plural == "") != (e.Plural == "") || o.Ctx != e.Ctx {
			continue
		}
		if s := likeness(e.ID, o.ID); s > most {
			best, most = o, s
		}
	}
	return best
}

// likeness returns the share of words that two texts have in common, between 0 and 1. It returns 0
// for short texts.
func likeness(a, b string) float64 {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x)+len(y) < 6 { // short texts are quickly translated again
		return 0
	}
	left := map[string]int{}
	for _, w := range x {
		left[w]++
	}
	same := 0
	for _, w := range y {
		if left[w] > 0 {
			left[w]--
			same++
		}
	}
	return 2 * float64(same) / float64(len(x)+len(y))
}
