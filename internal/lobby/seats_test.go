package lobby_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

func TestLeaveAndTakeOver(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Ferrara", nil)
	m, anna, bruno := h.RoleFor(g, master), h.RoleFor(g, who[0]), h.RoleFor(g, who[1])
	rosa, rita := h.Person("Rosa"), h.Person("Rita")
	for what, err := range map[string]error{
		"no seat is free":       h.Lobby.TakeOver(ctx, g.ID, rosa.ID, 0),
		"the seat has a player": h.Lobby.TakeOver(ctx, g.ID, rosa.ID, anna.Seat),
		"a master":              h.Lobby.TakeOver(ctx, g.ID, master.ID, 0),
		"the only master":       h.Lobby.Leave(ctx, g.ID, m),
		"the player himself":    h.Lobby.TakeOver(ctx, g.ID, who[0].ID, 0),
	} {
		if game.ErrorCode(err) != game.Conflict {
			t.Errorf("%s: %v", what, err)
		}
	}
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, rosa.ID, 9), game.NotFound)
	judgetest.Code(t, h.Lobby.Leave(ctx, g.ID, game.Role{Seat: 3}), game.Forbidden)

	before, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(24 * time.Hour)
	if err := h.Lobby.Leave(ctx, g.ID, anna); err != nil {
		t.Fatal(err)
	}
	if got := h.VacantSeats(g); !slices.Equal(got, []int{anna.Seat}) {
		t.Errorf("vacant: %v", got)
	}
	if after, _ := h.Judge.Clock.Plan(ctx, g.ID); !after.Deadline.Equal(before.Deadline) {
		t.Errorf("the deadline moved from %v to %v", before.Deadline, after.Deadline)
	}
	if r := h.RoleFor(g, who[0]); r.Takes() {
		t.Errorf("a player who has left: %+v", r)
	}
	if name, _ := h.Base.NameAt(ctx, g.ID, m, anna.Seat); name != "" {
		t.Errorf("%s still sits there", name)
	}
	if p, words, _ := h.Ratings.Reliability(ctx, who[0].ID); p != 0 || !strings.Contains(words.String(), "1 resigned") {
		t.Errorf("%d, %s", p, words)
	}
	judgetest.Code(t, h.Lobby.Join(ctx, g.ID, rosa.ID, ""), game.Conflict)

	// An observer who takes over a seat no longer observes. Everyone has the full time again.
	if err := h.Lobby.Observe(ctx, g.ID, rosa.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, rosa.ID, 0); err != nil {
		t.Fatal(err)
	}
	r := h.RoleFor(g, rosa)
	if r != (game.Role{Seat: anna.Seat, Player: true, Account: rosa.ID}) {
		t.Errorf("%+v", r)
	}
	if after, _ := h.Judge.Clock.Plan(ctx, g.ID); !after.Deadline.After(before.Deadline) {
		t.Errorf("the deadline stayed at %v", after.Deadline)
	}
	states, err := h.Judge.Clock.States(ctx, g.ID, m)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range states {
		if !s.Wait || s.Abandoned {
			t.Errorf("seat %d: %+v", i+1, s)
		}
	}
	if name, _ := h.Base.NameAt(ctx, g.ID, game.Role{}, r.Seat); name != "Rosa" {
		t.Errorf("%q sits there", name)
	}
	told := h.NoticesTo(g, game.Role{})
	if got := told[len(told)-3:]; !slices.Equal(got, []string{
		"resignation Anna of Ferrara", "signon Rosa",
		"takeover Rosa",
	}) {
		t.Errorf("notices: %q", got)
	}
	if all, _ := h.Base.GamesOf(ctx, who[0].ID); len(all) != 0 {
		t.Error("a player who has left still has the game")
	}

	// A player who has played one power cannot play another one, but can come
	// back.
	if err := h.Lobby.Eject(ctx, g.ID, m, bruno.Seat, ""); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, who[0].ID, 0), game.Forbidden)
	h.Must(h.Lobby.TakeOver(ctx, g.ID, who[1].ID, 0))
	h.Must(h.Lobby.Approve(ctx, g.ID, m, bruno.Seat, true))
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, rosa), bruno.Seat, ""), game.Forbidden)
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, m, 12, ""), game.NotFound)

	// With two free seats, the deadline is not extended until both are taken.
	if err := h.Lobby.Eject(ctx, g.ID, m, bruno.Seat, ""); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.Eject(ctx, g.ID, m, r.Seat, ""); err != nil {
		t.Fatal(err)
	}
	before, _ = h.Judge.Clock.Plan(ctx, g.ID)
	h.Clock.Advance(24 * time.Hour)
	if err := h.Lobby.TakeOver(ctx, g.ID, rita.ID, bruno.Seat); err != nil {
		t.Fatal(err)
	}
	if after, _ := h.Judge.Clock.Plan(ctx, g.ID); !after.Deadline.Equal(before.Deadline) {
		t.Errorf("the deadline moved from %v to %v", before.Deadline, after.Deadline)
	}
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, m, r.Seat, ""), game.NotFound) // the seat has no player
}

// TestTakeOverFromTheAbsent checks that a player who was given up for missing
// orders can come back, and that someone else taking over the seat ends the
// player's membership.
func TestTakeOverFromTheAbsent(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Mantua", nil)
	anna := h.RoleFor(g, who[0])
	for range 500 {
		if len(h.VacantSeats(g)) == 8 {
			break
		}
		h.Clock.Advance(time.Hour)
		// the judge's own outage must not count as anyone's absence
		if err := h.Judge.Clock.TrustClock(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Judge.Clock.Work(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.VacantSeats(g)) != 8 {
		t.Fatalf("vacant: %v", h.VacantSeats(g))
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, who[0].ID, 0); err != nil {
		t.Error(err)
	}
	if len(h.VacantSeats(g)) != 7 {
		t.Errorf("vacant: %v", h.VacantSeats(g))
	}
	rosa := h.Person("Rosa")
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, rosa.ID, anna.Seat), game.Conflict)
	other := h.RoleFor(g, who[3]).Seat
	if err := h.Lobby.TakeOver(ctx, g.ID, rosa.ID, other); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, who[3]); r.Takes() {
		t.Errorf("%+v", r)
	}
	if r := h.RoleFor(g, rosa); r.Seat != other {
		t.Errorf("%+v", r)
	}
}

func TestApproval(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Urbino", func(how *hosting.Hosting) { how.Approval = true })
	m, seat := h.RoleFor(g, master), h.RoleFor(g, who[2]).Seat
	rosa, rita := h.Person("Rosa"), h.Person("Rita")
	judgetest.Code(t, h.Lobby.Approve(ctx, g.ID, m, seat, true), game.Conflict)
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, who[2])); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, rosa.ID, 0); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, rosa); r != (game.Role{Player: true, Account: rosa.ID}) {
		t.Errorf("a person who waits: %+v", r)
	}
	_, err := h.Orders(ctx, g.ID, h.RoleFor(g, rosa), seat)
	judgetest.Code(t, err, game.Forbidden)
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, rosa.ID, 0), game.Conflict)
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, rita.ID, 0), game.Conflict)
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, rita.ID, seat), game.Conflict)
	judgetest.Code(t, h.Lobby.Approve(ctx, g.ID, h.RoleFor(g, who[0]), seat, true), game.Forbidden)
	judgetest.Code(t, h.Lobby.Approve(ctx, g.ID, m, 0, true), game.NotFound)
	if err := h.Lobby.Approve(ctx, g.ID, m, seat, false); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, rosa); r.Takes() {
		t.Errorf("a person who was rejected: %+v", r)
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, rita.ID, seat); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.Approve(ctx, g.ID, m, seat, true); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, rita); r.Seat != seat {
		t.Errorf("%+v", r)
	}
	// A person who waits for approval can withdraw.
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, rita)); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, rosa.ID, seat); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, rosa)); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Approve(ctx, g.ID, m, seat, true), game.Conflict)
}

// TestSuccessor checks that a nominated observer needs no approval, and that a player who has
// left can no longer nominate anyone.
func TestSuccessor(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Urbino", func(how *hosting.Hosting) { how.Approval = true })
	m, milan := h.RoleFor(g, master), h.RoleFor(g, who[0])
	rosa, rita := h.Person("Rosa"), h.Person("Rita")
	h.Must(h.Lobby.Observe(ctx, g.ID, rosa.ID))
	h.Must(h.Lobby.Observe(ctx, g.ID, rita.ID))
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, rita)))
	// An observer who has left cannot be nominated.
	judgetest.Code(t, h.Lobby.Nominate(ctx, g.ID, milan, "Rita"), game.Invalid)
	judgetest.Code(t, h.Lobby.Nominate(ctx, g.ID, milan, who[1].Name), game.Invalid)
	for _, r := range []game.Role{m, h.RoleFor(g, rosa), h.RoleFor(g, rita)} {
		judgetest.Code(t, h.Lobby.Nominate(ctx, g.ID, r, "Rosa"), game.Forbidden)
	}
	chosen := func(want string) {
		t.Helper()
		names, got, err := h.Lobby.Successors(ctx, g.ID, milan)
		h.Must(err)
		if got != want || !slices.Equal(names, []string{"Rosa"}) {
			t.Errorf("%q of %q, not %q", got, names, want)
		}
	}
	chosen("")
	h.Must(h.Lobby.Nominate(ctx, g.ID, milan, "rosa"))
	chosen("Rosa")
	h.Must(h.Lobby.Nominate(ctx, g.ID, milan, ""))
	chosen("")
	h.Must(h.Lobby.Nominate(ctx, g.ID, milan, "Rosa"))
	// As long as the player stays, the seat is not free.
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, rosa.ID, milan.Seat), game.Conflict)
	h.Must(h.Lobby.Leave(ctx, g.ID, milan))
	judgetest.Code(t, h.Lobby.Nominate(ctx, g.ID, milan, "Rosa"), game.Forbidden)
	// Others still need approval.
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, who[1])))
	h.Must(h.Lobby.TakeOver(ctx, g.ID, rita.ID, 0))
	if r := h.RoleFor(g, rita); r.Seat != 0 {
		t.Errorf("%+v has a seat without approval", r)
	}
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, rita)))
	h.Must(h.Lobby.TakeOver(ctx, g.ID, rosa.ID, milan.Seat))
	if r := h.RoleFor(g, rosa); r.Seat != milan.Seat {
		t.Errorf("the successor is %+v, not at seat %d", r, milan.Seat)
	}
	// The successor has not nominated anyone.
	if _, got, err := h.Lobby.Successors(ctx, g.ID, h.RoleFor(g, rosa)); err != nil || got != "" {
		t.Errorf("her successor is %q, %v", got, err)
	}
}

func TestMastersChange(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Siena", nil)
	m, rosa := h.RoleFor(g, master), h.Person("Rosa")
	judgetest.Code(t, h.Lobby.Promote(ctx, g.ID, m, "nobody"), game.NotFound)
	judgetest.Code(t, h.Lobby.Promote(ctx, g.ID, m, rosa.ID), game.Conflict)
	judgetest.Code(t, h.Lobby.Promote(ctx, g.ID, m, who[0].ID), game.Conflict)
	judgetest.Code(t, h.Lobby.Promote(ctx, g.ID, m, master.ID), game.Conflict)
	if err := h.Lobby.Observe(ctx, g.ID, rosa.ID); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Promote(ctx, g.ID, h.RoleFor(g, who[0]), rosa.ID), game.Forbidden)
	if err := h.Lobby.Promote(ctx, g.ID, m, rosa.ID); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, rosa); r != (game.Role{Master: true, Account: rosa.ID}) {
		t.Errorf("%+v", r)
	}
	// The old master leaves; the old role no longer works.
	if err := h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, rosa), 0, master.ID); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Terminate(ctx, g.ID, m), game.Forbidden)
	judgetest.Code(t, h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, rosa), 0, rosa.ID), game.Conflict)
	told := h.NoticesTo(g, game.Role{})
	if got := told[len(told)-2:]; !slices.Equal(got, []string{"promotion Rosa", "resignation Master of Siena"}) {
		t.Errorf("notices: %q", got)
	}
}

func TestKeepers(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Lucca", nil)
	keeper := h.Person("Otto")
	for _, a := range []*game.Account{keeper, who[0]} {
		if err := h.Users.SetOperator(ctx, a.ID, true); err != nil {
			t.Fatal(err)
		}
	}
	if r := h.RoleFor(g, keeper); r != (game.Role{Master: true, Account: keeper.ID}) {
		t.Errorf("role of an operator: %+v", r)
	}
	if r := h.RoleFor(g, who[0]); r.Master || r.Seat == 0 {
		t.Errorf("role of an operator who plays: %+v", r)
	}
	if err := h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, keeper), h.RoleFor(g, who[1]).Seat, ""); err != nil {
		t.Error(err)
	}
	if err := h.Users.Block(ctx, keeper.ID, true); err != nil {
		t.Fatal(err)
	}
	if r := h.RoleFor(g, keeper); r.Takes() {
		t.Errorf("a closed account is %+v", r)
	}
}

func TestTerminate(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Pisa", nil)
	m := h.RoleFor(g, master)
	judgetest.Code(t, h.Lobby.Terminate(ctx, g.ID, h.RoleFor(g, who[0])), game.Forbidden)
	for range 2 { // a resumed game can be terminated again
		if err := h.Lobby.Terminate(ctx, g.ID, m); err != nil {
			t.Fatal(err)
		}
		if err := h.Judge.Clock.Resume(ctx, g.ID, m); err != nil {
			t.Fatal(err)
		}
		if now := h.Reload(g); now.Status != game.Active {
			t.Fatalf("resumed at once it is %s", now.Status)
		}
	}
	if err := h.Lobby.Terminate(ctx, g.ID, m); err != nil {
		t.Fatal(err)
	}
	if now := h.Reload(g); now.Status != game.Terminated || now.Finished {
		t.Errorf("%+v", now)
	}
	a := h.RoleFor(g, who[0])
	_, err := h.Submit(ctx, g.ID, a, a.Seat, g.Revision, "")
	judgetest.Code(t, err, game.Conflict)
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, h.Person("Rosa").ID, 0), game.Conflict)
	judgetest.Code(t, h.Lobby.Leave(ctx, g.ID, a), game.Conflict)
	judgetest.Code(t, h.Lobby.Terminate(ctx, g.ID, m), game.Conflict)
	h.Clock.Advance(50 * 24 * time.Hour)
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	if now := h.Reload(g); now.Number != g.Number {
		t.Error("a terminated game continued")
	}
	if book, err := h.Archive.DiceBook(ctx, g.ID); err != nil || book.Seed != "" {
		t.Errorf("the seed of a game that can be resumed is public (%v)", err)
	}
	if err := h.Judge.Clock.Resume(ctx, g.ID, m); err != nil {
		t.Error(err)
	}

	forming := h.HostGame(master, lobby.NewGame{Name: "Volterra"}, nil)
	if err := h.Lobby.Terminate(ctx, forming.ID, h.RoleFor(forming, master)); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Join(ctx, forming.ID, who[0].ID, ""), game.Conflict)
	judgetest.Code(t, h.Lobby.Start(ctx, forming.ID, h.RoleFor(forming, master), true), game.Conflict)
	_, err = h.Base.FindGame(ctx, "Volterra")
	judgetest.Code(t, err, game.NotFound)
	judgetest.Code(t, h.Judge.Clock.Resume(ctx, forming.ID, h.RoleFor(forming, master)), game.Conflict)
}

func TestSeatTokens(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Arezzo", nil)
	anna, seat := who[0], h.RoleFor(g, who[0]).Seat
	rosa := h.Person("Rosa")
	_, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: rosa.ID, Game: g.ID}, 0)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: anna.ID, Game: g.ID, Seat: seat%8 + 1}, 0)
	judgetest.Code(t, err, game.Forbidden)
	secret, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: anna.ID, Game: g.ID, Seat: seat}, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, token, err := h.Users.Authenticate(ctx, secret)
	if err != nil {
		t.Fatal(err)
	}
	if r := token.Within(g.ID, h.RoleFor(g, anna)); r.Seat != seat {
		t.Errorf("%+v", r)
	}
	if r := token.Within("other", h.RoleFor(g, anna)); r.Takes() {
		t.Errorf("%+v", r)
	}
	if r := token.Within(g.ID, h.RoleFor(g, master)); r.Takes() {
		t.Errorf("%+v", r)
	}

	// The secret of a reply address can be shown again until it is deleted.
	reply, err := h.Users.ReplySecret(ctx, anna.ID, g.ID, seat)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := h.Users.ReplySecret(ctx, anna.ID, g.ID, seat); err != nil || again != reply {
		t.Errorf("%v", err)
	}
	if other, err := h.Users.ReplySecret(ctx, who[1].ID, g.ID, seat); err != nil || other == reply {
		t.Errorf("%v", err)
	}
	who1, token, err := h.Users.Authenticate(ctx, strings.ToUpper(reply))
	if err != nil || who1.ID != anna.ID || token.Kind != game.ReplyToken || token.Game != g.ID || token.Seat != seat {
		t.Errorf("%+v, %v", token, err)
	}
	if err := h.Users.DropToken(ctx, anna.ID, token.Hash); err != nil {
		t.Fatal(err)
	}
	_, _, err = h.Users.Authenticate(ctx, reply)
	judgetest.Code(t, err, game.Forbidden)
	if again, err := h.Users.ReplySecret(ctx, anna.ID, g.ID, seat); err != nil || again == reply {
		t.Errorf("the deleted secret was returned again (%v)", err)
	}
}

// TestClockSetBackAtSeat checks that a new player may read what follows in the log,
// even if the clock was set back before or after they took the seat.
func TestClockSetBackAtSeat(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Mantua", nil)
	m := h.RoleFor(g, master)
	anna, bruno := h.RoleFor(g, who[0]), h.RoleFor(g, who[1])
	rosa := h.Person("Rosa")
	say := func(text string) {
		t.Helper()
		if err := h.Press.Say(ctx, g.ID, bruno, bruno.Seat, press.NewMessage{To: journal.OnlySeats(anna.Seat), Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	say("to Anna")
	if err := h.Lobby.Eject(ctx, g.ID, m, anna.Seat, ""); err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(-time.Hour)
	if err := h.Lobby.TakeOver(ctx, g.ID, rosa.ID, anna.Seat); err != nil {
		t.Fatal(err)
	}
	say("to Rosa, an hour back")
	h.Clock.Advance(-time.Hour)
	say("to Rosa, two hours back")
	log, err := h.Press.Log(ctx, g.ID, h.RoleFor(g, rosa), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, e := range log {
		if e.Kind == game.PressEntry {
			var p journal.PressData
			if err := json.Unmarshal(e.Data, &p); err != nil {
				t.Fatal(err)
			}
			read = append(read, p.Text)
		}
	}
	if want := []string{"to Rosa, an hour back", "to Rosa, two hours back"}; !slices.Equal(read, want) {
		t.Errorf("Rosa reads %q, want %q", read, want)
	}
}

// TestEjectedReturn checks that people whom a master has removed come back only
// with a master's consent.
func TestEjectedReturn(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Lucca", nil)
	m, gone := h.RoleFor(g, master), who[2]
	seat := h.RoleFor(g, gone).Seat
	h.Must(h.Lobby.Eject(ctx, g.ID, m, seat, ""))
	for range 2 { // approval is still needed after a rejection
		h.Must(h.Lobby.TakeOver(ctx, g.ID, gone.ID, 0))
		if r := h.RoleFor(g, gone); r.Seat != 0 || !r.Player {
			t.Fatalf("a removed player who asks again: %+v", r)
		}
		h.Must(h.Lobby.Approve(ctx, g.ID, m, seat, false))
	}
	other := h.RoleFor(g, who[0]).Seat
	h.Must(h.Lobby.Eject(ctx, g.ID, m, other, ""))
	// They may only return to the power that they have played.
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, gone.ID, other), game.Forbidden)
	h.Must(h.Lobby.TakeOver(ctx, g.ID, gone.ID, seat))
	// Withdrawing the request does not remove the need for approval.
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, gone)))
	h.Must(h.Lobby.TakeOver(ctx, g.ID, gone.ID, seat))
	h.Must(h.Lobby.Approve(ctx, g.ID, m, seat, true))
	if r := h.RoleFor(g, gone); r.Seat != seat {
		t.Errorf("with approval: %+v", r)
	}
	// A player who later resigns may return without approval.
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, gone)))
	h.Must(h.Lobby.TakeOver(ctx, g.ID, gone.ID, seat))
	if r := h.RoleFor(g, gone); r.Seat != seat {
		t.Errorf("after a resignation: %+v", r)
	}

	rosa := h.Person("Rosa")
	h.Must(h.Lobby.Observe(ctx, g.ID, rosa.ID))
	h.Must(h.Lobby.Eject(ctx, g.ID, m, 0, rosa.ID))
	judgetest.Code(t, h.Lobby.Observe(ctx, g.ID, rosa.ID), game.Forbidden)
}
