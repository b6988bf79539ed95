package config

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "5m": 5 * time.Minute, "36h": 36 * time.Hour, "3d": 72 * time.Hour, "0s": 0, "1h30m": 90 * time.Minute,
	} {
		var d, again Duration
		if err := d.UnmarshalText([]byte(text)); err != nil || d.Span() != want {
			t.Errorf("%s: %v, %v", text, d.Span(), err)
		}
		shown, err := d.MarshalText()
		if err != nil || again.UnmarshalText(shown) != nil || again != d {
			t.Errorf("%s is written as %s", text, shown)
		}
	}
	for _, text := range []string{"", "5", "-5m", "d", "99999d", "-1d", "soon"} {
		if new(Duration).UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"512": 512, "512B": 512, "256KB": 256 << 10, "4mb": 4 << 20, "1 GB": 1 << 30, "0": 0,
	} {
		var z, again Size
		if err := z.UnmarshalText([]byte(text)); err != nil || int64(z) != want {
			t.Errorf("%s: %v, %v", text, z, err)
		}
		shown, err := z.MarshalText()
		if err != nil || again.UnmarshalText(shown) != nil || again != z {
			t.Errorf("%s is written as %s", text, shown)
		}
	}
	for _, text := range []string{"", "MB", "-1", "1.5MB", "99999999999999GB", "big"} {
		if new(Size).UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
