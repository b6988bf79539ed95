package command

import (
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// verb describes a command that fits on one line.
type verb struct {
	words []string
	pre   bool // whether it is allowed before SIGNON
	post  bool // whether it is allowed after SIGNON
	parse func(*scanner) (Command, *Error)
}

// The answers to commands that no longer have an effect.
var (
	noWhoGame = message.New("LIST shows who plays, under the names the players chose. Addresses and other details stay private.")
	noKeeper  = message.New("The judge keeps these records itself, and its operator corrects them on the administration page. Nothing was changed.")
)

// obsolete returns the parser of a command that has no effect, whatever its arguments.
func obsolete(name string, answer message.Message) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		s.rest()
		return Obsolete{name, answer}, nil
	}
}

// verbs lists the one-line commands, including the forms of package act. It leaves out commands
// that have separate parsers: those that open a block, SET, PHASE and IF. The first match counts,
// so a longer command precedes its own beginning.
var verbs = addVerbs([]verb{
	{[]string{"SIGN OFF", "LOG OUT", "LOG OFF"}, true, true, parseSignoff},
	{[]string{"HELP"}, true, true, parseHelp},
	{[]string{"GET", "SEND ME", "SEND"}, true, true, parseGet},
	{[]string{"VERSION"}, true, true, parseVersion},
	{[]string{"LIST"}, true, true, parseList},
	{[]string{"SUMMARY", "STATUS"}, true, true, parseSummary},
	{[]string{"HISTORY"}, true, true, parseHistory},
	{[]string{"WHO GAME"}, true, true, obsolete("WHOGAME", noWhoGame)},
	{[]string{"WHO IS", "WHO"}, true, true, parseWhois},
	{[]string{"INFO PLAYER"}, true, true, parseInfoPlayer},
	{[]string{"MAP"}, true, true, parseMap},
	{[]string{"I AM ALSO"}, true, true, parseAlsoKnown},
	{[]string{"CONFIRM"}, true, true, parseConfirm},
	{[]string{"REPORT POWER"}, false, true, parseReport(Report{Kind: game.LetterReport})},
	{[]string{"REPORT GREY", "REPORT GRAY"}, false, true, parseReport(Report{Kind: game.LetterReport, Grey: true})},
	{[]string{"REPORT PLAYERS", "REPORT PLAYER"}, false, true, parseReport(Report{Kind: game.PlayerReport})},
	{[]string{"REPORT GAME"}, false, true, parseReport(Report{Kind: game.GameReport})},
	{[]string{"REPORT NAME"}, true, true, parseReport(Report{Kind: game.NameReport})},
	{[]string{"APPEAL"}, true, true, parseAppeal},
	{[]string{"INVITATIONS"}, true, true, parseInvitations},

	{[]string{"CLEAR ORDERS", "CLEAR ORDER"}, false, true, parseClearOrders},
	{[]string{"CLEAR"}, false, true, parseClear},
	{[]string{"ORDERS"}, false, true, parseOrders},
	{[]string{"UNDO"}, false, true, parseUndo},
	{[]string{"PRESS"}, false, true, parsePress},
	{[]string{"BROADCAST"}, false, true, parseBroadcast},
	{[]string{"POSTAL PRESS"}, false, true, parsePostal},
	{[]string{"DIARY"}, false, true, parseDiary},

	{[]string{"BECOME"}, false, true, parseBecome},
	{[]string{"PREDICT"}, false, true, parsePredict},
	{[]string{"EDIT"}, false, true, parseEdit},
	{[]string{"ADJUST", "RECORD", "FIX ID", "NO CONTROL"}, false, true, obsolete("ADJUST", noKeeper)},
})

// findVerb skips the words of the command that begins here and returns the command, or nil if none
// begins here.
func findVerb(s *scanner) *verb {
	s.blanks()
	for i := range verbs {
		if s.keyword(verbs[i].words...) {
			return &verbs[i]
		}
	}
	return nil
}
