package lobby

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/ratings"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// The durations of a muster.
const (
	// musterOutage is how late the judge may check a muster. If the check is later than that, the
	// judge was out of service, and everyone has their full time again.
	musterOutage = 2 * time.Minute
	// musterMost is the maximum duration of the search for other players and the validity of a
	// confirmation, both as multiples of the time that players have to confirm.
	musterMost = 4
	// maxMusterExtension is the maximum time by which a master can extend a muster.
	maxMusterExtension = 14 * 24 * time.Hour
)

// Errors of the muster.
var (
	errNotAsked   = game.Refuse(game.Conflict, message.New("There is nothing to confirm: you are asked when all seats of the game are taken."))
	errConfirmed  = game.Refuse(game.Conflict, message.New("You have confirmed already. The game begins when everyone has."))
	errHasBegun   = game.Refuse(game.Conflict, message.New("The game has begun already: give your orders."))
	errNoMuster   = game.Refuse(game.Conflict, message.New("No player of this game is asked to confirm at the moment."))
	errMusterSpan = game.Refuse(game.Invalid, message.New("The time to confirm can be extended by 1 minute to 14 days."))
)

// filled is called when a player has joined a forming game, or has confirmed. When all seats
// are taken, those who must confirm are asked. When nobody is left to confirm, the game begins,
// unless its master starts it.
func (l *Lobby) filled(tx *game.Tx, g *gamestate.State) error {
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	players := gamestate.OfKind(parts, game.Player)
	if len(players) < len(g.Seats) {
		return nil
	}
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil {
		return err
	}
	if m == nil && !g.Hosting.Muster {
		return l.startIfMay(tx, g)
	}
	if m == nil {
		m = newMuster(g)
	}
	m.Ends = time.Time{}
	var asked []string
	for i := range players {
		id := players[i].Account
		if p := m.Players[id]; p != nil && !p.Confirmed.IsZero() && p.Confirmed.Before(m.Began) && g.At.After(p.Confirmed.Add(confirmedLasts(g.Hosting))) {
			delete(m.Players, id) // the confirmation was for an earlier search, too long ago
		}
		if g.Hosting.Muster && m.Players[id] == nil {
			m.Players[id] = &gamestate.Mustered{Until: g.At.Add(g.Hosting.MusterLasts())}
			asked = append(asked, id)
		}
	}
	if err := m.Save(tx, g.ID); err != nil {
		return err
	}
	switch {
	case len(asked) > 0:
		return l.ask(tx, g, m, asked)
	case m.Missing() > 0:
		return nil
	case g.Hosting.ManualStart:
		return gamestate.Notice(tx, g, journal.MastersOnly, journal.Notice{Topic: journal.TopicMuster, Said: message.New("All players have confirmed: you can start the game.")})
	}
	return l.startIfMay(tx, g)
}

func newMuster(g *gamestate.State) *gamestate.Muster {
	return &gamestate.Muster{Began: g.At, Players: map[string]*gamestate.Mustered{}}
}

// startIfMay begins a full game, unless its master starts it.
func (l *Lobby) startIfMay(tx *game.Tx, g *gamestate.State) error {
	if g.Hosting.ManualStart {
		return nil
	}
	return l.start(tx, g, "")
}

// ask notifies players that they must confirm. If everyone is asked, the notice is public.
func (l *Lobby) ask(tx *game.Tx, g *gamestate.State, m *gamestate.Muster, asked []string) error {
	how := message.New("Press the button on the page of the game, or send the line {confirm} by e-mail; {decline} gives your seat to someone else. If you do neither, you lose the seat.", message.Order("CONFIRM"), message.Order("DECLINE"))
	if len(asked) == len(m.Players) && len(asked) > 1 {
		until := m.Players[asked[0]].Until
		said := message.New("All seats of {game} are taken. The game begins when everyone has confirmed that they are there, until {when}.", message.Name(g.Name), message.Moment(until.Unix()))
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicMuster, Until: until, Said: gamestate.Sentences(said, how)})
	}
	for _, id := range asked {
		until := m.Players[id].Until
		said := message.New("You have a seat in {game}, which is about to begin. Confirm until {when} that you are there.", message.Name(g.Name), message.Moment(until.Unix()))
		n := journal.Notice{Topic: journal.TopicMuster, Until: until, Apart: true, Said: gamestate.Sentences(said, how)}
		if err := gamestate.Notice(tx, g, game.Audience{Account: id}, n); err != nil {
			return err
		}
	}
	return nil
}

// mustered returns a game, its muster, and the caller's entry among those who were asked.
func (l *Lobby) mustered(tx *game.Tx, gameID string, role game.Role) (*gamestate.State, *gamestate.Muster, *gamestate.Mustered, error) {
	if err := tx.Games.Lock(gameID); errors.Is(err, game.ErrNoRecord) {
		return nil, nil, nil, game.ErrNoGame
	} else if err != nil {
		return nil, nil, nil, err
	}
	g, role, err := l.base.LoadPrivate(tx, gameID, role)
	switch {
	case err != nil:
		return nil, nil, nil, err
	case !role.Player || role.Account == "":
		return nil, nil, nil, gamestate.ErrStranger
	case g.Ended():
		return nil, nil, nil, gamestate.ErrStopped
	case g.Status != game.Forming:
		return nil, nil, nil, errHasBegun
	}
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil {
		return nil, nil, nil, err
	}
	if m == nil || m.Players[role.Account] == nil {
		return nil, nil, nil, errNotAsked
	}
	return g, m, m.Players[role.Account], nil
}

// ConfirmSeat records that a player is present. The game begins when all players have
// confirmed. The error code is "forbidden" for people who do not play in the game, and
// "conflict" if the player was not asked, has already confirmed, or the game has begun.
func (l *Lobby) ConfirmSeat(ctx context.Context, gameID string, role game.Role) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, m, p, err := l.mustered(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case !p.Confirmed.IsZero():
			return errConfirmed
		}
		p.Confirmed = g.At
		if p.From != nil { // if the game does not begin, the confirmation also counts in the queue
			p.From.Asked, p.From.Confirmed = g.At, g.At
		}
		if err := m.Save(tx, g.ID); err != nil {
			return err
		}
		if err := gamestate.Wake(tx, g); err != nil {
			return err
		}
		return l.filled(tx, g)
	})
}

// DeclineSeat gives up the seat of a player who was asked to confirm, so that someone else can have
// it at once. It has no consequences for the player. The error codes are the same as for
// ConfirmSeat.
func (l *Lobby) DeclineSeat(ctx context.Context, gameID string, role game.Role) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, _, _, err := l.mustered(tx, gameID, role)
		if err != nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		return l.Depart(tx, g, parts, gamestate.FindMember(parts, role.Account, game.Player), false)
	})
}

// ExtendMuster gives more time to the players who have not confirmed, and to the search for
// others. It is for masters.
func (l *Lobby) ExtendMuster(ctx context.Context, gameID string, role game.Role, by time.Duration) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadAsMaster(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case by < time.Minute || by > maxMusterExtension:
			return errMusterSpan
		}
		m, err := gamestate.ReadMuster(tx, g.ID)
		if err != nil {
			return err
		}
		if m == nil || g.Status != game.Forming || m.Due().IsZero() {
			return errNoMuster
		}
		until := postpone(m, by)
		if err := m.Save(tx, g.ID); err != nil {
			return err
		}
		who, err := gamestate.AccountName(tx, role.Account)
		if err != nil {
			return err
		}
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{
			Topic: journal.TopicMuster, Until: until, Who: who,
			Said: message.New("The master has extended the time to confirm. If you have not confirmed yet, you can until {when}.", message.Moment(until.Unix())),
		})
	})
}

// postpone gives everyone more time, and returns the latest time at which someone can confirm.
func postpone(m *gamestate.Muster, by time.Duration) time.Time {
	var last time.Time
	for _, p := range m.Players {
		if !p.Confirmed.IsZero() {
			continue
		}
		if p.Until = p.Until.Add(by); p.Until.After(last) {
			last = p.Until
		}
	}
	if !m.Ends.IsZero() {
		if m.Ends = m.Ends.Add(by); last.IsZero() {
			last = m.Ends
		}
	}
	return last
}

// vacated records that a seat of a forming game has lost its player. During a muster, someone
// from the queue is sought at once.
func (l *Lobby) vacated(tx *game.Tx, g *gamestate.State, account string) error {
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil || m == nil {
		return err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	delete(m.Players, account)
	if m.Ends.IsZero() && len(gamestate.OfKind(parts, game.Player)) < len(g.Seats)-1 {
		return m.Save(tx, g.ID) // the game was not full, and the search was not running
	}
	m.Ends = g.At.Add(g.Hosting.MusterLasts())
	if most := m.Began.Add(musterMost * g.Hosting.MusterLasts()); m.Ends.After(most) && most.After(g.At) {
		m.Ends = most
	}
	if err := m.Save(tx, g.ID); err != nil {
		return err
	}
	return gamestate.WakeQueue(tx, g.At)
}

// CheckMuster does what is due in a muster: a player who has not confirmed loses the seat, and if
// nobody was found for free seats, the muster ends. job is the job that requested the check.
func (l *Lobby) CheckMuster(tx *game.Tx, job game.Job) error {
	if err := tx.Games.Lock(job.Game); err != nil && !errors.Is(err, game.ErrNoRecord) {
		return err
	}
	g, err := l.base.Load(tx, job.Game)
	var m *gamestate.Muster
	if err == nil {
		m, err = gamestate.ReadMuster(tx, g.ID)
	}
	if err != nil && !errors.Is(err, game.ErrNoGame) {
		return err
	}
	if err != nil || m == nil || g.Status != game.Forming || m.Due().IsZero() {
		return lost(tx.Jobs.FinishJob(job.ID))
	}
	if late := g.At.Sub(m.Due()); late > musterOutage {
		postpone(m, late+g.Hosting.MusterLasts())
	}
	if m.Due().After(g.At) {
		return m.Save(tx, g.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(m.Players)) {
		if p := m.Players[id]; p.Confirmed.IsZero() && !p.Until.After(g.At) {
			if err := l.missed(tx, g, id); err != nil {
				return err
			}
			if g, err = l.admin.Reopen(tx, g); err != nil || g.Status != game.Forming {
				return err
			}
		}
	}
	if m, err = gamestate.ReadMuster(tx, g.ID); err != nil || m == nil {
		return err
	}
	if began, err := l.beginSmaller(tx, g, m); err != nil || began {
		return err
	}
	if !m.Ends.IsZero() && !m.Ends.After(g.At) {
		return l.dissolve(tx, g, m)
	}
	return m.Save(tx, g.ID)
}

// lost returns err, or nil if err is ErrNoRecord, which means that another process has taken over
// the job.
func lost(err error) error {
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	return err
}

// missed removes a player who has not confirmed in time from their seat. In a rated game that
// counts like being late once.
func (l *Lobby) missed(tx *game.Tx, g *gamestate.State, id string) error {
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	p := gamestate.FindMember(parts, id, game.Player)
	if p == nil { // the account was erased
		return l.vacated(tx, g, id)
	}
	a, err := l.base.Accounts.AccountIn(tx, id)
	if err != nil {
		return err
	}
	said := []message.Message{message.New("You have lost your seat in the game {game}, because you did not confirm in time that you are there.", message.Name(g.Name))}
	if g.Hosting.Rated {
		if err := ratings.Record(tx, g, map[string]schedule.Outcome{id: schedule.Late}); err != nil {
			return err
		}
		said = append(said, message.New("This counts for your reliability like one missed deadline."))
	}
	if err := l.depart(tx, g, parts, p, false, message.New("A player has not confirmed in time and has lost the seat.")); err != nil {
		return err
	}
	said = append(said, message.New("If you would still like to play, join the queue again, or another game."))
	return l.base.Accounts.TellQueue(tx, a, time.Time{}, message.New("your seat in {game} is lost", message.Name(g.Name)), said)
}

// beginSmaller begins a game from the queue with those who have confirmed, if all of them accept a
// game for that number of players and the scenario has such a variant. It reports whether it did.
func (l *Lobby) beginSmaller(tx *game.Tx, g *gamestate.State, m *gamestate.Muster) (bool, error) {
	n := len(m.Players)
	v := m.Variants[n]
	if v == "" || n >= len(g.Seats) || m.Missing() > 0 {
		return false, nil
	}
	for _, p := range m.Players {
		if p.From == nil || n < p.From.Wants.Least || p.From.Wants.Most > 0 && n > p.From.Wants.Most {
			return false, nil
		}
	}
	cast, err := newGameFrom(g)
	if err != nil {
		return false, err
	}
	cast.Variant = v
	r, seats, err := l.draft(cast)
	if err != nil {
		return false, err
	}
	is := g.Record
	is.Scenario, is.Variant, is.Rules = r.Scenario, r.Variant, r.Rules
	if err := tx.Games.Recast(is, seats); err != nil {
		return false, err
	}
	if g, err = l.admin.Reopen(tx, g); err != nil {
		return false, err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return false, err
	}
	if _, err := dropWishes(g, tx, gamestate.OfKind(parts, game.Player)); err != nil {
		return false, err
	}
	return true, l.filled(tx, g)
}

// confirmedLasts is how long a confirmation is valid: as long as the search for others may
// take, so that nobody is asked twice in one evening.
func confirmedLasts(h *hosting.Hosting) time.Duration { return musterMost * h.MusterLasts() }

// dissolve ends a muster for which not enough players were found. A game that the judge has
// created is cancelled. Any other game continues to form, with the players who have joined it
// themselves. Players from the queue return to its front.
func (l *Lobby) dissolve(tx *game.Tx, g *gamestate.State, m *gamestate.Muster) error {
	if err := l.requeue(tx, g, m); err != nil {
		return err
	}
	back := message.New("Players who came from the queue are at its front again.")
	if m.Queue {
		n := journal.Notice{Topic: journal.TopicMuster, Said: gamestate.Sentences(message.New("Nobody was found in time for the free seats, so this game does not take place."), back)}
		if err := gamestate.Notice(tx, g, journal.Everybody, n); err != nil {
			return err
		}
		if err := game.DropItems(tx, g.ID, gamestate.MusterItem); err != nil {
			return err
		}
		return l.clock.TerminateGame(g, tx, message.Message{})
	}
	said := message.New("Nobody was found in time for the free seats. The game waits for players. When it is full, those are asked whose confirmation is too old by then.")
	for _, id := range slices.Sorted(maps.Keys(m.Players)) {
		if m.Players[id].From != nil {
			said = gamestate.Sentences(said, back)
			break
		}
	}
	if err := gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicMuster, Said: said}); err != nil {
		return err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	for _, p := range gamestate.OfKind(parts, game.Player) {
		if x := m.Players[p.Account]; x != nil && x.From != nil {
			if err := g.Leave(tx, &p); err != nil {
				return err
			}
			delete(m.Players, p.Account)
		}
	}
	maps.DeleteFunc(m.Players, func(_ string, p *gamestate.Mustered) bool { return p.Confirmed.IsZero() })
	m.Ends, m.Began = time.Time{}, g.At
	return m.Save(tx, g.ID)
}

// requeue puts people whom the queue has seated in a game back at the front of the queue, in
// their order.
func (l *Lobby) requeue(tx *game.Tx, g *gamestate.State, m *gamestate.Muster) error {
	var back []game.Waiting
	for _, p := range m.Players {
		if p.From != nil {
			back = append(back, *p.From)
		}
	}
	if len(back) == 0 {
		return nil
	}
	slices.SortFunc(back, func(a, b game.Waiting) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Account, b.Account))
	})
	all, err := tx.Queue.Queue()
	if err != nil {
		return err
	}
	first := back[len(back)-1].Since
	if len(all) > 0 && all[0].Since.Before(first) {
		first = all[0].Since
	}
	for i, w := range back {
		if at := first.Add(time.Duration(i-len(back)) * time.Microsecond); at.Before(w.Since) {
			w.Since = at
		}
		now, err := tx.Queue.Waiting(w.Account)
		switch {
		case err == nil: // they have rejoined the queue in the meantime, perhaps with other wishes
			w.Wants = now.Wants
		case !errors.Is(err, game.ErrNoRecord):
			return err
		}
		w.Ends, w.Warned = g.At.Add(QueueLasts), false
		if err := tx.Queue.SaveWaiting(w); err != nil {
			return err
		}
		if m.Queue {
			continue // the game's own e-mail already informs them
		}
		a, err := l.base.Accounts.AccountIn(tx, w.Account)
		if err != nil {
			return err
		}
		said := []message.Message{
			message.New("the game {game} does not begin: nobody was found in time for its free seats.", message.Name(g.Name)),
			message.New("You are back in the queue, at its front. You need not do anything."),
		}
		if err := l.base.Accounts.TellQueue(tx, a, time.Time{}, message.New("back in the queue"), said); err != nil {
			return err
		}
	}
	return gamestate.WakeQueue(tx, g.At)
}

// QueueLasts is how long an entry of the queue lasts, unless its owner renews it.
const QueueLasts = 7 * 24 * time.Hour

// MusterState is the muster of a game as a role may see it.
type MusterState struct {
	Asked, Confirmed int       // number of players; both are 0 if the number is a secret
	Mine             bool      // whether the role was asked
	Done             bool      // whether the role has confirmed
	Until            time.Time // the time by which the role must confirm, or for others the latest time for anyone
	Free             int       // seats without a player; 0 if that is a secret
	Ends             time.Time // when the search for players for free seats ends; zero if no seat is free
	Queue            bool      // whether the judge has created the game for people from the queue
	Waits            []string  // for masters, the names of those who have not confirmed
}

// Muster returns the muster of a game, or nil if nobody was asked to confirm.
func (l *Lobby) Muster(ctx context.Context, gameID string, role game.Role) (*MusterState, error) {
	var out *MusterState
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil || g.Status != game.Forming {
			return err
		}
		m, err := gamestate.ReadMuster(tx, g.ID)
		if err != nil || m == nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		s := &MusterState{Queue: m.Queue, Ends: m.Ends}
		if g.View(role).SeesJoined() {
			s.Asked, s.Confirmed = len(m.Players), len(m.Players)-m.Missing()
			s.Free = len(g.Seats) - len(gamestate.OfKind(parts, game.Player))
		}
		for _, id := range slices.Sorted(maps.Keys(m.Players)) {
			p := m.Players[id]
			if p.Confirmed.IsZero() {
				if p.Until.After(s.Until) {
					s.Until = p.Until
				}
				if role.Master {
					name, err := gamestate.AccountName(tx, id)
					if err != nil {
						return err
					}
					s.Waits = append(s.Waits, name)
				}
			}
		}
		if p := m.Players[role.Account]; role.Account != "" && p != nil {
			s.Mine, s.Done, s.Until = true, !p.Confirmed.IsZero(), p.Until
		}
		out = s
		return nil
	})
	return out, err
}
