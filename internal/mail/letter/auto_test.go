package letter

import "testing"

func TestAuto(t *testing.T) {
	for _, c := range []struct {
		header string
		want   AutoKind
	}{
		{"From: a@example.org", Person},
		{"From: a@example.org\nAuto-Submitted: no", Person},
		{"From: a@example.org\nPrecedence: normal", Person},
		{"From: a@example.org\nReturn-Path: <a@example.org>", Person},
		{"From: rooter@example.org\nSubject: Re: Out of office: x", Person},
		{"From: smtpfan@example.org\nSubject: Out of the ashes", Person},
		{"From: a@example.org\nX-Auto-Response-Suppress: DR, RN", Person},
		{"From: a@example.org\nAuto-Submitted: auto-replied (vacation)", AutoReply},
		{"From: a@example.org\nAuto-Submitted: auto-generated", AutoReply},
		{"From: a@example.org\nPrecedence: auto_reply", AutoReply},
		{"From: a@example.org\nX-Autoreply: yes", AutoReply},
		{"From: a@example.org\nX-Auto-Response-Suppress: All", AutoReply},
		{"From: a@example.org\nSubject: Out of Office: JUDGE", AutoReply},
		{"From: a@example.org\nSubject: =?utf-8?q?R=C3=A9ponse_automatique_:_JUDGE?=", AutoReply},
		{"From: a@example.org\nContent-Type: multipart/report; report-type=disposition-notification; boundary=x", AutoReply},
		{"From: a@example.org\nReturn-Path: <>\nAuto-Submitted: auto-replied", AutoReply},
		{"From: a@example.org\nReturn-Path: <>", Bounce},
		{"From: a@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=x", Bounce},
		{"From: a@example.org\nX-Failed-Recipients: b@example.org", Bounce},
		{"From: MAILER-DAEMON@example.org\nAuto-Submitted: auto-replied", Bounce},
		{"From: Mail Delivery Subsystem <mailer-daemon@example.org>", Bounce},
		{"From: postmaster@example.org", Bounce},
		{"From: root@example.org", Robot},
		{"From: no-reply@example.org", Robot},
		{"From: a@example.org\nReply-To: noreply@example.org", Robot},
		{"From: a@example.org\nPrecedence: bulk", List},
		{"From: a@example.org\nPrecedence: Junk", List},
		{"From: a@example.org\nList-Id: <x.example.org>", List},
		{"From: a@example.org\nList-Unsubscribe: <mailto:x@example.org>", List},
		{"From: a@example.org\n" + LoopHeader + ": pod", Loop},
		{"From: a@example.org\nX-Loop: podesta@example.org", Loop},
		{"From: a@example.org\nDelivered-To: judge+x@example.org\nX-Loop: judge+x@example.org", Loop},
		{"From: Judge <judge@Example.org>\nDelivered-To: judge+medici@example.org", Loop},
	} {
		l := read(t, c.header+"\n\nsignon Vmedici pw\n")
		if l.Auto.Kind != c.want || (c.want == Person) != (l.Auto.Why == "") {
			t.Errorf("%s\ngot %q by %q, want %q", c.header, l.Auto.Kind, l.Auto.Why, c.want)
		}
	}
	hops := "From: a@example.org\n"
	for range maxHops + 1 {
		hops += "Received: from x by y; Fri, 27 Nov 2026 20:00:00 +0000\n"
	}
	if l := read(t, hops+"\nx"); l.Auto.Kind != Loop {
		t.Errorf("after %d servers: %q", maxHops+1, l.Auto.Kind)
	}
}

func TestSender(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"From: a@example.org", "a@example.org"},
		{"From: <a+dip@Example.ORG.>", "a+dip@example.org"},
		{"From: a@example.org (Nick)", "a@example.org"},
		{"From: \"Sforza, F.\" <f@example.org>", "f@example.org"},
		{"From: Sforza, F. <f@example.org>", "f@example.org"},
		{"From: =?iso-8859-1?Q?Ren=E9?= <rene@example.org>", "rene@example.org"},
		{"From: René <rené@exämple.org>", "rené@exämple.org"},
		{"From: \"victim@example.com\" <a@example.org>", "a@example.org"},
		{"From: victim@example.com <a@example.org>", "a@example.org"},
		{"From: =?utf-8?q?victim@example.com?= <a@example.org>", "a@example.org"},
		{"From: (victim@example.com) a@example.org", "a@example.org"},
		{"From: a@example.org, a@EXAMPLE.org", "a@example.org"},
		{"From: a@example.org, b@example.org", ""},
		{"From: a@example.org\nFrom: b@example.org", ""},
		{"From: undisclosed-recipients:;", ""},
		{"From: nobody at all", ""},
		{"From: a@", ""},
		{"From: \"a b\"@example.org", ""},
		{"To: x@example.org", ""},
	} {
		if l := read(t, c.header+"\n\nx\n"); l.From.Address != c.want {
			t.Errorf("%s: got %q, want %q", c.header, l.From.Address, c.want)
		}
	}
}

func TestReadRecipient(t *testing.T) {
	for _, c := range []struct{ addr, user, tag, domain string }{
		{"judge@example.org", "judge", "", "example.org"},
		{"<Judge+Medici@EXAMPLE.org>", "Judge", "Medici", "example.org"},
		{"judge+medici+t7kq@example.org", "judge", "medici+t7kq", "example.org"},
		{"judge", "judge", "", ""},
		{"", "", "", ""},
	} {
		r := ReadRecipient(c.addr)
		if r.User != c.user || r.Tag != c.tag || r.Domain != c.domain {
			t.Errorf("%s: %+v", c.addr, r)
		}
	}
}
