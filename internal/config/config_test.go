package config

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
)

// file writes a configuration file and returns its name.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "podesta.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestKeysAreFields checks that every field of the configuration has exactly
// one key.
func TestKeysAreFields(t *testing.T) {
	c := Default()
	fields := map[any]string{}
	var walk func(v reflect.Value, prefix string)
	walk = func(v reflect.Value, prefix string) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			switch {
			case !f.IsExported():
			case f.Type.Kind() == reflect.Struct:
				walk(v.Field(i), prefix+f.Name+".")
			default:
				fields[v.Field(i).Addr().Interface()] = prefix + f.Name
			}
		}
	}
	walk(reflect.ValueOf(c).Elem(), "")
	names := map[string]bool{}
	for i := range Keys {
		k := &Keys[i]
		if fields[k.at(c)] == "" {
			t.Errorf("the field of %s has another key", k.Name)
		}
		delete(fields, k.at(c))
		if names[k.Name] || k.Doc == "" || !strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s: twice, or not explained", k.Name)
		}
		names[k.Name] = true
		if k.Default == "" && k.Example == "" && !k.Hidden {
			t.Errorf("%s: neither a default nor an example", k.Name)
		}
		if err := setText(k.at(Default()), k.Example); err != nil && k.Example != "" {
			t.Errorf("%s: its example: %v", k.Name, err)
		}
	}
	for _, name := range fields {
		t.Errorf("no key is for the field %s", name)
	}
}

func TestDefaults(t *testing.T) {
	c, warnings, err := Load(Source{})
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if c.Listen != "127.0.0.1:8080" || c.Shutdown.Span() != 20*time.Second || c.Mail.MaxSize != 4<<20 {
		t.Errorf("%+v", c)
	}
	if c.Origin("listen") != "default" || c.IsSet("listen") || c.DatabaseURL() != "./data" {
		t.Error("a key that is not set does not have its default")
	}
}

// TestOrder checks that flags override the environment, which overrides the
// file.
func TestOrder(t *testing.T) {
	path := file(t, `
listen = "127.0.0.1:1"
zone = "Europe/Rome"
data = "/from/file"

[limits]
letters_per_hour = 2
requests_per_minute = 7

[http]
proxies = ["10.0.0.0/8", "192.0.2.1"]
`)
	c, _, err := Load(Source{
		Env:   []string{"PODESTA_CONFIG=" + path, "PODESTA_LISTEN=127.0.0.1:2", "PODESTA_DATA=/from/env", "PODESTA_ZONE=", "PODESTA_HTTP_PROXIES=", "PODESTA_MAIL_RELAY_PORT=25", "PODESTA_MAIL_BEHIND_MTA=true", "PODESTA_SECRET=abc"},
		Flags: map[string]string{"listen": "127.0.0.1:3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string][2]string{
		"listen": {"127.0.0.1:3", "-listen"}, "data": {"/from/env", "PODESTA_DATA"}, "zone": {"Europe/Rome", path + ":3"},
		"limits.letters_per_hour": {"2", path + ":7"}, "limits.requests_per_minute": {"7", path + ":8"},
		"http.proxies": {"[10.0.0.0/8 192.0.2.1]", path + ":11"}, "mail.relay.port": {"25", "PODESTA_MAIL_RELAY_PORT"}, "mail.behind_mta": {"true", "PODESTA_MAIL_BEHIND_MTA"},
		"secret": {"abc", "PODESTA_SECRET"}, "mail.mailbox": {"judge", "default"},
	} {
		field := Find(key).at(c)
		got := strings.Trim(tomlValue(field), `"`)
		if list, ok := field.(*[]string); ok {
			got = "[" + strings.Join(*list, " ") + "]"
		}
		if got != want[0] || c.Origin(key) != want[1] {
			t.Errorf("%s is %s by %s, not %s by %s", key, got, c.Origin(key), want[0], want[1])
		}
	}
	if got := len(c.HTTP.Prefixes()); got != 2 {
		t.Errorf("%d networks of proxies", got)
	}
}

// TestMistakes checks the messages for mistakes in a configuration.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		name, file, env string
		says            []string
	}{
		{"an unknown key", "\nlissten = \"x\"", "", []string{":2: lissten: there is no such key; did you mean listen?"}},
		{"in the wrong section", "[mail]\nhost = \"x\"", "", []string{":2: mail.host: there is no such key; did you mean mail.relay.host?"}},
		{"two", "[mial]\ndomain = \"x\"\n[log]\nlevle = 1", "", []string{":1: mial: there is no such key", ":4: log.levle: there is no such key; did you mean log.level?"}},
		{"nothing like it", "zzzzzzzzzzzz = 1", "", []string{"`podesta config` lists them all"}},
		{"no TOML", "listen = \nzone = 1", "", []string{":1"}},
		{"a wrong type", "\n\nlisten = 5", "", []string{":3: listen: this must be text in quotation marks"}},
		{"a number in quotation marks", "[mail.relay]\nport = \"4\"", "", []string{":2: mail.relay.port: this must be a whole number"}},
		{"neither true nor false", "[mail]\nbehind_mta = \"yes\"", "", []string{":2: mail.behind_mta: this must be true or false"}},
		{"neither, by a variable", "", "PODESTA_MAIL_BEHIND_MTA=maybe", []string{`"maybe" must be true or false`}},
		{"kept for a day", "[retention]\nsent_mail = \"1d\"\nreceived_mail = \"1000d\"", "", []string{":2: retention.sent_mail: set it to a time from 7d", ":3: retention.received_mail: set it to a time from 7d"}},
		{"an archive elsewhere", "[archive]\nurl = \"ftp://x\"", "", []string{":2: archive.url: \"ftp://\" is not a folder"}},
		{"an archive somewhere", "[archive]\nurl = \"x\"", "", []string{":2: archive.url: \"x\" depends on where the judge is started"}},
		{"no limit for letters", "", "PODESTA_LIMITS_LETTERS_PER_HOUR=0", []string{"limits.letters_per_hour: e-mail always has a limit"}},
		{
			"https without a name", "base_url = \"https://192.0.2.1\"\n[tls]\nacme = true\nca = \"ca.example.org\"\nlisten = \"443\"\n" +
				"redirect = \"unix:/x\"\nemail = \"me\"", "", []string{
				":3: tls.acme: nobody gives a certificate for 192.0.2.1; set base_url", `:4: tls.ca: "ca.example.org" is not the address`,
				`:5: tls.listen: "443" is not an address and a port`, ":6: tls.redirect: ", `:7: tls.email: "me" is not`,
			},
		},
		{"https without an address", "", "PODESTA_TLS_ACME=true", []string{"tls.acme: the judge needs its address on the web; set base_url"}},
		{"half a certificate", "[tls]\nkey = \"x\"", "", []string{"tls.certificate and tls.key belong together"}},
		{
			"two certificates", "base_url = \"https://judge.example.org\"\n[tls]\nacme = true\ncertificate = \"x\"\nkey = \"y\"", "",
			[]string{":3: tls.acme: with tls.certificate there is a certificate already"},
		},
		{"a port for nothing", "[tls]\nlisten = \":443\"", "", []string{":2: tls.listen: it has no effect without tls.acme"}},
		{"another database", "\ndatabase = \"mysql://x\"", "", []string{`:2: database: "mysql://" is neither sqlite: nor postgres:`}},
		{"no list", "[http]\nproxies = \"::1\"", "", []string{":2: http.proxies: this must be a list"}},
		{"a list of numbers", "[http]\nproxies = [1]", "", []string{":2: http.proxies: this must be a list"}},
		{"no span", "shutdown = true", "", []string{":1: shutdown: this must be text"}},
		{"no section", "mail = \"x\"", "", []string{":1: mail: this is a section: put [mail]"}},
		{"sections", "[[mail]]\ndomain = \"x\"", "", []string{":1: mail: this is a section"}},
		{"a section that is a key", "[listen]\nport = 1", "", []string{":1: listen: this must be text"}},
		{"a wrong size", "[mail]\nmax_size = \"big\"", "", []string{":2: mail.max_size: ", `"big" is not a size; use for instance 512, 256KB or 4MB`}},
		{"a secret", "secret = \"0123\"", "", []string{":1: secret: a secret does not belong in this file; set the environment variable PODESTA_SECRET"}},
		{"a password", "[mail.relay]\npassword = \"0123\"", "", []string{":2: mail.relay.password: ", "PODESTA_MAIL_RELAY_PASSWORD"}},
		{"a bad variable", "", "PODESTA_MAIL_RELAY_PORT=four", []string{`PODESTA_MAIL_RELAY_PORT: mail.relay.port: "four" is not a whole number`}},
		{"a bad span", "", "PODESTA_SHUTDOWN=soon", []string{`PODESTA_SHUTDOWN: shutdown: "soon" is not a duration`}},
		{"values", "listen = \"8080\"\nzone = \"Rome\"\nkeeper = \"me\"\nbase_url = \"judge.example.org\"\n[log]\nlevel = \"loud\"\n[http]\nproxies = [\"me\"]\n[limits]\ngames_per_hour = -1", "", []string{
			":1: listen: ", ":2: zone: ", "Europe/Rome", ":3: keeper: ", ":4: base_url: ", "https://judge.example.org", ":6: log.level: ", "debug, info, warn, error", ":8: http.proxies: ", ":10: limits.games_per_hour: ",
		}},
		{"mail without a domain", "[mail.relay]\nhost = \"x.example.org\"", "", []string{":2: mail.relay.host: it has no effect without mail.domain"}},
		{"mail without a relay", "[mail]\ndomain = \"x.example.org\"", "", []string{"mail.relay.host: the judge needs a mail server"}},
		{"mail", "[mail]\ndomain = \"x y\"\nmailbox = \"a+b\"\naliases = [\"nobody\"]\nlmtp = \"unix:here\"\ndkim_selector = \"s\"\ntls_key = \"k\"\ntrust = [\"my server\"]\n[mail.relay]\nhost = \"x.example.org\"\nuser = \"u\"\ntls = \"none\"\nport = 0", "", []string{
			"mail.domain: ", "mail.mailbox: ", "mail.aliases: ", "mail.lmtp: ", "must begin with /", "belong together", "mail.relay.user: there is no password", "unencrypted", "mail.relay.port: 0 is not a port", "mail.trust: \"my server\" is not the name",
		}},
	} {
		env := []string{c.env}
		_, _, err := Load(Source{File: file(t, c.file), Env: env})
		if err == nil {
			t.Errorf("%s: taken", c.name)
			continue
		}
		for _, want := range c.says {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: does not say %q:\n%v", c.name, want, err)
			}
		}
		if strings.Contains(err.Error(), "0123") {
			t.Errorf("%s: the error contains the secret: %v", c.name, err)
		}
	}
	if _, _, err := Load(Source{File: "no/such/file"}); err == nil || !strings.Contains(err.Error(), "no/such/file") {
		t.Errorf("a file that is missing: %v", err)
	}
	if _, _, err := Load(Source{Flags: map[string]string{"nothing": "1"}}); err == nil {
		t.Error("a flag without a key is taken")
	}
}

// TestWithdrawn checks that keys of earlier versions do not stop the judge,
// whatever their values, and that a warning names each.
func TestWithdrawn(t *testing.T) {
	var s Source
	text := "[archive]\nurl = \"s3://bucket/judge\"\n"
	s.Flags = map[string]string{}
	for i, key := range Withdrawn() {
		if Find(key) != nil {
			t.Errorf("%s is still a key", key)
		}
		section, name, _ := strings.Cut(key, ".")
		text += fmt.Sprintf("[%s.%s]\nx = 1\n", section, name)
		s.Env = append(s.Env, variable(key)+"=x")
		if i > 0 {
			s.Flags[key] = "x"
		}
	}
	s.File = file(t, text)
	c, warnings, err := Load(s)
	if err != nil || c.Archive.URL != "s3://bucket/judge" {
		t.Fatal(c, err)
	}
	if want := 3*len(Withdrawn()) - 1; len(warnings) != want {
		t.Errorf("%d warnings, not %d: %v", len(warnings), want, warnings)
	}
	for _, w := range warnings {
		if !strings.Contains(w.Message, "delete it") {
			t.Errorf("%v", w)
		}
	}
	c, warnings, err = Load(Source{File: file(t, "zone = \"UTC\"\n[archive]\nafter = \"365d\"\nrate = 30\n")})
	if err != nil || len(warnings) != 2 || c.Zone != "UTC" || !strings.HasSuffix(warnings[0].String(), ":3: archive.after: "+noArchive) {
		t.Error(warnings, err)
	}
}

func TestGoodMail(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("open sesame\r\nsecond line"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _, err := Load(Source{File: file(t, "[mail]\ndomain = \"judge.example.org\"\n[mail.relay]\nhost = \"smtp.example.org\"\nuser = \"judge\"\npassword_file = \""+secret+"\"")})
	if err != nil {
		t.Fatal(err)
	}
	if c.Mail.Address() != "judge@judge.example.org" || c.Mail.Greeting() != "judge.example.org" {
		t.Errorf("%q %q", c.Mail.Address(), c.Mail.Greeting())
	}
	if c.Mail.Relay.Addr() != "smtp.example.org:587" {
		t.Error(c.Mail.Relay.Addr())
	}
	if p, err := c.Mail.Relay.ReadPassword(); p != "open sesame" || err != nil {
		t.Errorf("%q, %v", p, err)
	}
	c.Mail.Relay.Password = "other"
	if p, err := c.Mail.Relay.ReadPassword(); p != "other" || err != nil {
		t.Errorf("%q, %v", p, err)
	}
}

func TestUnknownVariables(t *testing.T) {
	_, warnings, err := Load(Source{Env: []string{"PODESTA_LISTNE=x", "PODESTA_QWERTZUIOP=1", "HOME=/"}})
	if err != nil || len(warnings) != 2 {
		t.Fatal(warnings, err)
	}
	if got := warnings[0].String(); got != "PODESTA_LISTNE: no key belongs to this variable; did you mean PODESTA_LISTEN?" {
		t.Error(got)
	}
}

// TestExample reads the example file. With every line uncommented it must not have unknown
// keys, and unchanged it must not set anything.
func TestExample(t *testing.T) {
	var b bytes.Buffer
	if err := WriteExample(&b); err != nil {
		t.Fatal(err)
	}
	c, _, err := Load(Source{File: file(t, b.String())})
	if err != nil || len(c.origin) != 0 {
		t.Error(err, c.origin)
	}
	var text strings.Builder
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "# ") {
			line = strings.TrimPrefix(line, "#")
		}
		if len(line) > 100 {
			t.Errorf("a long line: %s", line)
		}
		text.WriteString(line)
	}
	c, _, err = Load(Source{File: file(t, text.String())})
	if err != nil {
		t.Fatal(err)
	}
	for i := range Keys {
		if k := &Keys[i]; !k.Hidden && !strings.HasPrefix(c.Origin(k.Name), "/") {
			t.Errorf("%s is missing in the example", k.Name)
		}
	}
	var plain map[string]any
	if _, err := toml.Decode(text.String(), &plain); err != nil {
		t.Error(err)
	}
}

func TestEffective(t *testing.T) {
	c, _, err := Load(Source{Env: []string{"PODESTA_SECRET=do-not-tell", "PODESTA_DATABASE=postgres://me:do-not-tell@db/podesta?password=do-not-tell"}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.WriteEffective(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "do-not-tell") || !strings.Contains(b.String(), "secret = (set)  # PODESTA_SECRET") || !strings.Contains(b.String(), "me:...@db/podesta") {
		t.Error(b.String())
	}
	if !HoldsPassword(c.Database) || HoldsPassword("postgres://me@db/podesta") || HoldsPassword("./data") {
		t.Error("passwords in URLs are not seen")
	}
}

func TestPublicURL(t *testing.T) {
	for _, c := range []struct{ base, listening, want string }{
		{"", "127.0.0.1:8080", "http://127.0.0.1:8080"},
		{"", "[::]:80", "http://localhost:80"},
		{"https://judge.example.org/", "127.0.0.1:8080", "https://judge.example.org"},
	} {
		conf := Default()
		conf.BaseURL = c.base
		if got := conf.PublicURL(c.listening); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestDKIM(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8 := func(key any) string {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	}
	for _, c := range []struct {
		name, text string
		good       bool
	}{
		{"RSA", pkcs8(rsaKey), true},
		{"Ed25519", pkcs8(edKey), true},
		{"RSA of PKCS #1", string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(rsaKey)})), true},
		{"another kind", pkcs8(ecKey), false},
		{"a damaged key", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")})), false},
		{"no key", "hello", false},
	} {
		m := Mail{DKIMKeyFile: file(t, c.text)}
		if key, err := m.ReadDKIM(); (err == nil) != c.good || c.good && key == nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if key, err := (&Mail{}).ReadDKIM(); key != nil || err != nil {
		t.Errorf("none: %v, %v", key, err)
	}
	if _, err := (&Mail{DKIMKeyFile: "no/such/file"}).ReadDKIM(); err == nil {
		t.Error("a file that is missing is taken")
	}
}
