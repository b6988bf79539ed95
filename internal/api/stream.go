package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/pubsub"
	"podesta/machiavelli/message"
)

// The limits of live streams.
const (
	streamsEach  = 10 // streams per account, key or network address
	streamsAll   = 5000
	streamGames  = 64
	writeTimeout = 30 * time.Second
)

// heartbeat is the time between heartbeats of a stream.
const heartbeat = 20 * time.Second

func (s *Server) streamRoutes() {
	text := &huma.Schema{Type: huma.TypeString, Description: "Server-sent events"}
	add(s, huma.Operation{
		OperationID: "events", Method: http.MethodGet, Path: "/events", Tags: []string{tagLive}, Security: anyone,
		Summary: "Live events as they happen (server-sent events)",
		Description: "An event `state` (GameState) for each game at the beginning and after each change, and for hosted games an event `entry` (LogEntry) for everything " +
			"that is told from then on. The id of an event is the number of the last entry that you can read, or with several games the numbers of all; send it in Last-Event-ID, " +
			"or as `after`, to get what you missed. A comment comes every 20 seconds. The stream ends when the token does not hold any more.",
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: text}}}},
	}, s.events)
	for _, t := range []reflect.Type{reflect.TypeFor[apijson.GameState](), reflect.TypeFor[apijson.Delivery](), reflect.TypeFor[apijson.NewsDelivery]()} {
		s.api.OpenAPI().Components.Schemas.Schema(t, true, "")
	}
}

type eventsInput struct {
	Game      []string `query:"game" maxItems:"20" doc:"The games; by default all in which the caller takes part"`
	After     string   `query:"after" maxLength:"2000" doc:"The id of the last event that you have; Last-Event-ID goes before it"`
	LastEvent string   `header:"Last-Event-ID" maxLength:"2000"`
}

func (s *Server) events(ctx context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	c := callerOf(ctx)
	f := &feed{s: s, caller: c, fixed: len(in.Game) > 0, at: map[string]*place{}}
	for _, name := range in.Game {
		g, err := s.judge.Base.FindGame(ctx, name)
		if err != nil {
			return nil, err
		}
		f.names = append(f.names, g.ID)
	}
	if !f.fixed {
		switch {
		case c.key != "":
			f.fixed, f.names = true, []string{c.game}
		case c.account == nil:
			return nil, problem(unauthorized, message.New("Name the games, or sign the request with the token of your account."))
		case c.token.Game != "":
			f.fixed, f.names = true, []string{c.token.Game}
		}
	}
	last := in.LastEvent
	if last == "" {
		last = in.After
	}
	if err := f.begin(ctx, last); err != nil {
		return nil, err
	}
	if f.stream = s.news.Join(c.bucket(), streamsEach, streamsAll); f.stream == nil {
		return nil, problem(game.TooMany, message.New("There are too many live streams. Close some, or watch all your games in one."))
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer f.stream.Leave()
		r, w := humago.Unwrap(hc)
		f.run(r.Context(), w)
	}}, nil
}

// feed is one live stream.
type feed struct {
	s      *Server
	caller *caller
	stream *pubsub.Stream
	fixed  bool     // whether the request names the games
	names  []string // sorted names of the games
	at     map[string]*place
	since  map[string]int64 // where to begin in the games that the last event's id contains
	w      http.ResponseWriter
	rc     *http.ResponseController
	buf    bytes.Buffer
}

// place is the progress of a stream in a game.
type place struct {
	seq    int64 // number of the last entry that was sent
	state  []byte
	hosted bool
}

// begin parses the id of the last event and determines where to continue.
func (f *feed) begin(ctx context.Context, last string) error {
	f.since = map[string]int64{}
	for part := range strings.SplitSeq(last, ",") {
		if part == "" {
			continue
		}
		game, number, both := strings.Cut(part, ".")
		if !both {
			number = part
			if len(f.names) != 1 {
				return invalid(message.New("The id of the last event is not one of this stream."))
			}
			game = f.names[0]
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 {
			return invalid(message.New("The id of the last event is not one of this stream."))
		}
		f.since[game] = f.s.judge.Press.EntrySeq(game, n)
	}
	return f.refresh(ctx)
}

// refresh reads in which games the caller takes part, and determines where to begin in new
// ones.
func (f *feed) refresh(ctx context.Context) error {
	ctx = context.WithValue(ctx, callerKey{}, f.caller)
	if !f.fixed {
		games, err := f.s.judge.Base.GamesOf(ctx, f.caller.account.ID)
		if err != nil {
			return err
		}
		f.names = nil
		for _, g := range slices.Backward(games) {
			if len(f.names) < streamGames {
				f.names = append(f.names, g.ID)
			}
		}
	}
	for _, id := range f.names {
		if f.at[id] != nil {
			continue
		}
		p := &place{}
		if n, ok := f.since[id]; ok {
			p.seq = n
		} else {
			t, err := f.s.at(ctx, id)
			if err == nil {
				p.seq, err = f.s.judge.Press.Told(ctx, id, t.role)
			}
			if err != nil {
				return err
			}
		}
		f.at[id] = p
	}
	return nil
}

// run writes events until the caller disconnects, the server ends, or the token
// becomes invalid.
func (f *feed) run(ctx context.Context, w http.ResponseWriter) {
	f.w, f.rc = w, http.NewResponseController(w)
	_ = f.rc.SetReadDeadline(time.Time{}) // removes the request's deadline, because a stream has none
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	f.buf.WriteString("retry: 3000\n\n")
	f.watch()
	all := map[string]bool{"": true}
	if !f.step(ctx, all) {
		return
	}
	beat, poll := time.NewTicker(f.s.beat), time.NewTicker(f.s.poll)
	defer beat.Stop()
	defer poll.Stop()
	for {
		fresh := map[string]bool{}
		select {
		case <-ctx.Done():
			return
		case <-f.s.news.Over():
			return
		case <-f.stream.Stirred():
			fresh = f.stream.Take()
		case <-poll.C:
			for id, p := range f.at { // polls games that have no log
				if !p.hosted {
					fresh[id] = true
				}
			}
			if len(fresh) == 0 {
				continue
			}
		case <-beat.C:
			f.buf.WriteString(": \n\n")
			if f.refresh(ctx) != nil {
				return
			}
			f.watch()
		}
		if !f.step(ctx, fresh) {
			return
		}
	}
}

func (f *feed) watch() { f.stream.Watch(f.names...) }

// step writes the news of games. It returns false if the stream has to end.
func (f *feed) step(ctx context.Context, fresh map[string]bool) bool {
	ctx = context.WithValue(ctx, callerKey{}, f.caller)
	for _, id := range f.names {
		if !fresh[""] && !fresh[id] && f.at[id].state != nil {
			continue
		}
		if err := f.game(ctx, id); len(f.names) > 1 && f.s.judge.Base.LeaveOut(id, err) {
			continue
		} else if err != nil {
			if game.ErrorCode(err) == game.Internal && ctx.Err() == nil {
				f.s.log.Error("live events", "game", id, "error", err)
			}
			return false
		}
	}
	return f.flush(ctx) == nil
}

// game writes the news of one game: new log entries, and the game's state if it has changed.
func (f *feed) game(ctx context.Context, id string) error {
	p := f.at[id]
	t, err := f.s.at(ctx, id)
	if err != nil {
		return err
	}
	for {
		log, err := f.s.readLog(ctx, t, f.s.judge.Press.EntryNumber(id, p.seq), 200, "")
		if err != nil {
			return err
		}
		for i := range log.Items {
			p.seq = f.s.judge.Press.EntrySeq(id, log.Items[i].Seq)
			if err := f.event(ctx, "entry", f.id(), &log.Items[i]); err != nil {
				return err
			}
		}
		if log.Next == "" {
			break
		}
	}
	g := apijson.GameState{
		Game: t.ID, Status: string(t.Status), Number: t.Number, Phase: apijson.PhaseName(t.Phase), Revision: t.Revision,
	}
	plan, err := f.s.judge.Clock.Plan(ctx, id)
	if err != nil {
		return err
	}
	g.Times = apijson.Times{Start: apijson.Instant(plan.Start), Deadline: apijson.Instant(plan.Deadline), Grace: apijson.Instant(plan.Grace)}
	state, err := json.Marshal(g)
	if err != nil || bytes.Equal(state, p.state) {
		return err
	}
	p.state = state
	return f.event(ctx, "state", f.id(), g)
}

// id returns the id of an event, which holds the progress of the stream in every game that has
// a log.
func (f *feed) id() string {
	if len(f.names) == 1 && f.fixed {
		return strconv.FormatInt(f.s.judge.Press.EntryNumber(f.names[0], f.at[f.names[0]].seq), 10)
	}
	var parts []string
	for _, id := range f.names {
		if p := f.at[id]; p.seq > 0 {
			parts = append(parts, fmt.Sprintf("%s.%d", id, f.s.judge.Press.EntryNumber(id, p.seq)))
		}
	}
	return strings.Join(parts, ",")
}

func (f *feed) event(ctx context.Context, name, id string, v any) error {
	f.buf.WriteString("event: " + name + "\n")
	if id != "" {
		f.buf.WriteString("id: " + id + "\n")
	}
	f.buf.WriteString("data: ")
	if err := WriteJSON(&f.buf, v); err != nil { // it also ends the line
		return err
	}
	f.buf.WriteByte('\n')
	if f.buf.Len() < 64<<10 {
		return nil
	}
	return f.flush(ctx)
}

// flush sends the buffered events if the caller's secret is still valid. It checks this after
// everything was read, so that nothing is sent that was written after a revocation. A client
// that does not receive it in time is disconnected.
func (f *feed) flush(ctx context.Context) error {
	if f.buf.Len() == 0 {
		return nil
	}
	if f.caller.secret != "" {
		if _, err := f.s.who(ctx, f.caller.secret); err != nil {
			return err
		}
	}
	_ = f.rc.SetWriteDeadline(time.Now().Add(writeTimeout))
	_, err := f.w.Write(f.buf.Bytes())
	f.buf.Reset()
	if err != nil {
		return err
	}
	return f.rc.Flush()
}
