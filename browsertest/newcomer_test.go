package browsertest

import (
	"fmt"
	"testing"
)

// newcomers starts a game with people who have never been here before: one opens the front
// page, and creates an account and a game; the others join it, and it begins.
func newcomers(t *testing.T, players int, picks []string, rules ...string) *company {
	h := open(t)
	c := &company{h: h, master: newPerson(t, h, "Ada Lovelace", wide)}

	ada := c.master
	ada.visit("/")
	ada.reads("Join or start a game")
	ada.turns(func() { ada.click("labelled('Start a game')") })
	ada.reads("Sign in")
	ada.registers(h)
	c.game = ada.founds("The League of Lodi", picks, rules)
	ada.reads(fmt.Sprintf("0 of %d seats taken", players))
	ada.shot("story-set-up")

	for i := range players {
		c.players = append(c.players, newPerson(t, h, fmt.Sprintf("Player %c", 'A'+i), desk))
	}
	for _, p := range c.players {
		p.signsUp(h)
		p.joins("The League of Lodi")
	}
	for _, p := range c.players {
		p.visit(c.game)
		p.board()
		p.quiet()
	}
	return c
}
