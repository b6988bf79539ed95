package press_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

// talks returns the messages that a role sees, each as its conversation and text. New messages
// have a star.
func talks(h *judgetest.House, g *game.Game, role game.Role) string {
	h.T.Helper()
	list, _, err := h.Press.Letters(ctx, g.ID, role, 0, 1000)
	if err != nil {
		h.T.Fatal(err)
	}
	var out []string
	for _, l := range list {
		mark := ""
		if l.New {
			mark = "*"
		}
		out = append(out, l.Talk.Key()+" "+l.Press.Text+mark)
	}
	return strings.Join(out, "; ")
}

// TestConversations checks that messages are assigned to conversations by their participants, as far as
// each reader may know them.
func TestConversations(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	milan, florence, venice := s.Seat("Milan"), s.Seat("Florence"), s.Seat("Venice")
	key := func(seats ...int) string {
		slices.Sort(seats)
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(seats), " ", "-"), "[]")
	}
	mf, mv := key(milan, florence), key(milan, venice)
	grey := key(florence) + "-grey"
	for _, c := range []struct {
		who string
		m   press.NewMessage
		// maps each reader to the conversation they see; others do not see the message
		in map[string]string
	}{
		{"Milan", press.NewMessage{To: s.To("Florence")}, map[string]string{"Milan": mf, "Florence": mf, "master": mf}},
		{"Florence", press.NewMessage{To: s.To("Milan")}, map[string]string{"Milan": mf, "Florence": mf, "master": mf}},
		{"Milan", press.NewMessage{To: s.To("Florence"), Grey: true}, map[string]string{"Milan": mf, "Florence": grey, "master": mf}},
		{"Milan", press.NewMessage{To: s.To("Florence"), FakeTo: "V"}, map[string]string{"Milan": mf, "Florence": mv, "master": mf}},
		{"Milan", press.NewMessage{To: s.To("all")}, map[string]string{"Milan": "all", "Florence": "all", "Venice": "all", "observer": "all", "stranger": "all", "master": "all"}},
		{"Milan", press.NewMessage{ToMaster: true}, map[string]string{"Milan": key(milan) + "-m", "master": key(milan) + "-m"}},
		{"master", press.NewMessage{To: s.To("Milan")}, map[string]string{"Milan": key(milan) + "-m", "master": key(milan) + "-m"}},
		{"master", press.NewMessage{To: s.To("Milan Florence")}, map[string]string{"Milan": mf, "Florence": mf, "master": mf}},
		{"observer", press.NewMessage{To: s.To("Milan")}, map[string]string{"Milan": key(milan) + "-o", "master": key(milan) + "-o"}},
		{"Milan", press.NewMessage{To: s.To("observers")}, map[string]string{"Milan": key(milan) + "-o", "observer": key(milan) + "-o", "master": key(milan) + "-o"}},
	} {
		c.m.Text = fmt.Sprintf("%s %+v", c.who, c.m)
		role, seat := s.Who(c.who)
		if err := s.Press.Say(ctx, s.TheGame.ID, role, seat, c.m); err != nil {
			t.Fatal(err)
		}
		for _, eye := range []string{"Milan", "Florence", "Venice", "observer", "stranger", "master"} {
			role, _ := s.Who(eye)
			list, _, err := s.Press.Letters(ctx, s.TheGame.ID, role, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(list) > 0 && list[0].Press.Text == c.m.Text {
				got = list[0].Talk.Key()
				if back, ok := press.ReadTalk(got); !ok || back.Key() != got {
					t.Errorf("the key %q is read as %+v", got, back)
				}
			}
			if got != c.in[eye] {
				t.Errorf("%s: %s finds it in %q, want %q", c.m.Text, eye, got, c.in[eye])
			}
		}
	}
	for _, key := range []string{"", "x", "1-1", "0", "-1", "1-", "all-1"} {
		if talk, ok := press.ReadTalk(key); ok {
			t.Errorf("%q is a conversation: %+v", key, talk)
		}
	}
}

// TestUnreadMessages checks that each conversation has the same unread messages on all devices of a
// player, without the player's own, and that a master's count includes messages for masters.
func TestUnreadMessages(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) { h.Press = hosting.Default().Press })
	milan, florence := s.Player("Milan"), s.Player("Florence")
	say := func(who, to, text string) {
		t.Helper()
		role, seat := s.Who(who)
		if err := s.Press.Say(ctx, s.TheGame.ID, role, seat, press.NewMessage{To: s.To(to), Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	unread := func(role game.Role, want int) {
		t.Helper()
		if n, err := s.Press.Unread(ctx, s.TheGame.ID, role); err != nil || n != want {
			t.Errorf("%d letters are unread, %v, want %d: %s", n, err, want, talks(s.House, s.TheGame, role))
		}
	}
	read := func(role game.Role, key string, upTo int64) {
		t.Helper()
		if err := s.Press.MarkRead(ctx, s.TheGame.ID, role, key, upTo); err != nil {
			t.Fatal(err)
		}
	}
	last := func(role game.Role) int64 {
		list, _, _ := s.Press.Letters(ctx, s.TheGame.ID, role, 0, 1)
		return list[0].Seq
	}
	say("Milan", "Florence", "one")
	say("Venice", "Milan Florence", "two")
	say("Venice", "all", "three")
	say("Florence", "Milan", "four")
	unread(milan, 3)
	unread(florence, 3)
	read(milan, "all", last(milan))
	unread(milan, 2)
	unread(florence, 3)
	list, _, err := s.Press.Letters(ctx, s.TheGame.ID, milan, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	pair := list[0].Talk.Key()
	say("Florence", "Milan", "five")
	read(milan, pair, list[len(list)-1].Seq) // reads up to "four"
	if got := talks(s.House, s.TheGame, milan); !strings.Contains(got, "five*") || strings.Contains(got, "four*") || !strings.Contains(got, "two*") {
		t.Errorf("Milan sees %s", got)
	}
	unread(milan, 2)
	read(milan, "", last(milan))
	unread(milan, 0)
	read(milan, "", 1) // reading an earlier message makes nothing unread again
	unread(milan, 0)
	say("Venice", "all", "six")
	unread(milan, 1)
	unread(game.Role{}, 0)
	unread(game.Role{Seat: milan.Seat}, 0) // a role without an account or link has no stored state
	if err := s.Press.MarkRead(ctx, s.TheGame.ID, game.Role{Account: "nobody", Observer: true}, "", 99); err != nil {
		t.Errorf("reading by a person without a role: %v", err)
	}
}

// TestAnswerBeforeTheStart checks that only the recipient can read a master's answer to a
// person who waits for the game to begin, and that this person finds it in the conversation
// with masters after getting a seat.
func TestAnswerBeforeTheStart(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(9)
	g := h.HostGame(lorenzo, lobby.NewGame{}, nil)
	h.JoinAll(g, who[:2])
	if err := h.Press.Say(ctx, g.ID, h.RoleFor(g, who[0]), 0, press.NewMessage{ToMaster: true, Text: "When?"}); err != nil {
		t.Fatal(err)
	}
	to := game.Audience{Account: who[0].ID}
	for _, c := range []struct {
		role game.Role
		to   game.Audience
		want string
	}{
		{h.RoleFor(g, who[1]), to, game.Forbidden},
		{h.RoleFor(g, lorenzo), game.Audience{Account: who[8].ID}, game.NotFound},
		{h.RoleFor(g, lorenzo), game.Audience{Account: who[0].ID, All: true}, game.Forbidden},
		{h.RoleFor(g, lorenzo), to, ""},
	} {
		if err := h.Press.Say(ctx, g.ID, c.role, 0, press.NewMessage{To: c.to, Text: "Tonight."}); game.ErrorCode(err) != c.want {
			t.Errorf("%+v to %+v: %v, want %q", c.role, c.to, err, c.want)
		}
	}
	key := "m-@" + who[0].ID
	if got, want := talks(h, g, h.RoleFor(g, who[0])), key+" When?; "+key+" Tonight.*"; got != want {
		t.Errorf("the newcomer sees %s, want %s", got, want)
	}
	if got, want := talks(h, g, h.RoleFor(g, lorenzo)), key+" When?*; "+key+" Tonight."; got != want {
		t.Errorf("the master sees %s, want %s", got, want)
	}
	for _, r := range []game.Role{h.RoleFor(g, who[1]), {}} {
		if got := talks(h, g, r); got != "" {
			t.Errorf("%+v sees %s", r, got)
		}
	}
	h.JoinAll(g, who[2:8])
	role := h.RoleFor(g, who[0])
	if role.Seat == 0 {
		t.Fatal("the game has not begun")
	}
	if err := h.Press.Say(ctx, g.ID, h.RoleFor(g, lorenzo), 0, press.NewMessage{To: to, Text: "Go on."}); err != nil {
		t.Fatal(err)
	}
	key = fmt.Sprintf("%d-m", role.Seat)
	for _, r := range []game.Role{role, h.RoleFor(g, lorenzo)} {
		got := strings.ReplaceAll(talks(h, g, r), "*", "")
		if want := fmt.Sprintf("%[1]s When?; %[1]s Tonight.; %[1]s Go on.", key); got != want {
			t.Errorf("%+v sees %s, want %s", r, got, want)
		}
	}
}
