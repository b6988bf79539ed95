package command

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"podesta/internal/hosting"
)

// one parses a line, or several lines separated by "\n", after a SIGNON, and returns the items
// after the SIGNON.
func one(line string) []Item {
	b := Parse("signon Vmedici s3cret-77\n" + strings.ReplaceAll(line, `\n`, "\n"))
	return b[0].Items[1:]
}

// verdicts formats the results of lines in the tables' notation, which consists of canonical texts
// and error codes, separated by "; ".
func verdicts(items []Item) string {
	var out []string
	for _, i := range items {
		switch c := i.Command.(type) {
		case nil:
			s := i.Err.Code
			if len(i.Err.Suggest) > 0 {
				s += " " + strings.Join(i.Err.Suggest, "|") + "?"
			}
			out = append(out, s)
		case Ignored:
			out = append(out, "("+string(c.Why)+")")
		case Obsolete:
			out = append(out, "obsolete "+c.Name)
		case Order:
			out = append(out, "order "+c.Text)
		case EndOf:
		default:
			out = append(out, strings.ReplaceAll(c.String(), "\n", `\n`))
		}
	}
	return strings.Join(out, "; ")
}

// table tests rows of the form "input => verdicts"; "|" separates inputs with
// the same result.
func table(t *testing.T, parse func(string) []Item, rows string) {
	t.Helper()
	for row := range strings.Lines(rows) {
		row = strings.TrimSpace(row)
		if row == "" {
			continue
		}
		inputs, want, ok := strings.Cut(row, " => ")
		if !ok {
			t.Fatalf("bad row %q", row)
		}
		for in := range strings.SplitSeq(inputs, " | ") {
			items := parse(in)
			if got := verdicts(items); got != want {
				t.Errorf("%s\n got %s\nwant %s", in, got, want)
			}
			for _, i := range items {
				if i.Err != nil {
					checkError(t, in, i)
				} else if _, isText := i.Command.(Ignored); !isText {
					again(t, i.Command)
				}
			}
		}
	}
}

// checkError checks that an error is complete: a place in the line, a code and a sentence.
func checkError(t *testing.T, in string, i Item) {
	t.Helper()
	e := i.Err
	if e.Line < i.Line || e.Line > i.End || e.Column < 1 || e.Code == "" || !strings.HasSuffix(strings.TrimRight(e.Message.String(), ")"), ".") && !strings.Contains(e.Message.String(), "or example: ") {
		t.Errorf("%s: bad error %+v", in, e)
	}
}

// again parses the canonical form of a command and compares the result with the command.
func again(t *testing.T, c Command) {
	t.Helper()
	text := c.String()
	var back Command
	switch c.(type) {
	case Signon:
		back = Parse(text)[0].Items[0].Command
	case Obsolete, SetPassword, Confirm, EndOf:
		return // nothing to compare, or the form hides a secret
	default:
		items := one(text)
		if len(items) == 0 {
			t.Errorf("%q returns nothing", text)
			return
		}
		if items[0].Err != nil {
			t.Errorf("%q: %v", text, items[0].Err)
			return
		}
		back = items[0].Command
	}
	if back.String() != text || fmt.Sprintf("%T", back) != fmt.Sprintf("%T", c) {
		t.Errorf("%q is read back as %T %q", text, back, back)
	}
	switch c.(type) {
	case *If, *Phase, Signon, Register: // their forms contain places, or secrets
	default:
		if !reflect.DeepEqual(back, c) {
			t.Errorf("%q: %#v is read back as %#v", text, c, back)
		}
	}
}

func TestInformation(t *testing.T) {
	table(t, one, `
		help => HELP
		HELP press => HELP press
		help me please => C08
		get info | send info | send me INFO | GET <info> | sendme info => GET info
		get house rules | get house.rules => GET house.rules
		get => C02
		get one two three => C08
		get dedication | info player | INFOPLAYER => INFO PLAYER
		info player marco@example.org | info player <marco@example.org> => INFO PLAYER marco@example.org
		version | Version => VERSION
		version 2 => C08
		list => LIST
		list medici => LIST medici
		list full => LIST FULL
		listmedici => order listmedici
		list medici now => C08
		list me/dici => C03
		summary | status => SUMMARY
		summary medici => SUMMARY medici
		history => HISTORY
		history medici => HISTORY medici
		history from nov 20 to nov 27 | history since nov 20 until nov 27 => HISTORY FROM nov 20 TO nov 27
		history medici lines 50 | history medici for 50 | history medici for 50 lines => HISTORY medici LINES 50
		history exclstart s1454m exclend f1455m broad | history excl start S1454M excl end F1455M broad => HISTORY EXCLSTART SPRING 1454 ORDERS EXCLEND FALL 1455 ORDERS BROAD
		history from => C02
		history to => C02
		history lines 0 | history lines x => C05
		history lines => C02
		history excl start => C02
		history exclstart soon => C03
		history exclend f1455m => C02
		history medici form nov 20 => C01 FROM?
		whois | who | who is => WHOIS
		whois marco@example.org => WHOIS marco@example.org
		whogame medici | who game medici full => obsolete WHOGAME
		map => MAP
		map medici => MAP medici
		i am also marco@example.org | iamalso <marco@example.org> => I AM ALSO marco@example.org
		i am also => C02
		i am also a@example.org b@example.org => C08
		confirm 7KQF-93ZZ => CONFIRM ********
		confirm **** => C02
		confirm => CONFIRM
		decline => DECLINE
		queue => QUEUE
		queue any => QUEUE ANY
		QUEUE pace daily,usual players 5-7 reliability 80% programs => QUEUE PACE daily,usual PLAYERS 5-7 RELIABILITY 80 PROGRAMS
		queue edition diplomacy language it,en scenario diplomacy players 7 => QUEUE EDITION diplomacy SCENARIO diplomacy LANGUAGE it,en PLAYERS 7-7
		queue players many | queue reliability much => C05
		queue pace => C02
		queue speed high => C08
		renew queue => RENEW QUEUE
		leave queue | no queue => LEAVE QUEUE
		extend muster 120 => EXTEND MUSTER 120
		extend muster => C02
		extend muster soon => C05
		confirm 7KQF 93ZZ => C08
	`)
}

func TestSeat(t *testing.T) {
	table(t, one, `
		set password n3w-pass | set pw n3w-pass | set p n3w-pass => SET PASSWORD ********
		set password => C02
		set password ******** => C03
		set password two words => C08
		set pasword n3w-pass => C01 PASSWORD?
		password n3w-pass | pasword n3w-pass => C11 SET PASSWORD?
		set address => SET ADDRESS
		set address a@example.org, b@example.org | set ad <a@example.org> b@example.org => SET ADDRESS a@example.org, b@example.org
		set address nowhere => C03
		set zone Europe/Rome | set timezone Europe/Rome => SET ZONE Europe/Rome
		set language Italian | set Language Italian => SET LANGUAGE Italian
		set zone => C02
		set preference V L [FI] A | set pref V L [FI] A => SET PREFERENCE V L [FI] A
		set preferences v, l, (f i), a => SET PREFERENCE v, l, (f i), a
		set preference => SET PREFERENCE
		set preference * => SET PREFERENCE *
		set wait | SET W => SET WAIT
		set no wait | set nowait | set now | set ready => SET NO WAIT
		ready => READY
		set absence dec 24 to dec 27 | set holiday dec 24 to dec 27 | set vacations dec 24 to dec 27 => SET ABSENCE dec 24 to dec 27
		set absence => C02
		set no absence dec 24 | set no vacation dec 24 => SET NO ABSENCE dec 24
		set no absence => C02
		resign | withdraw | quit => RESIGN
		resign please => C08
		clear => CLEAR
		clear orders | clearorders => CLEAR ORDERS
		orders => ORDERS
		undo => UNDO 1
		undo 3 => UNDO 3
		undo all => C05
		set draw => SET DRAW
		set draw flv | set draw f l v => SET DRAW FLV
		set draw ff => C04
		set draw milan venice => SET DRAW MILAN VENICE
		set no draw => SET NO DRAW
		set concede v | set conc V | set concede to v => SET CONCEDE V
		set concede venice => SET CONCEDE VENICE
		set concede => C02
		set no concede | set no conc => SET NO CONCEDE
		set all press => SET ALL PRESS
		set normal press => SET NORMAL PRESS
		set broadcast | set broadcast press | set normal broadcast => SET BROADCAST
		set no broadcast | set nobroadcast press => SET NO BROADCAST
		set open data => SET OPEN DATA
		set no open data | set noopen data => SET NO OPEN DATA
		set reminders | set reminder => SET REMINDERS
		set no reminders | set noreminder => SET NO REMINDERS
		set idle notices => SET IDLE NOTICES
		set no idle notices | set no idle notice => SET NO IDLE NOTICES
		set plain letters | set no full letters => SET PLAIN LETTERS
		set full letters => SET FULL LETTERS
		wait => C11 SET WAIT?
		no wait => C11 SET NO WAIT?
		draw => C11 SET DRAW?
		concede v => C11 SET CONCEDE?
		preference vl => C11 SET PREFERENCE?
		deadline nov 27 => C11 SET DEADLINE?
		sign off | signoff => SIGNOFF
		signoff now => C08
	`)
}

func TestPress(t *testing.T) {
	table(t, one, `
		press to fv\nhello\nendpress | press +fv\nhello\nendpress | press to f v\nhello\nend press | press to f, v\nhello\nENDBROADCAST => PRESS TO FV\nhello\nENDPRESS
		press to f and v\nhello\nendpress => PRESS TO FV\nhello\nENDPRESS
		press to all but fv\nhello\nendpress | press -fv\nhello\nendpress => PRESS TO ALL BUT FV\nhello\nENDPRESS
		press to milan\nhello\nendpress => PRESS TO MILAN\nhello\nENDPRESS
		press to f milan\nhello\nendpress => PRESS TO F MILAN\nhello\nENDPRESS
		press to master\nhello\nendpress | press to m\nhello\nendpress => PRESS TO M\nhello\nENDPRESS
		press to observers and master\nhello\nendpress => PRESS TO OM\nhello\nENDPRESS
		press to all\nhello\nendpress | broadcast\nhello\nendpress | broadcast\nhello\nendbroadcast => BROADCAST\nhello\nENDPRESS
		press to f grey\nhello\nendpress | press gray to f\nhello\nendpress | press to f anonymously\nhello\nendpress => PRESS TO F GREY\nhello\nENDPRESS
		broadcast white\nhello\nendpress | press unanonymous\nhello\nendpress => BROADCAST WHITE\nhello\nENDPRESS
		press to f fake broadcast\nhello\nendpress | press to f fake\nhello\nendpress | press to f fake to all\nhello\nendpress => PRESS TO F FAKE BROADCAST\nhello\nENDPRESS
		press to f fake to fv\nhello\nendpress | press to f fake +fv\nhello\nendpress | press to f fake partial to fv\nhello\nendpress => PRESS TO F FAKE TO FV\nhello\nENDPRESS
		press to f fake to all but v\nhello\nendpress | press to f fake -v\nhello\nendpress | press to f fake partial to all but v\nhello\nendpress => PRESS TO F FAKE TO ALL BUT V\nhello\nENDPRESS
		press to f no fake\nhello\nendpress | press to f nofake broadcast\nhello\nendpress => PRESS TO F NO FAKE\nhello\nENDPRESS
		press to f\nhello => PRESS TO F\nhello\nENDPRESS
		press to f\nhello\nsignoff => PRESS TO F\nhello\nENDPRESS; SIGNOFF
		press to f\na mil h\nset wait\n.\n> quoted\nendpress\na com h => PRESS TO F\na mil h\nset wait\n.\n> quoted\nENDPRESS; order a com h
		press to f\nhello\n> quoted => PRESS TO F\nhello\nENDPRESS; (quotation)
		press to f\nhello\n-- \nme => PRESS TO F\nhello\nENDPRESS; (signature); (signature)
		press to f\n\n\nfirst\n\n  indented\n\nendpress => PRESS TO F\nfirst\n\n  indented\nENDPRESS
		press\nhello\nendpress => C02
		press to\nhello\nendpress | press to white\nhello\nendpress => C02
		press to ff\nhello\nendpress | press to venice venice\nhello\nendpress | press to f/v\nhello\nendpress => C04
		press loudly\nhello\nendpress => C01 PRESS TO LOUDLY?
		press fv\nhello\nendpress => C01 PRESS TO FV?
		press to f gry\nhello\nendpress => C01 GREY?
		press to f to v\nhello\nendpress | press white grey to f\nhello\nendpress | press to f fake no fake\nhello\nendpress => C06
		endpress => C07
		postal press\nhello\nendpress => POSTAL PRESS\nhello\nENDPRESS
		postal press now\nhello\nendpress => C08
		diary\nhello\nendpress | diary record\nhello\nend diary => DIARY RECORD\nhello\nENDPRESS
		propose peace to Venice until fall 1455 => PROPOSE peace to Venice until fall 1455
		accept proposal 3 => ACCEPT PROPOSAL 3
		refuse proposal 3 | decline proposal 3 | reject proposal 3 => REFUSE PROPOSAL 3
		withdraw proposal 3 => WITHDRAW PROPOSAL 3
		accept proposal => ACCEPT PROPOSAL
		decline proposal => DECLINE PROPOSAL
		proposals => PROPOSALS
		diary list => DIARY LIST
		diary read 2 => DIARY READ 2
		diary delete 2 => DIARY DELETE 2
		diary read => C02
		diary read x => C05
		diary lits => C01 LIST?
		press to f\nmy word is s3cret-77\nendpress\na mil h => C09; order a mil h
		press to f\nsignon Vmedici whatever\nendpress\na mil h => C09; order a mil h
		press to f; a mil h\nhello\nendpress => PRESS TO F\nhello\nENDPRESS; C08
	`)
}

func TestMaster(t *testing.T) {
	table(t, one, `
		become milan | BECOME Milan. => BECOME MILAN
		become i => BECOME I
		become master | become the master => BECOME MASTER
		become => C02
		process summer 1456 orders | process u1456m | process su 1456 mov | process Summer 1456 Movement => PROCESS SUMMER 1456 ORDERS
		process winter 1456 | process w 1456 a | process F1456B | process fall 1456 builds => PROCESS WINTER 1456 ADJUSTMENTS
		process autumn 1456 retreats => PROCESS FALL 1456 RETREATS
		process => C02
		process 1456 | process monday 1456 orders | process summer soon orders | process summer 1456 | process summer 1456 tea | process spring 1456 adjustments | process winter 1456 orders | process X1456M => E27
		rollback | roll back => ROLLBACK
		rollback 12 | rollback to turn 12 => ROLLBACK 12
		rollback spring 1456 orders => ROLLBACK SPRING 1456 ORDERS
		rollback because nobody was there | ROLLBACK   BECAUSE nobody was there => ROLLBACK BECAUSE nobody was there
		rollback 12 because of a misprint => ROLLBACK 12 BECAUSE of a misprint
		rollback spring 1456 orders because Milan's orders were lost => ROLLBACK SPRING 1456 ORDERS BECAUSE Milan's orders were lost
		rollback yesterday => E27
		rollback 0 => C05
		predict => PREDICT
		eject milan => EJECT milan
		eject <marco@example.org> => EJECT <marco@example.org>
		eject => C02
		promote marco@example.org => PROMOTE marco@example.org
		promote => C02
		pause | suspend => PAUSE
		resume => RESUME
		terminate => TERMINATE
		unstart => UNSTART
		start => START
		Begin => START
		force begin | force start | forcebegin => FORCE BEGIN
		force begin bots | FORCE START WITH BOTS => FORCE BEGIN BOTS hard
		force begin bots easy => FORCE BEGIN BOTS easy
		bot milan | Bot  milan => BOT milan
		bot m random => BOT m random
		no bot Venice => NO BOT Venice
		edit treasury milan 12; really # yes => EDIT treasury milan 12; really # yes
		edit => C02
		set roll famine row 3,4 | set roll "famine row" 3 , 4 => SET ROLL famine row 7
		set roll income milan 1 6 | SET ROLL income  milan 1 = 6 => SET ROLL income milan 1 6
		set roll revolt france Marseilles 4 because it fell so => SET ROLL revolt france Marseilles 4 BECAUSE it fell so
		set roll famine row => C02
		set roll famine => C02
		set approved fv | set approve f v => SET APPROVED FV
		set not approved f => SET NOT APPROVED F
		set approved => C02
		set approved venice => SET APPROVED VENICE
		adjust 12 5 keeperpw | record 12 1 5 keeperpw | fix id 3 Rome | no control => obsolete ADJUST
	`)
}

func TestClock(t *testing.T) {
	table(t, one, `
		set moves clock 1410 next 71 | set move clock=1410, next=71 => SET MOVES CLOCK 1410 NEXT 71
		set retreats days -mTWTF- => SET RETREATS DAYS -mTWTF-
		set adjusts c -1 m 0 n 23 g 71 de 0.5 da -mTWTF- | set builds c -1 m 0 n 23 g 71 de 0.5 da -mTWTF- => SET ADJUSTS C -1 M 0 N 23 G 71 DE 0.5 DA -mTWTF-
		set moves next 71, retreats next 23, nmr => SET MOVES NEXT 71; SET RETREATS NEXT 23; SET NMR
		set moves next 71 grace 167 grace press => SET MOVES NEXT 71 GRACE 167; SET GRACE PRESS
		set moves next 71, grace nov 30 => SET MOVES NEXT 71; SET GRACE nov 30
		set moves => C02
		set moves next => C02
		set moves nxet 71 => C01 NEXT?
		set deadline nov 27 23:30 => SET DEADLINE nov 27 23:30
		set deadline nov 27, 2026 23:30, grace dec 4 => SET DEADLINE nov 27, 2026 23:30; SET GRACE dec 4
		set start fri 12:00 => SET START fri 12:00
		set deadline => C02
		set max absence 15 => SET MAX ABSENCE 15
		set max absence 32 | set max absence lots => C05
		set manual start => SET MANUAL START
		set auto start | set no manual start => SET NO MANUAL START
		set man proc | set manual process => SET MANUAL PROCESS
		set auto process | set autoproc => SET NO MANUAL PROCESS
	`)
}

func TestHosting(t *testing.T) {
	for _, s := range hosting.Switches {
		if s.Command == "" {
			continue
		}
		for _, w := range append([]string{s.Command}, s.On...) {
			table(t, one, "set "+strings.ToLower(w)+" => SET "+s.Command)
			table(t, one, "set no "+w+" => SET NO "+s.Command)
			table(t, one, "set no"+strings.ReplaceAll(w, " ", "")+" => SET NO "+s.Command)
		}
		for _, w := range s.Off {
			table(t, one, "set "+w+" => SET NO "+s.Command)
		}
	}
	table(t, one, `
		set mach2 | set machiavelli 2 => SET MACH2
		set no machiavelli2 => SET NO MACH2
		set loan | set bank | set bankers => SET LOANS
		set no bank | set noloans => SET NO LOANS
		set storm => SET STORMS
		set no assassins | set no assassination => SET NO ASSASSINATIONS
		set fort | set forts => SET FORTRESSES
		set adj | set adjacent => SET ADJACENCY
		set no special units => SET NO SPECIAL
		set no hidden treasuries => SET NO HIDDEN TREASURY
		set no coastal convoy => SET NO COASTAL CONVOYS
	`)
	table(t, one, `
		set comment begin\nNo haste.\nBe kind.\nendcomment | set info begin\nNo haste.\nBe kind.\nendpress => SET COMMENT BEGIN\nNo haste.\nBe kind.\nENDCOMMENT
		set comment begin\nNo haste.\nsignoff => SET COMMENT BEGIN\nNo haste.\nENDCOMMENT; SIGNOFF
		set comment a slow game, dice; # no haste => SET COMMENT a slow game, dice; # no haste
		set info x | set information x => SET COMMENT x
		set comment => SET COMMENT
		set centers 15 | set centres 15 | set cities 15 => SET CITIES 15
		set cities 0 | set cities many => C05
		set players 5 => SET PLAYERS 5
		set powers 6 => SET POWERS 6
		set victory homes 2 => SET VICTORY HOMES 2
		set variant mach_eos => SET VARIANT mach_eos
		set not variant gunboat | set no variant gunboat => SET NOT VARIANT gunboat
		set variant => C02
		set prflist => SET PRFLIST
		set prfboth => SET PRFBOTH
		set prfrand => SET PRFRAND
		set dedication 80 | set reliability 80 => SET RELIABILITY 80
		set dedication -100 | set reliability 101 => C05
		set ontimerat 0.9 | set on time rat 0.90 => SET ONTIMERAT 0.9
		set ontimerat 2 | set ontimerat x => C05
		set allow player marco@example.org | set player allow marco@example.org => SET ALLOW PLAYER marco@example.org
		set deny player -marco@example.org | set player deny - marco@example.org => SET DENY PLAYER -marco@example.org
		set allow master marco@example.org => obsolete SET ALLOW MASTER
		set master deny marco@example.org => obsolete SET MASTER DENY
		set deny player => C02
		set basic => SET BASIC
		set advanced => SET ADVANCED
		set option treasury-visibility hidden | set option treasury-visibility = hidden | set option Treasury-Visibility=hidden => SET OPTION treasury-visibility hidden
		set option treasury-visibility => C02
		set seed 1454 | set seed => obsolete SET SEED
		set adjust default maintain => SET ADJUST DEFAULT MAINTAIN
		set adjusts default remove => SET ADJUST DEFAULT REMOVE
		set adjust default dance => C02
		set white | set no grey => SET WHITE
		set grey | set gray | set no white => SET GREY
		set white/grey | set white/gray => SET WHITE/GREY
		set grey/white => SET GREY/WHITE
		set no press | set none | set press none => SET NO PRESS
		set partial => SET PARTIAL
		set no partial => SET NO PARTIAL
		set no fake => SET NO FAKE
		set partial may | set partial may be faked => SET PARTIAL MAY BE FAKED
		set partial fakes | set partial fakes broadcast => SET PARTIAL FAKES BROADCAST
		set partial fakes broadcast by default | set partial default | set default => SET PARTIAL FAKES BROADCAST BY DEFAULT
		set observer any => SET OBSERVER ANY
		set observer white => SET OBSERVER WHITE
		set observer no => SET OBSERVER NO
		set grey, no partial | set grey no partial => SET GREY; SET NO PARTIAL
		set grey,\n  no partial => SET GREY; SET NO PARTIAL
		set => C02
		set grey, foolish, no dice => SET GREY; SET NO DICE; C01
		set gunbaot => C01 GUNBOAT?
		set access same-site => obsolete SET ACCESS
		set level novice, wait => obsolete SET LEVEL; SET WAIT
		set proxy => obsolete SET PROXY
		set bn 12 => obsolete SET BN
		set no railways => obsolete SET NO RAILWAYS
		set hong kong => obsolete SET HONG KONG
		set auto create => obsolete SET AUTO CREATE
	`)
}

func TestPhases(t *testing.T) {
	table(t, one, `
		phase fall 1456 orders\na mil h\nendphase => PHASE FALL 1456 ORDERS\na mil h\nENDPHASE
		phase F 1456 M\na mil h\nset wait\nset grey\na com h => PHASE FALL 1456 ORDERS\na mil h\nSET WAIT\na com h\nENDPHASE; SET GREY
		phase winter 1456\nr a mil\nphase current\na mil h => PHASE WINTER 1456 ADJUSTMENTS\nr a mil\nENDPHASE; PHASE CURRENT; order a mil h
		phase W1456B\nr a mil\nphase s 1457 m\na pav h => PHASE WINTER 1456 ADJUSTMENTS\nr a mil\nENDPHASE; PHASE SPRING 1457 ORDERS\na pav h\nENDPHASE
		phase\na mil h => E27; E27
		phase yule 1456 orders\na mil h\nset wait\nphase current\na mil h => E27; E27; SET WAIT; PHASE CURRENT; order a mil h
		phase current a pad\na mil h\nset wait\nphase current\na mil h => C08; E27; SET WAIT; PHASE CURRENT; order a mil h
		endphase => C07
		if a pad\na mil h\nendif | if a pad then\na mil h\nendif | if a pad then a mil h\nend if => IF a pad THEN\na mil h\nENDIF
		if not venetian army padua and (a fer or f anc)\na mil h\nelse if a bol\na mil s a bol\nelse\na mil - fer\nendif => IF NOT venetian army padua AND (a fer OR f anc) THEN\na mil h\nELSE IF a bol THEN\na mil s a bol\nELSE\na mil - fer\nENDIF
		if a and b or not c\na mil h\nendif => IF (a AND b) OR NOT c THEN\na mil h\nENDIF
		if a pad\nif a fer\na mil h\nelse\na com h\nendif\nendif => IF a pad THEN\nIF a fer THEN\na mil h\nELSE\na com h\nENDIF\nENDIF
		if a pad\na mil h | if a pad then a mil h\na com h => C12
		if a pad\nif a fer\na mil h\nendif => C12
		if a pad\na mil h\nendiff | if a pad\na mil h\nENDIF. | if a pad\na mil h\n[end of if] | if a pad\na mil h\nend | if a pad\na mil h\nfi => IF a pad THEN\na mil h\nENDIF
		if\na mil h\nelse\na com h\nendif\na pav h => C02; E27; E27; E27; order a pav h
		if (a pad\na mil h\nendif => C03; E27
		if a pad) then\nendif => C08
		else => C07
		else if a pad => C07
		endif => C07
		phase fall 1456 orders\nif a pad\na mil h\nendif => PHASE FALL 1456 ORDERS\nIF a pad THEN\na mil h\nENDIF\nENDPHASE
	`)
	items := one("if a pad\nset grey\nelse\na mil h\nelse\na com h\nendif\nphase x\nif a pad\na mil h\nendif")
	c := items[0].Command.(*If)
	if got := verdicts(c.Branches[0].Items) + " / " + verdicts(c.Branches[1].Items); got != "C07 / order a mil h; C07; E27" {
		t.Errorf("conditions hold %s", got)
	}
	if got := verdicts(items[1:]); got != "E27; E27; E27" {
		t.Errorf("under an unreadable phase: %s", got)
	}
	if n := one("if a pad\na mil h\nendiff")[1].Notes; len(n) != 1 || n[0].Code != NoteNearEnd {
		t.Errorf("an open condition has the notes %v", n)
	}
}

func TestOrders(t *testing.T) {
	table(t, one, `
		a mil - pav => order a mil - pav
		a mil – pav | a mil — pav | a mil − pav => order a mil - pav
		a mil → pav | a mil ➔ pav => order a mil -> pav
		*a mil h* => order a mil h
		a mil h; a com h | a mil h ; ; a com h; => order a mil h; order a com h
		a mil h; set wait => order a mil h; SET WAIT
		a mil h # hold fast; really | a mil h // hold => order a mil h
		# a comment => (comment)
		// a comment => (comment)
		----- | . | *** => (no words)
		f ion t a otr -\n  dur | f ion t a otr\n  - dur => order f ion t a otr - dur
		exp 1: 12 ducats disband army\n       Bologna => order exp 1: 12 ducats disband army Bologna
		a mil s a pav -\nmon => order a mil s a pav - mon
		a cre s a\npav - mil => order a cre s a pav - mil
		a cre s a\n\npav - mil => order a cre s a; order pav - mil
		a cre s\na pav - mil => order a cre s; order a pav - mil
		a mil h\n  a com h\n  m a pav => order a mil h; order a com h; order m a pav
		m a mil\n  a com => order m a mil; order a com
		a mil h\n\n  bologna => order a mil h; order bologna
		e1: 12 disband a bol\n e2: 9 buy fer => order e1: 12 disband a bol; order e2: 9 buy fer
		a mil h; a com s\n  mil => order a mil h; order a com s mil
		a mil h\n  set wait => order a mil h; SET WAIT
		holdxyz => order holdxyz
	`)
	if n := one("f ion t a otr -\n dur")[0]; len(n.Notes) != 1 || n.Notes[0].Code != NoteJoined || n.End != n.Line+1 {
		t.Errorf("a joined line has %+v", n)
	}
	i := one("  a mil h;  a com h")
	if i[0].Column != 3 || i[1].Column != 13 || i[1].Line != 2 {
		t.Errorf("columns %d and %d, line %d", i[0].Column, i[1].Column, i[1].Line)
	}
}
