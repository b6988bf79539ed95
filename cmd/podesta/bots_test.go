package main

import (
	"slices"
	"strings"
	"testing"
)

// TestBotFlags tests the flags of play and sim for computer players.
func TestBotFlags(t *testing.T) {
	for _, c := range []struct {
		in, args string
		status   int
		out, err string
	}{
		{"milan: A Milan H\n", "play -preset battleline-1978-basic -bots random -as milan", 0, "You play Milan; computer players (random) play the others.\nMilan: A Milan H", ""},
		{"", "play -bots esy", 2, "", "did you mean easy?"},
		{"", "play -as milan", 2, "", "name a kind of bot as well"},
		{"", "sim -q -games 1 -years 1 -preset battleline-1978-basic -players condottiere,random*7", 0, "hard             1 seats: won ", ""},
		{"", "sim -players random,chess", 2, "", `no computer player "chess"`},
		{"", "sim -players random*0", 2, "", "expected a number of players from 1 to 16"},
		{"", "sim -h", 0, "", "gives random legal orders"},
	} {
		status, out, err := podesta(c.in, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(err, c.err) {
			t.Errorf("podesta %s: status %d\n%s\n%s", c.args, status, out, err)
		}
	}
}

// TestParsePlayers parses lists of players.
func TestParsePlayers(t *testing.T) {
	got, err := parsePlayers("condottiere, random*3")
	if want := []string{"condottiere", "random", "random", "random"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}
