package table

import (
	"podesta/internal/pubsub"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/history"
	"podesta/internal/web/master"
	"podesta/internal/web/page"
)

// Pages serves the pages with the board of a game.
type Pages struct {
	*gamepage.Base
	history *history.Pages
	master  *master.Pages

	maps    page.Cache
	boards  page.Dictionaries // common parts of maps
	streams *pubsub.Hub       // streams of open pages
	looks   chan struct{}     // slots for streams that read their state
	beats   beats
	public  publicStates
}

// New returns the pages with the board of a game. The parameter streams is the hub for the streams
// of open pages.
func New(b *gamepage.Base, history *history.Pages, master *master.Pages, streams *pubsub.Hub) *Pages {
	s := &Pages{Base: b, history: history, master: master, streams: streams, looks: make(chan struct{}, maxLooks), beats: usualBeats}
	master.Board = s.withPanel
	return s
}

// Routes registers the handlers of the board.
func (s *Pages) Routes(mux page.Router) {
	s.HandlePage(mux, "", s.game)
	mux.HandleFunc("GET /g/{id}/map/{file}", s.drawing)
	mux.HandleFunc("GET /g/{id}/state", s.state)
	mux.HandleFunc("GET /g/{id}/live", s.live)
	mux.HandleFunc("GET /g/{id}/table.json", s.tableData)
	mux.HandleFunc("POST /g/{id}/check", s.check)
	mux.HandleFunc("POST /g/{id}/orders", s.saveOrders)
	mux.HandleFunc("GET /g/{id}/hint", s.hint)
	mux.HandleFunc("POST /g/{id}/ready", s.setReady)
	mux.HandleFunc("GET /g/{id}/dice.json", s.diceBook)
	mux.HandleFunc("POST /g/{id}/name", s.setName)
	mux.HandleFunc("POST /g/{id}/leave", s.leave)
	mux.HandleFunc("POST /g/{id}/play", s.playDo)
}
