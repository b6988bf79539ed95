package storetest

import (
	"fmt"
	"testing"
	"time"

	"podesta/internal/game"
)

// mutes checks the mutes of accounts.
func mutes(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "g1")
	all := []game.Mute{
		{Account: "a", Game: "g1", Seat: 2, Since: at},
		{Account: "a", Other: "b", Since: at.Add(time.Second)},
		{Account: "a", Other: "c", Block: true, Since: at.Add(2 * time.Second)},
		{Account: "b", Other: "a", Block: true, Since: at},
	}
	write(t, s, nil, func(tx *game.Tx) error {
		for _, m := range all {
			if err := tx.Safety.SaveMute(m); err != nil {
				return err
			}
		}
		return nil
	})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Mute, error) { return tx.Safety.Mutes("a") }), all[:3])
	same(t, get(t, s, func(tx *game.Tx) ([]game.Mute, error) { return tx.Safety.MutesOf("a") }), all[3:])
	all[1].Block = true
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveMute(all[1]) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Mute, error) { return tx.Safety.MutesOf("b") }), all[1:2])
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.DropMute(all[1]) })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Safety.DropMute(all[1]) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame("g1") })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Mute, error) { return tx.Safety.Mutes("a") }), all[2:3])
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.DropMutes("a") })
	same(t, len(get(t, s, func(tx *game.Tx) ([]game.Mute, error) { return tx.Safety.Mutes("b") })), 0)
}

// reports checks reports, sanctions and the audit log.
func reports(t *testing.T, open func() Store) {
	s := open()
	report := func(n int) game.Report {
		return game.Report{
			ID: fmt.Sprint("r", n), Kind: game.LetterReport, Reporter: "a", About: "b", Game: "g1", Seq: int64(n), Made: at.Add(time.Duration(n) * time.Second),
			ReportData: game.ReportData{Reason: game.Spam, Note: "\"ü\"", Shown: "Ada"},
		}
	}
	for n := range 3 {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveReport(report(n)) })
	}
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { _, err := tx.Safety.Report("r9"); return err })
	r := report(1)
	r.Decided, r.Verdict, r.Until = at.Add(time.Hour), game.Suspended, at.Add(48*time.Hour)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveReport(r) })
	same(t, get(t, s, func(tx *game.Tx) (game.Report, error) { return tx.Safety.Report("r1") }), r)
	same(t, get(t, s, func(tx *game.Tx) ([]game.Report, error) { return tx.Safety.OpenReports(0) }), []game.Report{report(0), report(2)})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Report, error) { return tx.Safety.OpenReports(1) }), []game.Report{report(0)})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Report, error) { return tx.Safety.DecidedReports(5) }), []game.Report{r})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Report, error) { return tx.Safety.ReportsBy("a", at.Add(time.Second)) }), []game.Report{r, report(2)})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Report, error) { return tx.Safety.ReportsAbout("b") }), []game.Report{report(0), r, report(2)})

	first := game.Sanction{ID: "s1", Account: "b", Kind: game.Warned, Report: "r0", Made: at, Why: "Enough"}
	second := game.Sanction{ID: "s2", Account: "b", Kind: game.Suspended, Report: "r1", Made: at.Add(time.Hour), Until: at.Add(48 * time.Hour)}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveSanction(second) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveSanction(first) })
	first.Seen = at.Add(time.Minute)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveSanction(first) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.Sanction, error) { return tx.Safety.Sanctions("b") }), []game.Sanction{first, second})

	for n := range 3 {
		write(t, s, nil, func(tx *game.Tx) error {
			return tx.Safety.AddLook(game.Look{At: at, Operator: "o", What: "evidence", Report: fmt.Sprint("r", n), Account: "b", Game: "g1"})
		})
	}
	looks := get(t, s, func(tx *game.Tx) ([]game.Look, error) { return tx.Safety.Looks(0, 2) })
	same(t, each(looks, func(l game.Look) string { return l.Report }), "r2 r1")
	looks = get(t, s, func(tx *game.Tx) ([]game.Look, error) { return tx.Safety.Looks(looks[1].ID, 2) })
	same(t, looks, []game.Look{{ID: looks[0].ID, At: at, Operator: "o", What: "evidence", Report: "r0", Account: "b", Game: "g1"}})
}

// marks checks the marks of sign-ins, and declarations.
func marks(t *testing.T, open func() Store) {
	s := open()
	old := game.Mark{Account: "a", Kind: game.NetworkMark, Digest: "d1", At: at}
	late := game.Mark{Account: "a", Kind: game.BrowserMark, Digest: "d2", At: at.Add(time.Hour)}
	for _, m := range []game.Mark{late, old, {Account: "b", Kind: game.NetworkMark, Digest: "d1", At: at}} {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveMark(m) })
	}
	of := func(account string) []game.Mark {
		return get(t, s, func(tx *game.Tx) ([]game.Mark, error) { return tx.Safety.Marks(account) })
	}
	same(t, of("a"), []game.Mark{old, late})
	old.At = at.Add(time.Minute)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveMark(old) })
	same(t, of("a"), []game.Mark{old, late})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.DropMarks("", at.Add(time.Second)) })
	same(t, len(of("a"))*10+len(of("b")), 20)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.DropMarks("a", at.Add(2*time.Minute)) })
	same(t, of("a"), []game.Mark{late})

	one, two := game.Relation{Account: "a", Other: "b", Made: at}, game.Relation{Account: "c", Other: "a", Shares: true, Made: at}
	for _, r := range []game.Relation{one, two} {
		write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveRelation(r) })
	}
	of2 := func(account string) []game.Relation {
		return get(t, s, func(tx *game.Tx) ([]game.Relation, error) { return tx.Safety.Relations(account) })
	}
	one.Shares = true
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.SaveRelation(one) })
	same(t, of2("a"), []game.Relation{one})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.DropRelation("a", "b") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Safety.DropRelation("a", "b") })
	same(t, of2("c"), []game.Relation{two})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Safety.DropRelations("a") })
	same(t, len(of2("c")), 0)
}
