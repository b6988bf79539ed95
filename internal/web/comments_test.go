package web

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"podesta/internal/game"
)

// TestCommentPages writes, changes, hides, reports and deletes comments on the pages
// of a phase and of the end.
func TestCommentPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	g := h.At(gameID(at))
	master.post(at+"/carryout", url.Values{"revision": {strconv.Itoa(h.revision(g.ID))}}).has(t, http.StatusOK)
	lacks(t, "the page of a phase of a running game", players["Milan"].get(at+"/p/1").body, "Comments")
	for _, b := range players {
		r := h.RoleFor(g, b.account())
		h.Must(h.Judge.Clock.Vote(t.Context(), g.ID, r, r.Seat, game.Ballot{Draw: true}))
	}
	milan, venice, stranger := players["Milan"], players["Venice"], h.browser()
	milan.get(at+"/p/1").has(t, http.StatusOK, "Your comment on this phase")
	p := milan.post(at+"/comment", url.Values{"phase": {"1"}, "text": {"I meant <b>Lucca</b>."}})
	p.has(t, http.StatusOK, "I meant <b>Lucca</b>.", "Change", "Delete")
	if p.url.Path != at+"/p/1" {
		t.Errorf("the form leads to %s", p.url)
	}
	stranger.get(at+"/p/1").has(t, http.StatusOK, "I meant <b>Lucca</b>.")
	lacks(t, "the page of a stranger", stranger.get(at+"/p/1").body, "Your comment", "Delete", "Report</a></p>\n<div")
	stranger.get(at+"/p/2").has(t, http.StatusOK, "No comments yet.")
	stranger.get(at+"/end").has(t, http.StatusOK, "Comments", "Spring 1385, orders", "I meant <b>Lucca</b>.")
	milan.post(at+"/comment", url.Values{"phase": {"1"}, "text": {" "}}).has(t, http.StatusUnprocessableEntity, "The comment has no text.")
	milan.post(at+"/comment/edit", url.Values{"phase": {"0"}, "id": {"1"}, "text": {"I meant Siena."}}).has(t, http.StatusOK, "Final ranking", "I meant Siena.", "changed")
	venice.post(at+"/comment/drop", url.Values{"id": {"1"}}).has(t, http.StatusForbidden, "Only the player who has written a comment")
	venice.get("/report?game="+g.ID+"&comment=1").has(t, http.StatusOK, "You report a comment in The Four")
	venice.post("/report", url.Values{"game": {g.ID}, "comment": {"1"}, "reason": {"spam"}}).has(t, http.StatusOK, "The operators of this judge have your report")
	master.get(at+"/end").has(t, http.StatusOK, "Hide it")
	master.post(at+"/comment/hide", url.Values{"id": {"1"}, "hide": {"1"}}).has(t, http.StatusOK, "hidden by a master", "Show it again")
	lacks(t, "the end without the comment", stranger.get(at+"/end").body, "Siena.")
	milan.get(at+"/p/1").has(t, http.StatusOK, "I meant Siena.", "hidden by a master")
	lacks(t, "the phase without the comment", milan.post(at+"/comment/drop", url.Values{"phase": {"1"}, "id": {"1"}}).body, "Siena.")
}

// TestVacationPage sets one vacation for all games, changes it and cancels it.
func TestVacationPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	b := players["Milan"]
	b.post("/me/vacation", url.Values{"from": {"2026-02-10"}, "to": {"2026-02-01"}}).has(t, http.StatusUnprocessableEntity, "would end before it begins")
	b.post("/me/vacation", url.Values{"from": {"2026-02-01"}, "to": {"2026-02-10"}}).
		has(t, http.StatusOK, "Your vacation is recorded.", "You are away from", "The Four", "New deadlines avoid it; the current one stays.", "Cancel it")
	b.get(at+"/seat").has(t, http.StatusOK, "Your vacation counts here from")
	master.get(at+"/master").has(t, http.StatusOK, "Milan is away from all their games")
	lacks(t, "the seat of another", players["Venice"].get(at+"/seat").body, "Your vacation")
	b.post("/me/vacation", url.Values{"from": {"2026-02-01"}, "to": {"2026-03-10"}}).has(t, http.StatusOK, "New deadlines avoid it for 15 days")
	b.post("/me/vacation", url.Values{"do": {"cancel"}}).has(t, http.StatusOK, "Your vacation is cancelled.")
	lacks(t, "the master's page", master.get(at+"/master").body, "away from all their games")
}
