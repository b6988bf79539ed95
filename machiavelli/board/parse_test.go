package board

import (
	"strings"
	"testing"
)

const small = `
slug: small
areas:
  - {code: aa, name: Alpha, city: fortified port 2, army: bb, fleet: ss}
  - {code: bb, name: Beta, army: aa, fleet-nc: ss, fleet-sc: ss}
  - {code: ss, name: Sea, sea: true, fleet: aa bb/nc bb/sc}
`

func TestParseSmall(t *testing.T) {
	b, err := Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	aa, bb, ss := id(t, b, "aa"), id(t, b, "bb"), id(t, b, "ss")
	if b.Title != "small" || !b.TwoCoast.Has(bb) || b.Landing(ss, 0, bb) != 1<<1|1<<2 || b.Landing(ss, 0, aa) != 1 || b.Landing(aa, 0, bb) != 0 {
		t.Errorf("compiled wrongly: %+v", b.Areas)
	}
}

// TestParseErrors checks that each change of the small board causes an error
// that names the problem.
func TestParseErrors(t *testing.T) {
	for _, x := range []struct{ old, new, want string }{
		{"slug: small", "slug: small\ncolour: red", "colour"},
		{"slug: small", "", "no slug"},
		{"name: Alpha,", "", "no name"},
		{"name: Alpha", "nom: Alpha", "nom"},
		{"code: bb", "code: B", "small letters"},
		{"code: bb", "code: aa", "used twice"},
		{"name: Beta", "name: Alpha", "belongs to aa too"},
		{"name: Beta", "name: B3ta", "plain letters"},
		{"army: bb", "army: bb cc", `"cc", which is no area`},
		{"army: bb", "army: bb aa", "edge to itself"},
		{"army: bb,", "", "army edge from bb to aa, but not back"},
		{"army: bb", "army: bb bb", "twice"},
		{"army: bb", "army: bb ss", "armies go to land"},
		{"bb/nc bb/sc", "bb/nc", "fleet edge from bb/sc to ss, but not back"},
		{"bb/nc bb/sc", "bb/nc bb", "say which coast"},
		{"bb/nc bb/sc", "bb/nc bb/sc bb/ec", "no such coast"},
		{", fleet-sc: ss", "", "needs two"},
		{"fleet-nc: ss", "fleet: ss, fleet-nc: ss", "must not be given as well"},
		{"sea: true", "sea: true, army: aa", "a sea has no city"},
		{"fortified port 2", "walled 2", "expected unfortified, fortified or fortress"},
		{"fortified port 2", "fortress 2", "pays nothing"},
		{"fortified port 2", "fortified", "at least one ducat"},
		{"fortified port 2", "fortified port port", "expected the kind"},
		{"name: Beta", "name: Beta, famine: 1 2", "from 2 to 12"},
		{"name: Beta", "name: Beta, pays: 10", "from 0 to 9"},
		{"name: Beta", "name: Beta, grid: 3", "expected column and row"},
		{"name: Beta", "name: Beta, anchors: nc", "the city is no port"},
		{"army: bb", "army: bb, anchors: nc", "none of its named coasts"},
		{"name: Beta,", "name: Beta, city: fortified port 1, anchors: nc nc,", "anchor at nc twice"},
		{"army: aa, fleet-nc: ss, fleet-sc: ss", "army: aa, city: fortified port 1", "a port without a shore"},
		{"army: aa, fleet-nc: ss, fleet-sc: ss", "army: aa", "edge to \"bb/nc\", but bb has no such coast"},
		{"fleet-nc: ss, fleet-sc: ss", "modern: Beth", "edge to \"bb/nc\", but bb has no such coast"},
		{"bb/nc bb/sc", "bb", "say which coast, as in bb/nc"},
		{"slug: small", "slug: Small Board", "expected small letters, digits and hyphens"},
		{"slug: small", "slug: small\ntables: own", "expected some of judge, completed, 1995"},
		{"slug: small", "slug: small\nroll-order: aa", "roll-order: bb is missing"},
		{"slug: small", "slug: small\nroll-order: aa bb ss", "ss does not belong there"},
		{"slug: small", "slug: small\nvenice: bb", "must have a port"},
		{"slug: small", "slug: small\nland-bridge: aa ss", "armies do not pass"},
		{"slug: small", "slug: small\nland-bridge: aa", "expected two codes"},
		{"slug: small", "slug: small\nstraits: [{between: aa bb, control: bb}]", "must be an edge that only fleets pass"},
		{"slug: small", "slug: small\nstraits: [{between: aa ss}]", "no control"},
		{"slug: small", "slug: small\nstraits: [{between: aa ss, control: ss}]", "a province with a shore"},
		{"slug: small", "slug: small\nstraits: [{between: aa ss, control: bb}, {between: ss aa, control: bb}]", "given twice"},
		{"slug: small", "slug: small\nreport-provinces: aa aa", "bb is missing"},
		{small, "slug: [", "sequence end token"},
		{small, "slug: x", "no areas"},
	} {
		text := strings.Replace(small, x.old, x.new, 1)
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("with %q for %q: error %v, want one with %q", x.new, x.old, err, x.want)
		}
	}
}
