package mail_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// docExample is an example in a document, with the expected answer. It is sent
// as printed, except for the game's name and the password.
type docExample struct {
	example
	around string // text around the example, with %s for the example: "HELP %s"
	alone  bool   // whether it begins with a SIGNON or needs none
}

// bots returns a house with the game medici for four players, which is forming, has a free seat
// and allows computer players.
func bots(t *testing.T) *house {
	return cooked(t, "bots", func(h *house) {
		h.fill(h.host(lobby.NewGame{Scenario: "A", Variant: "A-4"}, func(x *hosting.Hosting) { x.Bots = true }), "IVN")
	})
}

// stato returns a house with the running game medici for four players, which starts in 1385.
func stato(t *testing.T) *house {
	return cooked(t, "stato", func(h *house) { h.fill(h.host(lobby.NewGame{Scenario: "A", Variant: "A-4"}, nil), "IVNL") })
}

// mailDocument holds the examples of docs/mail.md, except for its long game, which package mailgame
// plays. Fenced blocks are keyed by their first line.
var mailDocument = map[string]docExample{
	"REGISTER":                                {alone: true, example: example{as: "nobody", says: []string{"The judge has written to the address you gave. Answer that e-mail"}}},
	"SIGNON ?cosimo my-own-password":          {alone: true, example: example{as: "new", at: gunboatForms, says: []string{"You have joined medici.", "Your preferences, best first: V[IL]F"}}},
	"A Mil H":                                 {example: example{as: "I", says: []string{"Order: A Milan H", "Order: A Pavia - Montferrat", "Order: A Cremona S A Milan", "Order: Borrow 10 ducats for 1 year", "Order: E1: 9d, Cause Rebellion Siena", "Your orders are complete."}}},
	"SIGNON Icosimo my-own-password":          {alone: true, example: example{as: "I", says: []string{"You are signed on as Milan in medici.", "Order: A Milan H", "2 orders missing."}}},
	"PHASE SUMMER 1455 MOVES":                 {example: example{as: "I", says: []string{"1 order kept for Summer 1455, orders, to be checked when that phase begins.", "Of these cases, number 2 holds; its orders follow.", "Order: A Pavia - Milan", "Pending orders for Summer 1455, orders: A Pav - Tur"}}},
	"PRESS TO VL":                             {example: example{as: "I", says: []string{"Sent to Venice and Florence."}, told: []string{"Message from Milan to Venice and Florence:", "Shall we share Lombardy?"}}},
	"CREATE ?cosimo my-own-password A-4 PLAY": {alone: true, example: example{as: "new", at: empty, says: []string{"and play in it. It has no master", "Your preferences, best first: L[IV]", "SET MOVES NEXT 71 The game is made with it."}}},

	"PROPOSE PEACE TO VENICE UNTIL FALL 1455": {example: example{as: "I", says: []string{"Your proposal is number 1: PROPOSE PEACE TO Venice UNTIL fall 1455.", "The proposal waits for an answer."}}},
	"ACCEPT PROPOSAL 3":                       {example: example{as: "V", says: []string{"There is no proposal 3 for you."}, fails: true}},
	"REFUSE PROPOSAL 3":                       {example: example{as: "V", says: []string{"There is no proposal 3 for you."}, fails: true}},
	"WITHDRAW PROPOSAL 3":                     {example: example{as: "V", says: []string{"proposal 3"}, fails: true}},

	"ENDPRESS":        {around: "PRESS TO V\nA word.\n%s\nA Milan H", example: example{as: "I", says: []string{"Sent to Venice.", "Order: A Milan H"}}},
	"ENDPRESS.":       {around: "PRESS TO V\nA word.\n%s\nA Milan H", example: example{as: "I", says: []string{"Sent to Venice.", "Order: A Milan H"}}},
	"ENDPRES":         {around: "PRESS TO V\nA word.\n%s\nA Milan H", example: example{as: "I", says: []string{"Sent to Venice.", "Order: A Milan H"}}},
	"END OF PRESS":    {around: "PRESS TO V\nA word.\n%s\nA Milan H", example: example{as: "I", says: []string{"Sent to Venice.", "Order: A Milan H"}}},
	"FIN DEL MENSAJE": {around: "PRESS TO V\nA word.\n%s\nA Milan H", example: example{as: "I", says: []string{"Sent to Venice.", "Order: A Milan H"}}},
	"END":             {around: "A Milan H\n%s", example: example{as: "I", says: []string{"Order: A Milan H"}}},
	"ENDIF":           {around: "IF ARMY MILAN\nA Milan H\n%s", example: example{as: "I", says: []string{"Order: A Milan H"}}},
	"~~text~~":        {around: "A Milan H\n%s", example: example{as: "I", says: []string{"Struck out, so without effect: text.", "Order: A Milan H"}}},
	"1.":              {around: "%s SET WAIT\n%s A Milan H", example: example{as: "I", says: []string{"WAIT is set", "Order: A Milan H"}}},
	"*":               {around: "%s SET WAIT\n%s A Milan H", example: example{as: "I", says: []string{"WAIT is set", "Order: A Milan H"}}},
	"-":               {around: "%s SET WAIT\n%s A Milan H", example: example{as: "I", says: []string{"WAIT is set", "Order: A Milan H"}}},

	"HELP":                               {alone: true, example: example{as: "nobody", says: []string{"REGISTER", "SIGNON"}}},
	"HELP ORDERS":                        {alone: true, example: example{as: "nobody", says: []string{"A Mil"}}},
	"HELP MASTER":                        {alone: true, example: example{as: "nobody", says: []string{"PROCESS"}}},
	"PRESS":                              {alone: true, around: "HELP %s", example: example{as: "nobody", says: []string{"ENDPRESS"}}},
	"DEADLINES":                          {alone: true, around: "HELP %s", example: example{as: "nobody", says: []string{"GRACE"}}},
	"DRAWS":                              {alone: true, around: "HELP %s", example: example{as: "nobody", says: []string{"SET DRAW"}}},
	"MASTER":                             {alone: true, around: "HELP %s", example: example{as: "nobody", says: []string{"PROCESS"}}},
	"LIST":                               {alone: true, example: example{as: "nobody", says: []string{"Games", "medici"}}},
	"SIGNON Vcosimo":                     {alone: true, around: "%s " + secret, example: example{as: "V", says: []string{"You are signed on as Venice in medici."}}},
	"OBSERVE cosimo":                     {alone: true, around: "%s " + secret, example: example{as: "new", says: []string{"You now watch medici"}}},
	"QUEUE ANY":                          {example: example{as: "V", says: []string{"You are in the queue."}}},
	"QUEUE PACE daily,usual PLAYERS 5-7": {example: example{as: "V", says: []string{"You are in the queue."}}},
	"CLEAR ORDERS":                       {example: example{as: "I", before: "A Milan H", says: []string{"All your orders for this phase are deleted.", "Army Milan: no order yet."}}},
	"UNDO 2":                             {example: example{as: "I", before: "A Milan H\nA Pavia H\nA Cremona H", says: []string{"Withdrawn: A Cremona H; A Pavia H"}}},
	"ORDERS":                             {example: example{as: "I", before: "A Milan H", says: []string{"Army Milan HOLD.", "Army Pavia: no order yet."}}},
	"PRESS TO M":                         {around: "%s\nA word.\nENDPRESS", example: example{as: "V", says: []string{"Sent to the masters."}}},
	"BROADCAST":                          {around: "%s\nA word.\nENDBROADCAST", example: example{as: "I", says: []string{"Sent to everyone."}, told: []string{"Broadcast from Milan:", "A word."}}},
	"LIST cosimo":                        {alone: true, example: example{as: "nobody", says: []string{"Press: white, partial press, no fake"}}},
	"SET WAIT":                           {example: example{as: "V", says: []string{"WAIT is set: the phase will not be resolved before its deadline."}}},
	"SET NO WAIT":                        {example: example{as: "V", before: "SET WAIT", says: []string{"You do not hold the phase any more"}}},
	"SET ABSENCE Dec 24 TO Dec 31":       {example: example{as: "V", says: []string{"You are away from Thu 24 Dec 2026", "New deadlines avoid it"}}},
	"SET LANGUAGE Italian":               {example: example{as: "V", says: []string{"sono in italiano"}}},
	"SET ZONE Europe/Rome":               {example: example{as: "V", says: []string{"Your time zone is now Europe/Rome"}}},
	"SET DRAW":                           {example: example{as: "I", says: []string{"You vote for a draw in this phase."}, told: []string{"A player proposes a draw of all who are left."}}},
	"SET CONCEDE V":                      {example: example{as: "I", says: []string{"You vote to concede the game to Venice in this phase."}, told: []string{"A player proposes to concede the game to Venice."}}},
	"RESIGN":                             {example: example{as: "I", says: []string{"You have left the game."}, told: []string{"Milan"}}},
	"-- ":                                {around: "A Milan H\n%s\nA Pavia H", example: example{as: "I", says: []string{"Order: A Milan H", "These look like orders, but had no effect: line 4 (signature)."}}},
	"PHASE CURRENT":                      {example: example{as: "I", says: []string{"What follows is for the current phase."}}},
	"SET ADDRESS new@example.net":        {example: example{as: "V", says: []string{"An e-mail goes to new@example.net. Answer it from there, and your mail goes there from then on."}}},
	"SET PASSWORD x":                     {around: "SET PASSWORD another-long-one", example: example{as: "V", says: []string{"Your password is changed, for all your games."}}},
	"WHOIS":                              {example: example{as: "V", says: []string{"What the judge stores about you", "Name: Marco"}}},
	"CREATE ?cosimo my-own-password machiavelli": {alone: true, example: example{as: "new", at: empty, says: []string{"You have created medici (The Balance of Power) and are its master."}}},
	"B-6":                            {alone: true, around: "CREATE ?medici " + secret + " %s", example: example{as: "new", at: empty, says: []string{"You have created medici"}}},
	"machiavelli-1995":               {alone: true, around: "CREATE ?medici " + secret + " %s\nLIST medici", example: example{as: "new", at: empty, says: []string{"Edition: machiavelli-1995"}}},
	"gunboat":                        {alone: true, around: "CREATE ?medici " + secret + " %s\nLIST medici", example: example{as: "new", at: empty, says: []string{"Variant: The Balance of Power, Gunboat"}}},
	"plague=on":                      {alone: true, around: "CREATE ?medici " + secret + " %s\nLIST medici", example: example{as: "new", at: empty, says: []string{"Options: plague on"}}},
	"mach_eos":                       {alone: true, around: "CREATE ?medici " + secret + " %s", example: example{as: "new", at: empty, says: []string{"(The Expansion of States)"}}},
	"mach_sfd1":                      {alone: true, around: "CREATE ?medici " + secret + " %s", example: example{as: "new", at: empty, says: []string{"You have created medici"}}},
	"PLAY":                           {alone: true, around: "CREATE ?medici " + secret + " A-4 %s", example: example{as: "new", at: empty, says: []string{"and play in it. It has no master"}}},
	"SIGNON Mcosimo my-own-password": {alone: true, example: example{says: []string{"You are signed on as a master of medici."}}},
	"SET NO LIST":                    {alone: true, around: "CREATE ?medici " + secret + " A-4 PLAY\n%s\nLIST medici", example: example{as: "new", at: empty, says: []string{"NoList"}}},
	"SET BOTS":                       {alone: true, around: "CREATE ?medici " + secret + " A-4 PLAY\n%s", example: example{as: "new", at: empty, says: []string{"FORCE BEGIN BOTS"}}},
	"FORCE BEGIN BOTS":               {alone: true, around: "CREATE ?medici " + secret + " A-4 PLAY\nSET BOTS\n%s", example: example{as: "new", at: empty, says: []string{"The game begins, with computer players in the empty seats."}}},
	"SET MANUAL START":               {alone: true, around: "CREATE ?medici " + secret + " A-4 PLAY\n%s", example: example{as: "new", at: empty, says: []string{"ERROR"}, fails: true}},
	"MANUAL PROCESS":                 {alone: true, around: "CREATE ?medici " + secret + " A-4 PLAY\nSET %s", example: example{as: "new", at: empty, says: []string{"ERROR"}, fails: true}},
	"APPROVAL":                       {alone: true, around: "CREATE ?medici " + secret + " A-4 PLAY\nSET %s", example: example{as: "new", at: empty, says: []string{"ERROR"}, fails: true}},
	"SET PLAIN LETTERS":              {example: example{as: "V", says: []string{"as plain text"}}},
	"SET OPEN PRESS":                 {example: example{as: "V", at: drawn, says: []string{"1 of 4 players agree"}}},
	"SET NO REMINDERS":               {example: example{as: "V", says: []string{"except reminders before deadlines"}}},
	"SET NO IDLE NOTICES":            {example: example{as: "V", says: []string{"except notices that a game is still waiting"}}},
	"SET NO BROADCAST":               {example: example{as: "V", says: []string{"except broadcasts in games in which you do not play"}}},
	"[Error Flag]":                   {around: "A Milan - Nowhere", example: example{as: "I", says: []string{"ERROR: "}, fails: true}},
}

// mastersDocument holds the examples of the pages for masters. Tests of cmd/podesta
// send its e-mail to a running judge.
var mastersDocument = map[string]docExample{
	"EDIT unit remove G Siena": {example: example{
		says: []string{"Corrected:", "Siena", "Treasury of Venice: 12 ducats"}, told: []string{"Reason: the e-mail of the Papacy was lost", "Treasury of Venice: 12 ducats"},
	}},
	"PLAY":                         {alone: true, around: "CREATE ?medici " + secret + " A-4 %s", example: example{as: "new", at: empty, says: []string{"and play in it. It has no master"}}},
	"SET AGREE BACK":               {example: example{as: "V", at: alone, says: []string{"No phase has been resolved"}, fails: true}},
	"SET MANUAL START":             {example: example{at: made, says: []string{"Manual start: on (was off)"}}},
	"SET APPROVAL":                 {example: example{says: []string{"Approval: on (was off)"}}},
	"START":                        {example: example{at: waiting, says: []string{"The game begins."}}},
	"UNSTART":                      {example: example{says: []string{"The start is undone: the game is forming again"}}},
	"SET BOTS":                     {example: example{says: []string{"on (was off)"}}},
	"SET BOT PRESS":                {example: example{says: []string{"Computer players talk: on (was off)"}}},
	"SET PROGRAMS":                 {example: example{says: []string{"Programs: on (was off)"}}},
	"SET HIDE VOTES":               {example: example{says: []string{"Hidden votes: on (was off)"}}},
	"REVEAL":                       {around: "SET NO REVEAL\nSET %s", example: example{says: []string{"Reveal: on (was off)"}}},
	"FORCE BEGIN BOTS EASY":        {example: example{at: bots, says: []string{"The game begins, with computer players in the empty seats. Their strength: Easy."}}},
	"BOT MILAN EASY":               {example: example{before: "SET BOTS\nEJECT MILAN", says: []string{"A computer player now plays Milan."}}},
	"BOT MILAN":                    {example: example{before: "SET BOTS\nEJECT MILAN", says: []string{"A computer player now plays Milan."}}},
	"hard":                         {around: "BOT MILAN %s", example: example{before: "SET BOTS\nEJECT MILAN", says: []string{"A computer player now plays Milan."}}},
	"principe":                     {around: "BOT MILAN %s", example: example{before: "SET BOTS\nEJECT MILAN", says: []string{"A computer player now plays Milan."}}},
	"even":                         {around: "BOT MILAN %s", example: example{before: "SET BOTS\nEJECT MILAN", says: []string{"A computer player now plays Milan."}}},
	"easy":                         {around: "BOT MILAN %s", example: example{before: "SET BOTS\nEJECT MILAN", says: []string{"A computer player now plays Milan."}}},
	"NO BOT MILAN":                 {example: example{before: "SET BOTS\nEJECT MILAN\nBOT MILAN", says: []string{"Milan is no longer played by a computer player."}}},
	"SET DEADLINE date":            {around: "SET DEADLINE +5d", example: example{says: []string{"The deadline is "}, told: []string{"orders: due"}}},
	"PROCESS SPRING 1385 ORDERS":   {example: example{at: stato, says: []string{"Spring 1385, orders: resolved."}, told: []string{"SPRING 1385 RESULTS"}}},
	"PAUSE":                        {example: example{says: []string{"The game is paused."}, told: []string{"paused"}}},
	"RESUME":                       {example: example{before: "PAUSE", says: []string{"The game is resumed."}}},
	"BECOME MILAN":                 {example: example{says: []string{"You now write as Milan. The player gets a copy."}}},
	"SET ABSENCE Dec 24 TO Jan 20": {example: example{before: "BECOME MILAN", says: []string{"You are away from Thu 24 Dec 2026"}}},
	"EJECT MILAN":                  {example: example{says: []string{"Milan has lost its player."}}},
	"EJECT":                        {around: "%s MILAN", example: example{says: []string{"Milan has lost its player."}}},
	"PROMOTE address":              {around: "PROMOTE marco@example.org", example: example{at: observed, says: []string{"marco@example.org is now a master of the game."}}},
	"PREDICT":                      {example: example{says: []string{"Prediction", "It does not use the game's own dice."}}},
	"TERMINATE":                    {example: example{says: []string{"The game is terminated."}, told: []string{"A master has terminated the game."}}},
	"SET ROLL famine row 7":        {example: example{before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 7; everyone is notified."}, told: []string{"famine row"}}},
	"ROLLBACK n":                   {around: "ROLLBACK 1 BECAUSE it was too early", example: example{before: "PROCESS SPRING 1454 ORDERS", says: []string{"The game is back at the beginning of Spring 1454, orders."}, told: []string{"Reason: it was too early"}}},
	"income milan 1":               {around: "SET ROLL %s 3", example: example{before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 3"}}},
	"income venice 2":              {around: "SET ROLL %s 3", example: example{before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 3"}}},
	"famine severity":              {around: "SET ROLL %s 7", example: example{before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 7"}}},
	"famine row":                   {around: "SET ROLL %s 7", example: example{before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 7"}}},
	"famine column":                {around: "SET ROLL %s 7", example: example{before: "PROCESS SPRING 1454 ORDERS\nPROCESS SUMMER 1454 ORDERS", says: []string{"The roll is set to 7"}}},
	"assassination milan 2":        {around: "SET ROLL %s 5", example: example{says: []string{"The roll is set to 5"}}},
}

// Examples that are not e-mail. Each entry names the test that covers the example, or says that
// there is nothing to test.
var (
	mailOther = map[string]string{
		"judge@example.org":         "an address",
		"YES":                       "TestAnswerToOlderLetter, TestConsent",
		"I AM ALSO old@example.net": "TestReferenceExamples, and the tests of addresses: it needs a sender whose provider vouches for them",
		"cosimo: Spring 1454 results - orders due Mon 20:00": "TestDocumentSubject",
	}
	mastersOther = map[string]string{
		"podesta": "the program", "/g/ID/dice.json": "TestLastLetter", "d6-1995": "a value of an option", "person 3": "an alias",
		"plague …": "a family of rolls: TestSetRoll of the judge", "storm …": "a family of rolls: TestSetRoll of the judge",
		"revolt france Marseilles": "a roll that only an assassination makes: TestSetRoll of the judge",
		"-play":                    "an option of the client", "-running": "an option of podesta import", "?running=true": "a parameter of the API",
		"A Pavia": "a unit: the table of statements is kept by the package correction", "milan A Pavia": "the same",
	}
)

// ofTerminal matches commands of a terminal, which TestMastersTerminal,
// TestMastersRules and the other tests of cmd/podesta run.
var ofTerminal = regexp.MustCompile(`^podesta |^(deadline|process|pause|resume|absence|orders|eject|set|bot|promote|predict) cosimo`)

var (
	fences  = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```\n")
	inlines = regexp.MustCompile("`([^`\n]+)`")
	kept    = regexp.MustCompile("(?s)<!-- statements.*?<!-- end -->")
)

// docSpans returns the examples of a document up to a text: fenced blocks without a language, and
// each text in backquotes once.
func docSpans(t *testing.T, path, until string) (blocks, spans []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page, _, found := strings.Cut(string(text), cmp.Or(until, "\x00"))
	if until != "" && !found {
		t.Fatalf("%s has no %q any more", path, until)
	}
	page = kept.ReplaceAllString(page, "")
	for _, m := range fences.FindAllStringSubmatch(page, -1) {
		if m[1] == "" && !strings.HasPrefix(m[2], "podesta ") {
			blocks = append(blocks, m[2])
		}
	}
	for _, m := range inlines.FindAllStringSubmatch(fences.ReplaceAllString(page, ""), -1) {
		if !slices.Contains(spans, m[1]) {
			spans = append(spans, m[1])
		}
	}
	return blocks, spans
}

// mention reports whether a span only mentions a command of the reference. TestReferenceExamples
// sends the examples of these commands.
func mention(span string) bool {
	return slices.ContainsFunc(command.Reference(), func(e command.Entry) bool {
		return strings.HasPrefix(e.Syntax, span+" ") || e.Syntax == span
	}) || span == "BECAUSE"
}

// ofRules reports whether a span is an edition, an option of the rules, or one
// or more options with possible values.
func ofRules(t *testing.T, span string) bool {
	t.Helper()
	if slices.ContainsFunc(rules.Presets(), func(p rules.PresetInfo) bool { return p.ID == span }) {
		return true
	}
	name, value, valued := strings.Cut(span, ": ")
	for _, o := range rules.Options {
		if o.Name != name {
			continue
		}
		if !valued {
			return true
		}
		set, err := rules.Make(rules.DefaultPreset, map[string]string{name: value})
		if err == nil {
			_, err = scenario.New("B", "B-8", &set)
		}
		if err != nil {
			t.Errorf("the option %s: %v", span, err)
		}
		return true
	}
	return false
}

// TestDocumentExamples sends the examples of docs/mail.md and of the pages for masters as printed,
// and compares the answers with the documents. It fails for an unknown example and for an example
// that no longer exists.
func TestDocumentExamples(t *testing.T) {
	t.Parallel()
	for _, doc := range []struct {
		paths    []string
		until    string
		examples map[string]docExample
		other    map[string]string
	}{
		{[]string{"../../docs/mail.md"}, "\n## A game, from the first e-mail to the last\n", mailDocument, mailOther},
		{[]string{"../../docs/masters.md", "../../docs/master-tools.md"}, "", mastersDocument, mastersOther},
	} {
		var blocks, spans []string
		for _, path := range doc.paths {
			b, s := docSpans(t, path, doc.until)
			blocks, spans = append(blocks, b...), append(spans, s...)
		}
		first := filepath.Base(doc.paths[0])
		seen := map[string]bool{}
		try := func(key, text string) {
			x, ok := doc.examples[key]
			if seen[key] = true; !ok {
				return
			}
			t.Run(first+"/"+key, func(t *testing.T) {
				if x.around != "" {
					text = strings.ReplaceAll(x.around, "%s", text)
				}
				text = strings.NewReplacer("cosimo", "medici", "my-own-password", secret).Replace(strings.TrimRight(text, "\n"))
				e := command.Entry{Example: text, When: "after"}
				y := x.example
				if x.alone {
					e.When = "before"
					if y.as == "" {
						y.as = "master"
					}
				}
				y.check(t, e)
			})
		}
		for _, b := range blocks {
			key, _, _ := strings.Cut(b, "\n")
			if _, ok := doc.examples[key]; !ok {
				t.Errorf("%s: nothing says what the answer to this is:\n%s", first, b)
			}
			try(key, b)
		}
		for _, s := range spans {
			_, known := doc.examples[s]
			if doc.other[s] != "" {
				seen[s] = true
			}
			switch {
			case seen[s]:
			case known:
				try(s, s)
			case mention(s), ofRules(t, s), ofTerminal.MatchString(s):
			default:
				t.Errorf("%s: nothing says what the answer to `%s` is", first, s)
			}
		}
		for key := range doc.examples {
			if !seen[key] {
				t.Errorf("%s has no example %s any more", first, key)
			}
		}
		for key := range doc.other {
			if !slices.Contains(spans, key) {
				t.Errorf("%s does not speak of %s any more", first, key)
			}
		}
	}
}

// TestDocumentSubject checks that e-mail has the subject that docs/mail.md shows.
func TestDocumentSubject(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.ask("maestro@example.org", "SIGNON Mmedici "+secret+"\nPROCESS SPRING 1454 ORDERS\nSIGNOFF")
	form := regexp.MustCompile(`^medici: Spring 1454 results - orders due (Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d+ \w+ )?\d\d:\d\d$`)
	if all := h.box.take("marco@example.org"); !slices.ContainsFunc(all, func(p *parcel) bool { return form.MatchString(p.subject) }) {
		t.Errorf("%d letters, none with the subject", len(all))
	}
}
