package message

import (
	"encoding/json"
	"testing"
	"time"

	"podesta/machiavelli"
)

var (
	milan  = Power{"milan", "Milan", "Milanese"}
	papacy = Power{"papacy", "Papacy", "Papal"}
	turks  = Power{"turks", "Turks", "Turkish"}
	pavia  = Place{Name: "Pavia"}
	ionian = Place{Name: "Ionian Sea", Sea: true}
	army   = Unit{milan, "army", pavia}
	fleet  = Unit{papacy, "fleet", ionian}
	rebels = Unit{Power{}, "garrison", pavia}
)

// TestEnglish checks every kind of argument without a catalogue.
func TestEnglish(t *testing.T) {
	for _, x := range []struct {
		m    Message
		want string
	}{
		{Message{}, ""},
		{New("A quiet phase."), "A quiet phase."},
		{New("{Power} {power?pl:pay|pays} {sum} to {to}.", milan, Ducats(18), papacy), "Milan pays 18 ducats to the Papacy."},
		{New("{Power} {power?pl:pay|pays} {sum} to {to}.", turks, Ducats(1), milan), "The Turks pay 1 ducat to Milan."},
		{New("{power:name}: {power:adj}", papacy), "Papacy: Papal"},
		{New("{power}, {power:adj}", Power{}), "autonomous, autonomous"},
		{New("{sum:n} of {sum}", Ducats(3)), "3 of 3 ducats"},
		{New("{at}, {at:name}", ionian), "the Ionian Sea, Ionian Sea"},
		{New("{at}", Place{Name: "Croatia", Coast: "south coast"}), "Croatia (south coast)"},
		{New("{Unit} holds; {unit:title}; {unit:bare}.", army), "The Milanese army in Pavia holds; Army Pavia; the Milanese army."},
		{New("{unit}, {unit:bare}", rebels), "the autonomous garrison in Pavia, the autonomous garrison"},
		{New("{unit}", Somewhere{KindOf(machiavelli.NoType, 0), pavia}), "the unit in Pavia"},
		{New("{type:a}, {type:title}", KindOf(machiavelli.Army, machiavelli.Professional)), "a professional army, Professional Army"},
		{New("{type:a}", Kind("army")), "an army"},
		{New("{who} {who?pl:were|was} dislodged", ListOf(And, []Unit{army})), "the Milanese army in Pavia was dislodged"},
		{
			New("{Who} {who?pl:were|was} dislodged", ListOf(And, []Unit{army, fleet, rebels})),
			"The Milanese army in Pavia, the Papal fleet in the Ionian Sea and the autonomous garrison in Pavia were dislodged",
		},
		{New("to {to}", ListOf(Or, []Place{pavia, ionian})), "to Pavia or the Ionian Sea"},
		{New("{Clauses}.", List{Clauses, []Arg{New("milan rests"), New("famine strikes")}}), "Milan rests; famine strikes."},
		{New("{all}", List{Sentences, []Arg{New("One."), New("Two.")}}), "One. Two."},
		{New("{all}", List{Commas, []Arg{Number(1), Number(2)}}), "1, 2"},
		{New("{all}", List{How: And}), ""},
		{Plural(1, "{n} move bounces", "{n} moves bounce"), "1 move bounces"},
		{Plural(3, "{n} move bounces", "{n} moves bounce"), "3 moves bounce"},
		{Plural(1, "{power} has one city of {n}", "{power} has {n} cities", milan), "Milan has one city of 1"},
		{Plural(2, "one city, {where}", "some cities, {where}", pavia), "some cities, Pavia"},
		{New("due in {when}", Campaign{machiavelli.Summer, 1456}), "due in summer 1456"},
		{New("{when}", Phase{machiavelli.Fall, 1456, machiavelli.Retreats}), "Fall 1456, retreats"},
		{New("{when}", Moment(time.Date(2026, 11, 21, 17, 5, 0, 0, time.UTC).Unix())), "Sat 21 Nov 2026, 17:05 UTC"},
		{New("{order} by {name}", Order("A Pav - Mil"), Name("Ada {n}")), "A Pav - Mil by Ada {n}"},
		{New("{Country} falls", Country("Milan")), "Milan falls"},
		{New("{n} {n?one:die|dice}", Number(1)), "1 die"},
		{Sentence(New("{power} is eliminated", papacy)), "The Papacy is eliminated."},
		{Sentence(New("Did {power} move?", papacy)), "Did the Papacy move?"},
		{Sentence(New("{all}", New("Three did."))), "Three did."},
		{Sentence(Quote("it moved")), "It moved."},
		{Sentence(Quote("It moved.")), "It moved."},
		{Sentence(Message{}), ""},
	} {
		if got := x.m.String(); got != x.want {
			t.Errorf("%s\ngot  %q\nwant %q", x.m.ID, got, x.want)
		}
		b, err := json.Marshal(x.m)
		if err != nil {
			t.Fatal(err)
		}
		var back Message
		if err := json.Unmarshal(b, &back); err != nil {
			t.Errorf("%s: %v", b, err)
		}
		if !back.Equal(x.m) || back.String() != x.want {
			t.Errorf("%s became %q", b, back)
		}
	}
}

// TestJSON checks the JSON form of messages, which must not change.
func TestJSON(t *testing.T) {
	m := New("{Power} pays {sum} to {to}.", milan, Ducats(18), ListOf(And, []Power{papacy}))
	const want = `{"id":"{Power} pays {sum} to {to}.","args":{"power":{"power":{"id":"milan","name":"Milan","adjective":"Milanese"}},"sum":{"ducats":18},"to":{"list":{"join":"and","of":[{"power":{"id":"papacy","name":"Papacy","adjective":"Papal"}}]}}}}`
	b, err := json.Marshal(m)
	if err != nil || string(b) != want {
		t.Errorf("%s %v", b, err)
	}
	for _, bad := range []string{
		`{"id":"{n} moves"}`, `{"id":"x","args":{"n":{"number":1}}}`, `{"id":"{n}","args":{"n":{"number":1,"ducats":2}}}`,
		`{"id":"{n}","args":{"n":{"colour":1}}}`, `{"id":"{n}","args":{"n":3}}`, `{"id":"{n}","args":{"n":{"list":{"of":[3]}}}}`,
		`{"id":"{n}","plural":"{n}s","args":{"n":{"name":"x"}}}`, `3`,
	} {
		if err := json.Unmarshal([]byte(bad), &m); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestContains(t *testing.T) {
	inner := New("{power} rests", milan)
	m := New("{all}", List{Clauses, []Arg{New("x"), New("why: {why}", inner)}})
	if !m.Contains(inner) || !m.Contains(m) || m.Contains(New("{power} rests", papacy)) || m.Contains(New("y")) {
		t.Error("Contains does not find what there is")
	}
	if Plural(1, "a", "b").Equal(Plural(2, "a", "b")) {
		t.Error("1 and 2 are alike")
	}
}

// TestWrongArguments checks that New panics if the number of arguments is wrong.
func TestWrongArguments(t *testing.T) {
	for _, f := range []func(){
		func() { New("{a} and {b}", milan) },
		func() { New("no argument", milan) },
		func() { Plural(1, "{n} {a}", "{n} {a}") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("it was accepted")
				}
			}()
			f()
		}()
	}
}

// brackets is a language that shows which forms its patterns ask for.
type brackets struct{ Language }

func (b brackets) Pattern(_, id, many string, n int) string {
	switch id {
	case "the {owner:adj} {type} in {place}":
		return "{type:*} {owner:di} {place:in}"
	case "{power} meets {who}":
		return "{Who:a} {who?f:incontrata|incontrato} {power:da}"
	}
	return English.Pattern("", id, many, n)
}

func (b brackets) Noun(n Noun, form string) Said {
	s := Said{Text: "[" + form + " " + n.Name + "]"}
	if n.Name == "fleet" {
		s.Traits = "f"
	}
	return s
}

// TestOtherLanguage checks that a translation gets the forms that it names, and agrees with the
// noun inside a unit.
func TestOtherLanguage(t *testing.T) {
	l := brackets{English}
	got := New("{power} meets {who}", milan, fleet).In(l)
	if want := "[a fleet] [di Papacy] [in Ionian Sea] incontrata [da Milan]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add(`{"id":"{n} {x:a} {x?pl:b|c}","args":{"n":{"number":1},"x":{"list":{"join":"and","of":[{"ducats":2}]}}}}`)
	f.Add(`{"id":"{N","plural":"}{n}"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var m, back Message
		if json.Unmarshal([]byte(text), &m) != nil {
			return
		}
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &back); err != nil || back.String() != m.String() {
			t.Errorf("%s became %s: %v", text, b, err)
		}
	})
}

// TestForeignBraces checks that braces have no meaning in texts that are not patterns of the
// program, such as titles that people have written.
func TestForeignBraces(t *testing.T) {
	for _, text := range []string{"Lions {game}", "{n}", "{", "}{", "{a|b}"} {
		title := Message{ID: text}
		if got := title.String(); got != text {
			t.Errorf("%q is said as %q", text, got)
		}
		if got, want := New("Setting: {setting}.", title).String(), "Setting: "+text+"."; got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

// TestNamesInAnyScript puts names that people choose into a sentence. The names must stay as they
// are, and names that are read from right to left must not move the words around them.
func TestNamesInAnyScript(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Лоренцо":     "Лоренцо joins 2 others in Лоренцо.",
		"洛倫佐":         "洛倫佐 joins 2 others in 洛倫佐.",
		"לורנצו":      "\u2068לורנצו\u2069 joins 2 others in \u2068לורנצו\u2069.",
		"لورينزو 2":   "\u2068لورينزو 2\u2069 joins 2 others in \u2068لورينزو 2\u2069.",
		"{who} | <b>": "{who} | <b> joins 2 others in {who} | <b>.",
		"100% {n:x}?": "100% {n:x}? joins 2 others in 100% {n:x}?.",
	} {
		if got := New("{who} joins {n} others in {game}.", Name(name), Number(2), Name(name)).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
