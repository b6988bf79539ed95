package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestInviteByMail invites people by e-mail, who reply by e-mail.
func TestInviteByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	host := h.account("Maestro", "quattrocento1")
	for _, name := range []string{"Anna", "Bice", "Carla"} {
		h.account(name, "rinascimento1")
	}
	g := h.HostGame(host, lobby.NewGame{Name: "medici", Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.InvitedOnly, x.Listed = true, true })
	h.post()
	h.box.take("")
	const master, guest = "SIGNON Mmedici quattrocento1\n", "OBSERVE medici rinascimento1\n"
	told := func(who string) string {
		t.Helper()
		h.post()
		var out []string
		for _, p := range h.box.take(who) {
			out = append(out, p.text)
		}
		h.box.take("")
		return strings.Join(out, "\n")
	}
	must(t, h.ask("maestro@example.org", master+"INVITE Anna\nINVITE Bice\nINVITE Nobody"), "Anna is invited, and will be notified.", "Bice is invited", "There is no player with the name Nobody")
	text := told("anna@example.org")
	must(t, text, "Maestro invites you to the game medici.", "ACCEPT medici", "DECLINE medici")
	must(t, h.ask("anna@example.org", guest+"INVITATIONS"), "Maestro invites you to medici. To join, write ACCEPT medici.")
	must(t, h.ask("anna@example.org", guest+"ACCEPT medici"), "You have joined medici.")
	must(t, h.ask("anna@example.org", "SIGNON ?medici rinascimento1\nACCEPT medici"), "You play in this game already.")
	must(t, h.ask("bice@example.org", guest+"DECLINE medici"), "You have declined the invitation to medici.")
	must(t, h.ask("carla@example.org", guest+"ACCEPT medici"), "You have no invitation to this game.")
	must(t, h.ask("carla@example.org", guest+"ACCEPT"), "the name of a game")
	must(t, h.ask("maestro@example.org", master+"INVITATIONS\nUNINVITE Bice\nINVITE LINK 2"), "Anna has accepted.", "Bice has declined.", "The invitation of Bice is withdrawn.", "This judge has no pages")
	if all, err := h.Lobby.Invites(ctx, g.ID, h.RoleFor(g, host)); err != nil || len(all.People) != 2 || len(all.Links) != 0 {
		t.Errorf("invitations: %+v, %v", all, err)
	}
}

// TestFollowByMail follows a game and receives its results, and makes a friend.
func TestFollowByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, master, _ := h.beginning("Cosimo", func(x *hosting.Hosting) { x.Listed = true })
	zita := h.account("Zita", "rinascimento1")
	h.HostGame(zita, lobby.NewGame{Name: "Palle", Scenario: "A", Variant: "A-4"}, nil)
	h.post()
	h.box.take("")
	process := func() string {
		t.Helper()
		now := h.Reload(g)
		_, err := h.Judge.Clock.Process(ctx, g.ID, h.RoleFor(g, master), now.Revision)
		h.Must(err)
		h.post()
		var out []string
		for _, p := range h.box.take("zita@example.org") {
			out = append(out, p.text)
		}
		h.box.take("")
		return strings.Join(out, "\n")
	}
	must(t, h.ask("zita@example.org", "SIGNON Mpalle rinascimento1\nFOLLOW Cosimo"), "You follow Cosimo.")
	if text := process(); text != "" {
		t.Errorf("without a wish, she gets %s", text)
	}
	must(t, h.ask("zita@example.org", "SIGNON Mpalle rinascimento1\nFOLLOW Cosimo NOTIFY\nFOLLOWING"), "will be notified of its results", "Cosimo (you are notified)")
	must(t, process(), "You get this because you follow Cosimo", "UNFOLLOW Cosimo")
	// In quiet hours the e-mail waits.
	hour := func(d time.Duration) string { return h.clock.Now().UTC().Add(d).Format("15:04") }
	must(t, h.ask("zita@example.org", "SIGNON Mpalle rinascimento1\nSET QUIET HOURS "+hour(-time.Hour)+" "+hour(time.Hour)), "Nothing that can wait is sent")
	if text := process(); text != "" {
		t.Errorf("in her quiet hours she gets %s", text)
	}
	h.clock.Advance(time.Hour + time.Minute)
	h.post()
	var late []string
	for _, p := range h.box.take("zita@example.org") {
		late = append(late, p.text)
	}
	h.box.take("")
	must(t, strings.Join(late, "\n"), "You get this because you follow Cosimo")
	must(t, h.ask("zita@example.org", "SIGNON Mpalle rinascimento1\nSET NO QUIET HOURS\nUNFOLLOW Cosimo\nFOLLOWING"), "You no longer follow Cosimo.", "You follow no game.")
	if text := process(); text != "" {
		t.Errorf("afterwards she gets %s", text)
	}

	must(t, h.ask("zita@example.org", "SIGNON Mpalle rinascimento1\nFRIEND Anna\nFRIENDS"), "Anna is asked", "Anna has not answered you.")
	h.post()
	var letter string
	for _, p := range h.box.take("anna@example.org") {
		letter += p.text
	}
	must(t, letter, "Zita asks to be your friend.", "FRIEND Zita")
	must(t, h.ask("anna@example.org", "SIGNON Icosimo rinascimento1\nFRIENDS\nFRIEND Zita"), "Zita asks to be your friend. If you ask, too, you are friends.", "You and Zita are friends now.")
	must(t, h.ask("anna@example.org", "SIGNON Icosimo rinascimento1\nUNFRIEND Zita\nFRIENDS"), "Zita is not a friend of yours.", "You have no friends here yet.")
}
