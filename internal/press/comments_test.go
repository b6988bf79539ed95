package press_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
	"podesta/internal/safety"
	"podesta/machiavelli/message"
)

// TestComments checks who can write, change, hide and see comments on the phases of a game, and
// that there are none before its end.
func TestComments(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, nil)
	id := s.TheGame.ID
	seen := func(who string) []string {
		t.Helper()
		role, _ := s.Who(who)
		list, err := s.Press.Comments(ctx, id, role, 0)
		s.Must(err)
		var out []string
		for _, c := range list {
			line := fmt.Sprintf("%d %d %s", c.ID, c.Phase, c.Text)
			if c.Hidden {
				line += ", hidden"
			}
			if !c.Edited.IsZero() {
				line += ", changed"
			}
			if c.Own {
				line += ", own"
			}
			out = append(out, line)
		}
		return out
	}
	expect := func(who string, want ...string) {
		t.Helper()
		if got := seen(who); !slices.Equal(got, want) {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
	}
	milan, venice := s.Player("Milan"), s.Player("Venice")
	lord, _ := s.Who("master")

	// Before the end nobody can write one.
	s.Send("Milan Venice Florence Naples")
	s.Until("Thu 1 Jan 22:00")
	_, err := s.Press.AddComment(ctx, id, milan, 1, "I shall march on Florence.")
	judgetest.Code(t, err, game.Conflict)
	expect("stranger")

	for _, power := range []string{"Milan", "Venice", "Florence", "Naples"} {
		r := s.Player(power)
		s.Must(s.Judge.Clock.Vote(ctx, id, r, r.Seat, game.Ballot{Draw: true}))
	}
	for _, c := range []struct {
		role  game.Role
		phase int
		text  string
		code  string
	}{
		{game.Role{}, 1, "I watched.", game.Forbidden},
		{game.Role{Observer: true, Account: "o"}, 1, "I watched.", game.Forbidden},
		{lord, 1, "I ran it.", game.Forbidden},
		{milan, 0, "x", game.NotFound},
		{milan, 3, "x", game.NotFound},
		{milan, 1, " \n ", game.Invalid},
		{milan, 1, strings.Repeat("x", 2001), game.Invalid},
	} {
		_, err := s.Press.AddComment(ctx, id, c.role, c.phase, c.text)
		judgetest.Code(t, err, c.code)
	}
	second, err := s.Press.AddComment(ctx, id, venice, 2, "Well played.")
	s.Must(err)
	first, err := s.Press.AddComment(ctx, id, milan, 1, "I meant to march on Florence.\r\n")
	s.Must(err)
	if second != 1 || first != 2 {
		t.Errorf("the numbers are %d and %d", second, first)
	}
	expect("stranger", "2 1 I meant to march on Florence.", "1 2 Well played.")
	expect("Venice", "2 1 I meant to march on Florence.", "1 2 Well played., own")
	if list, err := s.Press.Comments(ctx, id, milan, 2); err != nil || len(list) != 1 || list[0].Seat != venice.Seat {
		t.Errorf("%+v, %v", list, err)
	}

	// Only its writer can change it, and only masters can hide it.
	judgetest.Code(t, s.Press.EditComment(ctx, id, milan, second, "Badly played."), game.Forbidden)
	judgetest.Code(t, s.Press.DropComment(ctx, id, milan, second), game.Forbidden)
	judgetest.Code(t, s.Press.EditComment(ctx, id, venice, 9, "x"), game.NotFound)
	judgetest.Code(t, s.Press.HideComment(ctx, id, venice, first, true), game.Forbidden)
	judgetest.Code(t, s.Press.HideComment(ctx, id, lord, 9, true), game.NotFound)
	s.Must(s.Press.EditComment(ctx, id, venice, second, "Very well played."))
	s.Must(s.Press.HideComment(ctx, id, lord, first, true))
	expect("stranger", "1 2 Very well played., changed")
	expect("Milan", "2 1 I meant to march on Florence., hidden, own", "1 2 Very well played., changed")
	expect("master", "2 1 I meant to march on Florence., hidden", "1 2 Very well played., changed")
	judgetest.Code(t, s.Press.EditComment(ctx, id, venice, first, "x"), game.NotFound) // as if it did not exist
	s.Must(s.Press.HideComment(ctx, id, lord, first, false))

	// Muting a power or a person hides their comments.
	s.Must(s.Press.MuteSeat(ctx, id, venice, milan.Seat, true))
	expect("Venice", "1 2 Very well played., changed, own")
	s.Must(s.Press.MuteSeat(ctx, id, venice, milan.Seat, false))
	s.Must(s.Safety.MutePerson(ctx, venice.Account, "Player of Milan", true))
	expect("Venice", "1 2 Very well played., changed, own")
	expect("master", "2 1 I meant to march on Florence.", "1 2 Very well played., changed")
	s.Must(s.Safety.UnmutePerson(ctx, venice.Account, "Player of Milan"))

	// A report keeps the text that was reported.
	s.Must(s.Safety.Report(ctx, venice.Account, safety.NewReport{Kind: game.CommentReport, Game: id, Comment: first, Reason: game.Harassment}))
	judgetest.Code(t, s.Safety.Report(ctx, milan.Account, safety.NewReport{Kind: game.CommentReport, Game: id, Comment: first, Reason: game.Spam}), game.Invalid)
	judgetest.Code(t, s.Safety.Report(ctx, milan.Account, safety.NewReport{Kind: game.CommentReport, Game: id, Comment: 9, Reason: game.Spam}), game.NotFound)
	mine, err := s.Safety.OwnData(ctx, milan.Account)
	s.Must(err)
	if len(mine.Games) != 1 || len(mine.Games[0].Comments) != 1 || mine.Games[0].Comments[0].Phase != 1 {
		t.Errorf("%+v", mine.Games)
	}
	s.Must(s.Press.DropComment(ctx, id, milan, first))
	expect("master", "1 2 Very well played., changed")
	operator := s.Person("Podestaria")
	s.Must(s.Users.SetOperator(ctx, operator.ID, true))
	open, _, err := s.Safety.Reports(ctx, operator.ID)
	s.Must(err)
	c, err := s.Safety.ReadReport(ctx, operator.ID, open[0].ID)
	if err != nil || c.Quote != "I meant to march on Florence." || c.About != milan.Account {
		t.Errorf("%+v, %v", c, err)
	}

	// While the end is rolled back, there are no comments.
	s.Must(s.Admin.Rollback(ctx, id, lord, 2, false))
	expect("Venice")
	expect("master")
}

// TestCommentsAreTold checks that the members of a game are notified of new comments after an
// hour, and at most once a day.
func TestCommentsAreTold(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, nil)
	id := s.TheGame.ID
	for _, power := range []string{"Milan", "Venice", "Florence", "Naples"} {
		r := s.Player(power)
		s.Must(s.Judge.Clock.Vote(ctx, id, r, r.Seat, game.Ballot{Draw: true}))
	}
	told := func() []string {
		t.Helper()
		entries, err := s.Press.Log(ctx, id, s.Player("Naples"), 0, 1000)
		s.Must(err)
		var out []string
		for _, e := range entries {
			var n journal.Notice
			if s.Unpack(e, &n); n.Topic == journal.TopicComments {
				out = append(out, n.Said.String())
			}
		}
		return out
	}
	comment := func(power string) {
		t.Helper()
		_, err := s.Press.AddComment(ctx, id, s.Player(power), 1, "Well played.")
		s.Must(err)
	}
	pass := func(d time.Duration, want int) {
		t.Helper()
		s.Reach(s.Clock.Now().Add(d))
		if got := told(); len(got) != want {
			t.Errorf("%d notices, want %d: %q", len(got), want, got)
		}
	}
	comment("Milan")
	comment("Venice")
	comment("Milan")
	pass(50*time.Minute, 0)
	pass(20*time.Minute, 1)
	if got := told()[0]; !strings.Contains(got, "by Milan and Venice") {
		t.Errorf("%q", got)
	}
	comment("Florence")
	pass(20*time.Hour, 1)
	pass(4*time.Hour, 2)
	pass(72*time.Hour, 2)
	comment("Naples")
	pass(2*time.Hour, 3)
}

// TestWrittenComments checks the list of a person's own comments, page by page. They come newest
// first and include those that masters have hidden, but none by other people.
func TestWrittenComments(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, nil)
	id := s.TheGame.ID
	s.Send("Milan Venice Florence Naples")
	s.Until("Thu 1 Jan 22:00")
	for _, power := range []string{"Milan", "Venice", "Florence", "Naples"} {
		r := s.Player(power)
		s.Must(s.Judge.Clock.Vote(ctx, id, r, r.Seat, game.Ballot{Draw: true}))
	}
	milan := s.Player("Milan")
	for i := range 5 {
		s.Clock.Advance(time.Hour)
		_, err := s.Press.AddComment(ctx, id, milan, 1, fmt.Sprint("Remark ", i))
		s.Must(err)
		_, err = s.Press.AddComment(ctx, id, s.Player("Venice"), 1, "Nonsense.")
		s.Must(err)
	}
	lord, _ := s.Who("master")
	s.Must(s.Press.HideComment(ctx, id, lord, 1, true))
	all, err := s.Press.WrittenComments(ctx, milan.Account)
	s.Must(err)
	var got []string
	for skip := 0; skip < len(all); skip += 2 {
		page := act.PageOf(all, act.Part{Skip: skip, Limit: 2}, message.Message{}, func(c press.WrittenComment) message.Message { return message.New("{text}", message.Name(c.Text)) })
		for _, c := range page.Items {
			got = append(got, fmt.Sprint(c.Name, " ", c.Phase, " ", c.Text, " ", c.Hidden))
		}
	}
	name := s.TheGame.Name
	want := []string{name + " 1 Remark 4 false", name + " 1 Remark 3 false", name + " 1 Remark 2 false", name + " 1 Remark 1 false", name + " 1 Remark 0 true"}
	if !slices.Equal(got, want) {
		t.Errorf("the comments are %q, not %q", got, want)
	}
}
