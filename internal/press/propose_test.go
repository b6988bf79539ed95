package press_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// propose makes a proposal and returns its number.
func propose(s *judgetest.Story, who, line string) int {
	s.T.Helper()
	role, seat := s.Who(who)
	p, err := s.Press.Propose(ctx, s.TheGame.ID, role, seat, press.NewProposal{Line: line})
	if err != nil {
		s.T.Fatalf("%s: %v", line, err)
	}
	return p.Number
}

// answer answers a proposal.
func answer(s *judgetest.Story, who string, number int, act string) error {
	s.T.Helper()
	role, seat := s.Who(who)
	return s.Press.Answer(ctx, s.TheGame.ID, role, seat, number, act, "")
}

// standing returns the proposals that a reader sees, newest first, in a form such as "2 waiting
// answers; 1 broken by Milan".
func standing(s *judgetest.Story, who string) string {
	s.T.Helper()
	role, _ := s.Who(who)
	list, err := s.Press.Proposals(ctx, s.TheGame.ID, role)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for _, p := range list {
		text := fmt.Sprint(p.Number, " ", p.State)
		for x := range s.TheGame.Setting.Powers {
			if p.By.Has(machiavelli.Power(x)) {
				text += " by " + s.TheGame.Setting.Powers[x].Name
			}
		}
		if p.Answers {
			text += " answers"
		}
		if p.Takes {
			text += " takes"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// TestProposals follows proposals from beginning to end, and checks that only the two parties and
// masters see them. Each pair of seats has its own numbers, so that none of them reveals how many
// proposals others have made.
func TestProposals(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	if n := propose(s, "Milan", "peace to Venice until fall 1385"); n != 1 {
		t.Fatal(n)
	}
	for who, want := range map[string]string{
		"Milan": "1 waiting takes", "Venice": "1 waiting answers", "master": "1 waiting",
		"Florence": "", "Naples": "", "observer": "", "stranger": "",
	} {
		if got := standing(s, who); got != want {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
		line := "PROPOSE PEACE TO Venice UNTIL fall 1385: Milan to Venice"
		if want == "" {
			line = ""
		}
		if got := s.Seen(who); got != line {
			t.Errorf("%s reads %q, want %q", who, got, line)
		}
	}
	for _, c := range []struct {
		who, act, code string
	}{
		{"Florence", journal.ActAccept, game.NotFound},
		{"observer", journal.ActAccept, game.Forbidden},
		{"Milan", journal.ActAccept, game.Forbidden},
		{"Venice", journal.ActWithdraw, game.Forbidden},
		{"Venice", "ponder", game.Invalid},
	} {
		judgetest.Code(t, answer(s, c.who, 1, c.act), c.code)
	}
	judgetest.Code(t, answer(s, "Venice", 2, journal.ActAccept), game.NotFound)
	s.Must(answer(s, "Venice", 1, journal.ActAccept))
	judgetest.Code(t, answer(s, "Venice", 1, journal.ActRefuse), game.Conflict)
	propose(s, "Milan", "alliance against Naples to Florence")
	s.Must(answer(s, "Florence", 3, journal.ActRefuse))
	propose(s, "Venice", "no units in Bologna to Florence")
	s.Must(answer(s, "Venice", 5, journal.ActWithdraw))
	propose(s, "Florence", "support of my A Florence to Venice")
	for who, want := range map[string]string{
		"Milan": "3 refused; 1 in force", "Venice": "11 waiting answers; 5 withdrawn; 1 in force", "Naples": "", "stranger": "",
		"Florence": "11 waiting takes; 5 withdrawn; 3 refused", "master": "11 waiting; 5 withdrawn; 3 refused; 1 in force",
	} {
		if got := standing(s, who); got != want {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
	}
	winter(s)
	if got := standing(s, "master"); got != "11 expired; 5 withdrawn; 3 refused; 1 kept" {
		t.Error(got)
	}
	judgetest.Code(t, answer(s, "Venice", 11, journal.ActAccept), game.Conflict)
}

// TestProposalBroken attacks a partner, and checks that both parties see who broke the
// agreement, and that the others do not learn of it.
func TestProposalBroken(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	n := propose(s, "Milan", "no units in Pistoia to Florence")
	s.Must(answer(s, "Florence", n, journal.ActAccept))
	s.Order(s.TheGame, "florence", "A Florence - Pistoia")
	now := s.Reload(s.TheGame)
	if _, err := s.Judge.Clock.Process(ctx, now.ID, master, now.Revision); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]string{"Milan": "3 broken by Florence", "Florence": "3 broken by Florence", "Venice": "", "stranger": ""} {
		if got := standing(s, who); got != want {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
	}
}

// TestProposalRefused checks that the rules for messages apply to proposals, and that invalid
// proposals are refused.
func TestProposalRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, who, line string
		rules           func(*hosting.PressRules)
		before          func(*judgetest.Story)
		code, says      string
	}{
		{what: "plain", who: "Milan", line: "peace to Venice"},
		{what: "in the words of nobody", who: "Milan", line: "peece to Venice", code: game.Invalid, says: "Did you mean PEACE?"},
		{what: "to oneself", who: "Milan", line: "peace to Milan", code: game.Invalid, says: "another power"},
		{what: "without money", who: "Milan", line: "payment of 3 to Venice", code: game.Invalid, says: "without money"},
		{what: "an observer", who: "observer", line: "peace to Venice", code: game.Forbidden, says: "by their players"},
		{what: "a stranger", who: "stranger", line: "peace to Venice", code: game.Forbidden, says: "by their players"},
		{what: "the master", who: "master", line: "peace to Venice", code: game.Forbidden, says: "by their players"},
		{what: "twice", who: "Milan", line: "peace to Venice", before: func(s *judgetest.Story) { propose(s, "Milan", "peace to Ven") }, code: game.Conflict, says: "it is proposal 1"},
		{what: "no press", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.None = true }, code: game.Forbidden, says: "no press"},
		{what: "grey press only", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.White = false }, code: game.Forbidden, says: "grey press only"},
		{what: "broadcasts only", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.Partial, r.Fakes = false, "" }, code: game.Forbidden, says: "goes to all"},
		{what: "no header is true", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.Fakes = "broadcast" }, code: game.Forbidden, says: "no proposals"},
		{what: "headers are fakes by default", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.Fakes = "default" }},
		{what: "a neighbour", who: "Milan", line: "peace to Florence", rules: func(r *hosting.PressRules) { r.Touch = true }},
		{what: "somebody far off", who: "Milan", line: "peace to Naples", rules: func(r *hosting.PressRules) { r.Touch = true }, code: game.Forbidden, says: "Naples has none"},
		{what: "minor press", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.NoMinor = true }, before: winter, code: game.Forbidden, says: "retreats and adjustments"},
		{what: "orders first", who: "Milan", line: "peace to Venice", rules: func(r *hosting.PressRules) { r.MustOrder = true }, code: game.Forbidden, says: "orders are complete"},
		{what: "paused", who: "Milan", line: "peace to Venice", before: mastersPause, code: game.Forbidden, says: "paused"},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := judgetest.BeginPress(t, c.rules)
			if c.before != nil {
				c.before(s)
			}
			before := last(s)
			role, seat := s.Who(c.who)
			_, err := s.Press.Propose(ctx, s.TheGame.ID, role, seat, press.NewProposal{Line: c.line})
			judgetest.Code(t, err, c.code)
			if err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("says %q, want %q", err, c.says)
			}
			if sent := last(s) > before; sent != (c.code == "") {
				t.Errorf("sent: %t", sent)
			}
		})
	}
}

// TestProposalMuted checks that players who have muted another do not see that player's
// proposals, and cannot answer what they do not see.
func TestProposalMuted(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) { h.Press = hosting.PressRules{White: true, Partial: true, Observers: "any"} })
	milan, venice := s.Player("Milan"), s.Player("Venice")
	s.Must(s.Press.MuteSeat(ctx, s.TheGame.ID, venice, milan.Seat, true))
	if _, err := s.Press.Propose(ctx, s.TheGame.ID, milan, milan.Seat, press.NewProposal{Line: "peace to Venice"}); err != nil {
		t.Fatal(err)
	}
	list, err := s.Press.Proposals(ctx, s.TheGame.ID, venice)
	if err != nil || len(list) != 0 {
		t.Error(list, err)
	}
	judgetest.Code(t, s.Press.Answer(ctx, s.TheGame.ID, venice, venice.Seat, 1, journal.ActAccept, ""), game.NotFound)
	s.Must(s.Press.MuteSeat(ctx, s.TheGame.ID, venice, milan.Seat, false))
	if list, err = s.Press.Proposals(ctx, s.TheGame.ID, venice); err != nil || len(list) != 1 || !list[0].Answers {
		t.Error(list, err)
	}
}

// TestProposalWords checks the text of a proposal for its readers: a sentence in their
// language, and what its sender wrote.
func TestProposalWords(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	role, seat := s.Who("Milan")
	if _, err := s.Press.Propose(ctx, s.TheGame.ID, role, seat, press.NewProposal{Line: "peace to Venice", Note: "As in old times."}); err != nil {
		t.Fatal(err)
	}
	reader, _ := s.Who("Venice")
	list, _, err := s.Press.Letters(ctx, s.TheGame.ID, reader, 0, 1)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	p := list[0].Press
	if got := p.In(message.English); got != "Milan proposes to Venice: peace. Until the end of fall 1385.\n\nAs in old times." {
		t.Errorf("%q", got)
	}
	if p.Text != "PROPOSE PEACE TO Venice UNTIL fall 1385\n\nAs in old times." {
		t.Errorf("%q", p.Text)
	}
	if p.Proposal == nil || p.Proposal.Number != 1 || p.Proposal.Act != journal.ActPropose {
		t.Errorf("%+v", p.Proposal)
	}
}

// TestTooManyProposals checks the limit on proposals that wait for an answer.
func TestTooManyProposals(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	n := 0
	for _, power := range []string{"Venice", "Florence", "Naples"} {
		for _, end := range []string{"spring 1386", "summer 1386", "fall 1386", "spring 1387", "summer 1387", "fall 1387", "spring 1388"} {
			if n++; n <= 20 {
				propose(s, "Milan", "peace to "+power+" until "+end)
			}
		}
	}
	role, seat := s.Who("Milan")
	_, err := s.Press.Propose(ctx, s.TheGame.ID, role, seat, press.NewProposal{Line: "peace to Venice"})
	judgetest.Code(t, err, game.TooMany)
}
