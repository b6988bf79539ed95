package inbox

import (
	"context"
	"errors"
	"strings"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/internal/ordertext"
	"podesta/machiavelli/message"
)

// session is the state while one block of an e-mail is run.
type session struct {
	o       *Inbox
	l       *letter.Letter
	w       *sender
	block   int              // number of the block in the e-mail
	secrets []command.Secret // secrets of the whole e-mail
	first   bool             // whether it is the e-mail's first block

	account *game.Account // the account that signed on
	strong  bool          // whether the proof is sufficient for all its games
	owner   bool          // whether the proof is sufficient to change the account
	game    *game.Game    // the game of the SIGNON; nil if the block has none
	role    game.Role
	token   game.Token // the token used to sign on, if any; it may be for one seat only
	seat    int        // the seat for which the sender acts; 0 for none
	became  bool       // whether a master acts on behalf of the seat's player
	created bool       // whether the block has created the game

	password message.Message // the answer about a first password; empty if none was set

	older      message.Message // phase of the e-mail that this one replies to, if it is not the current one
	gone       bool            // whether orders were submitted for a past phase before an interruption
	ready      bool            // whether the block says that the seat is ready
	released   *answer         // the answer to the last line that said that the seat is ready
	mechanical bool            // whether a mail program wrote the e-mail when a button was pressed
	chat       bool            // whether it is a chat message, which confirms no orders by itself
	ordered    bool            // whether the block has orders
	doubt      bool            // whether part of the block is held, because it is unclear where a text ends
	unordered  string          // an invalid line that stands for the held orders; see unsettle

	wish   string // the preferred powers; empty if not stated
	wished bool   // whether the preference was used when joining

	items []command.Item          // items of the block
	early map[*command.Item]early // items that CREATE has already run

	closed  error // why the rest of the block is ignored
	pending []pendingOrder
	answers []*answer
	parts   []*part          // longer texts below the answers, such as listings
	extra   []*outbox.Letter // e-mail in addition to the answer
	along   *outbox.Letter   // the e-mail in extra that is sent together with the answer; nil for none
	charts  []outbox.Chart   // maps attached to the answer
	edits   []*command.Item  // successive corrections, which are made together
	copyAt  int              // index of the first answer that is copied to the player named by BECOME; -1 for none
	errors  int
	skipped []int                 // lines that were not run
	passed  map[command.Why][]int // lines without effect, keyed by reason
}

// answer is the result of one item in the block.
type answer struct {
	line, end int
	raw       string
	text      []message.Message
	errors    []int // indexes of the errors in text
}

// fail adds an error.
func (a *answer) fail(lines ...message.Message) {
	a.errors = append(a.errors, len(a.text))
	a.text = append(a.text, lines...)
}

// part is a longer text in an answer, with a title.
type part struct {
	title  message.Message
	blocks []outbox.Block
}

// reader returns the person who reads the answer: the owner of the account, or the
// sender.
func (s *session) reader() phrase.Reader {
	switch {
	case s.account != nil:
		return phrase.ReaderOf(s.account, s.o.c.Languages)
	case s.w.account != nil:
		return phrase.ReaderOf(s.w.account, s.o.c.Languages)
	case s.l != nil:
		return s.o.out.Stranger(s.l.Languages)
	}
	return phrase.ReaderOf(nil, s.o.c.Languages)
}

// say returns a message in the reader's language.
func (s *session) say(m message.Message) string { return s.reader().M(m) }

// run runs the items of a block.
func (s *session) run(ctx context.Context, b *command.Block) error {
	s.copyAt, s.items = -1, b.Items
	for i := range b.Items {
		if c, ok := b.Items[i].Command.(command.Given); ok && c.Command.Name == wishCommand {
			s.wish = wishOf(c)
		}
	}
	if err := s.enter(ctx, b); err != nil {
		return err
	}
	if s.block == 0 && s.l != nil && s.l.Problem != letter.NoProblem {
		s.errors++ // an error, because the parts that were not read may contain orders
	}
	if err := s.lookBack(ctx); err != nil {
		return err
	}
	if err := s.readWhole(ctx, b); err != nil {
		return err
	}
	if err := s.agreed(ctx, b); err != nil {
		return err
	}
	for i := range b.Items {
		it := &b.Items[i]
		if _, ok := it.Command.(command.Signon); ok || it.Command == nil && it.Err == nil {
			continue
		}
		if err := s.item(ctx, it); err != nil {
			return err
		}
	}
	if err := s.correct(ctx); err != nil {
		return err
	}
	if err := s.flush(ctx); err != nil {
		return err
	}
	if err := s.unsettle(ctx); err != nil {
		return err
	}
	if err := s.affirm(ctx); err != nil {
		return err
	}
	return s.release(ctx)
}

// release explains, in the answer to the line that released the phase, whether the phase still
// waits for the seat after all orders of the block have been entered.
func (s *session) release(ctx context.Context) error {
	if s.released == nil || !s.ordered || s.game == nil || s.seat == 0 {
		return nil
	}
	said, err := s.o.judge.Clock.Released(ctx, s.game.ID, s.role, s.seat)
	if err == nil {
		s.released.text[len(s.released.text)-1] = said
	} else if s.w.later(err) {
		return err
	}
	return nil // the game has ended
}

// affirm makes the present orders final if the e-mail contains no error, so that errors in earlier
// e-mail no longer count. E-mail written by a button or in reply to e-mail about another phase does
// not count, nor does a chat message without orders or READY. A seat with only money needs READY or
// an empty e-mail to decline to spend it.
func (s *session) affirm(ctx context.Context) error {
	if s.game == nil || s.seat == 0 || s.game.Number == 0 || s.game.Finished || s.errors > 0 || s.closed != nil || s.mechanical || !s.older.IsZero() || s.gone || s.chat && !s.ordered && !s.ready {
		return nil
	}
	seats, err := s.o.judge.Base.Seats(ctx, s.game.ID)
	if err != nil {
		return err
	}
	states, err := s.o.judge.Clock.States(ctx, s.game.ID, s.player())
	if err != nil {
		return err
	}
	st := states[s.seat-1]
	nothing := st.Ordered.IsZero() && !st.Covered && (s.ready || len(s.answers) == 0)
	if !seats[s.seat-1].Owes || st.Complete || st.Bot != "" || !st.Covered && !nothing {
		return nil
	}
	_, err = s.o.judge.Clock.SaveOrders(s.w.progress.noting(ctx, nameStep(s.block, "final"), step{}), s.game.ID, s.player(), clock.NewOrders{
		Revision: s.game.Revision, Sections: []ordertext.Section{{Seat: s.seat, Add: true}}, Written: s.l.Date,
	})
	switch {
	case err == nil:
		s.w.changed = true
		return s.reload(ctx)
	case s.w.later(err):
		return err
	}
	return nil // the answer says that the orders are not final
}

// enter opens the block's session, either with its SIGNON or through the recipient's address. For
// an e-mail's first block, it also handles a reply that verifies an address or unsubscribes.
func (s *session) enter(ctx context.Context, b *command.Block) error {
	if b.Signon != nil {
		it := signonItem(b)
		text, err := s.signon(ctx, b.Signon, b)
		if err != nil {
			if s.w.later(err) {
				return err
			}
			s.refuse(it, err)
			s.closed = err
		} else {
			s.confirm(it, text)
		}
		if last := len(s.answers) - 1; !s.password.IsZero() && last >= 0 {
			s.answers[last].text = append(s.answers[last].text, s.password)
		}
		return nil
	}
	if s.first && s.w.kept != "" {
		s.keep(b)
		return nil
	}
	s.account, s.strong, s.owner = s.w.account, s.w.strong, s.w.owner
	it := &command.Item{Raw: s.say(message.New("(your answer to the e-mail that asked to confirm an address)"))}
	if s.first && s.w.refused != nil {
		s.refuse(it, s.w.refused)
	}
	if s.first && !s.w.confirm.Empty() {
		text, err := s.prove(ctx, s.w.confirm, s.w.moves)
		switch {
		case err == nil:
			s.w.changed = true
			s.confirm(it, text)
		case s.w.later(err):
			return err
		default:
			s.refuse(it, err)
		}
	}
	if !s.first || s.w.game == "" {
		return nil
	}
	g, err := s.o.judge.Base.Game(ctx, s.w.game)
	if err != nil {
		return err
	}
	if err := s.sit(ctx, g, s.w.account, s.w.token); err != nil {
		return err
	}
	return s.unsubscribe(ctx)
}

// unsubscribe handles the unsubscribe button of a mail program: an observer receives no more
// e-mail, and others only necessary e-mail.
func (s *session) unsubscribe(ctx context.Context) error {
	if !strings.EqualFold(strings.TrimSpace(s.l.Subject), "unsubscribe") {
		return nil
	}
	s.mechanical = true
	it := &command.Item{Raw: "unsubscribe"}
	key, err := s.o.judge.Users.UnsubscribeKey(ctx, s.game.ID, s.account.ID)
	if err != nil {
		return err
	}
	done, err := s.o.judge.Users.Unsubscribe(ctx, s.game.ID, key)
	if err != nil {
		if outbox.Temporary(err) {
			return err
		}
		s.refuse(it, err)
		return nil
	}
	s.w.changed = true
	if done.Left {
		s.confirm(it, message.New("You no longer watch the game, and get no more e-mail about it."))
	} else {
		s.confirm(it, message.New("You no longer get reminders, notices that a game is waiting, or broadcasts of games you do not play in. Results, press to you and notices that you are late still come, because you are part of the game. {commands} bring the others back. {resign} leaves the game.", message.ListOf(message.And, []message.Order{"SET REMINDERS", "SET IDLE NOTICES", "SET BROADCAST"}), message.Order("RESIGN")))
	}
	return s.reload(ctx)
}

// signonItem returns the item of the block's SIGNON.
func signonItem(b *command.Block) *command.Item {
	for i := range b.Items {
		switch b.Items[i].Command.(type) {
		case command.Signon, *command.Signon:
			return &b.Items[i]
		}
	}
	return &command.Item{Line: 1, End: 1, Raw: b.Signon.String()}
}

// sit sets the account and the game of the session.
func (s *session) sit(ctx context.Context, g *game.Game, a *game.Account, t game.Token) error {
	role, err := s.roleOf(ctx, g, a, t)
	if err != nil {
		return err
	}
	s.game, s.account, s.role, s.token = g, a, role, t
	s.seat = s.role.Seat
	return nil
}

// errMailMaster is the answer to a master whose account has a second factor, because no e-mail can
// contain it.
var errMailMaster = game.Refuse(game.Forbidden, message.New("Your account has a second factor, so that your mailbox alone cannot act as a master. Use the pages, or allow a master's commands by e-mail on the page of your account."))

// roleOf returns the role in which an account sends commands by e-mail.
func (s *session) roleOf(ctx context.Context, g *game.Game, a *game.Account, t game.Token) (game.Role, error) {
	role, err := s.o.judge.Base.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		return role, err
	}
	role = t.Within(g.ID, role)
	if !role.Master {
		return role, nil
	}
	if ok, err := s.o.judge.Users.MasterByMail(ctx, a.ID); err != nil {
		return role, err
	} else if !ok {
		return game.Role{}, errMailMaster
	}
	if a.Operator && !s.created && s.hearsay(g.ID, t) {
		return game.Role{}, errHearsay // operators are master of all games
	}
	return role, nil
}

// reload reads the game and the sender's role again, after a command that may have changed them.
func (s *session) reload(ctx context.Context) error {
	if s.game == nil {
		return nil
	}
	g, err := s.o.judge.Base.Game(ctx, s.game.ID)
	if err != nil {
		return err
	}
	s.game = g
	if s.account == nil || s.became {
		return nil
	}
	role, err := s.roleOf(ctx, g, s.account, s.token)
	if err != nil {
		return err
	}
	s.role = role
	s.seat = s.role.Seat
	return nil
}

// item handles one item of the block.
func (s *session) item(ctx context.Context, it *command.Item) error {
	switch it.Command.(type) {
	case command.Edit, command.Ignored:
	default:
		if err := s.correct(ctx); err != nil {
			return err
		}
	}
	switch c := it.Command.(type) {
	case *command.Signon:
		return nil
	case command.Ignored:
		if c.Why != command.Ruling && c.Why != command.Comment {
			s.pass(c.Why, it.Line)
		}
		return nil
	case command.Signoff, command.EndOf:
		return nil
	case command.Order:
		if s.closed != nil {
			s.skipped = append(s.skipped, it.Line)
			return nil
		}
		s.room().acts++
		s.pending = append(s.pending, pendingOrder{it, c.Text, !s.older.IsZero()})
		return nil
	}
	if s.closed != nil {
		s.skipped = append(s.skipped, it.Line)
		return nil
	}
	if it.Err != nil {
		s.errors++
		s.put(it).fail(misread(it.Err))
		return nil
	}
	if !s.older.IsZero() && forPhase(it.Command) {
		s.refuse(it, s.errOlder())
		return nil
	}
	if s.doubt && takesBack(it.Command) {
		s.refuse(it, errDoubt)
		return nil
	}
	if _, ok := it.Command.(command.Edit); ok {
		s.edits = append(s.edits, it)
		return nil
	}
	said, spared, err := s.spare(it.Command)
	switch {
	case err != nil:
		s.refuse(it, err)
		return nil
	case spared:
		s.confirm(it, said)
		return nil
	}
	if c, ok := it.Command.(*command.If); ok {
		return s.conditional(ctx, it, c)
	}
	name := nameStep(s.block, it.Line, it.Column, it.Command)
	if done, ok := s.w.progress.did(name); ok && !again(it.Command) {
		return s.pastItem(ctx, it, done)
	}
	text, err := s.carry(s.noting(ctx, it, name), it)
	if err != nil {
		if s.w.later(err) {
			return err
		}
		s.refuse(it, err)
		return nil
	}
	if !inquiry(it.Command) {
		s.w.changed = true
		s.w.progress.answered(name, text)
	}
	s.confirm(it, text)
	if c, ok := it.Command.(command.Given); ok && c.Command.Name == "set wait" {
		s.released = nil
		if wait, _ := c.Switched("set wait", "wait"); !wait && s.seat > 0 {
			s.ready, s.released = true, s.answers[len(s.answers)-1]
		}
	}
	return nil
}

// takesBack reports whether a command deletes orders.
func takesBack(c command.Command) bool {
	switch c.(type) {
	case command.ClearOrders, command.ClearDeferred, command.Undo:
		return true
	}
	return false
}

// noting returns a context in which the writes of an item are recorded as a step. Queries are not
// recorded.
func (s *session) noting(ctx context.Context, it *command.Item, name string) context.Context {
	if inquiry(it.Command) {
		return ctx
	}
	return s.w.progress.noting(ctx, name, step{})
}

// pastItem skips an item that was run before the judge was interrupted, and restores the state of
// the session that the item had set.
func (s *session) pastItem(ctx context.Context, it *command.Item, done step) error {
	given, _ := it.Command.(command.Given)
	_, undo := it.Command.(command.Undo)
	if undo || given.Command != nil && given.Command.Resolve {
		if err := s.flush(ctx); err != nil {
			return err
		}
	}
	switch c := it.Command.(type) {
	case command.ClearOrders:
		s.takeBack()
	case command.Given:
		if wait, ok := c.Switched("set wait", "wait"); ok {
			s.ready = s.ready || !wait
		}
	}
	if err := s.reload(ctx); err != nil {
		return err
	}
	s.w.changed = true
	if !done.Told {
		done.Said = doneBefore
	}
	s.confirm(it, done.Said)
	return nil
}

// carry runs an item, unless CREATE has already run it.
func (s *session) carry(ctx context.Context, it *command.Item) (message.Message, error) {
	if done, ok := s.early[it]; ok {
		return done.text, done.err
	}
	return s.do(ctx, it)
}

// pass records a line without effect.
func (s *session) pass(why command.Why, line int) {
	if s.passed == nil {
		s.passed = map[command.Why][]int{}
	}
	s.passed[why] = append(s.passed[why], line)
}

// inquiry reports whether a command changes nothing, so that it can be run again without being
// recorded as a step.
func inquiry(c command.Command) bool {
	switch c := c.(type) {
	case command.List, command.Summary, command.Help, command.Get, command.Version, command.History, command.Whois,
		command.InfoPlayer, command.Map, command.ShowOrders, command.Predict, command.Obsolete, command.Become:
		return true
	case command.Diary:
		return c.Action == "LIST" || c.Action == "READ"
	case command.Given:
		return c.Command.Reads
	}
	return false
}

// again reports whether a command that was begun before the judge was interrupted is to be run
// again, because it has several steps, or sends an e-mail with a secret, and can be repeated
// without harm.
func again(c command.Command) bool {
	switch c.(type) {
	case command.Register, *command.Register, command.Confirm, command.AlsoKnown, command.SetAddress:
		return true
	}
	return false
}

// put begins the answer to an item.
func (s *session) put(it *command.Item) *answer {
	raw := command.Hide(it.Raw, s.secrets)
	a := &answer{line: it.Line, end: max(it.Line, it.End), raw: phrase.OneLine(raw, 160)}
	for _, n := range it.Notes {
		a.text = append(a.text, message.New("Note: {text}", n.Message))
	}
	s.answers = append(s.answers, a)
	return a
}

// confirm answers an item that was run.
func (s *session) confirm(it *command.Item, said message.Message) {
	a := s.put(it)
	if said.IsZero() {
		said = message.New("Done.")
	}
	a.text = append(a.text, said)
}

// refuse answers an item that was refused.
func (s *session) refuse(it *command.Item, err error) {
	s.errors++
	s.put(it).fail(wrong(err))
	if outbox.Temporary(err) {
		s.o.log.Error("mail command", "error", err, "id", s.l.MessageID)
	}
}

// wrong describes an error for its reader.
func wrong(err error) message.Message {
	var e *game.Error
	if !errors.As(err, &e) {
		return message.New("Something went wrong in the judge, and this was not done. Try again later; if that does not help, write to the operator.")
	}
	return message.New("{text} ({code})", message.Of(err), message.Order(e.Code))
}

// misread describes a syntax error.
func misread(e *command.Error) message.Message {
	return suggesting(message.New("{text} ({code})", e.Message, message.Order(e.Code)), e.Suggest)
}

// suggesting adds suggested corrections to the message of an error.
func suggesting(text message.Message, suggest []string) message.Message {
	if len(suggest) == 0 {
		return text
	}
	var of []message.Order
	for _, s := range suggest {
		of = append(of, message.Order(s))
	}
	return message.New("{text} Did you mean {suggestions}?", text, message.ListOf(message.Or, of))
}

// silent reports whether the block needs no answer.
func (s *session) silent() bool {
	return len(s.answers) == 0 && len(s.parts) == 0 && len(s.skipped) == 0 && s.game == nil
}

// add adds a longer text with a title below the answers.
func (s *session) add(title message.Message, blocks ...outbox.Block) {
	s.room().parts--
	s.parts = append(s.parts, &part{title, s.fit(blocks)})
}

// Errors of sessions.
var (
	errNoSession = game.Refuse(game.Forbidden, message.New("Sign on first: SIGNON, your power's letter with the game's name, and your password. Or answer an e-mail about the game."))
	errNoSeat    = game.Refuse(game.Forbidden, message.New("You have no power in this game. As a master, write BECOME and the power's name above this line."))
	errWeak      = game.Refuse(game.Forbidden, message.New("This affects your whole account, so the reply address of one game is not enough. Put SIGNON with your password above it. If you have no password, send REGISTER with your name and address again and answer the e-mail you get with this line."))
	errBound     = game.Refuse(game.Forbidden, message.New("This token is for one seat only and cannot join games for you. Use your password, or a token for the whole account."))
	errMaster    = game.Refuse(game.Forbidden, message.New("Only the game's master can do this."))
	errNotBegun  = game.Refuse(game.Conflict, message.New("The game has not begun: it waits for players."))
)

// seated returns the seat that a command concerns.
func (s *session) seated() (int, error) {
	switch {
	case s.game == nil:
		return 0, errNoSession
	case s.seat == 0:
		return 0, errNoSeat
	}
	return s.seat, nil
}

// player returns the role with which orders of the seat are sent. A master who acts for a power
// sends them as its player would.
func (s *session) player() game.Role {
	if s.became {
		return game.Role{Seat: s.seat, Player: true, Stead: s.account.ID, Copied: true}
	}
	return s.role
}
