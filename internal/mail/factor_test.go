package mail_test

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// TestMasterWithSecondFactor checks that the mailbox of a master with a second
// factor cannot act as a master, unless its owner allows it. Commands of players
// by e-mail do not change.
func TestMasterWithSecondFactor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, master, players := h.beginning("cosimo", nil)
	const password = "quattrocento1"
	must(t, h.ask(master.Email, "SIGNON Mcosimo "+password), "as a master of")
	turnOn := func(account string) (code func() string) {
		secret, err := h.Users.BeginFactor(ctx, account)
		h.Must(err)
		code = func() string {
			h.clock.Advance(time.Minute)
			text, err := totp.GenerateCode(secret, h.clock.Now())
			h.Must(err)
			return text
		}
		_, err = h.Users.ConfirmFactor(ctx, account, "", code())
		h.Must(err)
		return code
	}
	code := turnOn(master.ID)
	answer := oneParagraph(h.ask(master.Email, "SIGNON Mcosimo "+password+"\nPAUSE"))
	must(t, answer, "Your account has a second factor")
	never(t, answer, "as a master of")
	if now := h.At(g.ID); now.Status != g.Status {
		t.Errorf("the game is %s", now.Status)
	}
	h.Must(h.Users.SetFactorMail(ctx, master.ID, code(), true))
	must(t, h.ask(master.Email, "SIGNON Mcosimo "+password), "as a master of")
	h.Must(h.Users.SetFactorMail(ctx, master.ID, code(), false))
	must(t, oneParagraph(h.ask(master.Email, "SIGNON Mcosimo "+password)), "Your account has a second factor")

	h.Must(h.Users.SetPassword(ctx, players[0].ID, "rinascimento2"))
	turnOn(players[0].ID)
	must(t, oneParagraph(h.ask(players[0].Email, "SIGNON "+string(g.Setting.Powers[g.Setting.Seats[0][0]].Letter)+"cosimo rinascimento2")), "You are signed on")
}
