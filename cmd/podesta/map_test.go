package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMap draws from flags, from a case and from a result.
func TestMap(t *testing.T) {
	for _, c := range []struct {
		args   string
		in     string
		status int
		has    string // text in the picture, or in the error if the status is not 0
	}{
		{"", "", 0, "<title>The Balance of Power, Spring 1454, orders</title>"},
		{"-scenario A -theme dark -interactive", "", 0, `<g id="prov-mil" data-area="mil"><title>Milan, Milan;`},
		{"-scenario A -width 700", "", 0, `width="700" height="702"`},
		{"-layers owners,income", "", 0, "#k-coin"},
		{"-layers threatened,straits -theme dark", "", 0, "#k-gate"},
		{"-layers roads", "", 2, `unknown layer "roads"`},
		{"-small -theme safe", "", 0, `viewBox="-8 -8 2016`},
		{"-position -", `{"scenario": "B", "phase": "fall 1455 orders", "position": {"units": {"milan": ["A Turin"]}}, "orders": {"milan": ["A Turin - Savoy"]}}`, 0, "m-go"},
		{"-position - -orders=false", `{"orders": {"milan": ["A Pavia - Turin"]}}`, 0, "<title>The Balance of Power, Spring 1454, orders</title>"},
		{"-position -", `{"next": "summer 1454 orders", "orders": [{"power": "milan"}], "position": {"units": {"milan": ["A Turin"]}}}`, 0, "Summer 1454"},
		{"-position -", `{"orders": {"milan": ["A Pavia fly"]}}`, 0, "<svg"},
		{"-position -", `{"orders": {"mars": ["A Pavia H"]}}`, 1, `no power "mars"`},
		{"-position -", `{`, 1, "JSON"},
		{"-position nowhere.json", "", 1, "nowhere.json"},
		{"-scenario Z", "", 1, `no scenario "Z"`},
		{"-theme sepia", "", 1, `unknown theme "sepia"`},
		{"-labels long", "", 1, `unknown labels "long"`},
		{"-rules none", "", 1, "none"},
		{"B", "", 2, `unexpected argument "B"`},
		{"-colour red", "", 2, "colour"},
		{"-h", "", 0, ""},
	} {
		var out, bad bytes.Buffer
		args := append([]string{"map"}, strings.Fields(c.args)...)
		status := run(env{strings.NewReader(c.in), &out, &bad}, args)
		if status != c.status {
			t.Errorf("map %s: status %d, want %d: %s", c.args, status, c.status, bad.String())
		}
		text := out.String()
		if c.status != 0 {
			text = bad.String()
		}
		if !strings.Contains(text, c.has) {
			t.Errorf("map %s: no %q in %.200q", c.args, c.has, text)
		}
	}
}

// TestMapForms checks that the name of the file determines the format of the
// map.
func TestMapForms(t *testing.T) {
	for name, has := range map[string]string{
		"b.txt": "\nMilan: provinces ", "b.pdf": "%PDF-1.4\n", "b.ps": "%!PS-Adobe-3.0", "b.eps": "EPSF-3.0", "b.png": "\x89PNG", "b.svg": "<svg ",
	} {
		name = filepath.Join(t.TempDir(), name)
		var out, bad bytes.Buffer
		if status := run(env{strings.NewReader(""), &out, &bad}, []string{"map", "-o", name}); status != 0 {
			t.Fatalf("%s: status %d: %s", name, status, bad.String())
		}
		data, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(data), has) {
			t.Errorf("%s: %v: no %q in %.100q", name, err, has, data)
		}
	}
}

func TestMapToFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "b.svg")
	var out, bad bytes.Buffer
	if status := run(env{strings.NewReader(""), &out, &bad}, []string{"map", "-o", name}); status != 0 || out.Len() > 0 {
		t.Fatalf("status %d, %d bytes on the standard output: %s", status, out.Len(), bad.String())
	}
	data, err := os.ReadFile(name)
	if err != nil || !bytes.HasSuffix(data, []byte("</svg>\n")) {
		t.Errorf("the file ends in %.20q (%v)", data[max(0, len(data)-20):], err)
	}
}
