package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/safety"
)

func TestAccount(t *testing.T) {
	data := t.TempDir()
	w := newTown(t, data)
	w.game("Cosimo")
	c := w.players[0]
	run := func(args ...string) string {
		t.Helper()
		status, out, err := podesta("", append([]string{"account", "-data", data}, args...)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", args, status, err)
		}
		return out
	}
	if out := run(c.email); !strings.HasPrefix(out, "Ludovico (open), created 2") || !strings.Contains(out, "addresses: "+c.email+"\n") || !strings.Contains(out, ": Cosimo, active\n") {
		t.Error(out)
	}
	var own safety.OwnData
	if err := json.Unmarshal([]byte(run("-export", c.email)), &own); err != nil || own.Account.Name != "Ludovico" || len(own.Games) != 1 {
		t.Errorf("the data are %+v, %v", own, err)
	}
	if out := run("-close", c.email); !strings.HasPrefix(out, "Ludovico (closed)") {
		t.Error(out)
	}
	if _, _, err := w.judge.Users.Authenticate(t.Context(), c.token); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("a closed account can sign in: %v", err)
	}
	run("-open", c.email)
	if _, _, err := w.judge.Users.Authenticate(t.Context(), c.token); err != nil {
		t.Error(err)
	}
	if out := run("-make-keeper", c.email); !strings.HasPrefix(out, "Ludovico (operator)") {
		t.Error(out)
	}
	if out := run("-no-keeper", c.email); !strings.HasPrefix(out, "Ludovico (open)") {
		t.Error(out)
	}
	who, err := w.judge.Users.AccountByEmail(t.Context(), c.email)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := w.judge.Users.BeginFactor(t.Context(), who.ID)
	if err != nil {
		t.Fatal(err)
	}
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.judge.Users.ConfirmFactor(t.Context(), who.ID, "", code); err != nil {
		t.Fatal(err)
	}
	run("-no-second-factor", "-mail.domain", "podesta.example", "-mail.relay.host", "relay.example", c.email)
	if f, err := w.judge.Users.Factor(t.Context(), who.ID); err != nil || f.On {
		t.Errorf("the second factor is not off: %+v, %v", f, err)
	}
	err = w.store.Read(t.Context(), func(tx *game.Tx) error {
		jobs, err := tx.Jobs.Jobs("letter", false, 100)
		if err == nil && !slices.ContainsFunc(jobs, func(j game.Job) bool { return strings.Contains(string(j.Data), "second factor was turned off") }) {
			t.Error("the owner gets no letter")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	status, out, err2 := podesta("", "account", "-data", data, "-program", c.email)
	if status != 1 || !strings.Contains(err2, "takes part in Cosimo, which is not over") {
		t.Errorf("marked in a game: status %d, %s%s", status, out, err2)
	}
	run("-new", "Ada", "ada@example.org")
	run("-new", "Motore", "motore@example.org")
	if out := run("-program", "-owner", "ada@example.org", "motore@example.org"); !strings.HasPrefix(out, game.ProgramName("Motore")+" (open)") || !strings.Contains(out, "a program; responsible: Ada <ada@example.org>\n") {
		t.Error(out)
	}
	if out := run("ada@example.org"); !strings.Contains(out, "responsible for the program "+game.ProgramName("Motore")+" (motore@example.org)\n") {
		t.Error(out)
	}
	if out := run("-no-program", "motore@example.org"); !strings.HasPrefix(out, "Motore (open)") || !strings.Contains(out, ": marked as a program by an operator\n") || !strings.Contains(out, ": marked as a person by an operator\n") {
		t.Error(out)
	}
	for args, want := range map[string]int{"-owner ada@example.org " + c.email: 2, "-program -no-program " + c.email: 2, "-export -close " + c.email: 2, "nobody@example.com": 1, "": 2, "-close -open " + c.email: 2} {
		if status, _, err := podesta("", append([]string{"account", "-data", data}, strings.Fields(args)...)...); status != want || err == "" {
			t.Errorf("%s: status %d, %q", args, status, err)
		}
	}
}

// TestAccountLift lifts sanctions with a reason that the owner reads. The command asks for no
// confirmation, because sanctions can be imposed again.
func TestAccountLift(t *testing.T) {
	data := t.TempDir()
	w := newTown(t, data)
	w.game("Cosimo")
	keeper, bad := w.players[0], w.players[1]
	run := func(args ...string) (int, string, string) {
		return podesta("", append([]string{"account", "-data", data, "-mail.domain", "podesta.example", "-mail.relay.host", "relay.example"}, args...)...)
	}
	if status, _, err := run("-lift", "Sorry.", bad.email); status != 1 || !strings.Contains(err, "no sanction is in force") {
		t.Errorf("nothing to lift: status %d, %q", status, err)
	}
	if status, _, err := run("-lift", "Sorry.", "-erase", bad.email); status != 2 || err == "" {
		t.Errorf("with -erase: status %d, %q", status, err)
	}
	if status, _, err := run("-make-keeper", keeper.email); status != 0 {
		t.Fatal(err)
	}
	err := w.judge.Safety.Report(t.Context(), w.players[2].id, safety.NewReport{Kind: game.NameReport, Name: "Enrico", Reason: game.Hatred})
	if err != nil {
		t.Fatal(err)
	}
	reports, _, err := w.judge.Safety.Reports(t.Context(), keeper.id)
	if err != nil || len(reports) != 1 {
		t.Fatal(reports, err)
	}
	if err := w.judge.Safety.Decide(t.Context(), keeper.id, reports[0].ID, safety.Decision{Verdict: game.Suspended, Days: 7}); err != nil {
		t.Fatal(err)
	}
	if _, out, _ := run(bad.email); !strings.Contains(out, "suspended") || strings.Contains(out, "lifted") {
		t.Errorf("the account with a suspension: %s", out)
	}
	status, out, errs := run("-lift", "It was another Bice.", bad.email)
	if status != 0 || !strings.Contains(out, "lifted: 1\n") || !strings.Contains(out, ", lifted 2") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	err = w.store.Read(t.Context(), func(tx *game.Tx) error {
		jobs, err := tx.Jobs.Jobs("letter", false, 100)
		if err == nil && !slices.ContainsFunc(jobs, func(j game.Job) bool { return strings.Contains(string(j.Data), "It was another Bice.") }) {
			t.Error("the owner does not read why")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if status, _, err := run("-lift", "Again.", bad.email); status != 1 || !strings.Contains(err, "no sanction is in force") {
		t.Errorf("lifted twice: status %d, %q", status, err)
	}
}

// TestAccountByHand creates an account on a judge without e-mail, and signs in with the link
// that the command prints.
func TestAccountByHand(t *testing.T) {
	data := t.TempDir()
	w := newTown(t, data)
	status, out, err := podesta("", "account", "-data", data, "-new", "Ada Lovelace", "ada@example.org")
	_, link, found := strings.Cut(out, "link to sign in once, within an hour: http://127.0.0.1:8080/signin?token=")
	if status != 0 || !found || !strings.HasPrefix(out, "Ada Lovelace (open)") {
		t.Fatalf("status %d, %s%s", status, out, err)
	}
	if a, _, err := w.judge.Users.UseLink(t.Context(), strings.TrimSpace(link)); err != nil || a.Email != "ada@example.org" {
		t.Errorf("the link opens %v, %v", a, err)
	}
	if status, _, err := podesta("", "account", "-data", data, "-new", "Eve", "ada@example.org"); status != 1 || !strings.Contains(err, "already") {
		t.Errorf("made twice: status %d, %s", status, err)
	}
	if status, out, _ := podesta("", "account", "-data", data, "-link", "ada@example.org"); status != 0 || !strings.Contains(out, "/signin?token=") {
		t.Errorf("another link: status %d, %s", status, out)
	}
}

func TestAccountsBy(t *testing.T) {
	for _, c := range []struct {
		listen, base string
		want         int
	}{
		{"127.0.0.1:8080", "", 1},
		{"[::1]:8080", "", 1},
		{"localhost:8080", "", 1},
		{"127.0.0.1:8080", "https://judge.example.org", 0}, // a proxy is in front of it
		{":8080", "", 0},
		{"192.0.2.1:8080", "", 0},
		{"unix:/run/podesta.sock", "", 0},
	} {
		// One more option sets the judge's own address.
		if got := len(accountsBy(&config.Config{Listen: c.listen, BaseURL: c.base}, nil)) - 1; got != c.want {
			t.Errorf("%s %s: %d options, want %d", c.listen, c.base, got, c.want)
		}
	}
}
