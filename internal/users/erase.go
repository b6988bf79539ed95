package users

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/botgames"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/notify"
	"podesta/machiavelli/message"
)

// letterJob is the kind of the jobs that contain complete e-mails (package mail).
const letterJob = "letter"

// Erase deletes the data of a person: addresses, password, passkeys, identities, tokens and
// browsers, hooks, wishes, record, and the name, which FormerPlayer replaces in games. Seats in
// running games become vacant as after a resignation. Orders and messages are kept, because the
// games also belong to others. The only master of a running game cannot be erased: the error code
// is "conflict". In games that cannot be read, the stored name remains. An account whose erasure
// was interrupted can be erased again.
func (u *Users) Erase(ctx context.Context, account string) error {
	var a *game.Account
	var parts []game.Member
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		if a, err = u.base.Accounts.AccountIn(tx, account); err != nil {
			return err
		}
		if parts, err = tx.Members.MembersOf(account); err != nil {
			return err
		}
		if err := u.tournaments.OrganisesAlone(tx, account); err != nil {
			return err
		}
		return u.errAlone(tx, parts)
	})
	if err != nil {
		return err
	}
	if err := u.noteErased(account); err != nil {
		return err
	}
	// Block the account first, so that it cannot join further games meanwhile.
	if err := u.Block(ctx, account, true); err != nil {
		return err
	}
	games, err := u.listing(ctx, account)
	if err != nil {
		return err
	}
	for i := range parts {
		games = append(games, parts[i].Game)
	}
	slices.Sort(games)
	for _, id := range slices.Compact(games) {
		err := u.base.Write(ctx, func(tx *game.Tx) error { return u.eraseFrom(tx, id, a) })
		if u.base.LeaveOut(id, err) {
			continue // an unreadable game is on no page; the name remains in its stored data
		}
		if err != nil {
			return err
		}
	}
	return u.base.Write(ctx, func(tx *game.Tx) error { return u.eraseAccount(ctx, tx, account) })
}

// errAlone returns an error if the account is the only master of a running game.
func (u *Users) errAlone(tx *game.Tx, parts []game.Member) error {
	for i := range parts {
		m := &parts[i]
		if m.Kind != game.Master || !m.Present() {
			continue
		}
		g, err := u.base.Load(tx, m.Game)
		if u.base.LeaveOut(m.Game, err) {
			continue
		}
		if err != nil {
			return err
		}
		all, err := g.Members(tx)
		if err != nil {
			return err
		}
		if !g.Ended() && len(gamestate.OfKind(all, game.Master)) == 1 {
			return game.Refuse(game.Conflict, message.New("The game {name} has no other master. One of its observers must become its master first, or it must be terminated.", message.Name(g.Name)))
		}
	}
	return nil
}

// listing returns the games that list the account among those who may or may not join.
func (u *Users) listing(ctx context.Context, accountID string) ([]string, error) {
	var out []string
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		who, err := listed(tx, accountID)
		if err != nil {
			return err
		}
		all, err := tx.Games.ListGames(game.GameQuery{Hidden: true})
		if err != nil {
			return err
		}
		for _, id := range all.IDs {
			r, err := tx.Games.Game(id)
			if err != nil {
				return err
			}
			var h hosting.Hosting
			if len(r.Hosting) > 0 {
				if err := json.Unmarshal(r.Hosting, &h); u.base.LeaveOut(id, err) {
					continue
				} else if err != nil {
					return err
				}
			}
			if slices.ContainsFunc(slices.Concat(h.Allow, h.Deny), func(s string) bool { return slices.Contains(who, account.Fold(s)) }) {
				out = append(out, id)
			}
		}
		return nil
	})
	return out, err
}

// listed returns the words that identify an account in such lists.
func listed(tx *game.Tx, accountID string) ([]string, error) {
	a, err := tx.Accounts.Account(accountID)
	if err != nil {
		return nil, err
	}
	addresses, err := tx.Accounts.Addresses(accountID)
	plain, _ := game.PlainName(a.Name)
	who := []string{account.Fold(a.ID), account.Fold(a.Name), account.Fold(plain)}
	for _, x := range addresses {
		who = append(who, account.Fold(x.Email))
	}
	return who, err
}

// eraseFrom removes an account from a game, and its name from the game's
// records.
func (u *Users) eraseFrom(tx *game.Tx, id string, a *game.Account) error {
	g, err := u.base.Load(tx, id)
	if err != nil {
		return err
	}
	for _, kind := range []game.MemberKind{game.Player, game.Observer, game.Master} {
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		if m := gamestate.FindMember(parts, a.ID, kind); m != nil && !g.Ended() {
			if err := u.lobby.Depart(tx, g, parts, m, false); err != nil {
				return err
			}
			if g, err = u.admin.Reopen(tx, g); err != nil {
				return err
			}
		}
	}
	plain, _ := game.PlainName(a.Name)
	e := eraser{tx: tx, g: g, account: a.ID, names: slices.Compact([]string{plain, a.Name}), instead: account.FormerPlayer}
	for _, step := range []func() error{e.lists, e.seats, e.log, e.acts, e.postal} {
		if err := step(); err != nil {
			return err
		}
	}
	return tx.Jobs.Notify(gamestate.Topic + g.ID)
}

// Unname replaces the name of an account in the records of a game by the name instead, because an
// operator has removed the old name.
func (u *Users) Unname(tx *game.Tx, id, account, name, instead string) error {
	g, err := u.base.Load(tx, id)
	if err != nil {
		return err
	}
	plain, _ := game.PlainName(name)
	e := eraser{tx: tx, g: g, account: account, names: slices.Compact([]string{plain, name}), instead: instead}
	for _, step := range []func() error{e.seats, e.log, e.acts, e.postal} {
		if err := step(); err != nil {
			return err
		}
	}
	return tx.Jobs.Notify(gamestate.Topic + g.ID)
}

// eraser removes an account's name from the records of a game.
type eraser struct {
	tx      *game.Tx
	g       *gamestate.State
	account string
	names   []string // names that the account has used in the game; the current one is last
	instead string   // the name that replaces them
}

// lists removes the account from the lists of people who may or may not join.
func (e *eraser) lists() error {
	who, err := listed(e.tx, e.account)
	if err != nil {
		return err
	}
	his := func(s string) bool { return slices.Contains(who, account.Fold(s)) }
	h := *e.g.Hosting
	h.Allow, h.Deny = slices.DeleteFunc(slices.Clone(h.Allow), his), slices.DeleteFunc(slices.Clone(h.Deny), his)
	if len(h.Allow) == len(e.g.Hosting.Allow) && len(h.Deny) == len(e.g.Hosting.Deny) {
		return nil
	}
	if len(h.Allow) == 0 && len(e.g.Hosting.Allow) > 0 {
		h.Allow = []string{account.FormerPlayer} // an empty list would let everyone in
	}
	if e.g.Record.Hosting, err = json.Marshal(h); err != nil {
		return err
	}
	return e.tx.Games.SaveGame(e.g.Record)
}

// seats removes the name from the seats that the account held to the end.
func (e *eraser) seats() error {
	members, err := e.tx.Members.Members(e.g.ID)
	if err != nil {
		return err
	}
	for i := range members {
		m := &members[i]
		if m.Account != e.account || m.Kind != game.Player || m.Seat == 0 || !m.Present() {
			continue
		}
		s := e.g.Seats[m.Seat-1]
		s.Player = e.instead
		if err := e.tx.Games.SaveSeat(e.g.ID, s); err != nil {
			return err
		}
	}
	return nil
}

// log removes the name from the game's log.
func (e *eraser) log() error {
	const many = 500
	joined, err := e.joined()
	if err != nil {
		return err
	}
	for after := int64(0); ; {
		entries, err := e.tx.Log.Entries(e.g.ID, after, many)
		if err != nil {
			return err
		}
		for _, x := range entries {
			after = x.Seq
			data, err := e.entry(&x, joined[x.At.UnixMicro()])
			if err != nil {
				return e.g.WrapError(err)
			}
			if !bytes.Equal(data, x.Data) {
				if err := e.tx.Log.Reword(e.g.ID, x.Seq, data); err != nil {
					return err
				}
			}
		}
		if len(entries) < many {
			return nil
		}
	}
}

// joined returns the times at which the account joined the game, possibly under another name.
func (e *eraser) joined() (map[int64]bool, error) {
	members, err := e.tx.Members.Members(e.g.ID)
	out := map[int64]bool{}
	for i := range members {
		if members[i].Account == e.account {
			out[members[i].Joined.UnixMicro()] = true
		}
	}
	return out, err
}

// entry returns the data of an entry without the name. came is true if the account joined at the
// time of the entry.
func (e *eraser) entry(x *game.Entry, came bool) ([]byte, error) {
	switch x.Kind {
	case game.NoticeEntry:
		var n journal.Notice
		if err := json.Unmarshal(x.Data, &n); err != nil {
			return nil, err
		}
		if came && (n.Topic == journal.TopicForming || n.Topic == journal.TopicSignon || n.Topic == journal.TopicTakeover || n.Topic == journal.TopicReturn) {
			e.called(n.Who)
		}
		n.Who = e.neutral(n.Who)
		if n.Topic == journal.TopicStarting || n.Topic == journal.TopicReveal { // says who plays what
			n.Rename(func(name message.Name) message.Name { return message.Name(e.neutral(string(name))) }, e.line)
		}
		return changed(x.Data, n)
	case game.ActEntry:
		var a journal.ActData
		if err := json.Unmarshal(x.Data, &a); err != nil {
			return nil, err
		}
		a.Who = e.neutral(a.Who)
		return changed(x.Data, a)
	case game.PressEntry:
		var p journal.PressData
		if err := json.Unmarshal(x.Data, &p); err != nil {
			return nil, err
		}
		return changed(x.Data, e.press(p, x.Audience.Account))
	}
	return x.Data, nil
}

// changed returns a value in stored form, or the existing data if it is
// equivalent.
func changed(data []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	var plain bytes.Buffer
	if err == nil && json.Compact(&plain, data) == nil && bytes.Equal(plain.Bytes(), text) {
		return data, nil
	}
	return text, err
}

// press replaces the account's name in a message. The parameter to is the account that is its only
// recipient, or "".
func (e *eraser) press(p journal.PressData, to string) journal.PressData {
	if p.Account == e.account {
		e.called(p.Who)
		p.Who = e.instead
	}
	if to == e.account {
		p.Whom = e.instead
	}
	return p
}

// called records a name that the account has used.
func (e *eraser) called(name string) {
	if name != "" && name != e.instead && !slices.Contains(e.names, name) {
		e.names = append(e.names, name)
	}
}

// neutral returns a name, or the replacement for the account's names.
func (e *eraser) neutral(name string) string {
	if slices.Contains(e.names, name) {
		return e.instead
	}
	return name
}

// line returns a line about players without the account's names.
func (e *eraser) line(text string) string {
	for _, name := range e.names {
		part := regexp.MustCompile(`(^|[^\pL\pN])` + regexp.QuoteMeta(name) + `($|[^\pL\pN])`)
		text = part.ReplaceAllString(text, "${1}"+e.instead+"${2}")
	}
	return text
}

// acts removes the name from the account's acts as a master.
func (e *eraser) acts() error {
	items, err := e.tx.Items.List(e.g.ID, gamestate.ActItem)
	if err != nil {
		return err
	}
	for key, data := range items {
		var a gamestate.ActRecord
		if err := json.Unmarshal(data, &a); err != nil {
			return e.g.WrapError(err)
		}
		if e.neutral(a.Who) == a.Who {
			continue
		}
		a.Who = e.instead
		if err := e.put(gamestate.ActItem, key, a); err != nil {
			return err
		}
	}
	return nil
}

// postal removes the name from messages that will be delivered at the end of the phase.
func (e *eraser) postal() error {
	items, err := e.tx.Items.List(e.g.ID, clock.PostalItem)
	if err != nil {
		return err
	}
	for key, data := range items {
		var l clock.PostalLetter
		if err := json.Unmarshal(data, &l); err != nil {
			return e.g.WrapError(err)
		}
		l.Data = e.press(l.Data, "")
		if err := e.put(clock.PostalItem, key, l); err != nil {
			return err
		}
	}
	return nil
}

func (e *eraser) put(kind, key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return e.tx.Items.Put(e.g.ID, kind, key, data)
}

// eraseAccount deletes data that belongs to no game.
func (u *Users) eraseAccount(ctx context.Context, tx *game.Tx, accountID string) error {
	if err := u.tournaments.ForgetEntrant(tx, accountID); err != nil {
		return err
	}
	old, err := u.base.Accounts.Change(tx, accountID, func(*game.Account) error { return nil })
	if err != nil {
		return err
	}
	addresses, err := tx.Accounts.Addresses(accountID)
	if err != nil {
		return err
	}
	if err := u.base.Accounts.Revoke(ctx, tx, accountID); err != nil {
		return err
	}
	mine := []string{old.Email}
	for _, x := range addresses {
		mine = append(mine, x.Email)
		if err := tx.Accounts.DropAddress(x.Email); err != nil {
			return err
		}
	}
	if err := dropLetters(tx, mine); err != nil {
		return err
	}
	if err := tx.Hooks.DropHeldOf(accountID, game.MailWay); err != nil {
		return err
	}
	if err := game.DropAllNewsHeld(tx, accountID); err != nil {
		return err
	}
	if err := tx.Absences.DropVacation(accountID); err != nil {
		return err
	}
	if err := u.releasePlays(tx, accountID); err != nil {
		return err
	}
	programs, err := tx.Accounts.Programs(accountID)
	if err != nil {
		return err
	}
	for _, p := range programs { // the operator of the judge answers for them from now on
		if err := u.base.Accounts.Mark(tx, p.ID, func(a *game.Account) { a.Owner = "" }); err != nil {
			return err
		}
	}
	if err := dropSafety(tx, accountID, u.base.Now()); err != nil {
		return err
	}
	if err := tx.Social.DropSocial(accountID); err != nil {
		return err
	}
	if err := notify.Lost(tx.Queue.DropWaiting(accountID)); err != nil {
		return err
	}
	for _, kind := range []string{account.WrongItem, account.FactorItem, account.NoticesItem, account.BouncingItem, account.ProgramItem, account.ProgramToldItem} {
		if err := tx.Items.Drop("", kind, accountID); err != nil {
			return err
		}
	}
	return tx.Accounts.SaveAccount(game.Account{ID: accountID, Name: account.FormerPlayer, Blocked: true, Private: true, Created: old.Created})
}

// dropLetters deletes queued e-mails to addresses. Other e-mails are composed at delivery, and
// are not sent for a blocked account.
func dropLetters(tx *game.Tx, addresses []string) error {
	jobs, err := tx.Jobs.Jobs(letterJob, false, 0)
	if err != nil {
		return err
	}
	for i := range jobs {
		text := strings.ToLower(string(jobs[i].Data))
		his := slices.ContainsFunc(addresses, func(a string) bool { return a != "" && strings.Contains(text, `"`+a+`"`) })
		if !his {
			continue
		}
		if err := notify.Lost(tx.Jobs.FinishJob(jobs[i].ID)); err != nil {
			return err
		}
	}
	return nil
}

// releasePlays schedules the account's games against computer players for deletion.
func (u *Users) releasePlays(tx *game.Tx, account string) error {
	games, err := botgames.ReadPlays(tx, account)
	if err != nil {
		return err
	}
	for _, id := range games {
		if err := tx.Jobs.Enqueue(game.Job{Kind: clock.PlayJob, Key: id, Game: id, Due: u.base.Now()}); err != nil {
			return err
		}
	}
	return tx.Items.Drop("", clock.PlaysItem, account)
}

// dropSafety deletes mutes by and of an account, its declarations, its sign-in marks, and its
// notes in reports. The decisions on reports are kept, without names.
func dropSafety(tx *game.Tx, account string, now time.Time) error {
	if err := tx.Safety.DropMutes(account); err != nil {
		return err
	}
	if err := tx.Safety.DropRelations(account); err != nil {
		return err
	}
	if err := tx.Safety.DropMarks(account, now.Add(time.Hour)); err != nil {
		return err
	}
	by, err := tx.Safety.ReportsBy(account, time.Unix(0, 0))
	if err != nil {
		return err
	}
	about, err := tx.Safety.ReportsAbout(account)
	if err != nil {
		return err
	}
	for _, r := range by {
		r.Note = ""
		if err := tx.Safety.SaveReport(r); err != nil {
			return err
		}
	}
	for _, r := range about {
		if r.Kind != game.GameReport { // another kind of name, which may already have been removed
			r.Shown = ""
		}
		r.Quote = ""
		if r.Reporter == account {
			r.Note = ""
		}
		if err := tx.Safety.SaveReport(r); err != nil {
			return err
		}
	}
	sanctions, err := tx.Safety.Sanctions(account)
	if err != nil {
		return err
	}
	for _, x := range sanctions {
		x.Appeal = ""
		if err := tx.Safety.SaveSanction(x); err != nil {
			return err
		}
	}
	return nil
}
