package safety

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// ReopenReport reopens a report that was decided. Sanctions from the decision stay until the
// next one, or until they are lifted.
func (s *Safety) ReopenReport(ctx context.Context, operator, id, why string) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		r, err := s.judged(tx, operator, id)
		if err != nil {
			return err
		}
		if r.Decided.IsZero() {
			return game.Refuse(game.Conflict, message.New("This report is open."))
		}
		if why, err = sentence(why); err != nil {
			return err
		}
		again(r, game.Ruling{Opened: s.base.Now(), By: operator, Again: why})
		if err := tx.Safety.SaveReport(*r); err != nil {
			return err
		}
		return tx.Safety.AddLook(game.Look{At: s.base.Now(), Operator: operator, What: game.ReopenedReport, Report: r.ID, Account: r.About, Game: r.Game})
	})
}

// again reopens a report. x records who requested it.
func again(r *game.Report, x game.Ruling) {
	x.Verdict, x.Why, x.Operator, x.Decided, x.Until = r.Verdict, r.Why, r.Operator, r.Decided, r.Until
	r.Rulings = append(r.Rulings, x)
	r.Verdict, r.Why, r.Operator, r.Decided, r.Until = "", "", "", time.Time{}, time.Time{}
}

// Lift ends the sanctions from the decision on a report, with an explanation for the person. Only
// operators may call it.
func (s *Safety) Lift(ctx context.Context, operator, id, why string) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		r, err := s.judged(tx, operator, id)
		if err != nil {
			return err
		}
		if r.Appealed() {
			return game.Refuse(game.Conflict, message.New("The person has appealed: decide the appeal."))
		}
		n, err := s.lift(tx, operator, r.About, why, func(x *game.Sanction) bool { return x.Report == r.ID })
		if err == nil && n == 0 {
			err = game.Refuse(game.Conflict, message.New("There is nothing to lift."))
		}
		return err
	})
}

// LiftAll ends everything that operators have imposed on an account, with an explanation for
// its owner, and returns how many sanctions there were. It is for the command line.
func (s *Safety) LiftAll(ctx context.Context, accountID, why string) (n int, err error) {
	err = s.base.Write(ctx, func(tx *game.Tx) error {
		now := s.base.Now()
		n, err = s.lift(tx, "", accountID, why, func(x *game.Sanction) bool { return x.InForce(now) })
		return err
	})
	return n, err
}

func (s *Safety) lift(tx *game.Tx, operator, accountID, why string, which func(*game.Sanction) bool) (n int, err error) {
	if why, err = sentence(why); err != nil {
		return 0, err
	}
	if why == "" {
		return 0, game.Refuse(game.Invalid, message.New("Say why you lift it: the person reads it."))
	}
	if accountID == "" {
		return 0, nil
	}
	if err := tx.Accounts.LockAccount(accountID); err != nil {
		return 0, err
	}
	all, err := tx.Safety.Sanctions(accountID)
	if err != nil {
		return 0, err
	}
	for _, x := range all {
		if !x.Lifted.IsZero() || !which(&x) {
			continue
		}
		n++
		x.Lifted, x.LiftedBy, x.LiftWhy = s.base.Now(), operator, why
		if err := tx.Safety.SaveSanction(x); err != nil {
			return 0, err
		}
		if err := tx.Safety.AddLook(game.Look{At: x.Lifted, Operator: operator, What: game.LiftedSanction, Report: x.Report, Account: accountID}); err != nil {
			return 0, err
		}
		if err := s.tellOne(tx, accountID, SayLifted(x.Kind), said(why)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// Appeal asks the operators to review a sanction of an account. If id is empty, that is the
// latest sanction without an appeal. The report is reopened; until it is decided, the sanction
// stays. Each report allows one appeal.
func (s *Safety) Appeal(ctx context.Context, accountID, id, text string) error {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case text == "":
		return game.Refuse(game.Invalid, message.New("Write why the decision is wrong: the operators read it."))
	case utf8.RuneCountInString(text) > maxAppeal || !game.Printable(text, true):
		return game.Refuse(game.Invalid, message.New("Your appeal must be readable text of at most {n} characters.", message.Number(maxAppeal)))
	}
	return s.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Accounts.LockAccount(accountID); err != nil {
			return err
		}
		if _, err := s.base.Accounts.Able(tx, accountID); err != nil {
			return err
		}
		all, err := tx.Safety.Sanctions(accountID)
		if err != nil {
			return err
		}
		err = game.Refuse(game.Conflict, message.New("There is no decision against which you can appeal. You can appeal once against each."))
		for _, x := range slices.Backward(all) {
			r, e := report(tx, x.Report)
			if e != nil {
				return e
			}
			if id != "" && x.ID != id || !mayAppeal(&x, r) {
				continue
			}
			if r.Decided.IsZero() { // an operator has reopened it
				r.Rulings[len(r.Rulings)-1].Appeal = true
			} else {
				again(r, game.Ruling{Opened: s.base.Now(), By: accountID, Appeal: true})
			}
			x.Appealed, x.Appeal = s.base.Now(), text
			if err := tx.Safety.SaveSanction(x); err != nil {
				return err
			}
			if err := tx.Safety.SaveReport(*r); err != nil {
				return err
			}
			return s.alert(tx, r)
		}
		return err
	})
}

// mayAppeal reports whether the owner can appeal against a sanction that was imposed for a
// report.
func mayAppeal(x *game.Sanction, r *game.Report) bool {
	return x.Lifted.IsZero() && x.Appealed.IsZero() && !slices.ContainsFunc(r.Rulings, func(x game.Ruling) bool { return x.Appeal })
}

// SayLifted returns the sentence that tells a person that an operator has lifted a sanction.
func SayLifted(kind string) message.Message {
	switch kind {
	case game.Warned:
		return message.New("An operator has withdrawn a warning that you had.")
	case game.Suspended:
		return message.New("An operator has lifted the suspension of your account.")
	}
	return message.New("An operator has withdrawn the decision about a name of yours. You can use it again, if nobody else has it.")
}
