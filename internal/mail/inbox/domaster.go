package inbox

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
)

// master runs commands of masters; the judge checks whether the writer is one.
func (s *session) master(ctx context.Context, it *command.Item) (message.Message, error) {
	j, id := s.o.judge, s.game.ID
	if final(it.Command) && s.hearsay(id, s.token) {
		return message.Message{}, errHearsay
	}
	switch c := it.Command.(type) {
	case command.Process:
		return s.process(ctx, c)
	case command.Rollback:
		return s.rollback(ctx, c)
	case command.Pause:
		return message.New("The game is paused."), j.Pause(ctx, id, s.role)
	case command.Resume:
		return message.New("The game is resumed."), j.Resume(ctx, id, s.role)
	case command.Terminate:
		return message.New("The game is terminated."), j.Terminate(ctx, id, s.role)
	case command.Begin:
		return message.New("The game begins."), j.Start(ctx, id, s.role, false)
	case command.ForceBegin:
		if c.Bots {
			kind := cmp.Or(bot.Canonical(c.Kind), bot.Usual)
			return message.New("The game begins, with computer players in the empty seats. Their strength: {strength}.", message.Name(s.reader().T(bot.Title(kind)))), j.StartWithBots(ctx, id, s.role, kind)
		}
		return message.New("The game begins."), j.Start(ctx, id, s.role, true)
	case command.Bot:
		return s.bot(ctx, c)
	case command.ExtendMuster:
		return message.New("The time to confirm is extended, and everyone is notified."), j.ExtendMuster(ctx, id, s.role, time.Duration(c.Minutes)*time.Minute)
	case command.Unstart:
		return message.New("The start is undone: the game is forming again, and everyone is notified. {start} begins it again.", message.Order("START")), j.Unstart(ctx, id, s.role)
	case command.Promote:
		return s.promote(ctx, c.Who)
	case command.Eject:
		return s.eject(ctx, c.Who)
	case command.Approve:
		return s.approve(ctx, c)
	case command.SetRoll:
		return s.setRoll(ctx, c)
	case command.SetTime:
		return s.setTime(ctx, c)
	}
	return s.set(ctx, it)
}

// final reports whether a master's command cannot be undone, or makes others
// masters.
func final(c command.Command) bool {
	switch c.(type) {
	case command.Terminate, command.Promote, command.Eject, command.Rollback:
		return true
	}
	return false
}

// process processes the current phase.
func (s *session) process(ctx context.Context, c command.Process) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	if err := s.flush(ctx); err != nil {
		return message.Message{}, err
	}
	if s.game.Number > 0 && c.Phase != s.game.Phase {
		return message.Message{}, game.Refuse(game.Stale, message.New("The current phase is {phase}, not {other}; nothing was processed.", message.Phase(s.game.Phase), message.Phase(c.Phase)))
	}
	ph, err := s.o.judge.Process(ctx, s.game.ID, s.role, s.game.Revision)
	if err != nil {
		return message.Message{}, err
	}
	return message.New("The {Campaign} {what} have been resolved.", message.Campaign{Season: ph.Phase.Season, Year: ph.Phase.Year}, phrase.Due(ph.Phase)), nil
}

// rollback rolls the game back.
func (s *session) rollback(ctx context.Context, c command.Rollback) (message.Message, error) {
	number := c.Turn
	if c.Phase.Year != 0 {
		all, err := s.o.judge.Phases(ctx, s.game.ID)
		if err != nil {
			return message.Message{}, err
		}
		i := slices.IndexFunc(all, func(p game.PhaseInfo) bool { return p.Phase == c.Phase })
		if i < 0 {
			return message.Message{}, game.Refuse(game.NotFound, message.New("The game has had no phase {phase}.", message.Phase(c.Phase)))
		}
		number = all[i].Number
	}
	if err := s.o.judge.RollbackFor(ctx, s.game.ID, s.role, number, false, c.Why); err != nil {
		return message.Message{}, err
	}
	if err := s.reload(ctx); err != nil {
		return message.Message{}, err
	}
	return message.New("The game is back at the beginning of {phase}.", message.Phase(s.game.Phase)), nil
}

// somebody returns an account in the game by its e-mail address or name.
func (s *session) somebody(ctx context.Context, who string) (string, error) {
	who = strings.Trim(strings.TrimSpace(who), "<>")
	if strings.Contains(who, "@") {
		a, err := s.o.judge.AccountByEmail(ctx, who)
		if err != nil {
			return "", err
		}
		return a.ID, nil
	}
	people, err := s.o.judge.Roster(ctx, s.game.ID, s.role)
	if err != nil {
		return "", err
	}
	var found []string
	for _, p := range people {
		if p.Account != "" && !p.Former && isName(p.Name, who) {
			found = append(found, p.Account)
		}
	}
	if len(found) != 1 {
		return "", game.Refuse(game.NotFound, message.New("Nobody named {who} takes part in this game. Write the e-mail address or the full name.", message.Name(phrase.OneLine(who, 40))))
	}
	return found[0], nil
}

// isName reports whether a text is the name of a person, or of a program with or
// without its mark.
func isName(name, text string) bool {
	plain, _ := game.PlainName(name)
	return strings.EqualFold(plain, text) || strings.EqualFold(phrase.Spaced(name), phrase.Spaced(text))
}

func (s *session) promote(ctx context.Context, who string) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	account, err := s.somebody(ctx, who)
	if err != nil {
		return message.Message{}, err
	}
	return message.New("{name} is now a master of the game.", message.Name(phrase.OneLine(who, 60))), s.o.judge.Promote(ctx, s.game.ID, s.role, account)
}

// eject removes a player from a seat, or a person from another role.
func (s *session) eject(ctx context.Context, who string) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	if p, err := s.power(who); err == nil {
		seat := phrase.SeatOf(s.game, p)
		return message.New("{Power} {power?pl:have|has} lost {power?pl:their|its} player.", message.PowerOf(s.game.Setting.Powers, p)), s.o.judge.Eject(ctx, s.game.ID, s.role, seat, "")
	}
	account, err := s.somebody(ctx, who)
	if err != nil {
		return message.Message{}, err
	}
	return message.New("{name} has left the game.", message.Name(phrase.OneLine(who, 60))), s.o.judge.Eject(ctx, s.game.ID, s.role, 0, account)
}

// bot assigns a computer player to a seat, or removes one.
func (s *session) bot(ctx context.Context, c command.Bot) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	p, err := s.power(c.Power)
	if err != nil {
		return message.Message{}, err
	}
	power, kind := message.PowerOf(s.game.Setting.Powers, p), strings.ToLower(c.Kind)
	text := message.New("A computer player now plays {power}.", power)
	if c.Not {
		text, kind = message.New("{Power} {power?pl:are|is} no longer played by a computer player.", power), lobby.NoBot
	}
	return text, s.o.judge.SetBot(ctx, s.game.ID, s.role, phrase.SeatOf(s.game, p), kind)
}

// approve lets newcomers give orders, or revokes this.
func (s *session) approve(ctx context.Context, c command.Approve) (message.Message, error) {
	a, err := s.game.Letters(c.Letters)
	if err != nil {
		return message.Message{}, err
	}
	for _, seat := range a.Seats {
		if err := s.o.judge.Approve(ctx, s.game.ID, s.role, seat, !c.Not); err != nil {
			return message.Message{}, err
		}
		s.w.changed = true
	}
	if c.Not {
		return message.New("Not approved: {powers:name}.", phrase.Readers(s.game, a)), nil
	}
	return message.New("Approved: {powers:name}.", phrase.Readers(s.game, a)), nil
}

// correct makes successive corrections, all of them or none. The text after
// BECAUSE, in any of them, is the reason.
func (s *session) correct(ctx context.Context) error {
	items := s.edits
	s.edits = nil
	if len(items) == 0 {
		return nil
	}
	if s.game == nil {
		for _, it := range items {
			s.refuse(it, errNoSession)
		}
		return nil
	}
	var lines, reasons []string
	for _, it := range items {
		text, why := reason(it.Command.(command.Edit).Text)
		lines = append(lines, text)
		if why != "" {
			reasons = append(reasons, why)
		}
	}
	last := items[len(items)-1]
	name := nameStep(s.block, items[0].Line, last.Line, strings.Join(lines, "\n"))
	if done, ok := s.w.progress.did(name); ok {
		return s.pastCorrection(ctx, items, done)
	}
	changes := admin.ReadChanges(strings.Join(lines, "\n"))
	told, err := s.o.judge.CheckEdit(ctx, s.game.ID, s.role, s.game.Revision, changes)
	if err == nil && len(reasons) == 0 {
		err = game.Refuse(game.Invalid, message.New("Give the reason after BECAUSE in one of the lines; everyone reads it. Example: {example}", message.Order("EDIT treasury venice +3 BECAUSE a payment was forgotten")))
	}
	if err == nil {
		err = s.o.judge.Edit(s.w.progress.noting(ctx, name, step{}), s.game.ID, s.role, s.game.Revision, changes, strings.Join(reasons, "; "))
	}
	if err != nil {
		if s.w.later(err) {
			return err
		}
		for _, it := range items[:len(items)-1] {
			s.refuse(it, game.Refuse(game.Conflict, message.New("Not made, because one of the corrections in this group has an error; see the last of them.")))
		}
		s.refuse(last, err)
		return nil
	}
	text := phrase.Lines(message.New("Corrected:"), changed(told))
	s.w.progress.answered(name, text)
	return s.pastCorrection(ctx, items, step{Told: true, Said: text})
}

// pastCorrection answers corrections that were made, now or before the judge
// was interrupted.
func (s *session) pastCorrection(ctx context.Context, items []*command.Item, done step) error {
	for _, it := range items[:len(items)-1] {
		s.confirm(it, message.New("Made, together with the corrections below."))
	}
	return s.pastItem(ctx, items[len(items)-1], done)
}

// reason splits a text at BECAUSE.
func reason(text string) (rest, why string) {
	const word = " BECAUSE "
	text = " " + text + " " // the reason may be alone
	i := strings.LastIndex(strings.ToUpper(text), word)
	if i < 0 {
		return strings.TrimSpace(text), ""
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+len(word):])
}

// setRoll sets a roll. Several dice are added up.
func (s *session) setRoll(ctx context.Context, c command.SetRoll) (message.Message, error) {
	dice, why := reason(c.Dice)
	value := 0
	for _, f := range strings.FieldsFunc(dice, func(r rune) bool { return r == ',' || r == '+' }) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return message.Message{}, game.Refuse(game.Invalid, message.New("A roll is set to a number: {example}.", message.Order("SET ROLL famine severity 7")))
		}
		value += n
	}
	if err := s.o.judge.SetRollFor(ctx, s.game.ID, s.role, s.game.Revision, c.Roll, value, why); err != nil {
		return message.Message{}, err
	}
	if value == 0 {
		return message.New("The roll is left to the dice again; everyone is notified."), nil
	}
	return message.New("The roll is set to {n}; everyone is notified.", message.Number(value)), nil
}

// setTime sets the deadline, the end of grace or the earliest processing of the
// current phase.
func (s *session) setTime(ctx context.Context, c command.SetTime) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	if strings.EqualFold(c.What, "DEADLINE") && strings.EqualFold(strings.TrimSpace(c.When), "NORMAL") {
		if err := s.o.judge.SetNormal(ctx, s.game.ID, s.role); err != nil {
			return message.Message{}, err
		}
		return message.New("The phase has its usual times again. {times}", s.times(ctx)), nil
	}
	at, err := schedule.ParseDate(c.When, s.dates())
	if err != nil {
		return message.Message{}, dated(err)
	}
	var deadline, grace, start time.Time
	switch c.What {
	case "DEADLINE":
		deadline = at
	case "GRACE":
		grace = at
	default:
		start = at
	}
	if err := s.o.judge.SetTimes(ctx, s.game.ID, s.role, deadline, grace, start); err != nil {
		return message.Message{}, err
	}
	switch {
	case !grace.IsZero():
		return message.New("The grace period ends {when}.", phrase.At(at)), nil
	case !start.IsZero():
		return message.New("Nothing is resolved before {when}. {times}", phrase.At(at), s.times(ctx)), nil
	}
	return s.times(ctx), nil
}

// times returns the deadline and the end of grace of the current phase. Each
// change of one can move the other, so answers always say both.
func (s *session) times(ctx context.Context) message.Message {
	p := s.o.deadline(ctx, s.game)
	switch {
	case p.Deadline.IsZero():
		return message.New("This phase has no deadline.")
	case !p.Grace.After(p.Deadline):
		return message.New("The deadline is {when}.", phrase.At(p.Deadline))
	}
	return message.New("The deadline is {when}. The grace period ends {end}.", phrase.At(p.Deadline), phrase.At(p.Grace))
}
