package letter

import (
	"strings"
	"testing"
)

func TestNormalise(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain\ntext\n", "plain\ntext\n"},
		{"a\r\nb\rc\n", "a\nb\nc\n"},
		{"\ufeffsignon\u00a0Vmedici\u200b \u2009pw\t \n", "signon Vmedici  pw\n"},
		{"soft\u00adhyphen, \u202aleft\u202c, bell\a", "softhyphen, left, bell"},
		{"page\fbreak\vand\u2028lines\u0085end", "page\nbreak\nand\nlines\nend"},
		{"a dash \u2014 stays, \u201cquotes\u201d too", "a dash \u2014 stays, \u201cquotes\u201d too"},
		{"family 👨\u200d👩\u200d👧 stays", "family 👨\u200d👩\u200d👧 stays"},
		{"broken \xff byte", "broken \ufffd byte"},
		{"  indented", "  indented"},
	} {
		if got := Normalise(c.in); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a mil – pav", "a mil - pav"},
		{"a mil → pav ⇒ mon", "a mil -> pav -> mon"},
		{"A\u2007MIL\u00a0−\u202fPAV", "A MIL - PAV"},
		{"citizen’s militia “x”", "citizen's militia \"x\""},
		{"ａ　ｍｉｌ ＞", "a mil >"},
		{"wait…", "wait..."},
		{"Città di Castello", "Città di Castello"},
	} {
		if got := Plain(c.in); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestUnflow(t *testing.T) {
	for _, c := range []struct {
		in, want string
		delsp    bool
	}{
		{"one \ntwo\nthree", "one two\nthree", false},
		{"one \ntwo", "onetwo", true},
		{"> quoted \n> more\nown", "> quoted more\nown", false},
		{"> quoted \n>> deeper", "> quoted \n>> deeper", false},
		{" >not quoted\n From here", ">not quoted\nFrom here", false},
		{"text \n-- \nsignature", "text \n-- \nsignature", false},
	} {
		if got := unflow(c.in, c.delsp); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestHTMLText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"<p>one</p><p>two</p>", "one\n\ntwo"},
		{"<div>one</div><div>two<br></div><div><br></div><div>three</div>", "one\ntwo\n\nthree"},
		{"one<br>two<br/>three", "one\ntwo\nthree"},
		{"a  mil\n -&gt;\t<b>pav</b>", "a mil -> pav"},
		{"a&nbsp;mil", "a\u00a0mil"},
		{"<pre>a mil h\n  a pav h</pre>", "a mil h\n  a pav h"},
		{"<div style='white-space: pre-wrap'>a\nb</div>", "a\nb"},
		{"<table><tr><td>a mil</td><td>h</td></tr><tr><td>a pav<td>h</table>", "a mil h\na pav h"},
		{"<ul><li>a mil h<li>a pav h</ul>", "a mil h\na pav h"},
		{"one<blockquote type=cite>two<blockquote>three</blockquote></blockquote>four", "one\n> two\n>> three\nfour"},
		{"<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>mine</blockquote>", "mine"},
		{"<head><title>x</title><style>p{}</style></head><body>text<script>if (a<b) alert()</script>", "text"},
		{"<div style='display:none'>preview</div>text", "text"},
		{"text<!-- a comment -->, <![if !x]>more<![endif]>", "text, more"},
		{"text<div class='gmail_signature'>me</div>", "text\n-- \nme"},
		{"<a href='https://example.org'>link</a>, <img src=x alt=y>", "link,"},
		{"unclosed <b", "unclosed"},
		{"a &lt; b &amp; c &#8594; d &unknown;", "a < b & c → d &unknown;"},
		{"<o:p>text</o:p>", "text"},
	} {
		if got := strings.TrimRight(htmlText(c.in), "\n "); got != c.want {
			t.Errorf("%s\ngot %q\nwant %q", c.in, got, c.want)
		}
	}
}

// TestClassifyLines classifies the lines of texts. The marks are the same as in the sample e-mails.
func TestClassifyLines(t *testing.T) {
	for name, text := range map[string]string{
		"quotations": `
			Q > quoted
			Q  > also
			  a mil h`,
		"mailbox file": `
			  >From here on
			  the fleet sails
			Q > two
			Q >From two`,
		"signature": `
			  a mil h
			S --
			S me`,
		"rule between games": `
			  signon Vmedici pw
			  signoff
			  --
			  signon Fcosimo pw
			  signoff
			S --
			S me`,
		"rule in orders": `
			  signon Vmedici pw
			  a mil h
			  --
			  press to f
			  text
			  endpress
			S --
			S me`,
		"text with quotation": `
			  signon Vmedici pw
			  press to f
			  On 1 May 2026, Milan wrote:
			  > I shall take Pavia.
			  -----Original Message-----
			  --
			  V
			  endpress
			Q > You owe orders.`,
		"text without end": `
			  signon Vmedici pw
			  press to f
			  text
			Q > Judge
			S --
			S V`,
		"text without end before another game": `
			  signon Vmedici pw
			  press to f
			  text
			Q > quoted
			  signon Fcosimo pw
			  press to v
			  > kept
			  endpress`,
		"answers between marked lines": `
			  a mil h
			Q -----Original Message-----
			Q > From: Judge
			Q > You owe orders.
			  a pav h
			Q > Bye`,
		"text with a misspelt end": `
			  signon Vmedici pw
			  press to f
			  > I shall take Pavia.
			  ENDPRES.
			Q > You owe orders.`,
		"text without end above an old letter": `
			  signon Vmedici pw
			  press to f
			  text
			Q -----Original Message-----
			Q End of message`,
		"old letter below": `
			  signon Vmedici pw
			  press to f
			  text
			Q -----Original Message-----
			Q signon Vmedici old
			Q endpress`,
		"attributions": `
			Q On Fri, 27 Nov 2026 at 22:00, Judge <judge@example.org> wrote:
			Q > x
			Q Am Fr., 27. Nov. 2026 um 22:00 Uhr schrieb Judge <
			Q judge@example.org>:
			
			Q > x
			Q Le ven. 27 nov. 2026 à 22:00, Judge <judge@example.org> a écrit :
			Q > x
			Q El vie, 27 nov 2026 a las 22:00, Judge (<judge@example.org>) escribió:
			Q > x
			Q Em sex., 27 de nov. de 2026 às 22:00, Judge <judge@example.org> escreveu:
			Q > x
			Q Op vr 27 nov 2026 om 22:00 schreef Judge <judge@example.org>:
			Q > x
			Q Den fre 27 nov. 2026 kl 22:00 skrev Judge <judge@example.org>:
			Q > x
			Q pt., 27 lis 2026 o 22:00 Judge <judge@example.org> napisał(a):
			Q > x
			Q пт, 27 нояб. 2026 г. в 22:00, Judge <judge@example.org>:
			Q > x
			Q 2026年11月27日(金) 22:00 Judge <judge@example.org>:
			Q > x
			Q Judge wrote:
			Q > x
			Q In article <199702110800.DAA01100@judge>, judge writes:
			Q > x
			Q Quoting Judge:
			Q > x`,
		"no attributions": `
			  e1: 12 disband a bol
			  pay 6 to milan
			Q On Fri, 27 Nov 2026 at 22:00, Judge <judge@example.org> wrote:
			Q > x
			  At the gates of Pavia
			  he wrote:
			  nothing`,
		"unmarked quotation": `
			  a mil h
			Q On Nov 27, 2026, at 22:00, Judge <judge@example.org> wrote:
			
			Q a ven h`,
		"heads": `
			  a mil h
			Q *From:* Judge
			Q *Sent:* Friday
			Q *Subject:* x
			Q a ven h`,
		"head in French": `
			  a mil h
			
			Q ________________________________
			Q De : Judge <judge@example.org>
			Q Envoyé : vendredi 27 novembre 2026 22:00
			Q À : moi
			Q Objet : x
			Q a ven h`,
		"registration is no head": `
			  register
			  name: Marco
			  email: marco@example.org
			  country: Italy
			  end`,
		"advertisements": `
			  a mil h
			S Sent from my iPhone
			S Get Outlook for Android
			S Inviato da iPhone
			S Envoyé de mon iPhone
			S Gesendet mit der GMX Mail App
			S Sent from Yahoo Mail on Android
			  a pav h`,
		"file": `
			  a mil h
			A begin 644 map.gif
			A M1TE&.#=A
			A end
			  a pav h`,
	} {
		t.Run(name, func(t *testing.T) {
			var in, want []string
			for _, row := range strings.Split(strings.TrimPrefix(text, "\n"), "\n") {
				row = strings.TrimPrefix(row, "\t\t\t")
				want = append(want, row)
				in = append(in, row[min(2, len(row)):])
			}
			var got []string
			for _, l := range Lines(strings.Join(in, "\n")) {
				if l.Text == "" {
					got = append(got, "")
					continue
				}
				got = append(got, marks[l.Kind]+l.Text)
			}
			g, w := strings.Join(got, "\n"), strings.Join(want, "\n")
			if g = strings.ReplaceAll(g, "  From here", "  >From here"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
		})
	}
}
