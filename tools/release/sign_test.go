package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSign signs checksums twice, verifies the signature as the documents describe, and checks
// that a changed file is detected.
func TestSign(t *testing.T) {
	folder := t.TempDir()
	key := filepath.Join(folder, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var first []byte
	for range 2 {
		r := &release{out: t.TempDir()}
		sums := filepath.Join(r.out, "SHA256SUMS")
		text := []byte("abc  podesta-1.2.3-oci.tar\n")
		if err := os.WriteFile(sums, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := r.sign(key); err != nil {
			t.Fatal(err)
		}
		check := func(text []byte) error {
			cmd := exec.Command("ssh-keygen", "-Y", "verify", "-f", filepath.Join(r.out, "podesta-signers"), "-I", "podesta", "-n", signed, "-s", sums+".sig")
			cmd.Stdin = bytes.NewReader(text)
			return cmd.Run()
		}
		if err := check(text); err != nil {
			t.Errorf("the signature is not valid: %v", err)
		}
		if check(append(text, '\n')) == nil {
			t.Error("a changed file has a valid signature")
		}
		sig, err := os.ReadFile(sums + ".sig")
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, sig) {
			t.Error("two signatures differ")
		}
		first = sig
	}
	r := &release{out: t.TempDir()}
	if err := r.sign(filepath.Join(folder, "missing")); err == nil || !strings.Contains(err.Error(), "ssh-keygen -t ed25519") {
		t.Errorf("without a key: %v", err)
	}
}
