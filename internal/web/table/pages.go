package table

import (
	"log/slog"
	"net/http"
	"time"

	"podesta/internal/judge"
	"podesta/internal/pubsub"
	"podesta/internal/web/page"
	"podesta/machiavelli/rules"
)

// Options configures the pages of games.
type Options struct {
	Judge   *judge.Judge
	Log     *slog.Logger
	Now     func() time.Time
	Lists   *Lists      // nil: lists of games are made for every visitor
	Streams *pubsub.Hub // of open pages
}

// Pages are the pages of games: the board itself, its press, log and settings,
// and in addition the front page, lists of games, players and new games.
type Pages struct {
	*page.Responder
	judge *judge.Judge
	log   *slog.Logger
	now   func() time.Time

	maps   page.Cache
	boards page.Dictionaries // of maps
	films  page.Cache        // of phases, for the script that plays them

	chronicles chronicles
	lists      *Lists // nil: lists are not cached
	reliables  reliables
	shown      showcase
	Work       chan struct{} // slots for slow work
	streams    *pubsub.Hub   // of open pages
	looks      chan struct{} // slots for streams that read their state
	beats      beats
	public     publicStates
}

// maxWork is the number of previews computed at the same time.
const maxWork = 2

// New returns the pages of games.
func New(r *page.Responder, o Options) *Pages {
	return &Pages{
		Responder: r, judge: o.Judge, log: o.Log, now: o.Now, lists: o.Lists, streams: o.Streams,
		Work: make(chan struct{}, maxWork), looks: make(chan struct{}, maxLooks), beats: usualBeats,
	}
}

// Routes adds the addresses of the pages of games.
func (s *Pages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /games", s.games)
	mux.HandleFunc("GET /scenarios/{id}/{file}", s.startPicture)
	mux.HandleFunc("GET /new", s.newForm)
	mux.HandleFunc("POST /new", s.create)
	mux.HandleFunc("GET /g/{id}", s.game)
	mux.HandleFunc("GET /g/{id}/p/{n}", s.past)
	mux.HandleFunc("GET /g/{id}/map/{file}", s.drawing)
	mux.HandleFunc("GET /g/{id}/state", s.state)
	mux.HandleFunc("GET /g/{id}/live", s.live)
	mux.HandleFunc("GET /g/{id}/table.json", s.tableData)
	mux.HandleFunc("POST /g/{id}/check", s.check)
	mux.HandleFunc("POST /g/{id}/orders", s.saveOrders)
	mux.HandleFunc("POST /g/{id}/ready", s.setReady)
	mux.HandleFunc("GET /g/{id}/dice.json", s.diceBook)
	mux.HandleFunc("POST /g/{id}/name", s.setName)
	mux.HandleFunc("POST /g/{id}/leave", s.leave)
	mux.HandleFunc("GET /inbox", s.inboxView)
	mux.HandleFunc("GET /u/{name}", s.player)
	mux.HandleFunc("GET /ratings", s.ratings)
	mux.HandleFunc("GET /rules/{preset}", s.presetRules)
	mux.Handle("GET /rules", http.RedirectHandler("/rules/"+rules.DefaultPreset, http.StatusSeeOther))
	s.playRoutes(mux)
	s.hostRoutes(mux)
	s.storyRoutes(mux)
	s.legendRoutes(mux)
}

// ForgetReliable invalidates the table of reliability, because a player no
// longer wants to be listed.
func (s *Pages) ForgetReliable() { s.reliables.forget() }
