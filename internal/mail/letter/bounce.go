package letter

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"regexp"
	"strings"
)

// BounceReport is the content of a delivery report, taken from the fields of RFC 3464 if there
// are any, and otherwise from the text of the mail server.
type BounceReport struct {
	// Failed reports whether an e-mail has permanently failed for a recipient.
	// A delayed or delivered e-mail has not failed.
	Failed bool
	// IDs are the Message-IDs in the report below its own header. They include the Message-ID of
	// the returned e-mail.
	IDs []string
	// Recipients are the addresses in the report, in lower case.
	Recipients []string
	// Why is the server's explanation on one line; it may be empty.
	Why string
}

// MaxBounce is the number of bytes of a report that are read.
const MaxBounce = 256 << 10

// The fields of reports, which may be in any part of the message.
var (
	bounceID     = regexp.MustCompile(`(?mi)^[> \t]*Message-ID:[ \t]*(?:\r?\n[ \t]+)?<([^<>\s]{3,250})>`)
	bounceTo     = regexp.MustCompile(`(?mi)^(?:Final|Original)-Recipient:[ \t]*(?:rfc822|utf-8)[ \t]*;[ \t]*<?([^\s<>;]+@[^\s<>;]+)>?`)
	bounceX      = regexp.MustCompile(`(?mi)^X-Failed-Recipients:[ \t]*([^\r\n]+)`)
	bounceAction = regexp.MustCompile(`(?mi)^Action:[ \t]*([a-z]+)`)
	bounceStatus = regexp.MustCompile(`(?mi)^Status:[ \t]*([245])\.\d{1,3}\.\d{1,3}`)
	bounceWhy    = regexp.MustCompile(`(?mi)^Diagnostic-Code:[ \t]*(?:[a-z-]+[ \t]*;[ \t]*)?([^\r\n]+(?:\r?\n[ \t]+[^\r\n]+)*)`)
	// The phrases of servers that write no such fields: bounceLate announces another attempt, and
	// bounceGone a permanent failure.
	bounceLate  = regexp.MustCompile(`(?i)\b(delayed|still (being )?(tried|trying)|will (continue|keep) (trying|to (try|retry))|not yet been delivered|you do not need to resend|warning message only|temporar(y|ily) (failure|deferred))\b`)
	bounceGone  = regexp.MustCompile(`(?i)(permanent (fatal )?(error|failure)|could ?n[o']t be delivered|could not be delivered|undeliverable|delivery (has |to the following recipients? )?failed|address(es)? (was |were )?not found|user (is )?unknown|no such (user|mailbox|recipient)|mailbox (is )?(unavailable|not found)|does not exist|recipient (address )?rejected|given up|\b5\d\d[ -]?#?5\.\d{1,3}\.\d{1,3}|\b550\b)`)
	bounceWords = regexp.MustCompile(`(?mi)^.*(?:\b5\d\d\b.*|user unknown|unknown user|no such user|mailbox unavailable|does not exist).*$`)
)

// ReadBounce parses a delivery report, or its beginning. It does not check that
// a message is a report, or can be trusted.
func ReadBounce(raw []byte) BounceReport {
	if len(raw) > MaxBounce {
		raw = raw[:MaxBounce]
	}
	head, body, ok := bytes.Cut(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	if !ok {
		body = nil
	}
	text := string(body) + "\n" + decoded(head, body)
	var b BounceReport
	seen := map[string]bool{}
	add := func(list *[]string, kind, s string) {
		if s = plainHeader(toUTF8("", []byte(s))); s != "" && !seen[kind+s] && len(*list) < maxNames {
			seen[kind+s] = true
			*list = append(*list, s)
		}
	}
	for _, m := range bounceID.FindAllStringSubmatch(text, maxNames) {
		add(&b.IDs, "id ", m[1])
	}
	recipient := func(s string) {
		if a, ok := usable(plainHeader(s)); ok {
			add(&b.Recipients, "to ", Lower(a))
		}
	}
	for _, m := range bounceTo.FindAllStringSubmatch(text, maxNames) {
		recipient(m[1])
	}
	named := bounceX.FindStringSubmatch(string(head))
	if named != nil {
		for _, a := range strings.Split(named[1], ",") {
			recipient(a)
		}
	}
	b.Failed = failed(text, named != nil)
	if m := bounceWhy.FindStringSubmatch(text); m != nil {
		b.Why = m[1]
	} else {
		b.Why = bounceWords.FindString(text)
	}
	b.Why = plainHeader(strings.Join(strings.Fields(b.Why), " "))
	if r := []rune(b.Why); len(r) > 200 {
		b.Why = string(r[:200])
	}
	return b
}

// failed reports whether a report is about a permanent failure.
func failed(text string, named bool) bool {
	if all := bounceAction.FindAllStringSubmatch(text, maxNames); len(all) > 0 {
		for i, m := range all {
			if !strings.EqualFold(m[1], "failed") {
				continue
			}
			// A mailbox that is full, or a server that was unreachable for too
			// long, may work again, but the e-mail is lost.
			if status := bounceStatus.FindAllStringSubmatch(text, maxNames); i < len(status) && status[i][1] == "2" {
				continue
			}
			return true
		}
		return false
	}
	if bounceLate.MatchString(text) {
		return false
	}
	return named || bounceGone.MatchString(text)
}

// decoded returns the decoded text of the parts that use base64 or quoted-printable, which some
// servers use even for the returned e-mail.
func decoded(head, body []byte) string {
	var out strings.Builder
	parts := append([][]byte{append(append(bytes.Clone(head), "\n\n"...), body...)}, bytes.Split(body, []byte("\n--"))...)
	for i, p := range parts {
		h, b, ok := bytes.Cut(p, []byte("\n\n"))
		if !ok {
			continue
		}
		low := bytes.ToLower(h)
		if i == 0 && bytes.Contains(low, []byte("multipart/")) {
			continue
		}
		var r io.Reader
		switch {
		case bytes.Contains(low, []byte("content-transfer-encoding: base64")):
			r = base64.NewDecoder(base64.StdEncoding, bytes.NewReader(bytes.ReplaceAll(b, []byte("\n"), nil)))
		case bytes.Contains(low, []byte("content-transfer-encoding: quoted-printable")):
			r = quotedprintable.NewReader(bytes.NewReader(b))
		default:
			continue
		}
		// If there is an error, the readable beginning is sufficient.
		text, _ := io.ReadAll(io.LimitReader(r, MaxBounce))
		out.Write(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		out.WriteByte('\n')
	}
	return out.String()
}
