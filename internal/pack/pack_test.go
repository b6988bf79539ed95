package pack_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"podesta/internal/pack"
)

// TestRoundTrip checks that every phase is read as it was packed, and that nil and empty parts
// remain distinct.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*pack.Phase{
		"nothing":   {Orders: map[int]string{}},
		"all empty": {Position: []byte{}, After: []byte{}, Events: []byte{}, Throws: []byte{}, Orders: map[int]string{0: ""}},
		"a phase": {
			Position: []byte(`{"phase":"spring 1454 orders"}`), Events: []byte(`[{"kind":"order"}]`), Throws: []byte("null"),
			Orders: map[int]string{1: "A Roma H\n", 8: "# ü", -1: "x"},
		},
		"with its end": {Position: []byte("{}"), After: []byte(`{"b":2}`), Orders: map[int]string{}},
		"long":         {Position: bytes.Repeat([]byte("0123456789"), 100_000), Orders: map[int]string{3: strings.Repeat("A Roma H\n", 50_000)}},
	} {
		got, err := pack.Unpack(p.Pack())
		if err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestForm1 reads a phase that was packed when format 1 was introduced. Databases and archives
// are full of such phases, so neither this file nor the dictionary may ever change.
func TestForm1(t *testing.T) {
	t.Parallel()
	packed := read(t, "testdata/form1.packed")
	p, err := pack.Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	if want := read(t, "testdata/form1.parts"); !bytes.Equal(p.Parts(), want) || len(p.Orders) != 8 || !bytes.HasPrefix(p.Position, []byte(`{"phase":"`)) {
		t.Errorf("the phase: %s", p.Parts())
	}
	sum := sha256.Sum256(read(t, "phase1.dict"))
	if got := hex.EncodeToString(sum[:]); got != "20181680c64350318d8a827398f45b9287964ae0edee052b9fc7c2293587d2ab" {
		t.Errorf("the dictionary has changed, and nothing that was packed with it can be read: %s", got)
	}
	if again := p.Pack(); len(again)*3 > len(p.Parts()) {
		t.Errorf("%d bytes are packed in %d", len(p.Parts()), len(again))
	}
}

// TestDamagedPhase checks that a packed phase with a changed or missing byte is never
// read as another phase.
func TestDamagedPhase(t *testing.T) {
	t.Parallel()
	packed := read(t, "testdata/form1.packed")
	whole, err := pack.Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range packed {
		bad := bytes.Clone(packed)
		bad[i] ^= 0x10
		if p, err := pack.Unpack(bad); err == nil && !reflect.DeepEqual(p, whole) {
			t.Fatalf("byte %d: %+v", i, p)
		}
		if _, err := pack.Unpack(packed[:i]); err == nil {
			t.Fatalf("cut off after %d bytes", i)
		}
	}
	if _, err := pack.Unpack(nil); !errors.Is(err, pack.ErrDamaged) {
		t.Error(err)
	}
	if _, err := pack.Unpack([]byte{9, 1}); err == nil || !strings.Contains(err.Error(), "newer podesta") {
		t.Error(err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzUnpack reads arbitrary bytes as joined parts, and checks that they are refused, or keep
// their meaning when they are joined again.
func FuzzUnpack(f *testing.F) {
	f.Add(read(f, "testdata/form1.packed"))
	f.Add((&pack.Phase{}).Pack())
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := pack.Unpack(data)
		if err != nil {
			return
		}
		again, err := pack.Unpack(p.Pack())
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%+v, packed again %+v, %v", p, again, err)
		}
	})
}

func BenchmarkPack(b *testing.B) {
	p, err := pack.Unpack(read(b, "testdata/form1.packed"))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("pack", func(b *testing.B) {
		for b.Loop() {
			p.Pack()
		}
		b.ReportMetric(float64(len(p.Parts())), "B-plain")
		b.ReportMetric(float64(len(p.Pack())), "B-packed")
	})
	packed := p.Pack()
	b.Run("unpack", func(b *testing.B) {
		for b.Loop() {
			if _, err := pack.Unpack(packed); err != nil {
				b.Fatal(err)
			}
		}
	})
}
