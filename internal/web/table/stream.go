package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/journal"
	"podesta/internal/pubsub"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// resolved returns the message that a phase was resolved.
func resolved(p machiavelli.Phase) message.Message {
	when := message.Campaign{Season: p.Season, Year: p.Year}
	if p.Step == machiavelli.Retreats {
		return message.New("The retreats of {When} have been resolved.", when)
	}
	return message.New("{When} has been resolved.", when)
}

// stand returns the state of a game for a visitor, in a language.
func (s *Pages) stand(ctx context.Context, l message.Language, id string, role game.Role) (*wire.State, error) {
	g, err := s.Judge.Base.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	st := &wire.State{Revision: g.Revision, Number: g.Number, Phase: page.PhaseTitle(g.Phase).In(l), Status: string(g.Status), Finished: g.Finished}
	if g.Number == 0 {
		st.Phase = ""
		if st.Filled, err = s.filled(ctx, id, role); err != nil {
			return nil, err
		}
		return st, s.addNews(ctx, st, g, role)
	}
	if err := s.lastDone(ctx, l, st, g); err != nil {
		return nil, err
	}
	seats, err := s.Judge.Base.Seats(ctx, id)
	if err != nil {
		return nil, err
	}
	if !g.Finished && g.Status == game.Active {
		plan, err := s.Judge.Clock.Plan(ctx, id)
		if err != nil {
			return nil, err
		}
		st.Deadline, st.Grace, st.Start = page.NewDue(plan.Deadline).ISO, page.NewDue(plan.Grace).ISO, page.NewDue(plan.Start).ISO
		if g.Hosting.OnReady {
			st.Start = ""
		}
	}
	states, err := s.Judge.Clock.States(ctx, id, role)
	if err != nil {
		return nil, err
	}
	for i, seat := range seats {
		if i >= len(states) {
			break
		}
		says, done := gamepage.SeatWords(g, seat, states[i], role)
		st.Seats = append(st.Seats, wire.SeatState{Seat: seat.Number, Says: says.In(l), Done: done})
		if seat.Number == role.Seat && !g.Finished {
			owes, urgent := gamepage.StandOf(g, seat, states[i])
			st.Owes, st.Urgent = owes.In(l), urgent
			st.Wait, st.Ready = states[i].Wait, g.Hosting.OnReady && seat.Ready
			st.Urgent = st.Urgent && g.Status == game.Active
		}
	}
	now, err := s.NewsFor(ctx, l, g, role, states)
	if err != nil {
		return nil, err
	}
	st.Awaits, st.Votes, st.News = inWords(l, now.Awaits), inWords(l, now.Votes), now.News
	if role.Master && !g.Finished {
		st.Lacks = inWords(l, gamepage.OrderWords(g, seats, states))
	}
	return st, s.addNews(ctx, st, g, role)
}

// filled identifies how far a forming game is filled, as far as a role may know. It changes
// whenever the number of free seats or the state of the confirmations does.
func (s *Pages) filled(ctx context.Context, id string, role game.Role) (string, error) {
	p, err := s.Judge.Lobby.Places(ctx, id, role)
	if err != nil {
		return "", err
	}
	m, err := s.Judge.Lobby.Muster(ctx, id, role)
	if err != nil {
		return "", err
	}
	out := fmt.Sprint(p.Missing, "/", p.Seats)
	if m != nil {
		out += fmt.Sprint(" ", m.Confirmed, "/", m.Asked, " ", m.Done, " ", m.Until.Unix(), " ", m.Ends.Unix())
	}
	return out, nil
}

// inWords renders messages in a language.
func inWords(l message.Language, list []message.Message) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.In(l))
	}
	return out
}

// addNews adds new messages and news from the log.
func (s *Pages) addNews(ctx context.Context, st *wire.State, g *game.Game, role game.Role) (err error) {
	if role.Takes() {
		if st.Unread, err = s.Judge.Press.Unread(ctx, g.ID, role); err != nil {
			return err
		}
	}
	letters, _, err := s.Judge.Press.Letters(ctx, g.ID, role, 0, 1)
	if len(letters) > 0 {
		st.Letter = s.Judge.Press.EntryNumber(g.ID, letters[0].Seq)
	}
	return err
}

// lastDone adds the last resolved phase and, if the current revision is the result of a rollback or
// correction by the master, what the master did.
func (s *Pages) lastDone(ctx context.Context, l message.Language, st *wire.State, g *game.Game) error {
	n := g.Number - 1
	if g.Finished {
		n = g.Number
	}
	if n > 0 {
		phases, err := s.Judge.Base.Phases(ctx, g.ID)
		if err != nil {
			return err
		}
		for _, p := range phases {
			if p.Number == n {
				st.Last = &wire.LastPhase{Title: page.PhaseTitle(p.Phase).In(l), Says: resolved(p.Phase).In(l), Href: httpserver.Prefix(ctx) + "/g/" + g.ID + "/p/" + strconv.Itoa(n)}
			}
		}
	}
	acts, err := s.Judge.Admin.Acts(ctx, g.ID, game.Role{})
	if err != nil {
		return err
	}
	if k := len(acts); k > 0 && acts[k-1].Revision == g.Revision {
		if a := acts[k-1]; a.Topic == journal.TopicRollback || a.Topic == journal.TopicEdit {
			st.Acts = a.In(l)
		}
	}
	return nil
}

// state sends the state of the game to pages without a stream.
func (s *Pages) state(w http.ResponseWriter, r *http.Request) {
	st, err := s.standFor(r)
	if err != nil {
		code := page.Statuses[game.ErrorCode(err)].Status
		page.SendJSON(w, max(code, http.StatusNotFound), wire.Refusal{Error: s.Catalogue(r).T(s.Explain(r, err)), Code: game.ErrorCode(err)})
		return
	}
	page.SendJSON(w, http.StatusOK, st)
}

// standFor returns the state of a game for the sender of a request. It
// determines the sender's role each time.
func (s *Pages) standFor(r *http.Request) (*wire.State, error) {
	r = s.WithVisit(r)
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	role, err := s.Role(r, g)
	if err != nil {
		return nil, err
	}
	return s.stand(r.Context(), s.Catalogue(r), g.ID, role)
}

// The limits of the pages' streams.
const (
	streamsEach  = 40 // maximum number for each visitor
	streamsAll   = 20000
	writeTimeout = 30 * time.Second
)

// beats determines how often idle streams are checked.
type beats struct {
	beat  time.Duration // time between signs of life
	check time.Duration // time between checks that the session is still valid
}

var usualBeats = beats{beat: 25 * time.Second, check: 5 * time.Minute}

// maxLooks is the number of streams that read their games at the same time.
const maxLooks = 8

// errSignedOut ends a stream whose session has ended.
var errSignedOut = errors.New("the session is over")

// live sends the stream of a game's events to its open pages: an event "state"
// with a wire.State at the beginning and after each change, and an event
// "signedout" when its session has ended. Between two checks only the
// connection itself uses resources.
func (s *Pages) live(w http.ResponseWriter, r *http.Request) {
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	v := s.Visit(r)
	owner := account.Remote(r.Context())
	if host, _, err := net.SplitHostPort(r.RemoteAddr); owner == "" && err == nil {
		owner = host
	}
	if v.Account != nil {
		owner = "account " + v.Account.ID
	}
	str := s.streams.Join(owner, streamsEach, streamsAll)
	if str == nil {
		w.Header().Set("Retry-After", page.RetryAfter)
		http.Error(w, "There are too many open pages. Close some.", http.StatusTooManyRequests)
		return
	}
	defer str.Leave()
	str.Watch(g.ID)
	f := &pageStream{s: s, r: r, w: w, rc: http.NewResponseController(w), stream: str, signed: v.Account != nil, game: g}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	_ = f.rc.SetReadDeadline(time.Time{}) // removes the deadline of the request; a stream has none
	w.WriteHeader(http.StatusOK)
	f.run(r.Context())
}

// pageStream is one open page.
type pageStream struct {
	s      *Pages
	r      *http.Request
	w      http.ResponseWriter
	rc     *http.ResponseController
	stream *pubsub.Stream
	signed bool // whether it began with a session
	game   *game.Game
	last   []byte // the last state sent
	next   string // the text to send next
}

func (f *pageStream) run(ctx context.Context) {
	if f.write("retry: 3000\n\n") != nil || f.tell() != nil {
		return
	}
	b := f.s.beats
	beat, check := time.NewTicker(b.beat), time.NewTicker(b.check)
	defer beat.Stop()
	defer check.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-f.s.streams.Over():
			return
		case <-f.stream.Stirred():
			f.stream.Take()
			err = f.tell()
		case <-check.C:
			if f.signed {
				err = f.tell()
			}
		case <-beat.C:
			err = f.write(": \n\n")
		}
		if err != nil {
			if !errors.Is(err, errSignedOut) && game.ErrorCode(err) == game.Internal && ctx.Err() == nil {
				f.s.Log.Error("live page", "path", f.r.URL.Path, "error", err)
			}
			return
		}
	}
}

// tell sends the page the state of the game, if it has changed.
func (f *pageStream) tell() error {
	err := f.look()
	if f.next == "" {
		return err
	}
	text := f.next
	f.next = ""
	return errors.Join(f.write(text), err)
}

// look determines what to send to the page, if anything.
func (f *pageStream) look() error {
	select {
	case f.s.looks <- struct{}{}:
		defer func() { <-f.s.looks }()
	case <-f.r.Context().Done():
		return f.r.Context().Err()
	}
	r := f.s.WithVisit(f.r)
	if f.signed && f.s.Visit(r).Account == nil {
		if err := f.s.Visit(r).Err; err != nil {
			return err
		}
		f.next = "event: signedout\ndata: {}\n\n"
		return errSignedOut
	}
	data, err := f.data(r)
	if err != nil || bytes.Equal(data, f.last) {
		return err
	}
	f.last = data
	f.next = "event: state\ndata: " + string(data) + "\n\n"
	return nil
}

// data returns the state of the game for the page, as JSON. It is the same for
// all strangers with the same language and is therefore computed only once for
// them.
func (f *pageStream) data(r *http.Request) (data []byte, err error) {
	role, err := f.s.Role(r, f.game)
	if err != nil {
		return nil, err
	}
	make := func() ([]byte, error) {
		var data []byte
		err := f.s.Judge.Base.Snapshot(r.Context(), func(ctx context.Context) error {
			st, err := f.s.stand(ctx, f.s.Catalogue(r), f.game.ID, role)
			if err == nil {
				data, err = json.Marshal(st)
			}
			return err
		})
		return data, err
	}
	if role != (game.Role{}) && role != (game.Role{Account: role.Account}) {
		return make()
	}
	return f.s.public.get(f.game.ID+" "+f.s.Catalogue(r).Tag, f.stream.Turn(f.game.ID), make)
}

// publicStates caches the states of games for strangers, each with the number of the game's latest
// news at that time.
type publicStates struct {
	mu  sync.Mutex
	all map[string]*publicState
}

type publicState struct {
	mu   sync.Mutex
	turn uint64
	data []byte
}

// maxPublic is the number of games whose states are cached.
const maxPublic = 4096

// get returns the cached state of a game if it was computed with turn as the number of the latest
// news. Otherwise it computes the state, once for all concurrent callers.
func (p *publicStates) get(game string, turn uint64, find func() ([]byte, error)) ([]byte, error) {
	p.mu.Lock()
	x := p.all[game]
	if x == nil {
		if p.all == nil || len(p.all) >= maxPublic {
			p.all = map[string]*publicState{}
		}
		x = &publicState{}
		p.all[game] = x
	}
	p.mu.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.data != nil && x.turn == turn {
		return x.data, nil
	}
	data, err := find()
	if err == nil {
		x.turn, x.data = turn, data
	}
	return data, err
}

// write sends a text at once. A client that does not receive it in time is
// disconnected.
func (f *pageStream) write(text string) error {
	_ = f.rc.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, err := f.w.Write([]byte(text)); err != nil {
		return err
	}
	return f.rc.Flush()
}
