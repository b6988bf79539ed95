package users_test

import (
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// TestPrograms marks accounts as programs: by the person who answers for them, with a key of the
// program's account, or by an operator. It checks that the program itself cannot undo this.
func TestPrograms(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	var news []account.OwnerNews
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error { news = append(news, n); return nil })
	ada, bo, motor := h.Person("Ada"), h.Person("Bo"), h.Person("Motor")
	key := h.Token(motor.ID)
	for name, secret := range map[string]string{"nonsense": "nonsense", "a session": session(h, motor.ID), "a key of one's own": h.Token(ada.ID)} {
		if _, err := h.Users.AdoptProgram(ctx, ada.ID, secret); err == nil {
			t.Errorf("marked with %s", name)
		}
	}
	news = nil
	marked, err := h.Users.AdoptProgram(ctx, ada.ID, key)
	h.Must(err)
	if !marked.Program || marked.Owner != ada.ID || marked.Name != game.ProgramName("Motor") {
		t.Errorf("marked: %+v", marked)
	}
	// The program's own addresses and those of its owner are notified.
	if len(news) != 2 || news[0].Account != motor.ID || news[1].Account != ada.ID || news[1].Program != marked.Name || news[1].To[0] != ada.Email {
		t.Errorf("news: %+v", news)
	}
	_, err = h.Users.AdoptProgram(ctx, bo.ID, key)
	judgetest.Code(t, err, game.Forbidden)
	for _, who := range []*game.Account{motor, bo} {
		judgetest.Code(t, h.Users.ReleaseProgram(ctx, who.ID, motor.ID), game.Forbidden)
	}
	_, err = h.Users.AdoptProgram(ctx, motor.ID, h.Token(bo.ID)) // a program cannot answer for another one
	judgetest.Code(t, err, game.Conflict)
	// An account that answers for programs cannot become a program.
	_, err = h.Users.AdoptProgram(ctx, bo.ID, h.Token(ada.ID))
	judgetest.Code(t, err, game.Conflict)

	// Its owner decides whether researchers may have its games.
	h.Must(h.Users.SetOpenData(ctx, motor.ID, false))
	judgetest.Code(t, h.Users.SetOpenData(ctx, motor.ID, true), game.Forbidden)
	h.Must(h.Users.SetOpenData(ctx, ada.ID, true))

	// The name has a suffix, is also found without it, and cannot be used by anyone else.
	h.Must(h.Users.SaveProfile(ctx, motor.ID, "Engine (program)", ""))
	now, err := h.Users.Account(ctx, motor.ID)
	h.Must(err)
	if now.Name != game.ProgramName("Engine") {
		t.Errorf("renamed to %q", now.Name)
	}
	for _, name := range []string{"engine", "Engine (program)", game.ProgramName("Engine")} {
		p, err := h.Users.PlayerNamed(ctx, name, "")
		if err != nil || !p.Program || p.Owner != "Ada" {
			t.Errorf("%q: %+v, %v", name, p, err)
		}
	}
	judgetest.Code(t, h.Users.SaveProfile(ctx, bo.ID, "Engine", ""), game.Conflict)
	for _, name := range []string{"Bo (program)", "Bo (Programm)", "Bo (programma)", "Bo (PROGRAMA)", game.ProgramName("Bo")} {
		judgetest.Code(t, h.Users.SaveProfile(ctx, bo.ID, name, ""), game.Invalid)
	}

	h.Must(h.Users.ReleaseProgram(ctx, ada.ID, motor.ID))
	now, err = h.Users.Account(ctx, motor.ID)
	h.Must(err)
	if now.Program || now.Owner != "" || now.Name != "Engine" {
		t.Errorf("released: %+v", now)
	}
	judgetest.Code(t, h.Users.ReleaseProgram(ctx, ada.ID, motor.ID), game.Conflict)
	h.Must(h.Users.SetProgram(ctx, motor.ID, true, ""))
	list, err := h.Users.ProgramSwitches(ctx, motor.ID)
	h.Must(err)
	if len(list) != 3 || !list[0].Program || list[0].By != ada.ID || list[1].Program || !list[2].Program || list[2].By != "" {
		t.Errorf("switches: %+v", list)
	}
	judgetest.Code(t, h.Users.ReleaseProgram(ctx, motor.ID, motor.ID), game.Forbidden)
	h.Must(h.Users.SetOperator(ctx, bo.ID, true))
	judgetest.Code(t, h.Users.SetProgram(ctx, bo.ID, true, ""), game.Conflict)
}

// TestSwitchInAGame checks that an account in a running game cannot be switched, and that one
// in a finished game can.
func TestSwitchInAGame(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	g, lord, players := h.Playing("Running", nil)
	for _, a := range []*game.Account{lord, players[0]} {
		judgetest.Code(t, h.Users.SetProgram(ctx, a.ID, true, ""), game.Conflict)
	}
	for _, a := range players {
		r := h.RoleFor(g, a)
		h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}))
	}
	h.Must(h.Users.SetProgram(ctx, players[0].ID, true, ""))
	again, _, others := h.Playing("Another", func(x *hosting.Hosting) { x.Programs = true })
	_ = again
	judgetest.Code(t, h.Users.SetProgram(ctx, others[1].ID, true, ""), game.Conflict)
}

// TestOwnerLeaves checks that the operator answers for the programs of a person whose account
// is erased, and that programs of a blocked account cannot join games.
func TestOwnerLeaves(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	ada, motor := h.Person("Ada"), h.Person("Motor")
	_, err := h.Users.AdoptProgram(ctx, ada.ID, h.Token(motor.ID))
	h.Must(err)
	g := h.HostGame(h.Person("Lorenzo"), small("Open to all"), func(x *hosting.Hosting) { x.Programs = true })
	h.Must(h.Users.Block(ctx, ada.ID, true))
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, motor.ID, ""), game.Forbidden)
	h.Must(h.Users.Block(ctx, ada.ID, false))
	h.Must(h.Lobby.Join(ctx, g.ID, motor.ID, ""))
	h.Must(h.Users.Erase(ctx, ada.ID))
	now, err := h.Users.Account(ctx, motor.ID)
	h.Must(err)
	if !now.Program || now.Owner != "" {
		t.Errorf("after its owner has left: %+v", now)
	}
}

// TestProgramSuffix checks the suffix for programs in each language.
func TestProgramSuffix(t *testing.T) {
	t.Parallel()
	said := message.New("{name} has joined.", message.Name(game.ProgramName("Motor"))).String()
	if !strings.HasPrefix(said, "Motor (program) has joined") {
		t.Error(said)
	}
}

// session opens a session of an account, and returns its secret.
func session(h *judgetest.House, id string) string {
	h.T.Helper()
	secret, err := h.Users.NewToken(h.T.Context(), game.Token{Kind: game.SessionToken, Account: id}, 0)
	h.Must(err)
	return secret
}

// small returns the settings of a new game for four players.
func small(name string) lobby.NewGame {
	return lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4"}
}
