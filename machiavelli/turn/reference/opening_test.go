package reference_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/turn/reference"
	"podesta/machiavelli/turn/reference/referencetest"
)

// TestOpeningEqualsReference opens every scenario under a preset that fits it,
// with random options of the opening, and compares the treasuries.
func TestOpeningEqualsReference(t *testing.T) {
	for _, s := range scenario.List() {
		preset := "njudge-classic"
		if s.Board == "italy-1995" {
			preset = "machiavelli-1995"
		}
		if s.Board != "italy-1995" && s.Board != "italy-1978" {
			continue
		}
		t.Run(s.ID, func(t *testing.T) {
			for i := range uint64(150) {
				rng := rand.New(rand.NewPCG(firstSeed(t), i))
				r, err := rules.Preset(preset)
				if err != nil {
					t.Fatal(err)
				}
				if i > 20 {
					r = referencetest.MixedRules(rng, r, true)
				}
				start, err := scenario.New(s.ID, "", &r)
				if err != nil {
					t.Fatal(err)
				}
				throw := func() *dice.Dice { return dice.New(binary.BigEndian.AppendUint64(nil, i), "opening", nil) }
				got, err := turn.Open(start, &r, throw())
				if err != nil {
					t.Fatal(err)
				}
				preset, _ := rules.Preset(r.Preset)
				want, short := reference.Opening(start, &r, throw())
				choose := short != 0 && r.InitialShortfall == rules.ShortfallOwnerRemoves
				if first := got.Next.Phase.Season == machiavelli.Winter; first != choose {
					t.Fatalf("opening %d, %v: begins with a winter: %v, powers that cannot pay %b", i, preset.Diff(r), first, short)
				}
				if choose {
					continue
				}
				if got.Next.Treasury != want {
					t.Fatalf("opening %d, %v: treasuries %v, the reference has %v", i, preset.Diff(r), got.Next.Treasury, want)
				}
			}
		})
	}
}
