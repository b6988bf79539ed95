//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// letterOf are the letters of the seats' powers in variant A-4.
var letterOf = map[int]string{1: "I", 2: "V", 3: "N", 4: "L"}

// mailOrders sends orders by e-mail to the address for the game's orders.
func (c *client) mailOrders(ctx context.Context, p *process) {
	if !c.learn(p) {
		return
	}
	write := func() Op {
		o := c.begin(saveOp, "mail", p)
		o.Seat, o.Revision, o.Text = c.seat, c.legal.Revision, c.orders()
		return o
	}
	o := write()
	if o.Text == "" {
		return
	}
	raw := c.letter(o.Text)
	if c.run.faults["mail"] && c.rand.IntN(4) == 0 {
		newer := write()
		c.run.journal.fault("letters-swapped", 0)
		c.post(ctx, &newer, c.letter(newer.Text))
	}
	c.post(ctx, &o, raw)
}

// mailPress sends a message to another seat by e-mail.
func (c *client) mailPress(ctx context.Context, p *process) {
	o, text := c.newPress(p, "mail")
	c.post(ctx, &o, c.letter("PRESS TO "+letterOf[o.To]+"\n"+text+"\nENDPRESS\n"))
}

// from returns the address of the seat's player, and to returns the address for the game's orders.
func (c *client) from() string { return c.person().email }
func (c *client) to() string   { return "judge+" + c.table.reply[c.seat-1] + "@" + mailDomain }

// letter returns an e-mail to the judge with the current time.
func (c *client) letter(text string) string {
	id := fmt.Sprintf("<soak-%d-%d@players.example>", c.run.number, counter.Add(1))
	return fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: orders\r\nDate: %s\r\nMessage-ID: %s\r\n\r\n%s\r\n",
		c.from(), c.to(), c.run.now().Format(time.RFC1123Z), id, strings.ReplaceAll(text, "\n", "\r\n"))
}

// post delivers an e-mail as mail servers do: repeatedly, until the judge has accepted it.
// Sometimes it arrives twice, with a delay, or after a newer one.
func (c *client) post(ctx context.Context, o *Op, raw string) {
	from, to := c.from(), c.to()
	o.Call = c.run.journal.now()
	o.Outcome = unknown
	arrived := false // whether it was sent in an earlier attempt: it may have been read, although it was not confirmed
	for attempt := 0; ; attempt++ {
		p := c.run.processes[c.rand.IntN(len(c.run.processes))]
		sent, err := false, errNotSent
		if p.up.Load() {
			sent, err = c.deliver(ctx, p, from, to, raw)
		}
		var said *smtp.SMTPError
		if err == nil {
			o.Outcome, o.Process = ok, p.n
			break
		}
		o.Why = err.Error()
		if errors.As(err, &said) && said.Code/100 == 5 {
			if o.Process = p.n; !arrived {
				o.Outcome = refused
			}
			break
		}
		arrived = arrived || sent
		select {
		case <-ctx.Done():
			if attempt > 20 || c.run.hurry {
				o.Return = c.run.journal.now()
				c.run.journal.op(*o)
				return
			}
			time.Sleep(time.Second)
		case <-time.After(time.Duration(200+c.rand.IntN(800)) * time.Millisecond):
		}
	}
	o.Return = c.run.journal.now()
	if o.Outcome == refused && c.run.verbose {
		c.run.say("refused: %s: %s", o, o.Why)
	}
	c.run.journal.op(*o)
	if o.Outcome == ok && c.run.faults["mail"] && c.rand.IntN(4) == 0 {
		p := c.run.processes[c.rand.IntN(len(c.run.processes))]
		time.Sleep(time.Duration(c.rand.IntN(1000)) * time.Millisecond)
		if p.up.Load() {
			if _, err := c.deliver(ctx, p, from, to, raw); err == nil {
				c.run.journal.fault("letter-twice", p.n)
			}
		}
	}
}

// deliver delivers an e-mail to a process. If the run is in a hurry, it gives up when ctx ends,
// because the judge waits until the lease of a killed process has ended. sent reports whether
// the whole e-mail was sent, even without a confirmation.
func (c *client) deliver(ctx context.Context, p *process, from, to, raw string) (sent bool, err error) {
	x, err := smtp.Dial(p.smtp)
	if err != nil {
		return false, err
	}
	defer x.Close()
	if c.run.hurry {
		defer context.AfterFunc(ctx, func() { _ = x.Close() })()
	}
	return transfer(x, from, to, raw)
}

// transfer sends an e-mail. sent reports whether all of it was sent.
func transfer(c *smtp.Client, from, to, raw string) (sent bool, err error) {
	c.CommandTimeout, c.SubmissionTimeout = patience, 40*time.Second
	if err := c.Hello("players.example"); err != nil {
		return false, err
	}
	if err := c.Mail(from, nil); err != nil {
		return false, err
	}
	if err := c.Rcpt(to, nil); err != nil {
		return false, err
	}
	w, err := c.Data()
	if err != nil {
		return false, err
	}
	if _, err := w.Write([]byte(raw)); err != nil {
		return false, err
	}
	return true, w.Close()
}
