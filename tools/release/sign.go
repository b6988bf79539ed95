package main

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	"golang.org/x/crypto/ssh"
)

// signed is the namespace of signatures: a signature made for another purpose is not accepted
// for a release.
const signed = "podesta-release"

// key is an Ed25519 key in two forms. The OpenSSH form signs the checksums of a release, which
// ssh-keygen verifies on every system. The OpenPGP form signs the package repositories.
type key struct {
	file string // file of the OpenSSH key
	ssh  ssh.PublicKey
	pgp  *openpgp.Entity
}

// since is the time of creation in the OpenPGP form of every key. It is part of the key's
// fingerprint, so it must never change.
var since = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// readKey reads a private key from a file of OpenSSH, without a passphrase.
func readKey(name string) (*key, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the key cannot be read: %w; make one with ssh-keygen -t ed25519", err)
	}
	raw, err := ssh.ParseRawPrivateKey(text)
	if protected := (*ssh.PassphraseMissingError)(nil); errors.As(err, &protected) {
		return nil, fmt.Errorf("the key %s has a passphrase; copy it and remove the passphrase from the copy: ssh-keygen -p -N '' -f COPY", name)
	}
	private, ok := raw.(*ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("the key %s is not an Ed25519 key; make one with ssh-keygen -t ed25519", name)
	}
	k := &key{file: name}
	if k.ssh, err = ssh.NewPublicKey(private.Public()); err != nil {
		return nil, err
	}
	// The generator of keys reads the seed of the primary key first, and then that of a key
	// for encryption, which is not needed.
	config := signing(since)
	config.Algorithm, config.Rand = packet.PubKeyAlgoEdDSA, io.MultiReader(bytes.NewReader(private.Seed()), zeros{})
	if k.pgp, err = openpgp.NewEntity("podesta", "releases", "", config); err != nil {
		return nil, err
	}
	k.pgp.Subkeys = nil
	return k, nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// trialKey writes a new key to a file, unless the file exists.
func trialKey(name string) error {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "podesta trial")
	if err != nil {
		return err
	}
	return write(name, pem.EncodeToMemory(block), 0o600)
}

// signing returns settings with which the same text has the same signature each time.
func signing(at time.Time) *packet.Config {
	random := false
	return &packet.Config{Time: func() time.Time { return at }, DefaultHash: crypto.SHA512, NonDeterministicSignaturesViaNotation: &random}
}

// public returns the OpenPGP form of the public key, in ASCII armor.
func (k *key) public() ([]byte, error) {
	var b bytes.Buffer
	w, err := armor.Encode(&b, openpgp.PublicKeyType, nil)
	if err != nil {
		return nil, err
	}
	if err := k.pgp.Serialize(w); err != nil {
		return nil, err
	}
	err = w.Close()
	return append(b.Bytes(), '\n'), err
}

// detached returns an OpenPGP signature of a text, in ASCII armor.
func (k *key) detached(text []byte, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	err := openpgp.ArmoredDetachSign(&b, k.pgp, bytes.NewReader(text), signing(at))
	return append(b.Bytes(), '\n'), err
}

// inline returns a text with its OpenPGP signature.
func (k *key) inline(text []byte, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w, err := clearsign.Encode(&b, k.pgp.PrivateKey, signing(at))
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return append(b.Bytes(), '\n'), err
}

// sign signs SHA256SUMS. It writes the signature into SHA256SUMS.sig, and the public key, as
// ssh-keygen -Y verify reads it, into podesta-signers.
func (r *release) sign() error {
	sums := filepath.Join(r.out, "SHA256SUMS")
	if out, err := exec.Command("ssh-keygen", "-Y", "sign", "-f", r.key.file, "-n", signed, sums).CombinedOutput(); err != nil {
		return fmt.Errorf("signing: %w\n%s", err, out)
	}
	signers := fmt.Sprintf("podesta namespaces=%q %s", signed, ssh.MarshalAuthorizedKey(r.key.ssh))
	if err := write(filepath.Join(r.out, "podesta-signers"), []byte(signers), 0o644); err != nil {
		return err
	}
	return os.Chmod(sums+".sig", 0o644)
}
