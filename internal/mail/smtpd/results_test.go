package smtpd

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"podesta/internal/mail/letter"
)

// front returns a checker behind the mail server mx.podesta.example.
func front() *Checker {
	return NewChecker(nil, []string{"mx.podesta.example"},
		func(r letter.Recipient) bool { return r.User == "judge" && r.Domain == "podesta.example" },
		func() time.Time { return time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC) })
}

// judged returns the sender of a message with some fields, and the proof for it.
func judged(t *testing.T, fields string, env Envelope) (string, Proof) {
	t.Helper()
	if !strings.Contains(fields, "\nFrom:") {
		fields += "From: ada@example.org\n"
	}
	l, _, p, err := front().Read(context.Background(), strings.NewReader(fields+
		"To: judge@podesta.example\nSubject: x\nDate: Mon, 23 Nov 2026 09:00:00 +0000\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\nContent-Type: text/plain\n\nWHOIS\n"), env)
	if err != nil {
		t.Fatal(err)
	}
	return l.From.Address, p
}

// TestResults parses results as servers write them, and as attackers try to make servers write
// them.
func TestResults(t *testing.T) {
	const hostile = `a; dkim=pass header.d=example.org ; x=y`
	for _, c := range []struct {
		name, field string
		proof       string
	}{
		{"DKIM", "mx.podesta.example; dkim=pass header.d=example.org", "DKIM"},
		{"DMARC", "mx.podesta.example; dmarc=pass (p=none dis=none) header.from=example.org", "DMARC"},
		{"SPF", "mx.podesta.example; spf=pass smtp.mailfrom=ada@example.org", "SPF"},
		{"SPF of a domain", "mx.podesta.example; spf=pass smtp.mailfrom=example.org", "SPF"},
		{"SPF of somebody else", "mx.podesta.example; spf=pass smtp.mailfrom=x@evil.net", ""},
		{"another server", "mx.evil.net; dkim=pass header.d=example.org", ""},
		{"none", "mx.podesta.example; none", ""},
		{"nothing", "mx.podesta.example", ""},
		{"a sibling in the organisation", "mx.podesta.example; dkim=pass header.d=other.example.org", "DKIM"},
		{"a public suffix", "mx.podesta.example; dkim=pass header.d=org", ""},
		{"no domain", "mx.podesta.example; dkim=pass header.d=", ""},
		{"the name of a machine", "mx.podesta.example; spf=pass smtp.helo=example.org", ""},
		{"both names", "mx.podesta.example; spf=pass smtp.helo=evil.net smtp.mailfrom=example.org", ""},
		{"DMARC of somebody else", "mx.podesta.example; dmarc=pass header.from=evil.net", ""},
		{"DMARC of a sibling", "mx.podesta.example; dmarc=pass header.from=other.example.org", ""},

		// Forms that RFC 8601 allows.
		{"version", "mx.podesta.example 1;\n dkim=pass header.d=example.org", "DKIM"},
		{"another version", "mx.podesta.example 2; dkim=pass header.d=example.org", ""},
		{"version of the method", "mx.podesta.example; dkim/1=pass header.d=example.org", "DKIM"},
		{"another version of the method", "mx.podesta.example; dkim/2=pass header.d=example.org", ""},
		{"blanks", "mx.podesta.example ;\n\tdkim = pass\n\theader . d = example.org ;", "DKIM"},
		{"no blanks", "mx.podesta.example;dkim=pass header.d=example.org;spf=none", "DKIM"},
		{"capitals", "MX.podesta.example; DKIM=PASS Header.D=EXAMPLE.org", "DKIM"},
		{"comments", "mx.podesta.example; (a) dkim (b) = (c) pass (d) header (e) . (f) d (g) = (h) example.org (i)", "DKIM"},
		{"a comment with a semicolon", "mx.podesta.example; dkim=pass (2048-bit key; unprotected) header.d=example.org", "DKIM"},
		{"a comment with quotation marks", `mx.podesta.example; dkim=pass ("good; key") header.d=example.org`, "DKIM"},
		{"comments in comments", `mx.podesta.example; dkim=pass (a (b; c) \) \( d) header.d=example.org`, "DKIM"},
		{"a reason", `mx.podesta.example; dkim=pass reason="good signature; really" header.d=example.org`, "DKIM"},
		{"a reason without quotation marks", `mx.podesta.example; dkim=pass reason=good header.d=example.org`, "DKIM"},
		{"a domain in quotation marks", `mx.podesta.example; dkim=pass header.d="example.org"`, "DKIM"},
		{"an address in quotation marks", `mx.podesta.example; spf=pass smtp.mailfrom="ada b"@example.org`, "SPF"},
		{"the signature", `mx.podesta.example; dkim=pass header.d=example.org header.b=a+b/c== header.s=s1`, "DKIM"},
		{"a property without a type", `mx.podesta.example; dmarc=pass action=none header.from=example.org;compauth=pass reason=100`, "DMARC"},
		{"several", "mx.podesta.example; dkim=fail header.d=evil.net; dkim=pass header.d=example.org; spf=none", "DKIM"},
		{"a list of what the sender said", `mx.podesta.example; spf=pass (sender SPF authorized) smtp.mailfrom=example.org (client-ip=192.0.2.1; helo=mail.example.org; envelope-from=ada@example.org; receiver=judge)`, "SPF"},
		{"the identifier alone", "mx.podesta.example; dkim=pass header.i=@example.org", "DKIM"},

		// The name of the server must be written plainly, because servers recognize forged fields
		// by it.
		{"name with a comment", "mx.podesta.example (evil); dkim=pass header.d=example.org", ""},
		{"name behind a comment", "(evil) mx.podesta.example (evil); dkim=pass header.d=example.org", ""},
		{"name in quotation marks", `"mx.podesta.example"; dkim=pass header.d=example.org`, ""},
		{"name in a comment", "mx.evil.net (mx.podesta.example); dkim=pass header.d=example.org", ""},

		// Values that the sender controls.
		{"the sender of the envelope", `mx.podesta.example; spf=pass smtp.mailfrom="` + hostile + `"@evil.net`, ""},
		{"that, in a comment", `mx.podesta.example; spf=pass (sender SPF authorized) smtp.mailfrom=evil.net (client-ip=1.2.3.4; helo=mail.evil.net; envelope-from="` + hostile + `"@evil.net; receiver=judge)`, ""},
		{"the identifier of a signature", `mx.podesta.example; dkim=pass header.d=evil.net header.i="a; dmarc=pass header.from=example.org ; x=y"@evil.net`, ""},
		{"the reason of a failure", `mx.podesta.example; dkim=fail reason="bad; dkim=pass header.d=example.org ; x=y" header.d=evil.net`, ""},
		{"a comment on a failure", "mx.podesta.example; spf=fail (domain of x; spf=pass smtp.mailfrom=example.org ; y=z) smtp.mailfrom=evil.net", ""},
		{"properties in a comment", "mx.podesta.example; spf=pass smtp.mailfrom=x@evil.net ( smtp.mailfrom=a@example.org )", ""},
		{"properties in quotation marks", `mx.podesta.example; spf=pass smtp.mailfrom="a smtp.mailfrom=z@example.org "@evil.net`, ""},
		{"identifier and domain", "mx.podesta.example; dkim=pass header.i=@example.org header.d=evil.net", ""},
		{"domain and identifier", "mx.podesta.example; dkim=pass header.d=evil.net header.i=@example.org", ""},
		{"a quoted quotation mark", `mx.podesta.example; spf=pass smtp.mailfrom="a\"; dkim=pass header.d=example.org ; x=\"y"@evil.net`, ""},
		{"a backslash", `mx.podesta.example; spf=pass smtp.mailfrom="a\\"@evil.net (; dkim=pass header.d=example.org)`, ""},
		{"two at signs", `mx.podesta.example; spf=pass smtp.mailfrom="x@evil.net@example.org"`, ""},

		// Values that a server does not escape.
		{"a bracket ends a comment", `mx.podesta.example; spf=pass smtp.mailfrom=evil.net (client-ip=1.2.3.4; helo=x) ; dkim=pass header.d=example.org ; x=y (z; receiver=judge)`, ""},
		{"a bracket ends a comment, and a property follows", `mx.podesta.example; spf=pass (client-ip=1.2.3.4; helo=x) smtp.mailfrom=example.org (z; receiver=judge)`, ""},
		{"a bracket in quotation marks in a comment", `mx.podesta.example; spf=pass (envelope "a) ; dkim=pass header.d=example.org ; x=y (z"@evil.net)`, ""},
		{"a quotation mark ends a value", `mx.podesta.example; spf=pass smtp.mailfrom="a" ; dkim=pass header.d=example.org ; x="y"@evil.net"`, ""},

		// A malformed field proves nothing.
		{"a comment that does not end", "mx.podesta.example; dkim=pass header.d=example.org (a", ""},
		{"a comment that does not begin", "mx.podesta.example; dkim=pass header.d=example.org a)", ""},
		{"a quotation mark too many", `mx.podesta.example; dkim=pass header.d=example.org x="`, ""},
		{"a backslash at the end", `mx.podesta.example; dkim=pass header.d=example.org x="a\`, ""},
		{"a comment with a backslash at the end", `mx.podesta.example; dkim=pass header.d=example.org (a\)`, ""},
		{"text in front of quotation marks", `mx.podesta.example; dkim=pass header.d=evil.net"x"example.org`, ""},
		{"text behind quotation marks", `mx.podesta.example; dkim=pass header.d="evil.net".example.org`, ""},
		{"two values", "mx.podesta.example; dkim=pass header.d=example.org evil.net", ""},
		{"a domain twice", "mx.podesta.example; dkim=pass header.d=evil.net header.d=example.org", ""},
		{"an empty result", "mx.podesta.example; ; dkim=pass header.d=example.org", ""},
		{"a result without a method", "mx.podesta.example; =pass header.d=example.org", ""},
		{"a property without a value", "mx.podesta.example; dkim=pass header.d example.org", ""},
		{"an address without a bracket", "mx.podesta.example; dkim=pass header.d=<example.org", ""},
		{"a domain with a slash", "mx.podesta.example; dkim=pass header.d=evil.net/example.org", ""},
		{"a control character", "mx.podesta.example; dkim=pass\x0b header.d=example.org", ""},
		{"nonsense", ";;;=pass", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, p := judged(t, "Authentication-Results: "+c.field+"\n", Envelope{From: "ada@example.org"}); p.by != c.proof {
				t.Errorf("%q instead of %q", p.by, c.proof)
			}
		})
	}
}

// TestResultsOfFields checks which fields of a message count, and which other properties of it are
// decisive.
func TestResultsOfFields(t *testing.T) {
	const good = "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n"
	const signature = "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s;\n h=From:To:Subject:Date:Message-ID; bh=x; b=x\n"
	plain := Envelope{From: "ada@example.org"}
	for _, c := range []struct {
		name, fields string
		env          Envelope
		ok           bool
	}{
		{"one", good, plain, true},
		{"with the signature", good + signature, plain, true},
		{"below that of another server", "Authentication-Results: mx.elsewhere.example; dkim=fail\n" + good, plain, true},
		{"below one without results", "Authentication-Results: mx.podesta.example; none\n" + good, plain, false},
		{"below a failure", "Authentication-Results: mx.podesta.example; dkim=fail header.d=example.org\n" + good, plain, false},
		{"below one that is not well-formed", "Authentication-Results: mx.podesta.example; spf=pass smtp.mailfrom=\"a\"b\n" + good, plain, false},
		{"of a chain", "ARC-" + strings.Replace(good, "mx.", "i=1; mx.", 1), plain, false},
		{"Message-ID not signed", good + strings.Replace(signature, ":Message-ID", "", 1), plain, false},
		{"Date not signed", good + strings.Replace(signature, ":Date", "", 1), plain, false},
		{"To not signed", good + strings.Replace(signature, ":To", "", 1), plain, false},
		{"Subject not signed", good + strings.Replace(signature, ":Subject", "", 1), plain, false},
		{"in capitals, and folded", good + strings.Replace(signature, "From:To:Subject", "from : to :\n subject", 1), plain, true},
		{"only the beginning of the text signed", good + strings.Replace(signature, "bh=x", "l=10; bh=x", 1), plain, false},
		{"the signature of another domain", good + strings.Replace(signature, "d=example.org", "d=evil.net", 1), plain, false},
		{"another signature besides", good + signature + strings.Replace(signature, "d=example.org", "d=list.example", 1), plain, true},
		{"a second one that covers less", good + signature + strings.Replace(signature, ":Message-ID", "", 1), plain, false},
		{"a signature that cannot be read", good + signature + "DKIM-Signature: x\n", plain, false},
		{"a tag twice", good + strings.Replace(signature, "d=example.org", "d=evil.net; d=example.org", 1), plain, false},
		{"a misleading identifier", good + strings.Replace(signature, "s=s", "s=s; i=a=3B=20dmarc=3Dpass@example.org", 1), plain, false},
		{"SPF, a misleading identifier", "Authentication-Results: mx.podesta.example; spf=pass smtp.mailfrom=example.org\n" + strings.Replace(signature, "s=s", "s=s; i=a=3B=20spf=3Dpass@example.org", 1), plain, false},
		{"DMARC by SPF, signed by the provider", "Authentication-Results: mx.podesta.example; dmarc=pass header.from=example.org\n" + strings.Replace(signature, "d=example.org", "d=provider.example", 1), plain, true},
		{"sent for somebody by a list", good, Envelope{From: "SRS0=ab/c=xy=example.net=bounces+7'@list.example"}, true},
		{"an address in an address", good, Envelope{From: "z@example.org@evil.net"}, false},
		{"special characters in the sender", good, Envelope{From: "a b@evil.net"}, false},
		{"no sender", good, Envelope{Null: true}, false},
		{"an address in an address, as recorded", "Return-Path: <\"z@example.org\"@evil.net>\n" + good, Envelope{}, false},
		{"the sender, as recorded", "Return-Path: <ada@example.org>\n" + good, Envelope{}, true},
		{"no sender, as recorded", "Return-Path: <>\n" + good, Envelope{}, false},
		{"two of From", good + "From: ada@example.org\nFrom: Ada <ada@example.org>\n", plain, false},
		{"From with something else", good + "From: ada@example.org, x@[evil.net; dmarc=pass header.from=example.org]\n", plain, false},
		{"two of Subject", "Subject: y\n" + good, plain, false},
		{"two of Content-Type", good + "Content-Type: text/plain\n", plain, false},
		{"two of Message-ID, one with a blank", "Message-ID : <2@example.org>\n" + good, plain, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if from, p := judged(t, c.fields, c.env); p.OK() != c.ok {
				t.Errorf("%s: %v", from, p)
			}
		})
	}
}

// TestResultsOfServers parses the results that real servers have written for hostile messages.
func TestResultsOfServers(t *testing.T) {
	text, err := os.ReadFile("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n\n")
	cases := strings.Split(rest, "\n\n")
	if len(cases) < 90 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		name, c, _ := strings.Cut(c, "\n")
		sender, fields, _ := strings.Cut(c, "\n")
		sender, ok := strings.CutPrefix(sender, "MAIL FROM")
		name, named := strings.CutPrefix(name, "== ")
		if !ok || !named {
			t.Fatal(name, sender)
		}
		sender = strings.TrimSpace(sender)
		from, p := judged(t, strings.TrimSpace(fields)+"\n", Envelope{From: sender, Null: sender == ""})
		if honest := strings.HasPrefix(name, "honest"); from == "ada@example.org" && p.OK() != honest {
			t.Errorf("%s: %q is %v", name, from, p)
		}
	}
}

// FuzzResults writes results in the syntax of RFC 8601 with values that a sender controls, and
// checks that parsing them never proves a domain that did not pass.
func FuzzResults(f *testing.F) {
	for _, s := range []string{
		"", "plain", `a; dkim=pass header.d=example.org ; x=y`, `a) ; dkim=pass header.d=example.org ; x=y (z`, `"`, `\`, `a\"b`, "a@example.org",
		`=`, "a smtp.mailfrom=z@example.org ", ")(", `" ) ; dmarc=pass header.from=example.org ( "`, "\x00\r\n\t\x80", "é \u2028 \u200b",
	} {
		f.Add(s, s, s, s, uint8(len(s)))
		f.Add(s, "x", "y", "z", uint8(3*len(s)))
	}
	f.Fuzz(func(t *testing.T, local, identifier, reason, comment string, shape uint8) {
		quote := func(s string) string {
			return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(s)) + `"`
		}
		commented := func(s string) string {
			return "(" + strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(oneLine(s)) + ")"
		}
		passed := "evil.net"
		if shape&1 > 0 {
			passed = "example.org"
		}
		parts := []string{
			"spf=pass " + commented(comment) + " smtp.mailfrom=" + quote(local) + "@evil.net",
			"dkim=fail reason=" + quote(reason) + " header.d=example.org " + commented(local),
			"dkim=pass " + commented(reason) + " header.i=" + quote(identifier) + "@" + passed + " header.d=" + passed,
			"dmarc=fail " + commented(identifier) + " header.from=example.org policy.x=" + quote(comment),
		}
		for i := range int(shape>>2) % 4 {
			parts[0], parts[i] = parts[i], parts[0]
		}
		gap := " "
		if shape&2 > 0 {
			gap = "\n\t"
		}
		field := "mx.podesta.example;" + gap + strings.Join(parts, ";"+gap)
		server, all, _ := readResults(strings.ReplaceAll(field, "\n", ""))
		if server != "mx.podesta.example" {
			t.Fatalf("%q in %q", server, field)
		}
		for _, r := range all {
			if p := r.proves(); p.OK() && r.domain() != "evil.net" && r.domain() != passed {
				t.Fatalf("%v for %q in %q", p, r.domain(), field)
			}
		}
		if _, p := judged(t, "Authentication-Results: "+field+"\n", Envelope{From: "x@evil.net"}); p.OK() && passed != "example.org" {
			t.Fatalf("%v in %q", p, field)
		}
	})
}

// oneLine returns a text without characters that end a field.
func oneLine(s string) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(s) }
