package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/mail"
	"podesta/machiavelli"
)

// role returns a person's role in a game.
func (h *house) role(g *game.Game, a *game.Account) game.Role {
	h.t.Helper()
	r, err := h.Base.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

// vote casts the same vote for each of the players.
func (h *house) vote(g *game.Game, players []*game.Account, v game.Ballot) {
	h.t.Helper()
	for _, a := range players {
		r := h.role(g, a)
		if err := h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, v); err != nil {
			h.t.Fatal(err)
		}
	}
}

// section returns the part of an e-mail under a title.
func section(text, title string) string {
	_, rest, _ := strings.Cut(text, "\n"+title+"\n")
	for i, line := range strings.Split(rest, "\n") {
		if i > 0 && line != "" && line == strings.ToUpper(line) && !strings.HasPrefix(line, "*") {
			rest, _, _ = strings.Cut(rest, "\n"+line+"\n")
			break
		}
	}
	return rest
}

// TestLastLetter checks that, however a game ends, its last e-mail announces the end once, at the
// top, that it contains the standings and the data for verifying the dice, and that it says how to
// publish the messages and where to read the game.
func TestLastLetter(t *testing.T) {
	t.Parallel()
	power := func(g *game.Game, letter byte) machiavelli.Power {
		p, ok := g.Setting.Powers.ByLetter(letter)
		if !ok {
			t.Fatalf("no power %c", letter)
		}
		return p
	}
	for _, c := range []struct {
		name      string
		how       func(*hosting.Hosting)
		end       func(h *house, g *game.Game, master *game.Account, players []*game.Account)
		subject   string
		first     string   // first sentence of the e-mail
		standings []string // the standings in the e-mail
		never     []string
	}{
		{
			name: "one winner",
			end: func(h *house, g *game.Game, _ *game.Account, players []*game.Account) {
				h.vote(g, players[1:], game.Ballot{Concede: power(g, 'I')})
			},
			subject: "Cosimo: game over - Milan wins", first: "The others concede the game to Milan.",
			standings: []string{"1454: Milan wins.", "1  Milan ", "Anna, victory"}, never: []string{"draw", "Bice, victory"},
		},
		{
			name: "a draw of all",
			end: func(h *house, g *game.Game, _ *game.Account, players []*game.Account) {
				h.vote(g, players, game.Ballot{Draw: true})
			},
			subject: "Cosimo: game over - a draw among 8 powers",
			first:   "The game ends in a draw between Austria, Florence, France, Milan, Naples, the Papacy, the Turks and Venice, by agreement.",
			standings: []string{
				"1454: a draw among 8 powers.", "Anna, draw", "Bice, draw", "Irma, draw",
			}, never: []string{", victory", "wins"},
		},
		{
			name: "a draw of two", how: func(how *hosting.Hosting) { how.Dias = false },
			end: func(h *house, g *game.Game, _ *game.Account, players []*game.Account) {
				h.vote(g, players, game.Ballot{Draw: true, Among: machiavelli.PowerSet(0).With(power(g, 'I')).With(power(g, 'V'))})
			},
			subject: "Cosimo: game over - a draw between Milan and Venice", first: "The game ends in a draw between Milan and Venice, by agreement.",
			standings: []string{"Anna, draw", "Bice, draw"}, never: []string{"Irma, draw", ", victory"},
		},
		{
			name: "abandoned",
			end: func(h *house, g *game.Game, master *game.Account, _ []*game.Account) {
				if err := h.Lobby.Terminate(ctx, g.ID, h.role(g, master)); err != nil {
					h.t.Fatal(err)
				}
			},
			subject: "Cosimo: game over - terminated", first: "A master has terminated the game. It can be resumed.",
			standings: []string{"1454: terminated.", "Anna", "Irma"}, never: []string{", victory", "draw"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			g, master, players := h.beginning("Cosimo", c.how)
			observer := h.account("Otto", "")
			if err := h.Lobby.Observe(ctx, g.ID, observer.ID); err != nil {
				t.Fatal(err)
			}
			h.post()
			h.o = h.office(mail.Deps{Config: mail.Config{BaseURL: "https://podesta.example"}})
			h.box.take("")
			h.clock.Advance(time.Hour)
			c.end(h, g, master, players)
			h.post()
			book, err := h.Archive.DiceBook(ctx, g.ID)
			if err != nil {
				t.Fatal(err)
			}
			readers := 0
			for _, p := range h.box.take("") {
				if !strings.Contains(p.subject, "game over") {
					continue // this e-mail is the proposal of the draw
				}
				readers++
				if p.subject != c.subject {
					t.Errorf("%s: the subject is %q, not %q", p.to[0], p.subject, c.subject)
				}
				text := strings.Join(strings.Fields(p.text), " ")
				if !strings.HasPrefix(text, "COSIMO: THE GAME IS OVER "+c.first+" STANDINGS ") {
					t.Errorf("%s: it does not begin with how it ended:\n%s", p.to[0], p.text)
				}
				before, _, _ := strings.Cut(p.text, "\nTHE REPORT\n")
				if n := strings.Count(strings.Join(strings.Fields(before), " "), c.first); n != 1 {
					t.Errorf("%s: %d times how it ended", p.to[0], n)
				}
				standings := section(p.text, "STANDINGS")
				must(t, standings, c.standings...)
				never(t, standings, c.never...)
				for _, power := range g.Setting.Powers[1:] {
					must(t, standings, power.Name)
				}
				if c.name == "abandoned" {
					must(t, section(p.text, "THE DICE"), book.Commitment, "stays secret")
					continue
				}
				must(t, section(p.text, "THE DICE"), "Seed: "+book.Seed, book.Commitment, "https://podesta.example/g/"+g.ID+"/dice.json", "podesta dice verify dice.json")
				must(t, p.html, book.Seed, "<h2>Standings</h2>", "<table>")
				must(t, strings.ReplaceAll(section(p.text, "THE PRESS"), "\n", " "), "SET OPEN PRESS")
				must(t, p.text, "https://podesta.example/g/"+g.ID+":", "SUMMARY Cosimo")
				must(t, p.cal, "METHOD:CANCEL")
				never(t, p.text, "Answer this e-mail with your orders", "are due", "TO SEND NEXT")
			}
			if readers != 10 {
				t.Errorf("%d last letters, not 10", readers)
			}
		})
	}
}

// TestLastLettersAnswer checks that the line suggested by the last e-mail publishes the
// messages once all players have sent it in a reply.
func TestLastLettersAnswer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, _, players := h.beginning("Cosimo", nil)
	h.vote(g, players, game.Ballot{Draw: true})
	h.post()
	last := map[string]*parcel{}
	for _, p := range h.box.take("") {
		last[p.to[0]] = p
	}
	for i, a := range players {
		answers := h.send(a.Email, last[a.Email].replyTo, "Re: "+last[a.Email].subject, "SET OPEN PRESS\n")
		if len(answers) != 1 {
			t.Fatalf("%d answers", len(answers))
		}
		if i < 7 {
			must(t, answers[0].text, string(rune('1'+i))+" of 8 players agree")
		} else {
			must(t, answers[0].text, "All players agree: everyone can read the press of the game.")
		}
	}
}

// TestLastLetterHidesPlayers checks that the last e-mail names no players if they remain
// hidden, and all players if they are revealed.
func TestLastLetterHidesPlayers(t *testing.T) {
	t.Parallel()
	for _, reveal := range []bool{false, true} {
		h := newHouse(t)
		g, master, players := h.beginning("Cosimo", func(how *hosting.Hosting) { how.Gunboat, how.Reveal = true, reveal })
		h.box.take("")
		h.vote(g, players, game.Ballot{Draw: true})
		h.post()
		for _, p := range h.box.take("") {
			if !strings.Contains(p.subject, "game over") || p.to[0] == master.Email {
				continue
			}
			for i, a := range players {
				if a.Email == p.to[0] {
					continue // the reader's own name is not secret
				}
				if reveal {
					must(t, section(p.text, "STANDINGS"), names[i]+", draw")
				} else {
					never(t, p.text+p.html+p.subject, a.Name, a.Email)
				}
			}
		}
	}
}
