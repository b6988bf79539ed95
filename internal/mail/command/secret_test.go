package command

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestSecretIsNeverShown(t *testing.T) {
	const word = "leone-77"
	s := NewSecret(word)
	type holder struct {
		Open   Secret
		closed Secret
		Deep   *Secret
	}
	h := holder{s, s, &s}
	var b bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t"} {
		fmt.Fprintf(&b, verb+" "+verb+" "+verb+"\n", s, h, []Secret{s})
		fmt.Fprintf(&b, verb+" "+verb+"\n", &s, &h)
	}
	fmt.Fprintln(&b, s, h.closed, Signon{Power: "V", Game: "medici", Password: s}, &Signon{Password: s}, SetPassword{s}, Confirm{s}, Register{Password: s})
	for _, marshal := range []func(any) ([]byte, error){json.Marshal, xml.Marshal} {
		raw, err := marshal(s)
		if err != nil {
			t.Error(err)
		}
		b.Write(raw)
		raw, _ = marshal(struct{ C Signon }{Signon{Password: s}})
		b.Write(raw)
	}
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "secret", s, "signon", Signon{Password: s}, "holder", h)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "secret", s, "signon", Signon{Password: s}, "holder", h)
	for _, form := range []string{word, fmt.Sprintf("%x", word), fmt.Sprintf("%X", word)} {
		if strings.Contains(b.String(), form) {
			t.Errorf("the secret is shown as %q in\n%s", form, b.String())
		}
	}
	if s.Reveal() != word || s.Empty() || !s.Equal(NewSecret(word)) || s.Equal(NewSecret("other")) || !NewSecret("").Empty() || NewSecret("").String() != "" {
		t.Error("the secret does not keep its word")
	}
}

func TestHide(t *testing.T) {
	secrets := []Secret{NewSecret("leone-77"), NewSecret("abc"), NewSecret("pw12")}
	for _, c := range []struct{ in, want string }{
		{"signon Vmedici leone-77", "signon Vmedici ********"},
		{"leone-77leone-77 (leone-77) xleone-77", "leone-77leone-77 (********) xleone-77"},
		{"abc", "abc"},
		{"pw12, pw123, pw12.", "********, pw123, ********."},
		{"nothing", "nothing"},
	} {
		if got := Hide(c.in, secrets); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
	if !Holds("my pw12!", secrets) || Holds("my pw123 abc", secrets) {
		t.Error("Holds finds the wrong things")
	}
}

// TestSecretsAreNotRepeated writes secrets in all valid and invalid ways, and checks that no result
// contains them.
func TestSecretsAreNotRepeated(t *testing.T) {
	for _, text := range []string{
		"signon Vmedici SECRET99", "sign on Vmedici SECRET99 thanks", "login V medici SECRET99", "hello Vmedici SECRET99", "SIGNON ?medici SECRET99 machiavelli",
		"signon ? SECRET99", "signon @medici SECRET99", "create ?medici SECRET99 machiavelli", "create medici SECRET99", "observe medici SECRET99", "watch medici SECRET99",
		"singon Vmedici SECRET99", "sigon Vmedici SECRET99\na mil h", "signon V/medici SECRET99", "signon !medici SECRET99", "signon Vmedici SECRET99\nsinon Fcosimo SECRET98",
		"signon Vmedici SECRET99\nset password SECRET98", "signon Vmedici SECRET99\nset pw SECRET98 SECRET97", "signon Vmedici SECRET99\nset pasword SECRET98",
		"signon Vmedici SECRET99\nset wait, pasword SECRET98", "signon Vmedici SECRET99\npassword SECRET98", "signon Vmedici SECRET99\npaswrd SECRET98",
		"signon Vmedici SECRET99\npress to f\nmy password is SECRET99\nendpress", "signon Vmedici SECRET99\npress to f\nsignon Vmedici SECRET98\nendpress",
		"signon Vmedici SECRET99\npress to f\nhello\nsignon Fcosimo SECRET98\na mil h", "signon Vmedici SECRET99\nbroadcast\nhello\n\nSECRET99",
		"signon Vmedici SECRET99\nset comment SECRET99", "signon Vmedici SECRET99\na mil SECRET99\nset SECRET99\nlist SECRET99 x\nphase SECRET99\nif SECRET99)",
		"the password is SECRET99\nsignon Vmedici SECRET99\nit was SECRET99", "signon Vmedici SECRET99\n> signon Vmedici SECRET99\n-- \nSECRET99",
		"register\nemail: a@example.org\npassword: SECRET99\nend", "register\npassword: SECRET99\nend", "confirm SECRET99", "confirm SECRET99 now", "confirm now SECRET99",
		"signon Vmedici SECRET99\nadjust 12 5 SECRET98", "signon Vmedici SECRET99\nrecord 1 1 5 SECRET98", "signon Vmedici SECRET99\nsignon Fcosimo SECRET98",
		"signon Vmedici SECRET99\ndiary record\nSECRET99\nendpress", "signon Vmedici\u00a0SECRET99", "*signon Vmedici SECRET99*",
	} {
		text = strings.NewReplacer("SECRET99", "Xq7-lion99", "SECRET98", "Xq7-lion98", "SECRET97", "Xq7-lion97").Replace(text)
		for _, blocks := range [][]Block{Parse(text), ParseReply(text)} {
			var b bytes.Buffer
			for _, block := range blocks {
				for _, i := range block.Items {
					show(&b, i)
				}
			}
			for _, line := range strings.Split(b.String(), "\n") {
				if strings.Contains(line, "Xq7-lion") && !allowed(line) {
					t.Errorf("%q\nlets out: %s", text, line)
				}
			}
		}
	}
}

// allowed reports whether a line may contain a secret, because it is a command or order in which
// the sender has written a word that the package cannot recognize as a secret.
func allowed(line string) bool {
	return strings.HasPrefix(line, "command ") && !strings.Contains(line, "PRESS") && !strings.Contains(line, "BROADCAST") && !strings.Contains(line, "DIARY")
}

// show writes everything in an item that may be shown to people.
func show(b *bytes.Buffer, i Item) {
	fmt.Fprintf(b, "raw %s\n", i.Raw)
	for _, n := range i.Notes {
		fmt.Fprintf(b, "note %s\n", n.Message)
	}
	if i.Err != nil {
		args, _ := json.Marshal(i.Err.Message)
		fmt.Fprintf(b, "error %v\nmessage %s\n", i.Err, args)
		return
	}
	switch i.Command.(type) {
	case Order, Setting, *If, *Phase:
		fmt.Fprintf(b, "command %s\n", strings.ReplaceAll(i.Command.String(), "\n", " "))
	default:
		fmt.Fprintf(b, "shown %s %+v %#v\n", strings.ReplaceAll(i.Command.String(), "\n", " "), i.Command, i.Command)
	}
}
