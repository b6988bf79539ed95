package main

import (
	"crypto/tls"
	"fmt"
	"io"

	"podesta/internal/certificate"
	"podesta/internal/config"
	"podesta/internal/store"
)

// runConfig writes the example file, the table of the keys, or the effective configuration. The
// exit status is 0 on success, 1 if the configuration is wrong or nothing can be written, and 2 if
// the arguments are wrong.
func runConfig(e env, args []string) int {
	s := newSettings(e, "config", "",
		"Prints a configuration file that explains every key and shows its default. Save it, and change what you need:",
		"  podesta config > podesta.toml",
		"  podesta config -show -config podesta.toml")
	show := s.flags.Bool("show", false, "check the configuration, and print the value of each key and where it was set; secrets are left out")
	table := s.flags.Bool("table", false, "print the keys as a table in Markdown")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	write := func(f func(io.Writer) error) int {
		if err := f(e.out); err != nil {
			fmt.Fprintf(e.err, "podesta config: %v\n", err)
			return 1
		}
		return 0
	}
	switch {
	case *table:
		return write(config.WriteTable)
	case *show:
		c, warnings, ok := s.load(e)
		if !ok {
			return 1
		}
		for _, w := range warnings {
			fmt.Fprintf(e.err, "podesta config: %s\n", w)
		}
		if err := startable(c); err != nil {
			fmt.Fprintf(e.err, "podesta config: %v\n", err)
			return 1
		}
		return write(c.WriteEffective)
	}
	return write(config.WriteExample)
}

// startable returns an error if the judge would refuse its settings when it starts, because of the
// files that they name, for instance.
func startable(c *config.Config) error {
	if err := store.CheckURL(c.DatabaseURL()); err != nil {
		return err
	}
	if _, err := judgeOptions(c, nil); err != nil {
		return err
	}
	if _, err := readTerms(c); err != nil {
		return err
	}
	if _, err := c.ReadProviders(); err != nil {
		return err
	}
	if c.TLS.Certificate != "" {
		if _, err := tls.LoadX509KeyPair(c.TLS.Certificate, c.TLS.Key); err != nil {
			return fmt.Errorf("tls.certificate: %w", err)
		}
	}
	if c.TLS.CARoot != "" {
		if _, err := certificate.Roots(c.TLS.CARoot); err != nil {
			return fmt.Errorf("tls.ca_root: %w", err)
		}
	}
	if c.Mail.Domain == "" {
		return nil
	}
	if err := mailPair(c); err != nil {
		return err
	}
	_, err := postConfig(c)
	return err
}

// mailPair returns an error if the certificate for incoming e-mail cannot be used.
func mailPair(c *config.Config) error {
	if c.Mail.TLSCert == "" {
		return nil
	}
	if _, err := tls.LoadX509KeyPair(c.Mail.TLSCert, c.Mail.TLSKey); err != nil {
		return fmt.Errorf("mail.tls_cert and mail.tls_key: %w", err)
	}
	return nil
}
