package store

import (
	"time"

	"podesta/internal/game"
)

const muteColumns = "account, game, seat, other, block, since"

func scanMute(row row) (m game.Mute, err error) {
	return m, row(&m.Account, &m.Game, &m.Seat, &m.Other, &m.Block, moment{&m.Since})
}

// Mutes returns the people and seats that an account has muted, the oldest first.
func (x *tx) Mutes(account string) ([]game.Mute, error) {
	return all(x, scanMute, "SELECT "+muteColumns+" FROM mute WHERE account = ? ORDER BY since, game, seat, other", account)
}

// MutesOf returns the mutes against an account that apply in all games.
func (x *tx) MutesOf(other string) ([]game.Mute, error) {
	return all(x, scanMute, "SELECT "+muteColumns+" FROM mute WHERE other = ? AND game = '' ORDER BY since, account", other)
}

// SaveMute adds or replaces a mute.
func (x *tx) SaveMute(m game.Mute) error {
	return x.upsert("mute", "account, game, seat, other", muteColumns, m.Account, m.Game, m.Seat, m.Other, m.Block, m.Since)
}

// DropMute removes a mute. It returns ErrNoRecord if there is none.
func (x *tx) DropMute(m game.Mute) error {
	return x.change("DELETE FROM mute WHERE account = ? AND game = ? AND seat = ? AND other = ?", m.Account, m.Game, m.Seat, m.Other)
}

// DropMutes removes all mutes by an account and against it.
func (x *tx) DropMutes(account string) error {
	_, err := x.exec("DELETE FROM mute WHERE account = ? OR other = ?", account, account)
	return err
}

const reportColumns = "id, kind, reporter, about, game, seq, made, decided, data"

func scanReport(row row) (r game.Report, err error) {
	return r, row(&r.ID, &r.Kind, &r.Reporter, &r.About, &r.Game, &r.Seq, moment{&r.Made}, moment{&r.Decided}, encoded{&r.ReportData})
}

// Report reads a report.
func (x *tx) Report(id string) (game.Report, error) {
	return one(x, scanReport, "SELECT "+reportColumns+" FROM report WHERE id = ?", id)
}

// OpenReports returns reports that have not been decided, the oldest first.
func (x *tx) OpenReports(limit int) ([]game.Report, error) {
	return all(x, scanReport, "SELECT "+reportColumns+" FROM report WHERE decided IS NULL ORDER BY made, id LIMIT ?", atMost(limit))
}

// DecidedReports returns reports that were decided, the latest decision first.
func (x *tx) DecidedReports(limit int) ([]game.Report, error) {
	return all(x, scanReport, "SELECT "+reportColumns+" FROM report WHERE decided IS NOT NULL ORDER BY decided DESC, id LIMIT ?", atMost(limit))
}

// ReportsBy returns the reports that an account has made since a given time.
func (x *tx) ReportsBy(account string, since time.Time) ([]game.Report, error) {
	return all(x, scanReport, "SELECT "+reportColumns+" FROM report WHERE reporter = ? AND made >= ? ORDER BY made, id", account, since)
}

// ReportsAbout returns the reports about an account, oldest first.
func (x *tx) ReportsAbout(account string) ([]game.Report, error) {
	return all(x, scanReport, "SELECT "+reportColumns+" FROM report WHERE about = ? ORDER BY made, id", account)
}

// SaveReport adds or replaces a report.
func (x *tx) SaveReport(r game.Report) error {
	return x.upsert("report", "id", reportColumns, r.ID, r.Kind, r.Reporter, r.About, r.Game, r.Seq, r.Made, r.Decided, encoded{r.ReportData})
}

const sanctionColumns = "id, account, kind, report, made, until, seen, why, data"

func scanSanction(row row) (s game.Sanction, err error) {
	return s, row(&s.ID, &s.Account, &s.Kind, &s.Report, moment{&s.Made}, moment{&s.Until}, moment{&s.Seen}, &s.Why, encoded{&s.SanctionData})
}

// Sanctions returns the sanctions of an account, oldest first.
func (x *tx) Sanctions(account string) ([]game.Sanction, error) {
	return all(x, scanSanction, "SELECT "+sanctionColumns+" FROM sanction WHERE account = ? ORDER BY made, id", account)
}

// SaveSanction adds or replaces a sanction.
func (x *tx) SaveSanction(s game.Sanction) error {
	return x.upsert("sanction", "id", sanctionColumns, s.ID, s.Account, s.Kind, s.Report, s.Made, s.Until, s.Seen, s.Why, encoded{s.SanctionData})
}

// AddLook adds an entry to the audit log.
func (x *tx) AddLook(l game.Look) error {
	return x.insert("look", "at, operator, what, report, account, game", l.At, l.Operator, l.What, l.Report, l.Account, l.Game)
}

// Looks returns entries of the audit log before a given entry, the latest first.
func (x *tx) Looks(before int64, limit int) ([]game.Look, error) {
	return all(x, func(row row) (l game.Look, err error) {
		return l, row(&l.ID, moment{&l.At}, &l.Operator, &l.What, &l.Report, &l.Account, &l.Game)
	}, "SELECT id, at, operator, what, report, account, game FROM look WHERE ? = 0 OR id < ? ORDER BY id DESC LIMIT ?", before, before, atMost(limit))
}

// SaveMark adds or replaces a mark.
func (x *tx) SaveMark(m game.Mark) error {
	return x.upsert("mark", "account, kind, digest", "account, kind, digest, at", m.Account, m.Kind, m.Digest, m.At)
}

// Marks returns the marks of the networks and browsers from which an account has signed in.
func (x *tx) Marks(account string) ([]game.Mark, error) {
	return all(x, func(row row) (m game.Mark, err error) {
		return m, row(&m.Account, &m.Kind, &m.Digest, moment{&m.At})
	}, "SELECT account, kind, digest, at FROM mark WHERE account = ? ORDER BY at, kind, digest", account)
}

// DropMarks removes the marks that are older than a given time, of one account or, if account is
// empty, of all.
func (x *tx) DropMarks(account string, before time.Time) error {
	if account == "" {
		_, err := x.exec("DELETE FROM mark WHERE at < ?", before)
		return err
	}
	_, err := x.exec("DELETE FROM mark WHERE account = ? AND at < ?", account, before)
	return err
}

// Relations returns the relations that an account has declared, the oldest first.
func (x *tx) Relations(account string) ([]game.Relation, error) {
	return all(x, func(row row) (r game.Relation, err error) {
		return r, row(&r.Account, &r.Other, &r.Shares, moment{&r.Made})
	}, "SELECT account, other, shares, made FROM relation WHERE account = ? ORDER BY made, other", account)
}

// SaveRelation adds or replaces a relation.
func (x *tx) SaveRelation(r game.Relation) error {
	return x.upsert("relation", "account, other", "account, other, shares, made", r.Account, r.Other, r.Shares, r.Made)
}

// DropRelation removes a relation. It returns ErrNoRecord if there is none.
func (x *tx) DropRelation(account, other string) error {
	return x.change("DELETE FROM relation WHERE account = ? AND other = ?", account, other)
}

// DropRelations removes the relations declared by an account and about it.
func (x *tx) DropRelations(account string) error {
	_, err := x.exec("DELETE FROM relation WHERE account = ? OR other = ?", account, account)
	return err
}
