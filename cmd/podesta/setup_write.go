package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"

	"podesta/internal/certificate"
	"podesta/internal/config"
	"podesta/internal/doctor"
)

// write shows the changes and writes the files. If nothing changes, it only says so.
func (i *interview) write() error {
	text, err := config.Edit(i.text, i.answers)
	if err != nil {
		return err
	}
	_, missing := os.Stat(i.file)
	if text == i.text && missing == nil {
		i.say("\nNothing changes in %s.", i.file)
		return nil
	}
	i.say("\nIn %s:", i.file)
	for k := range config.Keys {
		key := config.Keys[k].Name
		value, changes := i.answers[key]
		was := i.before.PlainText(key)
		if key == "database" {
			value, was = config.WithoutPassword(value), config.WithoutPassword(was)
		}
		if value == "" {
			value = "(nothing)"
		}
		switch {
		case !changes:
		case i.before.IsSet(key):
			i.say("  %s = %s, and no longer %s", key, value, was)
		default:
			i.say("  %s = %s", key, value)
		}
	}
	switch yes, err := i.confirm("Write this?", true); {
	case err != nil:
		return err
	case !yes:
		return errors.New("nothing was written")
	}
	if err := i.secrets(); err != nil {
		return err
	}
	if err := i.accepted(text); err != nil {
		return err
	}
	return i.save(i.file, text)
}

// secrets writes the files to which the answers refer, if they do not exist.
func (i *interview) secrets() error {
	if file := i.answers["mail.dkim_key_file"]; file != "" && i.s.given["mail.dkim_key_file"] == "" {
		if _, err := os.Stat(file); err != nil {
			key, err := rsa.GenerateKey(rand.Reader, 2048)
			if err != nil {
				return err
			}
			der, err := x509.MarshalPKCS8PrivateKey(key)
			if err != nil {
				return err
			}
			text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
			if err := i.save(file, string(text)); err != nil {
				return err
			}
		}
	}
	if i.password != "" {
		return i.save(i.answers["mail.relay.password_file"], i.password+"\n")
	}
	return nil
}

// accepted checks the whole configuration before it replaces another.
func (i *interview) accepted(text string) error {
	f, err := os.CreateTemp(filepath.Dir(i.file), ".podesta-*.toml")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(text); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	_, _, err = config.Load(config.Source{File: f.Name(), Env: os.Environ()})
	var all config.Problems
	if errors.As(err, &all) {
		for n := range all {
			all[n].Where = "" // the file is gone when someone reads this
		}
		return all
	}
	return err
}

// save writes a file that only its owner and the judge can read. The judge's user is in the group
// of the folder.
func (i *interview) save(path, text string) error {
	_, missing := os.Stat(path)
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		return err
	}
	if missing != nil {
		if err := groupOfFolder(path); err != nil {
			return err
		}
	}
	return os.Chmod(path, 0o640)
}

// finish runs the doctor, and says what is still to do.
func (i *interview) finish() ([]doctor.Result, error) {
	c, warnings, err := config.Load(config.Source{File: i.file, Env: os.Environ()})
	if err != nil {
		return nil, err
	}
	i.say("")
	results := doctor.Examine(i.ctx, i.tools, c, i.file, warnings)
	if err := doctor.WriteText(i.e.out, results); err != nil {
		return nil, err
	}
	if records, err := i.records(c); err != nil {
		return nil, err
	} else if len(records) > 0 {
		i.say("\nPublish in the DNS, if the doctor does not find it yet:")
		for _, r := range records {
			i.say("  %s  %s  %s", r[0], r[1], r[2])
		}
	}
	command := "podesta"
	if i.file == packaged {
		command = "sudo -u podesta podesta"
		i.say("\nThen start the judge:\n  sudo systemctl enable --now podesta")
	} else {
		i.say("\nThen start the judge:\n  podesta serve -config %s", i.file)
	}
	if c.Mail.Domain == "" {
		i.say("and make your account, which becomes the operator's within a minute. The command prints a link for you:")
		i.say("  %s account -config %s -new 'YOUR NAME' %s", command, i.file, c.Keeper)
	} else {
		i.say("and sign up at %s with %s: within a minute of your confirmation, that account is the operator's.",
			c.PublicURL(c.Listen), c.Keeper)
	}
	i.say("To check everything again: %s doctor -config %s", command, i.file)
	return results, nil
}

// records returns what must be in the DNS: names, types and values.
func (i *interview) records(c *config.Config) ([][3]string, error) {
	var out [][3]string
	host := c.Host()
	if _, err := netip.ParseAddr(host); host == "" || host == "localhost" || err == nil {
		host = ""
	}
	public := certificate.Public(i.tools.Own())
	address := func(name string) {
		for _, a := range public {
			kind := "AAAA"
			if a.Is4() {
				kind = "A"
			}
			out = append(out, [3]string{name, kind, a.String()})
		}
		if len(public) == 0 {
			out = append(out, [3]string{name, "A", "the public address of this machine"})
		}
	}
	if host != "" {
		address(host)
	}
	m := &c.Mail
	if m.Domain == "" {
		return out, nil
	}
	if m.Domain != host {
		address(m.Domain)
	}
	allowed := "v=spf1 mx -all"
	if m.SMTP != "" {
		allowed = "v=spf1 mx include:… -all (the provider of " + m.Relay.Host + " says what to include)"
	}
	out = append(out, [3]string{m.Domain, "MX", "10 " + m.Domain + "."}, [3]string{m.Domain, "TXT", allowed},
		[3]string{"_dmarc." + m.Domain, "TXT", "v=DMARC1; p=quarantine"})
	key, err := m.ReadDKIM()
	if err != nil || key == nil {
		return out, err
	}
	record, err := doctor.DKIM(key.Public())
	if err != nil {
		return nil, fmt.Errorf("mail.dkim_key_file: %w", err)
	}
	return append(out, [3]string{m.DKIMSelector + "._domainkey." + m.Domain, "TXT", record}), nil
}
