package mail_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/press"
)

// The formats in which mail servers report that an e-mail did not arrive. Each
// contains placeholders for the address and the Message-ID.
var bounces = map[string]string{
	"postfix": `Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: judge@podesta.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="AB.1/mx"
Message-Id: <20261123100000.AB@mx.example.net>

--AB.1/mx
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net. Your message could not be
delivered to one or more recipients.

<%[1]s>: host mail.example.org said: 550 5.1.1 User unknown

--AB.1/mx
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; %[1]s
Original-Recipient: rfc822;%[1]s
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <%[1]s>: User
    unknown

--AB.1/mx
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: "TEST" <judge@podesta.example>
To: <%[1]s>
Message-Id: <%[2]s>

--AB.1/mx--
`,
	"exim": `Return-path: <>
X-Failed-Recipients: %[1]s
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
To: judge@podesta.example
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1abc@mx.example.net>

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  %[1]s
    all relevant MX records point to non-existent hosts

------ This is a copy of the message's headers. ------

Received: from vm by mx.example.net
From: TEST <judge@podesta.example>
To: %[1]s
Message-ID:
	<%[2]s>
`,
	"qmail": `Return-Path: <>
From: MAILER-DAEMON@qmail.example.net
To: judge@podesta.example
Subject: failure notice
Date: 23 Nov 2026 10:00:00 -0000

Hi. This is the qmail-send program at qmail.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<%[1]s>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <judge@podesta.example>
Message-ID: <%[2]s>
From: TEST <judge@podesta.example>
`,
}

// delayed turns a failure report into a report about an e-mail that the server is still trying to
// deliver.
var delayed = strings.NewReplacer("Action: failed", "Action: delayed", "Status: 5.1.1", "Status: 4.4.1", "could not be\ndelivered", "could not be\ndelivered yet").Replace(bounces["postfix"])

// toMilan sends press to Milan and returns the e-mail.
func (h *house) toMilan(players []*game.Account, g *game.Game) *parcel {
	h.t.Helper()
	h.box.take("")
	role, err := h.Base.RoleOf(ctx, g.ID, players[1].ID)
	if err != nil {
		h.t.Fatal(err)
	}
	h.n++
	if err := h.Press.Say(ctx, g.ID, role, role.Seat, press.NewMessage{To: journal.OnlySeats(seatOf(g, "milan")), Text: fmt.Sprint("Letter ", h.n)}); err != nil {
		h.t.Fatal(err)
	}
	h.post()
	got := h.box.take(players[0].Email)
	if len(got) != 1 {
		h.t.Fatalf("%d letters to Milan", len(got))
	}
	h.box.take("")
	return got[0]
}

// TestBounces checks that a returned e-mail is recorded for its reader's
// account, that the game's master and the operator are notified once, and that
// the record ends when the address works again.
func TestBounces(t *testing.T) {
	t.Parallel()
	for name, form := range bounces {
		t.Run(name, func(t *testing.T) {
			h, g, master, players := begun(t)
			h.o = h.office(mail.Deps{Config: mail.Config{Keeper: "keeper@example.net"}})
			milan := players[0]
			bring := func(form, email, id string) {
				t.Helper()
				if out := h.bring(fmt.Sprintf(form, email, id)); out != smtpd.Dropped {
					t.Fatal(out)
				}
				h.post()
			}
			bouncing := func() *account.Bouncing {
				t.Helper()
				b, err := h.Users.Bouncing(ctx, milan.ID)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			p := h.toMilan(players, g)

			// Only the reader and the servers on the way can know the Message-ID.
			bring(form, milan.Email, "0123456789abcdef@podesta.example")
			bring(form, milan.Email, strings.Replace(p.id, g.ID, "abcdefgh", 1))
			bring(delayed, milan.Email, p.id)
			if b := bouncing(); b != nil {
				t.Fatalf("a forged report and one on a delay: %+v", b)
			}

			bring(form, milan.Email, p.id)
			b := bouncing()
			if b == nil || b.Email != milan.Email || b.Count != 1 {
				t.Fatalf("after a report: %+v", b)
			}
			told := h.box.take(master.Email)
			if len(told) != 1 || !strings.Contains(told[0].text, "E-mail to Milan is not being delivered") {
				t.Fatalf("%d letters to the master", len(told))
			}
			operator := h.box.take("keeper@example.net")
			if len(operator) != 1 || !strings.Contains(operator[0].text, "E-mail to "+milan.Email+" is not being delivered") {
				t.Fatalf("%d letters to the operator", len(operator))
			}
			if rest := h.box.take(""); len(rest) != 0 {
				t.Errorf("%d letters to others, the first %q to %v", len(rest), rest[0].subject, rest[0].to)
			}

			// Further reports are only counted.
			bring(form, milan.Email, h.toMilan(players, g).id)
			if b := bouncing(); b == nil || b.Count != 2 {
				t.Errorf("after two reports: %+v", b)
			}
			if again := h.box.take(""); len(again) != 0 {
				t.Errorf("notified again: %q to %v", again[0].subject, again[0].to)
			}
			if all, err := h.o.Bouncing(ctx); err != nil || len(all) != 1 || all[0].Account != milan.ID {
				t.Errorf("the operator's list: %+v, %v", all, err)
			}

			// An e-mail from the player ends the record.
			h.send(milan.Email, p.replyTo, "Re: "+p.subject, "ORDERS")
			if b := bouncing(); b != nil {
				t.Errorf("after an e-mail from the player: %+v", b)
			}
			// A long time without another failure ends the record, too.
			bring(form, milan.Email, h.toMilan(players, g).id)
			h.clock.Advance(15 * 24 * time.Hour)
			if b := bouncing(); b != nil {
				t.Errorf("after a fortnight: %+v", b)
			}
			// A report on an old e-mail is ignored.
			h.clock.Advance(15 * 24 * time.Hour)
			if err := h.o.Clean(ctx); err != nil {
				t.Fatal(err)
			}
			bring(form, milan.Email, p.id)
			if b := bouncing(); b != nil {
				t.Errorf("an old report: %+v", b)
			}
		})
	}
}

// TestBounceOfFormerAddress checks that a report about a former address of an
// account is ignored.
func TestBounceOfFormerAddress(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	p := h.toMilan(players, g)
	if err := h.Users.SetEmail(ctx, players[0].ID, "milan@example.com"); err == nil {
		t.Fatal("an unverified address")
	}
	secret, err := h.Users.AddAddress(ctx, players[0].ID, "milan@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Users.Verify(ctx, secret.Secret()); err != nil {
		t.Fatal(err)
	}
	if err := h.Users.SetEmail(ctx, players[0].ID, "milan@example.com"); err != nil {
		t.Fatal(err)
	}
	h.bring(fmt.Sprintf(bounces["postfix"], players[0].Email, p.id))
	if b, err := h.Users.Bouncing(ctx, players[0].ID); err != nil || b != nil {
		t.Errorf("%+v, %v", b, err)
	}
}

// TestRefusedAtOnce checks that a permanent refusal by the relay is recorded
// like a returned e-mail, even for an answer.
func TestRefusedAtOnce(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	p := h.toMilan(players, g)
	h.box.refuse = func(to []string) error {
		if to[0] == players[0].Email {
			return &outbox.Permanent{Err: fmt.Errorf("550 5.1.1 User unknown")}
		}
		return nil
	}
	h.bring(h.message(players[0].Email, p.replyTo, "Re: "+p.subject, "ORDERS"))
	h.post()
	if b, err := h.Users.Bouncing(ctx, players[0].ID); err != nil || b == nil || !strings.Contains(b.Why, "User unknown") {
		t.Errorf("%+v, %v", b, err)
	}
}
