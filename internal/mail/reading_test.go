package mail_test

import (
	"os"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/mail"
	"podesta/internal/words"
)

// TestReading compares e-mail in each language with files that people who speak it
// have read: the results of a campaign with money, and the answer to an e-mail with
// good and bad orders.
func TestReading(t *testing.T) {
	for _, tag := range []string{"it", "es", "de"} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			h, _, master, players := begun(t)
			h.o = h.office(mail.Deps{Languages: words.All(), Config: mail.Config{Address: "judge@podesta.example", BaseURL: "https://podesta.example"}})
			for _, a := range append([]*game.Account{master}, players...) {
				if err := h.Users.SetLanguage(ctx, a.ID, tag); err != nil {
					t.Fatal(err)
				}
			}
			h.post()
			h.box.take("")
			var out strings.Builder
			read := func(of *game.Account) {
				h.post()
				for _, p := range h.box.take("") {
					if p.to[0] == of.Email {
						out.WriteString("Subject: " + p.subject + "\n\n" + p.text + "\n")
					}
				}
			}
			milan := players[0]
			h.bring(h.message(milan.Email, "judge@podesta.example", "", "SIGNON Icosimo rinascimento1\nA Pav - Mon\nA Cre - Mantua\nA Mil S A Pav - Mon\nA Rome H\nxyzzy\nBorrow 10 for 1 year\nE1: 9d counter-bribe A Milan\nSET WAIT\nPRESS TO V\n12345\nENDPRESS\n"))
			read(milan)
			h.bring(h.message(master.Email, "judge@podesta.example", "", "SIGNON Mcosimo quattrocento1\nPROCESS SPRING 1454 ORDERS\n"))
			read(milan)
			got, file := tidy(out.String()), "testdata/reading-"+tag+".txt"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s: read it, and write it anew with -update:\n%s", file, got)
			}
		})
	}
}
