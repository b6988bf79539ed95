package browsertest

import "testing"

// TestPagesOfMembers looks at every page that needs an account: one's own, and
// those of a game that forms and of one that is being played, as its master and
// as a player see them.
func TestPagesOfMembers(t *testing.T) {
	h := open(t)
	browser := chromium(t)
	master, player := newPerson(t, browser, h, "Ada", wide), newPerson(t, browser, h, "Niccolo", wide)
	master.signsUp(h)
	player.signsUp(h)
	master.visit("/host")
	master.click("labelled('I am its master')")
	master.click("labelled('1978 Advanced')")
	master.click("labelled('Players, letters, and how it is run')")
	master.click("labelled('Empty seats can be given to computer players')")
	master.writes("#name", "The Peace of Lodi")
	master.turns(func() { master.click("labelled('Set up the game')") })
	game := ask[string](master, "location.pathname")

	master.lookAt("me", "/me", "host", "/host", "forming-master", game, "master-forming", game+"/master")
	player.lookAt("forming", game)
	player.joins("The Peace of Lodi")
	player.lookAt("forming-joined", game)

	master.visit(game + "/master")
	master.click("labelled('with empty seats')")
	master.click("labelled('with computer players')")
	master.turns(func() { master.click("labelled('Begin the game')") })
	master.reads("The game begins")

	player.visit(game)
	player.table()
	player.writesTo(game, "Everybody", "Peace to all, and to me what I can take.")
	player.lookAt("home", "/", "inbox", "/inbox", "hosted", game, "hosted-treasury", game+"#panel-treasury", "hosted-letters", game+"#panel-letters",
		"letters", game+"/letters?c=all", "letters-new", game+"/letters?new=1", "seat", game+"/seat", "log", game+"/log", "game-rules", game+"/rules", "profile", "/u/Niccolo")
	master.lookAt("hosted-master", game, "master", game+"/master", "settings", game+"/settings", "master-orders", game+"?as=1", "print", game+"/print")
}
