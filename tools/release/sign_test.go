package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"golang.org/x/crypto/ssh"
)

// TestSign signs checksums twice, verifies the signature as the documents describe, and checks
// that a changed file is detected.
func TestSign(t *testing.T) {
	folder := t.TempDir()
	key := filepath.Join(folder, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	k, err := readKey(key)
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for range 2 {
		r := &release{out: t.TempDir(), key: k}
		sums := filepath.Join(r.out, "SHA256SUMS")
		text := []byte("abc  podesta-1.2.3-oci.tar\n")
		if err := os.WriteFile(sums, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := r.sign(); err != nil {
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
	for name, want := range map[string]string{"missing": "ssh-keygen -t ed25519", "key.pub": "not an Ed25519 key"} {
		if _, err := readKey(filepath.Join(folder, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the key %s: %v", name, err)
		}
	}
	if out, err := exec.Command("ssh-keygen", "-q", "-p", "-P", "", "-N", "secret", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := readKey(key); err == nil || !strings.Contains(err.Error(), "has a passphrase") {
		t.Errorf("a key with a passphrase: %v", err)
	}
}

// TestOneKey checks that the OpenPGP form of a key does not change: people who added the
// repository keep a copy of it.
func TestOneKey(t *testing.T) {
	block, err := ssh.MarshalPrivateKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize)), "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := write(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := readKey(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%X", k.pgp.PrimaryKey.Fingerprint); got != "CC077D02ED752C482AACCF2066500E0CBFE76676" {
		t.Errorf("the fingerprint is %s", got)
	}
	one, err := k.inline([]byte("text\n"), since)
	if err != nil {
		t.Fatal(err)
	}
	if two, err := k.inline([]byte("text\n"), since); err != nil || !bytes.Equal(one, two) {
		t.Errorf("two signatures differ: %v", err)
	}
	public, err := k.public()
	if err != nil {
		t.Fatal(err)
	}
	ring, err := openpgp.ReadArmoredKeyRing(bytes.NewReader(public))
	if err != nil {
		t.Fatal(err)
	}
	signedText, _ := clearsign.Decode(one)
	if _, err := signedText.VerifySignature(ring, nil); err != nil {
		t.Error(err)
	}
}
