package letter

import (
	"regexp"
	"strings"

	"github.com/emersion/go-message/textproto"
)

// Auto says whether a machine wrote a message, and how that was recognized. Why is the evidence for
// logs, such as a header field, and never contains the text.
type Auto struct {
	Kind AutoKind
	Why  string
}

// AutoKind is the kind of machine that wrote a message.
type AutoKind string

// The kinds. Only a message from a Person may be answered. A Bounce reports that an e-mail of the
// judge did not arrive.
const (
	Person    AutoKind = ""
	AutoReply AutoKind = "auto-reply" // holiday notices, receipts
	Bounce    AutoKind = "bounce"     // delivery reports
	List      AutoKind = "list"       // mailing lists and bulk e-mail
	Loop      AutoKind = "loop"       // written by a judge, or caught in a mail loop
	Robot     AutoKind = "robot"      // sent by an account that no person uses
)

// maxHops is the maximum number of servers that a message may have passed.
const maxHops = 60

// auto returns the evidence that a machine wrote a message, or the zero Auto if there is none.
func auto(h textproto.Header, l *Letter) Auto {
	for _, key := range []string{LoopHeader, "X-Njudge"} {
		if h.Has(key) {
			return Auto{Loop, key}
		}
	}
	for _, v := range fields(h, "X-Loop") {
		if v = strings.ToLower(v); strings.Contains(v, "podesta") || l.wentTo(v) {
			return Auto{Loop, "X-Loop"}
		}
	}
	if n := len(fields(h, "Received")); n > maxHops {
		return Auto{Loop, "Received"}
	}
	if l.From.Address != "" && l.ownAddress(l.From.Address) {
		return Auto{Loop, "From"}
	}
	for _, recognise := range []func(textproto.Header, *Letter) Auto{report, daemon, declared, nullPath, robot} {
		if a := recognise(h, l); a.Kind != Person {
			return a
		}
	}
	if notices.MatchString(l.Subject) {
		return Auto{AutoReply, "Subject"}
	}
	return Auto{}
}

// wentTo reports whether a message was delivered to an address.
func (l *Letter) wentTo(addr string) bool {
	for _, r := range l.To {
		if strings.HasPrefix(r.Header, "To") || strings.HasPrefix(r.Header, "Cc") {
			continue
		}
		if addr != "" && strings.Contains(addr, strings.ToLower(r.Addr)) {
			return true
		}
	}
	return false
}

// ownAddress reports whether an address is the mailbox to which the mail server delivered the
// message, which means that the judge itself wrote it.
func (l *Letter) ownAddress(addr string) bool {
	a := ReadRecipient(addr)
	for _, r := range l.To {
		switch r.Header {
		case "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To":
			if strings.EqualFold(a.User, r.User) && a.Domain == r.Domain {
				return true
			}
		}
	}
	return false
}

// report recognizes delivery reports by their format.
func report(h textproto.Header, _ *Letter) Auto {
	media, params := mediaType(h.Get("Content-Type"))
	if media == "multipart/report" {
		if strings.EqualFold(params["report-type"], "disposition-notification") {
			return Auto{AutoReply, "Content-Type"}
		}
		return Auto{Bounce, "Content-Type"}
	}
	for _, key := range []string{"X-Failed-Recipients", "X-Ms-Exchange-Message-Is-Ndr"} {
		if h.Has(key) {
			return Auto{Bounce, key}
		}
	}
	return Auto{}
}

// daemon recognizes mail servers by the accounts from which they write.
func daemon(_ textproto.Header, l *Letter) Auto {
	if user, _, ok := strings.Cut(strings.ToLower(l.From.Address), "@"); ok && daemons.MatchString(user) {
		return Auto{Bounce, "From"}
	}
	return Auto{}
}

// nullPath recognizes messages with an empty return path, to which no report can be sent.
func nullPath(h textproto.Header, _ *Letter) Auto {
	for _, v := range fields(h, "Return-Path") {
		if v = strings.TrimSpace(v); v == "<>" || v == "" {
			return Auto{Bounce, "Return-Path"}
		}
	}
	return Auto{}
}

// robot recognizes accounts that no person uses.
func robot(_ textproto.Header, l *Letter) Auto {
	for _, a := range []string{l.From.Address, l.Sender.Address, l.ReplyTo.Address} {
		if user, _, ok := strings.Cut(strings.ToLower(a), "@"); ok && (daemons.MatchString(user) || robots.MatchString(user)) {
			return Auto{Robot, "From"}
		}
	}
	return Auto{}
}

// declared recognizes machines that identify themselves in a header field.
func declared(h textproto.Header, _ *Letter) Auto {
	for _, v := range fields(h, "Auto-Submitted") {
		v, _, _ = strings.Cut(v, ";")
		v, _, _ = strings.Cut(v, "(")
		if v = strings.ToLower(strings.TrimSpace(v)); v != "no" && v != "" {
			return Auto{AutoReply, "Auto-Submitted: " + plainHeader(v)}
		}
	}
	for _, v := range fields(h, "Precedence") {
		switch v = strings.ToLower(strings.TrimSpace(v)); v {
		case "auto_reply", "auto-reply":
			return Auto{AutoReply, "Precedence: " + v}
		case "bulk", "junk", "list":
			return Auto{List, "Precedence: " + v}
		}
	}
	for _, key := range []string{"List-Id", "List-Post", "List-Help", "List-Subscribe", "List-Unsubscribe", "List-Owner", "List-Archive", "Mailing-List", "X-Mailing-List", "Feedback-Id"} {
		if h.Has(key) {
			return Auto{List, key}
		}
	}
	for _, key := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-Autoreply-From", "X-Mail-Autoreply", "X-Vacation", "X-Vacation-Notice", "X-Fc-Machinegenerated", "X-Post-Messageclass", "X-Cron-Env"} {
		if h.Has(key) {
			return Auto{AutoReply, key}
		}
	}
	for _, v := range strings.Split(h.Get("X-Auto-Response-Suppress"), ",") {
		if strings.EqualFold(strings.TrimSpace(v), "all") {
			return Auto{AutoReply, "X-Auto-Response-Suppress"}
		}
	}
	return Auto{}
}

// daemons matches the user names of mail servers, and robots the user names of other machines.
var (
	daemons = regexp.MustCompile(`^(mailer([-_.]?daemon)?|mail[-_.]?daemon|postmaster|postmast|mmdf|smtp|uucp)$`)
	robots  = regexp.MustCompile(`^(root|daemon|nobody|no[-_.]?reply|do[-_.]?not[-_.]?reply|no[-_.]?reply[-+_.].*|bounces?([-+_.].*)?|auto[-_.]?(reply|responder|matic))$`)
)

// notices matches the subjects of holiday notices from programs that do not mark them in any other
// way. A person's reply to such a notice begins with "Re:".
var notices = regexp.MustCompile(`(?i)^\s*(\[?auto(matic|matische|matica|matisch)?[- ]?(reply|response|antwort|svar|beantwortung|odpowiedź|odpověď)\]?|automatic reply|automatische antwort|automatisch antwoord|réponse automatique|risposta automatica|respuesta automática|resposta automática|autosvar|automaattinen vastaus|automatyczna odpowiedź|автоматический ответ|自动回复|自動応答|out of (the )?office|abwesenheitsnotiz|abwesend|absence du bureau|fuori ufficio|fuera de (la )?oficina|afwezig|frånvaro|delivery status notification|undeliver(able|ed)( mail)?|mail delivery (failed|failure)|returned mail|failure notice)(\s*[:(!]|\s*$)`)
