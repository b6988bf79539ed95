package interchange

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// decode reads a position of the Balance of Power in a phase.
func decode(t *testing.T, phase, text string) (*position.Position, error) {
	t.Helper()
	set, err := rules.Preset("")
	if err != nil {
		t.Fatal(err)
	}
	start, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	if start.Phase, err = machiavelli.ParsePhase(phase); err != nil {
		t.Fatal(err)
	}
	return DecodePosition([]byte(text), start, &set)
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"unit":{}}`, `unknown member "unit"; did you mean "units"?`},
		{`{"units":[]}`, `units: expected an object, found a list`},
		{`{"units":{"milan":"A Pavia"}}`, `units.milan: expected a list, found a text`},
		{`{"units":{"milan":[7]}}`, `units.milan: expected a text, found a number`},
		{`{"units":{"mila":[]}}`, `units.mila: there is no power "mila" here; did you mean "milan"?`},
		{`{"units":{"milan":["A Pavya"]}}`, `there is no place "Pavya" on this board; did you mean Pavia`},
		{`{"units":{"milan":["Pavia"]}}`, `"Pavia" is no unit; expected A, F or G and a place`},
		{`{"units":{"milan":["A Pavia legion"]}}`, `unknown kind of unit "legion"`},
		{`{"units":{"milan":["A Ionian Sea"]}}`, `an army cannot stand at sea`},
		{`{"units":{"milan":["F Pavia"]}}`, `a fleet cannot stand inland`},
		{`{"units":{"milan":["F Provence"]}}`, `expected one of Provence/nc, Provence/sc`},
		{`{"units":{"milan":["F Provence/xc"]}}`, `names no coast`},
		{`{"units":{"milan":["A Provence/sc"]}}`, `no coast is named here`},
		{`{"units":{"milan":["G Carinthia"]}}`, `there is no city with walls`},
		{`{"units":{"milan":["C Pavia"]}}`, `there is no cavalry under these rules`},
		{`{"units":{"milan":["A Pavia"],"venice":["A Pavia"]}}`, `two units in Pavia`},
		{`{"units":{"milan":["G Pavia","G Pavia"]}}`, `two units in Pavia`},
		{`{"units":{"milan":["A Venice","G Venice"]}}`, `two units in Venice, which has room for one`},
		{`{"provinces":{"milan":["Lagoon"]}}`, `Lagoon is not a land province`},
		{`{"provinces":{"milan":["Pavia"],"venice":["Pavia"]}}`, `Pavia is listed twice`},
		{`{"countries":{"milan":["savoy"]}}`, `there is no home country "savoy" here`},
		{`{"treasuries":{"milan":-3}}`, `expected a whole number from 0`},
		{`{"treasuries":{"milan":2.5}}`, `expected a whole number from 0`},
		{`{"treasuries":{"autonomous":1}}`, `there is no power "autonomous" here`},
		{`{"loans":[{"power":"milan","principal":5}]}`, `loans: a loan needs power and due`},
		{`{"loans":[{"power":"milan","due":"1456"}]}`, `"1456" is not a campaign`},
		{`{"loans":[{"power":"milan","sum":5}]}`, `loans: unknown member "sum"`},
		{`{"sieges":["Carinthia"]}`, `Carinthia has no city that could be besieged`},
		{`{"rebellions":[{"province":"Pavia"}]}`, `a rebellion needs province and in`},
		{`{"rebellions":[{"province":"Pavia","in":["suburb"]}]}`, `not in "suburb"`},
		{`{"dislodged":[{"power":"milan","unit":"A Pavia"}]}`, `a retreat phase only; this is spring 1454 orders`},
		{`{"serials":{"milan":{"X1":"Pavia"}}}`, `"X1" is no serial`},
		{`{"serials":{"milan":{"A9":"Tunis"}}}`, `there is no army of this power in Tunis`},
		{`{"units":{"milan":["A Pavia"]}`, `not JSON`},
		{`{"famine":["Pavia",]}`, `not JSON`},
		{`{"famine":[]} x`, `not JSON`},
	} {
		_, err := decode(t, "spring 1454 orders", c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n\tgot  %v\n\twant %s", c.text, err, c.want)
		}
	}
}

func TestDecodeReadsManyNotations(t *testing.T) {
	_, err := decode(t, "spring 1454 orders", `{"units":{
		"milan":["a pav", "F pro/s", "G Milan professional"],
		"venice":["F Provence (south coast)"]}}`)
	if err == nil || !strings.Contains(err.Error(), "two units in Provence") {
		t.Fatalf("two fleets at one coast: %v", err)
	}
	p, err := decode(t, "spring 1454 orders", `{"units":{
		"milan":["a pav","F pro/s","G Milan professional"],"autonomous":["G genoa"],"austria":["F croatia(nc)"]}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `"units":{"austria":["F Croatia/nc"],"milan":["A Pavia","F Provence/sc","G Milan professional"],"autonomous":["G Genoa"]}`
	if got := string(AppendPosition(nil, p)); !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
}

// TestSerials checks the serials of units (DIST-04).
func TestSerials(t *testing.T) {
	const units = `{"units":{"milan":["A Pavia","A Milan","F Genoa","A Como"]}`
	for _, c := range []struct{ serials, want string }{
		{`}`, `A1 A2 F1 A3`},
		{`,"serials":{"milan":{"A1":"Como"}}}`, `A2 A3 F1 A1`},
		{`,"serials":{"milan":{"A7":"Pavia","F3":"Genoa"}}}`, `A7 A1 F3 A2`},
	} {
		p, err := decode(t, "spring 1454 orders", units+c.serials)
		if err != nil {
			t.Errorf("%s: %v", c.serials, err)
			continue
		}
		var got []string
		for _, u := range p.Units {
			got = append(got, u.Type.Letter()+string('0'+rune(u.Serial)))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: serials %s, want %s", c.serials, s, c.want)
		}
		written := strings.Contains(string(AppendPosition(nil, p)), `"serials"`)
		if written != (c.serials != "}") {
			t.Errorf("%s: serials written: %v", c.serials, written)
		}
	}
	for _, c := range []struct{ serials, want string }{
		{`,"serials":{"milan":{"A1":"Como","A01":"Pavia"}}}`, `milan has two units A1`},
		{`,"serials":{"milan":{"A1":"Como","A2":"Como"}}}`, `has a serial already`},
	} {
		if _, err := decode(t, "spring 1454 orders", units+c.serials); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.serials, err, c.want)
		}
	}
}

func TestRetreats(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{
			"where nobody stands, not where the attacker came from (RETR-02)",
			`{"units":{"venice":["A Como"],"france":["A Turin","G Pavia"]},"dislodged":[{"power":"milan","unit":"A Como","from":"Milan"}]}`,
			`["Pavia","Tyrolea"]`,
		},
		{
			"not into a contested province (MOVE-13)",
			`{"units":{"venice":["A Como"]},"contested":["Turin"],"dislodged":[{"power":"milan","unit":"A Como","from":"Milan"}]}`,
			`["Pavia","Tyrolea"]`,
		},
		{
			"into the city if there is nothing else (RETR-05)",
			`{"units":{"venice":["A Milan"],"france":["A Como","A Pavia","A Cremona","A Bergamo","A Trent","A Tyrolea","A Carinthia"]},"dislodged":[{"power":"milan","unit":"A Milan","from":"Piancenza"}]}`,
			`["Milan"]`,
		},
		{
			"what the case gives counts",
			`{"units":{"venice":["A Como"]},"dislodged":[{"power":"milan","unit":"A Como","from":"Milan","retreats":["Trent","Como"]}]}`,
			`["Trent","Como"]`,
		},
		{
			"nothing is given, and that counts too",
			`{"units":{"venice":["A Como"]},"dislodged":[{"power":"milan","unit":"A Como","retreats":[]}]}`,
			`[]`,
		},
		{
			"a closed strait (STRAIT-09)",
			`{"units":{"naples":["F Piombino","F Pisa"]},"dislodged":[{"power":"turks","unit":"F Pisa","from":"Lucca"}]}`,
			`["Eastern Gulf of Lyons","Western Tyrrhenian Sea"]`,
		},
		{
			"a strait opened by an ally (STRAIT-12)",
			`{"units":{"naples":["F Piombino","F Pisa"]},"allies":{"naples":["turks"]},"dislodged":[{"power":"turks","unit":"F Pisa","from":"Lucca"}]}`,
			`["Eastern Gulf of Lyons","Eastern Tyrrhenian Sea","Western Tyrrhenian Sea"]`,
		},
	} {
		p, err := decode(t, "spring 1454 retreats", c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := string(AppendPosition(nil, p))
		if _, after, _ := strings.Cut(got, `"retreats":`); !strings.HasPrefix(after, c.want+"}") {
			t.Errorf("%s: %s, want %s", c.name, after[:min(len(after), 80)], c.want)
		}
	}
}
