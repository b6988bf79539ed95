package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// signed is the namespace of signatures: a signature made for another purpose is not accepted
// for a release.
const signed = "podesta-release"

// sign signs SHA256SUMS with a private key of OpenSSH. It writes the signature into
// SHA256SUMS.sig, and the public key, as ssh-keygen -Y verify reads it, into
// podesta-signers. Signatures of Ed25519 keys are the same each time.
func (r *release) sign(key string) error {
	public, err := exec.Command("ssh-keygen", "-y", "-f", key).Output()
	if err != nil {
		return fmt.Errorf("the key %s cannot be read (ssh-keygen: %w); make one with ssh-keygen -t ed25519", key, err)
	}
	fields := strings.Fields(string(public))
	if len(fields) < 2 || fields[0] != "ssh-ed25519" {
		return fmt.Errorf("the key %s is not an Ed25519 key; make one with ssh-keygen -t ed25519", key)
	}
	sums := filepath.Join(r.out, "SHA256SUMS")
	if out, err := exec.Command("ssh-keygen", "-Y", "sign", "-f", key, "-n", signed, sums).CombinedOutput(); err != nil {
		return fmt.Errorf("signing: %w\n%s", err, out)
	}
	signers := fmt.Sprintf("podesta namespaces=%q %s %s\n", signed, fields[0], fields[1])
	if err := write(filepath.Join(r.out, "podesta-signers"), []byte(signers), 0o644); err != nil {
		return err
	}
	return os.Chmod(sums+".sig", 0o644)
}
