package mail_test

import (
	"os"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// written is an e-mail from the player of Milan, as people and their mail programs write it, and
// its result.
type written struct {
	name   string
	body   string // the body, the name of a file "people/...", or a message with its header
	orders string // the orders in force after it, separated by "; "
	press  string // the message that Venice receives, without line ends
	flag   bool   // whether the subject of the answer has the Error Flag
	says   []string
	never  []string // texts that nobody else may receive
}

const (
	held   = "Where does this text end?"
	mon    = "A Pavia - Montferrat"
	com    = "A Milan - Como"
	cre    = "A Cremona H"
	three  = "A Milan H; A Pavia H; A Cremona H"
	orders = "A Pav - Mon\nA Mil - Com\n"
)

var lettersOfPeople = []written{
	// Texts whose ends are unusual.
	{name: "near miss", body: "people/endpress-nearmiss.eml", orders: mon + "; " + com, press: "Shall we share Lombardy?", never: []string{"A Pav - Mon"}},
	{name: "misspelt end", body: "PRESS TO V\nShall we?\nENDPRSES\n" + orders, orders: mon + "; " + com, press: "Shall we?", says: []string{"Line 3 was read as the end of the text"}, never: []string{"A Pav"}},
	{name: "another word", body: "PRESS TO V\nShall we?\nEND OF MESSAGE\n" + orders, orders: mon + "; " + com, press: "Shall we?", never: []string{"A Pav"}},
	{name: "Italian end", body: "PRESS TO V\nAndiamo?\nFine del messaggio\n" + orders, orders: mon + "; " + com, press: "Andiamo?", never: []string{"A Pav"}},
	{name: "end and a name", body: "PRESS TO V\nShall we?\nEND\n\nAnna\n", press: "Shall we?"},
	{name: "end, orders, thanks", body: "PRESS TO V\nShall we?\nEND\n\n" + orders + "\nThanks,\nAnna\n", orders: mon + "; " + com, press: "Shall we?", never: []string{"A Pav"}},
	{name: "end in the middle", body: "PRESS TO V\nThe war must\nend.\nShall we share Lombardy?\n", flag: true, says: []string{held, "line 4"}, never: []string{"Lombardy", "must"}},
	{name: "a sentence about ends", body: "PRESS TO V\nAt the end of press season I attack.\nWith you?\nENDPRESS\n" + orders, orders: mon + "; " + com, press: "At the end of press season I attack.\nWith you?"},
	{name: "no end, prose", body: "PRESS TO V\nShall we share Lombardy?\nYours\n", press: "Shall we share Lombardy?\nYours", says: []string{"The text had no ENDPRESS"}},
	{name: "no end, orders", body: "A Cre H\nPRESS TO V\nShall we share Lombardy?\n" + orders, orders: cre, flag: true, says: []string{held, "line 4 looks like an order", "on a line of its own"}, never: []string{"Lombardy", "A Pav"}},
	{name: "no end, an order at its end", body: "PRESS TO V\nShall we?\n\nPavia to Montferrat\nA Pav - Mon", flag: true, says: []string{held}, never: []string{"Shall"}},
	{name: "no end, an order with a mistake", body: "PRESS TO V\nShall we?\nA Pav - Mno", flag: true, says: []string{held}, never: []string{"Shall"}},
	{name: "no end, an order of the winter", body: "PRESS TO V\nShall we?\nE1: 3 famine relief Milan", flag: true, says: []string{held}, never: []string{"Shall"}},
	{name: "no end, a list of orders", body: "PRESS TO V\nShall we?\n1. A Pav - Mon\n2. A Mil - Com", flag: true, says: []string{held}, never: []string{"Shall"}},
	{name: "no end, a command", body: "PRESS TO V\nShall we?\nSET NO WAIT\n", flag: true, says: []string{held, "line 3 looks like a command"}, never: []string{"Shall"}},
	{name: "no end, the next text", body: "PRESS TO V\nI love you.\nPRESS TO F\nI hate V.\nENDPRESS\n" + orders, flag: true, says: []string{held, "Line 3 begins the next text"}, never: []string{"love", "hate", "A Pav"}},
	{name: "no end, a diary", body: "PRESS TO V\nI love you.\nDIARY\nI hate V.\nENDDIARY\n", flag: true, says: []string{held}, never: []string{"love", "hate"}},
	{name: "no end, a password", body: "PRESS TO V\nI love you.\nSET PASSWORD quattro-fiorini-99\n", flag: true, says: []string{"neither sent nor saved"}, never: []string{"love", "fiorini"}},
	{name: "a password of another program", body: "PRESS TO V\nI love you.\nSIGNNO Icosimo quattro-fiorini-99\nENDPRESS\n", flag: true, says: []string{"neither sent nor saved"}, never: []string{"love", "fiorini"}},
	{name: "a quoted end", body: "PRESS TO V\nShall we?\n> ENDPRESS\n" + orders, flag: true, says: []string{held}, never: []string{"Shall", "A Pav"}},
	{name: "two ends", body: "PRESS TO V\nShall we?\nENDPRES\nA secret.\nENDPRESS\n" + orders, flag: true, says: []string{held}, never: []string{"Shall", "secret", "A Pav"}},
	{name: "an end in its last line", body: "PRESS TO V\nShall we? ENDPRESS\n" + orders, orders: mon + "; " + com, press: "Shall we?", never: []string{"A Pav"}},
	{name: "no end, taken back", body: "A Mil H\nA Pav H\nA Cre H\nCLEAR ORDERS\nPRESS TO V\nShall we?\n" + orders, orders: three, flag: true, says: []string{held, "Your orders stay as they were"}, never: []string{"Shall", "A Pav"}},
	{name: "broadcast without end", body: "BROADCAST\nPeace!\n" + orders, flag: true, says: []string{held}, never: []string{"Peace", "A Pav"}},
	{name: "a broadcast after press", body: "PRESS TO V\nwar\nENDPRES.\nBROADCAST\npeace\nENDBROADCAST\n", press: "war"},
	{name: "diary without end", body: "DIARY\nI lie to V.\n" + orders, flag: true, says: []string{held}},
	{name: "condition without end", body: "IF ARMY MILAN\nA Pav - Mon\n\nA Mil - Com\n", flag: true, says: []string{"ENDIF is missing", "nothing from this line on was ordered"}},
	{name: "condition with a point", body: "IF ARMY MILAN\nA Pav - Mon\nENDIF.\nA Mil - Com\n", orders: mon + "; " + com},
	{name: "condition with end", body: "IF ARMY TURIN\nA Pav - Mon\nEND OF IF\nA Mil - Com\n", orders: com},
	{name: "mistyped press", body: "PRES TO V\nShall we?\nENDPRESS\nA Pav - Mon\n", orders: mon, flag: true, says: []string{"Did you mean PRESS TO V?"}, never: []string{"Shall"}},

	// Lines that cast doubt on others, and lines that belong together.
	{name: "cancelled below", body: "Cancel:\nA Pav - Mon\n\nA Mil - Com\n", orders: com, flag: true, says: []string{"This line cancels no order", "A line above seems to cancel this order"}},
	{name: "ignored below", body: "Please ignore these:\nA Pav - Mon\nA Cre H\n\nMy orders:\nA Mil - Com\n", orders: com, flag: true, says: []string{"none of them was taken"}},
	{name: "otherwise", body: "A Pav - Mon\nOtherwise:\nA Pav - Tur\n\nA Mil - Com\n", orders: mon + "; " + com, flag: true, says: []string{"make it conditional"}},
	{name: "prose ends the doubt", body: "Old orders:\nA Pav - Tur\nHere is what I want now:\nA Pav - Mon\n", orders: mon, flag: true},
	{name: "taken back", body: orders + "scratch my order for Milan\n", orders: mon + "; " + com, flag: true, says: []string{"This line cancels no order"}},
	{name: "change of mind", body: "A Pav - Tur\nSorry, I changed my mind, instead:\nA Pav - Mon\n", orders: mon},
	{name: "list behind a verb", body: "Hold: A Pav; Mil; Cre\n", orders: "A Pavia H; A Milan H; A Cremona H"},
	{name: "half of a line", body: "A Pav - Nowhere; Mil - Com; A Cre H\n", orders: cre, flag: true, says: []string{"this part may belong to it"}},
	{name: "wrapped before a place that is a power", body: "Army Pavia supports Army Cremona\n-> Milan\nA Cre - Mil\n", orders: "A Pavia S A Cremona - Milan; A Cremona - Milan"},
	{name: "table of Markdown", body: "| Unit | Order |\n|---|---|\n| A Pav | - Mon |\n| A Mil | - Com |\n", orders: mon + "; " + com},
	{name: "table without verbs", body: page("<table><tr><td>A Pav</td><td>Mon</td></tr><tr><td>A Mil</td><td>- Com</td></tr></table>"), orders: com, flag: true, says: []string{"what the army in Pavia should do"}},
	{name: "other charset", body: "A Pav +AC0- Mon\nA Mil - Com\n", orders: com, flag: true},
	{name: "address below", body: milanese + "\nAnna\nVia Roma 12, 20121 Milano\n", orders: three, says: []string{"complete"}},

	// Prose.
	{name: "first name", body: "people/first-name.eml", orders: "A Pavia H; A Milan H; A Cremona H", says: []string{"Your orders are complete."}},
	{name: "own name", body: milanese + "\nAnna", orders: three, says: []string{"Your orders are complete."}},
	{name: "dashed name", body: milanese + "\n-Anna", orders: three, says: []string{"complete"}},
	{name: "another name", body: milanese + "\nBest from Tuscany!\nAnna T.", orders: three, says: []string{"complete"}},
	{name: "thanks", body: milanese + "\nThanks a lot for running this, judge!\nAnna", orders: three, says: []string{"complete"}},
	{name: "gracias", body: milanese + "Gracias\n", orders: three, says: []string{"complete"}},
	{name: "salut", body: "Salut,\n" + milanese + "\nSalut,\nAnna\n", orders: three, says: []string{"complete"}},
	{name: "mfg", body: milanese + "MfG Anna\n", orders: three, says: []string{"complete"}},
	{name: "end alone", body: milanese + "END\n", orders: three, says: []string{"complete"}},
	{name: "hope", body: "These are my moves\n" + milanese + "I hope this works!\n", orders: three, says: []string{"complete"}},
	{name: "here are my orders", body: "Here are my orders:\n" + milanese, orders: three, says: []string{"complete"}},
	{name: "orders, a heading", body: "My orders:\n" + milanese, orders: three, says: []string{"complete"}},
	{name: "iPhone", body: milanese + "\nSent from my iPhone", orders: three, says: []string{"complete"}},
	{name: "avast", body: milanese + "\nVirus-free. www.avast.com\n", orders: three, says: []string{"complete"}},
	{name: "confidential", body: milanese + "\nThis e-mail and any files with it are confidential and intended solely for the person or entity to whom they are addressed.\nIf you have received this in error, please notify the sender and delete it.\n", orders: three, says: []string{"complete"}},
	{name: "telephone", body: milanese + "\nTel. +39 02 1234567\n", orders: three, says: []string{"complete"}},
	{name: "between orders", body: "A Mil H\nI am not sure about this one, but well\nA Pav H\nA Cre H\n", orders: three, says: []string{"complete"}},
	{name: "friends", body: "Friends,\n" + milanese, orders: three, says: []string{"complete"}},
	{name: "list of commands", body: "* SET WAIT\n* PRESS TO V\nhello\n* ENDPRESS\n1. A Mil H\n2. A Pav H\n• A Cre H\n", orders: three, press: "hello", says: []string{"before its deadline"}},
	{name: "emphasis", body: "**SET WAIT**\n_READY_\n`SET WAIT`\n" + milanese, orders: three, says: []string{"complete"}},
	{name: "not prose", body: milanese + "SET REDY\n", orders: three, flag: true, says: []string{"SET"}},
	{name: "a mistyped command", body: milanese + "REDY\n", orders: three, flag: true, says: []string{"Did you mean READY?"}},
	{name: "a mistyped order", body: milanese + "A Mil - Cmoo\n", orders: three, flag: true, says: []string{"ERROR"}},
	{name: "an order without a unit", body: milanese + "Pavia Montferrat\n", orders: three, flag: true, says: []string{"ERROR"}},
	{name: "wrapped", body: "people/wrapped.eml", orders: "A Cremona S A Pavia - Milan"},

	// Struck-out text.
	{name: "struck out", body: "people/strikethrough.eml", orders: mon, says: []string{"Struck out, so without effect: A Mil - Com, A Cre - Man and A Bol - Flo."}},
	{name: "struck out beside plain text", body: "people/multipart-strike.eml", orders: mon, says: []string{"Struck out, so without effect: A Mil - Com."}},
	{name: "list beside plain text", body: "people/list-multipart.eml", orders: mon + "; " + com},
	{name: "struck by style sheet", body: page(`<html><head><style>.no{text-decoration:line-through}</style></head><body><p>A Pav - Mon</p><p class="no">A Mil - Com</p></body>`), orders: mon, says: []string{"Struck out"}},
	{name: "struck by line", body: page(`<div>A Pav - Mon</div><div style="text-decoration-line: underline line-through">A Mil - Com</div>`), orders: mon, says: []string{"Struck out"}},
	{name: "struck in part", body: page(`<div>A Pav - <s>Tur</s> Mon</div><div><del>A Mil - Com<br>A Cre H</del></div>`), orders: mon, says: []string{"Tur, A Mil - Com and A Cre H"}},
	{name: "struck in a quotation", body: page(`<div>A Pav - Mon</div><blockquote type=cite><s>A Mil - Com</s></blockquote>`), orders: mon},
	{name: "struck in press", body: page(`<div>PRESS TO V</div><div>Shall we? <s>I hate you.</s></div><div>ENDPRESS</div>`), press: "Shall we?", says: []string{"I hate you."}, never: []string{"hate"}},
	{name: "inserted", body: page(`<div><ins>A Pav - Mon</ins></div><table><tr><td>A Mil</td><td>-</td><td>Com</td></tr></table>`), orders: mon + "; " + com},
	{name: "hidden", body: page(`<div>A Pav - Mon</div><div style="visibility:hidden">A Mil - Com</div><div style="font-size:0px">A Cre H</div><div style="color:#fff;background:white">A Cre - Man</div>`), orders: mon},
	{name: "tildes", body: "A Pav - Mon\n~~A Mil - Com~~\n", orders: mon, says: []string{"Struck out, so without effect: A Mil - Com."}},
	{name: "strokes", body: "A Pav - Mon\n" + stroked("A Mil - Com") + "\n", orders: mon, says: []string{"Struck out, so without effect: A Mil - Com."}},
	{name: "all is struck out", body: both("A Mil - Com", `<s>A Mil - Com</s>`), says: []string{"Struck out"}},

	// Parts of an e-mail that are not read.
	{name: "attached", body: mixed("", "Content-Type: text/plain; name=orders.txt\nContent-Disposition: attachment; filename=orders.txt"), flag: true, says: []string{"Your message has no text", "orders.txt"}},
	{name: "attached below a quotation", body: mixed("> Orders are due.", "Content-Type: application/pdf; name=orders.pdf\nContent-Disposition: attachment; filename=orders.pdf"), flag: true, says: []string{"Your message has no text", "orders.pdf"}},
	{name: "attached beside orders", body: mixed(milanese, "Content-Type: text/plain; name=more.txt\nContent-Disposition: attachment; filename=more.txt"), orders: three, says: []string{"does not read attachments: more.txt", "complete"}},
	{name: "a picture of orders", body: mixed("", "Content-Type: image/jpeg; name=orders.jpg\nContent-Disposition: inline; filename=orders.jpg\nContent-ID: <a@b>"), flag: true, says: []string{"Your message has no text"}},
	{name: "a picture below words", body: mixed("See my orders!", "Content-Type: image/jpeg; name=orders.jpg\nContent-Disposition: inline; filename=orders.jpg\nContent-ID: <a@b>"), says: []string{"cannot read pictures"}},
	{name: "a logo", body: mixed(milanese, "Content-Type: image/png; name=logo.png\nContent-Disposition: inline; filename=logo.png\nContent-ID: <a@b>"), orders: three, says: []string{"complete"}},
	{name: "a card", body: mixed(milanese, "Content-Type: text/vcard; name=anna.vcf\nContent-Disposition: attachment; filename=anna.vcf"), orders: three, says: []string{"complete"}},
	{name: "a signature", body: mixed(milanese, "Content-Type: application/pgp-signature; name=signature.asc"), orders: three, says: []string{"complete"}},
	{name: "encrypted", body: "Content-Type: multipart/encrypted; boundary=x; protocol=\"application/pgp-encrypted\"\n\n--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x\nContent-Type: application/octet-stream\n\nabc\n--x--\n", flag: true, says: []string{"it is encrypted"}},
	{name: "S/MIME", body: "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIIB\n", flag: true, says: []string{"it is encrypted, or packed by S/MIME"}},
	{name: "encrypted text", body: "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----\n", flag: true, says: []string{"it is encrypted"}},

	// Bad input.
	{name: "above, between and below", body: "A Mil H\n> Orders are due.\nA Pav H\n> A Pav - Mon\n\nA Cre H\n> bye\n", orders: three, says: []string{"complete"}},
	{name: "directions and joiners", body: "\u202eA Mil H\u202c\n\u200fA Pav\u200b H\nA\u00a0Cre\u2060 H\u200e\n", orders: three, says: []string{"complete"}},
}

// page returns an e-mail in HTML.
func page(html string) string { return "Content-Type: text/html; charset=utf-8\n\n" + html + "\n" }

// both returns an e-mail in plain text and HTML.
func both(plain, html string) string {
	return "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\n" + plain + "\n--x\nContent-Type: text/html\n\n" + html + "\n--x--\n"
}

// mixed returns an e-mail with a text and an attached part with the given header.
func mixed(text, head string) string {
	return "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n" + text + "\n--x\n" + head + "\n\nA Pav - Mon\n--x--\n"
}

// stroked returns a text in which every letter is struck out by a combining character.
func stroked(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(string(r) + "\u0336")
	}
	return b.String()
}

// TestLettersOfPeople delivers e-mail as people and their mail programs write it, and compares the
// orders in force, the press that others read, the Error Flag and the text of the answer.
func TestLettersOfPeople(t *testing.T) {
	t.Parallel()
	for _, c := range lettersOfPeople {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h, g, _, players := begun(t)
			address := h.toMilan(players, g).replyTo
			h.box.take("")
			raw := "From: Anna <anna@example.org>\nTo: " + address + "\nSubject: x\nMIME-Version: 1.0\nDate: Mon, 23 Nov 2026 09:00:00 +0000\nMessage-ID: <people@example.org>\n"
			switch {
			case strings.HasPrefix(c.body, "people/"):
				file, err := os.ReadFile("testdata/" + c.body)
				if err != nil {
					t.Fatal(err)
				}
				raw = strings.Replace(string(file), "judge+TOKEN@podesta.example", address, 1)
			case strings.HasPrefix(c.body, "Content-Type:"):
				raw += c.body
			default:
				raw += "Content-Type: text/plain; charset=utf-8\n\n" + c.body
			}
			h.bring(raw)
			h.post()
			answer, read := (*parcel)(nil), ""
			for _, p := range h.box.take("") {
				switch {
				case p.as == "auto-replied":
					answer = p
				case p.to[0] == players[0].Email:
				default:
					never(t, p.text, c.never...)
					if _, text, ok := strings.Cut(p.text, "Message from Milan to Venice:\n\n"); ok {
						read, _, _ = strings.Cut(text, "\n\n")
					}
				}
			}
			if answer == nil {
				t.Fatal("no answer")
			}
			if c.press != "" && read != c.press || c.press == "" && read != "" {
				t.Errorf("Venice reads %q", read)
			}
			if got := strings.Contains(answer.subject, "[Error Flag]"); got != c.flag {
				t.Errorf("Error Flag: %t\n%s", got, answer.text)
			}
			must(t, oneParagraph(answer.text), c.says...)
			seat := seatOf(g, "milan")
			found, err := h.Judge.Clock.StandingOrders(ctx, g.ID, game.Role{Seat: seat, Player: true}, seat)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range found.Verdicts {
				if v.Canonical != "" && !v.Refused() && !v.Replaced {
					got = append(got, v.Canonical)
				}
			}
			if s := strings.Join(got, "; "); s != c.orders {
				t.Errorf("orders %s\n%s", s, answer.text)
			}
		})
	}
}

// TestNameIsCommand checks players whose names are commands. As a signature the name has no
// effect; on a line among others, or alone in an e-mail, it is a command.
func TestNameIsCommand(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Resign", "Ready", "End", "Clear", "List", "Press", "Broadcast", "Process", "Undo", "Quit Orders"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, g, master, players := begun(t)
			if err := h.Users.SaveProfile(ctx, players[0].ID, name, ""); err != nil {
				t.Fatal(err)
			}
			address := h.toMilan(players, g).replyTo
			for _, body := range []string{milanese + "\n" + name + "\n", milanese + "\nThanks,\n" + name, "PRESS TO V\nhello\nENDPRESS\n\n-" + name + "\n"} {
				h.box.take("")
				answer := h.send(players[0].Email, address, "x", body)[0]
				must(t, answer.text, "Your orders are complete.")
				never(t, answer.text, "ERROR", "You have left", "The judge does not wait")
				if st := h.milan(g, master); !st.Complete || st.Abandoned {
					t.Errorf("after %q: %+v", body, st)
				}
			}
		})
	}
	h, g, _, players := begun(t)
	if err := h.Users.SaveProfile(ctx, players[0].ID, "Resign", ""); err != nil {
		t.Fatal(err)
	}
	must(t, h.send(players[0].Email, h.toMilan(players, g).replyTo, "x", "RESIGN\n")[0].text, "You have left the game")
}

// TestHeldOrdersAreAwaited checks that a phase is not resolved with older orders
// while newer ones are held, and that any e-mail without errors makes them final.
func TestHeldOrdersAreAwaited(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"PRESS TO V\nShall we?\n" + orders, "IF ARMY MILAN\n" + orders, "PRESS TO V\nhello\nEND\nmore text\n" + orders, "PRESS TO V\nhello\nPRESS TO F\nbye\nENDPRESS\n" + orders} {
		h, g, master, players := begun(t)
		address := h.toMilan(players, g).replyTo
		h.send(players[0].Email, address, "x", milanese)
		if st := h.milan(g, master); !st.Complete {
			t.Fatalf("%+v", st)
		}
		answer := h.send(players[0].Email, address, "x", body)[0]
		must(t, answer.text, "Your orders do not count as final yet.")
		if st := h.milan(g, master); st.Complete {
			t.Errorf("%q: %+v", body, st)
		}
		again := h.send(players[0].Email, address, "x", "")[0]
		must(t, again.text, "Your orders are complete.", "Army Milan HOLD")
		if st := h.milan(g, master); !st.Complete {
			t.Errorf("after an empty e-mail: %+v", st)
		}
	}
}

// strange is a scenario whose powers have the names of commands.
const strange = `board:
  slug: odd-board
  title: "Odd board"
  areas:
    - {code: val, name: "Valdorcia", city: fortified 1, army: mon sts, famine: 2 2, plague: 2 3}
    - {code: mon, name: "Monte San Savino", city: fortified 1, army: val sts nor, famine: 3 2, plague: 2 4}
    - {code: sts, name: "Stefano", city: fortified 1, army: val mon nor, famine: 4 2, plague: 2 5}
    - {code: nor, name: "Norcia", city: fortified 1, army: mon sts, famine: 5 2, plague: 2 6}
powers:
  - {id: end, name: "End", adjective: Ending, letter: Q}
  - {id: press, name: "Press", adjective: Pressing, letter: E}
  - {id: sankt-gallen, name: "Sankt Gallen", adjective: Gallen, letter: N}
  - {id: dee, name: "Dee", adjective: Deeish, letter: D}
scenarios:
  - id: X
    slug: odd-test
    title: "Odd"
    period: "1400-1410"
    year: 1400
    board: odd-board
    powers:
      - {power: end, home: val, units: [A val], dice: 0}
      - {power: press, home: nor, units: [A nor], dice: 0}
      - {power: sankt-gallen, home: mon, units: [A mon], dice: 0}
      - {power: dee, home: sts, units: [A sts], dice: 0}
    options: {victory-cities: 4}
    variants:
      - {id: "3", players: 3, seats: [end press, sankt-gallen, dee]}
`

// TestPowerIsCommand plays powers called End and Press, and checks that their headings are not read
// as commands, and that press to them is not sent to the powers with these letters.
func TestPowerIsCommand(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	master := h.account("Maestro", "")
	how := hosting.Default()
	how.Zone = "UTC"
	g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Odd", Library: strange, Scenario: "X", Variant: "3"}, how)
	if err != nil {
		t.Fatal(err)
	}
	for i, wish := range []string{"Q", "N", "D"} {
		if err := h.Lobby.Join(ctx, g.ID, h.account(names[i], "").ID, wish); err != nil {
			t.Fatal(err)
		}
	}
	h.post()
	to := map[string]string{}
	for _, p := range h.box.take("") {
		to[p.to[0]] = p.replyTo
	}
	address := to["anna@example.org"]
	answer := h.send("anna@example.org", address, "x", "Press:\nA Nor H\nEnd:\nA Val H\n")[0]
	must(t, answer.text, "Your orders are complete.")
	never(t, answer.text, "ERROR")
	for name, reader := range map[string]string{"Sankt Gallen": "bice@example.org", "SANKT-GALLEN": "bice@example.org", "N": "bice@example.org", "Dee": "carlo@example.org"} {
		h.box.take("")
		text := h.send("anna@example.org", address, "x", "PRESS TO "+name+"\nFor you alone.\nENDPRESS\n")[0].text
		never(t, text, "ERROR")
		for _, p := range h.box.take("") {
			if got := strings.Contains(p.text, "For you alone."); p.to[0] != master.Email && got != (p.to[0] == reader) {
				t.Errorf("press to %s arrives at %s: %t\n%s", name, p.to[0], got, text)
			}
		}
	}
	h.box.take("")
	must(t, h.send("bice@example.org", to["bice@example.org"], "x", "PRESS TO END\nFor you alone.\nENDPRESS\n")[0].text, "Sent to End")
	for _, p := range h.box.take("") {
		if got := strings.Contains(p.text, "For you alone."); p.to[0] != master.Email && got != (p.to[0] == "anna@example.org") {
			t.Errorf("press to End arrives at %s: %t", p.to[0], got)
		}
	}
}

// TestBigLetters delivers very large e-mails, and checks that each is answered once, and that
// the answer says that not everything was read.
func TestBigLetters(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a megabyte of orders":  strings.Repeat("A Mil - Com; A Pav - Mon; A Cre H\n", 30000),
		"10,000 short lines":    strings.Repeat("A Mil H\n", 10000),
		"10,000 words":          strings.Repeat("well\n", 10000),
		"a line of a megabyte":  strings.Repeat("A Mil H ", 1<<17),
		"a megabyte of press":   "PRESS TO V\n" + strings.Repeat("Shall we share Lombardy?\n", 40000),
		"10,000 ends":           "PRESS TO V\nhello\n" + strings.Repeat("ENDPRES\n", 10000),
		"10,000 texts":          strings.Repeat("PRESS TO V\nhello\n", 5000),
		"a megabyte struck out": strings.Repeat("~~A Mil H~~\n", 80000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, g, _, players := begun(t)
			address := h.toMilan(players, g).replyTo
			h.box.take("")
			all := h.send(players[0].Email, address, "x", body)
			if len(all) != 1 {
				t.Fatalf("%d answers", len(all))
			}
			for _, p := range h.box.take("") {
				if p.to[0] != players[0].Email && strings.Contains(p.text, "A Mil") {
					t.Errorf("%s reads orders", p.to[0])
				}
			}
		})
	}
}
