package outbox

import (
	"bytes"
	"context"
	"crypto"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-msgauth/dkim"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// Letter is an outgoing e-mail. Jobs of the kind letterKind contain an e-mail in this form; e-mail
// about the entries of games is composed at delivery.
type Letter struct {
	ID         string   `json:"id,omitempty"`   // the Message-ID
	Name       string   `json:"name,omitempty"` // random name, for the Message-ID
	To         []string `json:"to"`
	Subject    string   `json:"subject"`
	Text       string   `json:"text"`
	HTML       string   `json:"html,omitempty"`   // in e-mail queued by earlier versions
	Page       *Page    `json:"page,omitempty"`   // data for the HTML; nil if there is only text
	Picture    []byte   `json:"-"`                // MIME part with the map for the HTML; its Content-ID is pictureID
	Charts     []Chart  `json:"charts,omitempty"` // maps to attach, drawn when the e-mail is sent
	Calendar   string   `json:"calendar,omitempty"`
	Cancel     bool     `json:"cancel,omitempty"` // whether to cancel the calendar entry
	InReplyTo  string   `json:"inReplyTo,omitempty"`
	References []string `json:"references,omitempty"`
	Replied    bool     `json:"replied,omitempty"` // whether it is an answer to an e-mail
	Refused    bool     `json:"refused,omitempty"` // whether it answers lines that were refused
	Short      string   `json:"short,omitempty"`   // the text without the reader's present orders

	attached   []attachment // the drawn charts
	secret     string       // the secret in the reply address; empty if not yet created
	remembered bool         // whether its recipient has already been recorded

	// Game is the game concerned. The tag of the reply address is the member's token.
	Game    string `json:"game,omitempty"`
	Account string `json:"account,omitempty"`
	Seat    int    `json:"seat,omitempty"`
	Number  int    `json:"number,omitempty"` // number of the phase for which a reply counts
	Tag     string `json:"tag,omitempty"`    // tag of the reply address, instead of a token
}

// The kinds of the outbox's jobs. mailKind, which package journal queues, finds the readers of
// entries; postKind is an e-mail about entries to one reader; letterKind is a composed e-mail;
// heldKind sends the news that was held back for one reader.
const (
	heldKind   = "heldmail"
	mailKind   = "mail"
	postKind   = "post"
	letterKind = "letter"
)

// queues lists the kinds of the outbox's jobs.
var queues = []string{mailKind, heldKind, postKind, letterKind}

// Enqueue queues a composed e-mail, separately for each address, so that a
// failing address neither loses nor duplicates the e-mail of others.
func Enqueue(tx *game.Tx, m *Letter, now time.Time) error {
	if len(m.To) == 0 {
		return errors.New("an e-mail without a recipient")
	}
	for i := range m.To {
		one := *m
		one.To, one.Name = m.To[i:i+1], Nonce()
		text, err := json.Marshal(&one)
		if err != nil {
			return err
		}
		if err := tx.Jobs.Enqueue(game.Job{Kind: letterKind, Game: m.Game, Due: now.UTC().Truncate(time.Microsecond), Data: text}); err != nil {
			return err
		}
	}
	return nil
}

// With puts the content of another e-mail to the same reader above the content of an answer. The
// answer is then sent instead of both e-mails.
func (m *Letter) With(x *Letter) {
	m.Subject, m.Tag = x.Subject, x.Tag
	m.Text = strings.TrimRight(x.Text, "\n") + "\n\n" + m.Text
	switch {
	case x.Page == nil:
	case m.Page == nil:
		m.Page = x.Page
	default:
		m.Page.Title, m.Page.Preview = x.Page.Title, x.Page.Preview
		m.Page.Blocks = append(x.Page.Blocks, m.Page.Blocks...)
	}
}

// The prefixes of tags in reply addresses.
const (
	ConfirmTag = "confirm-"
	MoveTag    = "move-"
	KnownTag   = "known-" // verifies an address that another person may have entered
	LoginTag   = "login-" // signs in once
)

// Proving returns the e-mail that asks to verify an address. The parameter name is the person's
// name.
func (o *Outbox) Proving(r phrase.Reader, name string, to account.SecretMail, tag string) *Letter {
	secret, judge := to.Secret(), message.Name(o.c.Name)
	text := prose{to: r}
	text.greet(name)
	text.add(message.New("someone, probably you, has given this address to {judge}, a judge for the game of Machiavelli. If it was you, answer this e-mail; it does not matter what you write. If not, ignore it.", judge))
	text.add(message.New("If your mail program does not keep the address for answers, send an e-mail to {address} with this line:", message.Order(o.c.Address)))
	text.show("CONFIRM " + secret)
	if o.c.BaseURL != "" {
		text.add(message.New("Or open this address:"))
		text.show(o.c.BaseURL + "/verify?token=" + secret)
	}
	text.add(message.New("The code works for three days."))
	if tag == ConfirmTag {
		text.add(message.New("You need a password to sign on in e-mails that are not answers. To set one, begin your answer with {command} and a password that you use nowhere else.", message.Order("SET PASSWORD")))
	}
	m := text.letter([]string{to.To()}, r.M(message.New("{judge}: confirm your address", judge)), o.c.Name, message.New("confirm your address"))
	m.Tag = tag + secret
	return m
}

// Known returns the e-mail to the owner of an account whose address someone tried to register
// again. The owner can use it to set another password.
func (o *Outbox) Known(ctx context.Context, a *game.Account) (*Letter, error) {
	r, judge := o.reader(a), message.Name(o.c.Name)
	tag := ""
	text := prose{to: r}
	text.greet(a.Name)
	text.add(message.New("someone, probably you, has asked {judge} to register you with this address. You are registered already, and nothing has changed.", judge))
	link, err := o.judge.Users.LoginLink(ctx, a.Email)
	if err != nil && Temporary(err) {
		return nil, err
	}
	if secret := link.Secret(); secret != "" {
		tag = LoginTag + secret
		o.explainLink(&text, secret)
	}
	m := text.letter([]string{a.Email}, r.M(message.New("{judge}: you are registered already", judge)), o.c.Name, message.New("you are registered already"))
	m.Tag = tag
	return m, nil
}

// Repeat returns the e-mail that asks the owner of an account to repeat a command in the reply,
// because it changes the account. An empty command means setting a password.
func (o *Outbox) Repeat(ctx context.Context, a *game.Account, command string) (*Letter, error) {
	link, err := o.judge.Users.LoginLink(ctx, a.Email)
	if err != nil {
		return nil, err
	}
	r, judge := o.reader(a), message.Name(o.c.Name)
	text := prose{to: r}
	text.greet(a.Name)
	text.add(message.New("someone, probably you, has sent {judge} an e-mail to change your account. Nothing has changed yet, because such an e-mail can be forged. If you did not send it, ignore this one.", judge))
	if command == "" {
		text.add(message.New("To set your password, answer this e-mail within an hour. Begin your answer with {command} and the password.", message.Order("SET PASSWORD")))
	} else {
		text.add(message.New("To make the change, answer this e-mail within an hour, and begin your answer with this line:"))
		text.show(command)
	}
	m := text.letter([]string{a.Email}, r.M(message.New("{judge}: confirm a change of your account", judge)), o.c.Name, message.New("confirm a change of your account"))
	m.Tag = LoginTag + link.Secret()
	return m, nil
}

// Claimed returns the e-mail to the owner of an account that a person with another address claims
// as theirs. The owner confirms the claim with YES.
func (o *Outbox) Claimed(a *game.Account, from string, secret account.SecretMail) *Letter {
	r := o.reader(a)
	text := prose{to: r}
	text.greet(a.Name)
	text.add(message.New("someone who writes from {address} says that this is you. If it is, answer this e-mail and begin with this line:", message.Order(from)))
	text.show("YES")
	text.add(message.New("Then the address belongs to your account, and anyone who reads its mail can play in your name. If it is not yours, ignore this e-mail, or answer {no}.", message.Order("NO")))
	m := text.letter([]string{a.Email}, r.M(message.New("{judge}: confirm your address", message.Name(o.c.Name))), o.c.Name, message.New("confirm your address"))
	m.Tag = KnownTag + secret.Secret()
	return m
}

// Thread returns the Message-IDs to which all e-mail to one reader about a phase of a game refers,
// so that mail programs show it as a thread. No e-mail has these IDs; they only identify threads.
func (o *Outbox) Thread(g *game.Game, account string, number int) []string {
	who := short(account)
	return []string{
		fmt.Sprintf("%s.%s@%s", g.ID, who, o.c.Domain()),
		fmt.Sprintf("%s.p%d.%s@%s", g.ID, number, who, o.c.Domain()),
	}
}

// short returns a short name for an account that does not reveal its ID.
func short(account string) string {
	sum := sha256.Sum256([]byte("thread " + account))
	return hex.EncodeToString(sum[:6])
}

// compose returns a rendered e-mail as a MIME message for the relay.
func (o *Outbox) compose(ctx context.Context, m *Letter) ([]byte, error) {
	var h mail.Header
	from := &mail.Address{Name: o.c.Name, Address: o.c.Address}
	h.SetDate(o.clock.Now())
	h.SetAddressList("From", []*mail.Address{from})
	var to []*mail.Address
	for _, a := range m.To {
		to = append(to, &mail.Address{Address: a})
	}
	h.SetAddressList("To", to)
	tag := m.Tag
	switch {
	case m.secret != "":
		tag = m.secret
	case m.Game != "" && m.Account != "":
		secret, err := o.judge.Users.ReplySecret(ctx, m.Account, m.Game, m.Seat)
		switch {
		case err == nil:
			tag = secret
		case Temporary(err):
			return nil, err
		}
	}
	if tag != "" {
		h.SetAddressList("Reply-To", []*mail.Address{{Name: o.c.Name, Address: o.c.Tagged(tag)}})
	}
	h.SetSubject(phrase.OneLine(m.Subject, 200))
	h.SetMessageID(m.ID)
	if m.InReplyTo != "" {
		h.SetMsgIDList("In-Reply-To", messageIDs([]string{m.InReplyTo}))
	}
	if ids := messageIDs(m.References); len(ids) > 0 {
		h.SetMsgIDList("References", ids)
	}
	auto := "auto-generated"
	if m.Replied {
		auto = "auto-replied"
	}
	h.Set("Auto-Submitted", auto)
	h.Set("X-Auto-Response-Suppress", "All")
	h.Set(letter.LoopHeader, phrase.OneLine(o.c.Domain(), 100))
	if m.Game != "" && tag != "" && !m.Replied {
		if err := o.listHeaders(ctx, &h, m, tag); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	b.Grow(len(m.Picture) + 2*(len(m.Text)+len(m.HTML)+len(m.Calendar)) + 4096)
	if err := m.write(&b, h); err != nil {
		return nil, err
	}
	return o.sign(b.Bytes())
}

// render generates an e-mail's HTML from its data.
func (m *Letter) render() (err error) {
	if m.HTML == "" && m.Page != nil {
		m.HTML, err = m.Page.html()
	}
	return err
}

// listHeaders adds the header fields with which mail programs sort the e-mail about a game (RFC
// 2919) and unsubscribe from it with one click (RFC 8058).
func (o *Outbox) listHeaders(ctx context.Context, h *mail.Header, m *Letter, tag string) error {
	h.Set("List-Id", "<"+m.Game+"."+o.c.Domain()+">")
	stop := "<mailto:" + o.c.Tagged(tag) + "?subject=unsubscribe>"
	if strings.HasPrefix(o.c.BaseURL, "https://") && m.Account != "" {
		key, err := o.judge.Users.UnsubscribeKey(ctx, m.Game, m.Account)
		if err != nil {
			return err
		}
		stop = "<" + o.c.BaseURL + "/unsubscribe/" + m.Game + "/" + key + ">, " + stop
		h.Set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	h.Set("List-Unsubscribe", stop)
	return nil
}

// messageIDs returns the valid Message-IDs of a list, which may come from
// strangers.
func messageIDs(list []string) []string {
	var out []string
	for _, id := range list {
		if len(id) < 250 && id != "" && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '<' || r == '>' }) {
			out = append(out, id)
		}
	}
	return out
}

// crlf converts the line ends of a text to CRLF.
func crlf(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}

// signedHeaders are the fields that a signature covers.
var signedHeaders = []string{"From", "To", "Subject", "Date", "Message-Id", "Reply-To", "In-Reply-To", "References", "Mime-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"}

// DKIM holds the key and the domain with which e-mail is signed.
type DKIM struct {
	Domain, Selector string
	Key              crypto.Signer // RSA or Ed25519
}

// sign prepends a DKIM signature, if there is a key.
func (o *Outbox) sign(raw []byte) ([]byte, error) {
	k := o.dkim
	if k == nil {
		return raw, nil
	}
	var out bytes.Buffer
	err := dkim.Sign(&out, bytes.NewReader(raw), &dkim.SignOptions{
		Domain: k.Domain, Selector: k.Selector, Signer: k.Key,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed, HeaderKeys: signedHeaders,
	})
	return out.Bytes(), err
}
