package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/pubsub"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli"
)

// resolved tells that a phase was decided.
func resolved(p machiavelli.Phase) string {
	when := page.Capital(p.Campaign())
	if p.Step == machiavelli.Retreats {
		return "The retreats of " + when + " have been resolved."
	}
	return when + " has been resolved."
}

// stand tells where a game stands for a visitor.
func (s *Pages) stand(ctx context.Context, id string, role game.Role) (*wire.State, error) {
	g, err := s.judge.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	st := &wire.State{Revision: g.Revision, Number: g.Number, Phase: page.PhaseTitle(g.Phase), Status: string(g.Status), Finished: g.Finished}
	if g.Number == 0 {
		st.Phase = ""
		return st, s.told(ctx, st, g, role)
	}
	if err := s.lastDone(ctx, st, g); err != nil {
		return nil, err
	}
	seats, err := s.judge.Seats(ctx, id)
	if err != nil {
		return nil, err
	}
	if !g.Finished && g.Status == game.Active {
		plan, err := s.judge.Plan(ctx, id)
		if err != nil {
			return nil, err
		}
		st.Deadline, st.Grace, st.Start = page.NewDue(plan.Deadline).ISO, page.NewDue(plan.Grace).ISO, page.NewDue(plan.Start).ISO
		if g.Hosting.OnReady {
			st.Start = ""
		}
	}
	states, err := s.judge.States(ctx, id, role)
	if err != nil {
		return nil, err
	}
	for i, seat := range seats {
		if i >= len(states) {
			break
		}
		says, done := seatWords(g, seat, states[i], role)
		st.Seats = append(st.Seats, wire.SeatState{Seat: seat.Number, Says: says, Done: done})
		if seat.Number == role.Seat && !g.Finished {
			st.Owes, st.Urgent = standOf(g, seat, states[i])
			st.Wait, st.Ready = states[i].Wait, g.Hosting.OnReady && seat.Ready
			st.Urgent = st.Urgent && g.Status == game.Active
		}
	}
	now, err := s.newsFor(ctx, g, role, states)
	if err != nil {
		return nil, err
	}
	st.Awaits, st.Votes, st.News = now.Awaits, now.Votes, now.News
	if role.Master && !g.Finished {
		st.Lacks = orderWords(g, seats, states)
	}
	return st, s.told(ctx, st, g, role)
}

// told fills in what is new in the letters and the log.
func (s *Pages) told(ctx context.Context, st *wire.State, g *game.Game, role game.Role) (err error) {
	if role.Takes() {
		if st.Unread, err = s.judge.Unread(ctx, g.ID, role); err != nil {
			return err
		}
	}
	letters, _, err := s.judge.Letters(ctx, g.ID, role, 0, 40)
	if n := len(letters); n > 0 {
		st.Letter = letters[n-1].Seq
	}
	return err
}

// lastDone fills in which phase was decided last, and what a master did to the
// game since, if that is why it has another revision.
func (s *Pages) lastDone(ctx context.Context, st *wire.State, g *game.Game) error {
	n := g.Number - 1
	if g.Finished {
		n = g.Number
	}
	if n > 0 {
		phases, err := s.judge.Phases(ctx, g.ID)
		if err != nil {
			return err
		}
		for _, p := range phases {
			if p.Number == n {
				st.Last = &wire.LastPhase{Title: p.Phase.Title(), Says: resolved(p.Phase), Href: "/g/" + g.ID + "/p/" + strconv.Itoa(n)}
			}
		}
	}
	acts, err := s.judge.Acts(ctx, g.ID, game.Role{})
	if err != nil {
		return err
	}
	if k := len(acts); k > 0 && acts[k-1].Revision == g.Revision {
		if a := acts[k-1]; a.Topic == journal.TopicRollback || a.Topic == journal.TopicEdit {
			st.Acts = a.Text
		}
	}
	return nil
}

// state tells open pages where the game stands, for those that have no stream.
func (s *Pages) state(w http.ResponseWriter, r *http.Request) {
	st, err := s.standFor(r)
	if err != nil {
		code := page.Statuses[game.ErrorCode(err)].Status
		page.SendJSON(w, max(code, http.StatusNotFound), wire.Refusal{Error: s.Catalogue(r).T(page.Explain(s.Catalogue(r), err)), Code: game.ErrorCode(err)})
		return
	}
	s.Speak(r, st)
	page.SendJSON(w, http.StatusOK, st)
}

// standFor is where a game stands for who sends a request. His part is found
// out anew each time.
func (s *Pages) standFor(r *http.Request) (*wire.State, error) {
	r = s.WithVisit(r)
	g, err := s.judge.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	role, err := s.Role(r, g)
	if err != nil {
		return nil, err
	}
	return s.stand(r.Context(), g.ID, role)
}

// The bounds of the pages' streams.
const (
	streamsEach  = 40 // of one visitor
	streamsAll   = 20000
	writeTimeout = 30 * time.Second
)

// beats say how often streams that nothing happens on are looked at.
type beats struct {
	beat  time.Duration // between signs of life
	check time.Duration // between looks at whether the session still holds
}

var usualBeats = beats{beat: 25 * time.Second, check: 5 * time.Minute}

// maxLooks is how many streams look at their games at a time.
const maxLooks = 8

// errSignedOut ends a stream whose session is over.
var errSignedOut = errors.New("the session is over")

// live is the stream of what happens in a game, for its open pages: an event
// "state" with a pageState at the beginning and whenever it has changed, and an
// event "signedout" when the session that opened it is over. Nothing is held
// between two looks but the connection itself.
func (s *Pages) live(w http.ResponseWriter, r *http.Request) {
	g, err := s.judge.Game(r.Context(), r.PathValue("id"))
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
	_ = f.rc.SetReadDeadline(time.Time{}) // that of the request; a stream has none
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
	signed bool // its session was there when it began
	game   *game.Game
	last   []byte // state that was told
	next   string // what is to be written
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
				f.s.log.Error("live page", "path", f.r.URL.Path, "error", err)
			}
			return
		}
	}
}

// tell tells the page where the game stands, if that has changed.
func (f *pageStream) tell() error {
	err := f.look()
	if f.next == "" {
		return err
	}
	text := f.next
	f.next = ""
	return errors.Join(f.write(text), err)
}

// look finds out what the page is to be told, if anything.
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

// data is where the game stands for the page, as JSON. What a stranger sees all
// strangers see, so it is found out for one of them.
func (f *pageStream) data(r *http.Request) (data []byte, err error) {
	role, err := f.s.Role(r, f.game)
	if err != nil {
		return nil, err
	}
	make := func() ([]byte, error) {
		var data []byte
		err := f.s.judge.Look(r.Context(), func(ctx context.Context) error {
			st, err := f.s.stand(ctx, f.game.ID, role)
			if err == nil {
				f.s.Speak(r, st)
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

// publicStates are what strangers are told of games, with the turn of the news
// at which it was found out.
type publicStates struct {
	mu  sync.Mutex
	all map[string]*publicState
}

type publicState struct {
	mu   sync.Mutex
	turn uint64
	data []byte
}

// maxPublic is how many games' states are kept.
const maxPublic = 4096

// get gives what is kept of a game if it is not older than the turn, or finds it
// out, once for all who ask meanwhile.
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

// write sends a text at once; who does not take it in time is cut off.
func (f *pageStream) write(text string) error {
	_ = f.rc.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, err := f.w.Write([]byte(text)); err != nil {
		return err
	}
	return f.rc.Flush()
}
