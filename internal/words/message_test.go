package words

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

var (
	milan  = message.Power{ID: "milan", Name: "Milan", Adjective: "Milanese"}
	papacy = message.Power{ID: "papacy", Name: "Papacy", Adjective: "Papal"}
	turks  = message.Power{ID: "turks", Name: "Turks", Adjective: "Turkish"}
	pavia  = message.Place{Name: "Pavia"}
	tyrol  = message.Place{Name: "Tyrolea"}
	ionian = message.Place{Name: "Ionian Sea", Sea: true}
	army   = message.Unit{Owner: papacy, Type: "army", At: pavia}
	fleet  = message.Unit{Owner: turks, Type: "professional fleet", At: ionian}
	nobody = message.Unit{Type: "garrison", At: pavia}
)

// TestMessages checks that nouns take the forms that translations require.
func TestMessages(t *testing.T) {
	units := message.ListOf(message.And, []message.Unit{army, fleet})
	for _, x := range []struct {
		tag, pattern string
		m            message.Message
		want         string
	}{
		{"it", "{who:di}", message.New("{who}", papacy), "del Papato"},
		{"it", "{who:a}", message.New("{who}", turks), "all'Impero ottomano"},
		{"it", "{who:di}", message.New("{who}", milan), "di Milano"},
		{"it", "{who:a}", message.New("{who}", army), "all'esercito papale a Pavia"},
		{"it", "{Who:da}", message.New("{who}", units), "Dall'esercito papale a Pavia e dalla flotta professionista turca nel Mar Ionio"},
		{"it", "{who?pl f:dislocate|pl:dislocati|f:dislocata|dislocato}", message.New("{who}", fleet), "dislocata"},
		{"it", "{who?pl f:dislocate|pl:dislocati|f:dislocata|dislocato}", message.New("{who}", units), "dislocati"},
		{"it", "{who:title}, {who}", message.New("{who}", nobody), "Guarnigione Pavia, la guarnigione autonoma a Pavia"},
		{"it", "{where}, {where:in}, {where:di}, {where:name}", message.New("{where}", tyrol), "il Tirolo, in Tirolo, del Tirolo, Tirolo"},
		{"it", "{where:in}", message.New("{where}", message.Place{Name: "Nowhere"}), "a Nowhere"},
		{"it", "{where}", message.New("{where}", message.Place{Name: "Croatia", Coast: "south coast"}), "la Croazia (costa sud)"},
		{"it", "{when:in}", message.New("{when}", message.Campaign{Season: machiavelli.Summer, Year: 1456}), "nell'estate 1456"},
		{"it", "{when}", message.New("{when}", message.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders}), "Autunno 1456, ordini"},
		{"it", "{sum} {sum?one:pagato|pagati}", message.New("{sum}", message.Ducats(1)), "1 ducato pagato"},
		{"it", "{sum} {sum?one:pagato|pagati}", message.New("{sum}", message.Ducats(3)), "3 ducati pagati"},
		{"es", "{who:a}", message.New("{who}", papacy), "al Papado"},
		{"es", "{who:a}", message.New("{who}", units), "al ejército papal en Pavía y a la flota profesional turca en el mar Jónico"},
		{"es", "{where}", message.New("{where}", message.ListOf(message.And, []message.Place{tyrol, {Name: "Istria"}})), "el Tirol e Istria"},
		{"es", "{when:en}", message.New("{when}", message.Campaign{Season: machiavelli.Summer, Year: 1456}), "en el verano de 1456"},
		{"en", "{who}", message.New("{who}", papacy), "the Papacy"},
		{"en", "{sum}", message.New("{sum}", message.Ducats(2)), "2 ducats"},
	} {
		c := *Get(x.tag)
		in := *c.contents()
		in.texts = mapsWith(in.texts, x.m.ID, x.pattern)
		c.contents = func() *contents { return &in }
		if got := c.M(x.m); got != x.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", x.tag, x.pattern, got, x.want)
		}
	}
	for _, x := range []struct{ tag, name, want string }{{"it", "Papacy", "Papato"}, {"es", "Turks", "Imperio otomano"}, {"it", "Venice", "Venezia"}, {"it", "Malta", "Malta"}, {"en", "Papacy", "Papacy"}, {"en", "autonomous", "autonomous"}} {
		if got := Get(x.tag).Called("power", x.name); got != x.want {
			t.Errorf("%s: %s is %s in a table, want %s", x.tag, x.name, got, x.want)
		}
	}
	at := message.New("{at}", message.Moment(time.Date(2026, 11, 21, 17, 5, 0, 0, time.UTC).Unix()))
	if got := at.In(Get("it").In(time.FixedZone("CET", 3600))); got != "sab 21 nov 2026, 18:05 CET" {
		t.Error(got)
	}
}

func mapsWith(texts map[string]string, id, text string) map[string]string {
	out := map[string]string{id: text}
	for k, v := range texts {
		if k != id {
			out[k] = v
		}
	}
	return out
}

// said returns the translations of a text: none, one, or one for each plural form.
func (c *contents) said(key string) []string {
	if s, ok := c.texts[key]; ok {
		return []string{s}
	}
	return c.counted[key]
}

func TestBadNouns(t *testing.T) {
	for _, bad := range []string{"", "| a: x", "Pavia | a:", "Pavia | ", "Pavia | two words", "Pavia | two words: x"} {
		if _, err := parseNoun(bad); err == nil {
			t.Errorf("the noun %q was accepted", bad)
		}
	}
	for _, bad := range []string{"a", "a=", "={}"} {
		if _, err := parseForms(bad); err == nil {
			t.Errorf("the forms %q were accepted", bad)
		}
	}
	if _, err := parseNoun("il Papato | name: Papato | m"); err != nil {
		t.Error(err)
	}
}

// samples returns arguments of every kind.
func samples() []message.Arg {
	units := []message.Unit{army, fleet, nobody}
	return []message.Arg{
		milan, papacy, turks,
		message.Power{},
		pavia, ionian,
		message.Place{Name: "Croatia", Coast: "north coast"},
		army, fleet, nobody,
		message.Somewhere{Type: "fleet", At: tyrol},
		message.Kind("militia garrison"), message.Country("Naples"),
		message.Setting{Word: "4", Title: "Grace"},
		message.Ducats(1), message.Ducats(18), message.Number(1), message.Number(7), message.Season(machiavelli.Winter), message.Step(machiavelli.Retreats),
		message.Campaign{Season: machiavelli.Spring, Year: 1455},
		message.Phase{Season: machiavelli.Summer, Year: 1455, Step: machiavelli.Retreats},
		message.Moment(1795280700), message.Order("7"), message.Name("8"), message.Plural(3, "{n} ducat", "{n} ducats"),
		message.ListOf(message.And, units[:1]), message.ListOf(message.And, units), message.ListOf(message.Or, units), message.ListOf(message.Commas, units),
		message.ListOf(message.Clauses, units), message.ListOf(message.Sentences, units),
	}
}

var letters = regexp.MustCompile(`\p{L}+`)

// unfinished lists languages in which some messages are not translated yet.
var unfinished = map[string]bool{}

// TestUntranslatedMessageIsEnglish checks that a message without a translation is entirely English,
// including its powers and places.
func TestUntranslatedMessageIsEnglish(t *testing.T) {
	c, err := New("xx", &File{
		Header: "Plural-Forms: nplurals=2; plural=n != 1;\nX-Native-Name: Xx\n",
		Entries: []*Entry{
			{Ctx: "place", ID: "Pavia", Str: []string{"PAVIA"}},
			{ID: "{place:name} falls", Str: []string{"{place} xx"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ id, want string }{
		{"{place:name} falls", "PAVIA xx"},
		{"{place:name} holds", "Pavia holds"},
		{"{place:name}", "PAVIA"},
	} {
		m := message.New(x.id, pavia)
		for _, l := range []message.Language{c, c.In(time.UTC)} {
			if got := m.In(l); got != x.want {
				t.Errorf("%q became %q, not %q", x.id, got, x.want)
			}
		}
	}
}

// commands matches the words in capitals in a pattern: commands that people type, and
// abbreviations. A translation may contain them, too.
var commands = regexp.MustCompile(`\b[A-Z]+\b`)

// shared lists words that a language shares with English.
var shared = map[string]string{
	"de": "a die engine hand rebellion in bank an land so was winter phase judge chance per minute stand rest route utf internet url telegram chat chats bot administrator base browser diplomacy https localhost passkeys post see lies name form version system problem passkey token tokens link links mail mails api computer gunboat podesta webhook webhooks signon also dies e option person start text bytes f browsers code machiavelli plus fort byte fall app authenticator codes",
	"it": "a all come state dice due far in link no per province s e i o utf internet password url telegram chat bot base browser diplomacy https localhost scenario file account passkey token api mail server computer concede decide gunboat note pace podesta so signon webhook f machiavelli date future byte app zero",
	"es": "a capital convoy dice has no me sea variable ha e o utf internet url telegram chat chats bot base civil diplomacy https localhost passkeys red passkey token tokens api error concede decide gunboat podesta signon webhook webhooks bytes observe f uses postal machiavelli final irregular once factor",
}

// TestEveryMessage renders every message of the program in every language with every kind of
// argument. A text may contain only words of its translation and of the nouns, so that no words
// of other languages remain. A translation may not contain words of the English patterns, except
// those that both languages share.
func TestEveryMessage(t *testing.T) {
	all, err := ReadLanguage(os.DirFS("."), "it")
	if err != nil {
		t.Fatal(err)
	}
	english := map[string]bool{}
	for _, e := range all.Entries {
		if e.Message() {
			for _, w := range plainWords(e.ID + " " + e.Plural) {
				english[w] = true
			}
		}
	}
	for _, c := range All()[1:] {
		t.Run(c.Tag, func(t *testing.T) {
			common := map[string]bool{}
			for _, n := range c.contents().nouns {
				for _, s := range append([]string{n.base}, valuesOf(n.forms)...) {
					known(common, s)
				}
				if stem := n.forms["adj"]; c.Tag == "de" { // {owner:adj}{type:end*}
					known(common, stem+"e "+stem+"en")
				}
			}
			for _, kind := range c.contents().forms {
				for _, s := range kind {
					known(common, s)
				}
			}
			for _, p := range message.Patterns() {
				for _, s := range c.contents().said(p.ID) {
					known(common, s)
				}
			}
			for _, s := range []string{dayNames, monthNames, momentText, weekText, dayText} {
				known(common, c.T(s))
			}
			known(common, "UTC Nowhere")
			allowed := strings.Fields(shared[c.Tag])
			missing := 0
			for _, e := range all.Entries {
				if !e.Message() {
					continue
				}
				said := c.contents().said(e.Key())
				if len(said) == 0 {
					if !unfinished[c.Tag] {
						t.Errorf("%q is not translated", e.ID)
					}
					missing++
					continue
				}
				own := map[string]bool{}
				typed := strings.Fields(strings.ToLower(strings.Join(commands.FindAllString(e.ID, -1), " ")))
				for _, s := range said {
					known(own, s)
					for _, w := range plainWords(s) {
						if english[w] && !slices.Contains(allowed, w) && !slices.Contains(typed, w) {
							t.Errorf("%q: the word %q is English in %q", e.ID, w, s)
						}
					}
				}
				if strings.HasPrefix(e.ID, "the {owner:adj} {type}") || strings.HasPrefix(e.ID, "the autonomous {type}") {
					continue // unit forms are samples; German joins adjective and ending
				}
				names := message.Names(e.ID)
				if e.Plural != "" {
					names = slices.DeleteFunc(message.Names(e.Plural), func(s string) bool { return s == "n" })
				}
				for _, a := range samples() {
					m := message.Message{ID: e.ID, Many: e.Plural}
					for range names {
						m.Args = append(m.Args, a)
					}
					if e.Plural == "" {
						check(t, c, m, common, own)
						continue
					}
					for _, n := range []int{0, 1, 2, 5, 11, 21} {
						x := m
						x.Args = append([]message.Arg{message.Number(n)}, m.Args...)
						check(t, c, x, common, own)
					}
				}
			}
		})
	}
}

func check(t *testing.T, c *Catalogue, m message.Message, known ...map[string]bool) {
	t.Helper()
	text := m.In(c.In(time.UTC))
	if strings.ContainsAny(text, "{}|") || strings.Contains(text, "  ") || strings.TrimSpace(text) != text || text == "" {
		t.Errorf("%q became %q", m.ID, text)
	}
	for _, w := range letters.FindAllString(strings.ToLower(text), -1) {
		if !slices.ContainsFunc(known, func(k map[string]bool) bool { return k[w] }) {
			t.Errorf("%q became %q: %q is no word of its translation", m.ID, text, w)
		}
	}
}

var slots = regexp.MustCompile(`\{\w+(:[a-z*./]+)?\}|\{\w+\?([a-z ]+:)?|\|([a-z ]+:)?|[{}]`)

// plainWords returns the words of a pattern, in lower case.
func plainWords(pattern string) []string {
	return letters.FindAllString(strings.ToLower(slots.ReplaceAllString(pattern, " ")), -1)
}

func known(m map[string]bool, text string) {
	for _, w := range plainWords(text) {
		m[w] = true
	}
}

func valuesOf(m map[string]string) []string {
	var out []string
	for _, v := range m {
		out = append(out, v)
	}
	return out
}

func BenchmarkMessage(b *testing.B) {
	m := message.New("{list} and {last}", army, fleet)
	for _, c := range All() {
		b.Run(c.Tag, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = c.M(m)
			}
		})
	}
}
