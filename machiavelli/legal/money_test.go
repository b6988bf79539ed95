package legal_test

// moneyCases check money orders, rule by rule.
var moneyCases = []struct {
	rule, scenario, rules, scene, rows string
}{
	{"EXP-01", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ber`, `
		I: e1: 12 disband ber => E1: 12d, Disband A Bergamo
		I: e4: disband ber => E4: Disband A Bergamo
		I: e1: none => E1: None
		I: e4: none => E4: None`},
	{"EXP-02", "B", "battleline-1978-basic", "I A mil\nV A ber", `
		I: e1: disband ber => E12 This game is played without money.
		I: e1: none => E12 This game is played without money.
		I: pay 1 to venice => E12 This game is played without money.
		I: borrow 1 for 1 year => E12 This game is played without money.
		I: give venice to papacy => E12 This game is played without money.`},
	// An expense with too little money is accepted, and so is one without any.
	{"EXP-04", "B", "njudge-classic", `
		treasury I 5
		I A mil
		V A ber`, `
		I: e1: disband ber => E1: Disband A Bergamo [W03]
		I: e1: 6 disband ber => E1: 6d, Disband A Bergamo [W04] [W03]
		I: e1: 0 cb mil => E1: 0d, Counter-Bribe A Milan [W04]`},
	{"EXP-06", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ber
		rebels par province V
		owns V par com
		famine par`, `
		I: e1: 20 buy ber => E1: 20d, Buy A Bergamo [W02]
		I: e1: 19 buy ber => E1: 19d, Buy A Bergamo [W02]
		I: e1: 17 buy ber => E1: 17d, Buy A Bergamo [W04]
		I: e1: 4 cb mil => E1: 4d, Counter-Bribe A Milan [W02]
		I: e1: 2 cb mil => E1: 2d, Counter-Bribe A Milan [W04]
		I: e1: 15 cb mil => E1: 15d, Counter-Bribe A Milan
		I: e1: 12 pr par => E1: 12d, Pacify Rebellion Parma [W04]
		I: e1: 12 cr com => E1: 12d, Cause Rebellion Como [W02]
		I: e1: 24 a ven => E1: 24d, Assassinate Venice
		I: e1: 30 a ven => E1: 30d, Assassinate Venice [W02]
		I: e1: 48 a ven => E1: 48d, Assassinate Venice [W02]
		I: e1: 11 a ven => E1: 11d, Assassinate Venice [W04]`},
	{"OPT-11", "B", "njudge-classic assassination-max-spend=unlimited", "treasury I 99\nI A mil", `
		I: e1: 48 a ven => E1: 48d, Assassinate Venice
		I: e1: 84 a ven => E1: 84d, Assassinate Venice [W02]`},
	// An omitted sum stays omitted, and the price is paid.
	{"EXP-08", "B", "njudge-classic", `
		treasury P 12
		treasury L 12
		treasury V 47
		L A pst
		- G luc
		V A rma
		V G pad
		P G rme militia
		P F uas
		V A spo`, `
		L: e1: disband luc => E1: Disband G Lucca
		P: e1: cb rme => E1: Counter-Bribe G Rome
		P: e1: a venice => E1: Assassinate Venice
		V: e1: disband rme => E1: Disband G Rome [W03]`},
	{"EXP-27", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ven
		V G ber
		owns V fri
		famine fri
		rebels fri province V`, `
		I: e1: buy ven => E1: Buy A Venice [W04]
		I: e1: buy ber => E1: Buy G Bergamo
		I: e1: cb ven => E1: Counter-Bribe A Venice [W04]
		I: e1: fr fri => E1: Famine Relief Friuli [W04]
		I: e1: pr fri => E1: Pacify Rebellion Friuli [W04]
		I: e1: a venice => E1: Assassinate Venice`},
	{"EXP-25", "B", "njudge-classic bribe-adjacency=own-or-permitted", `
		treasury I 99
		I A mil
		V A ven
		L F lag`, `
		I: e1: buy ven => E1: Buy A Venice [W04]
		L: permit bribe by milan on a ven => Permit bribe by Milan on A Venice
		I: permit bribe by florence on a ven => Permit bribe by Florence on A Venice [W04]
		L: permit bribe by florence on a ven => E16
		L: permit bribe by milan on a flo => E02`},
	{"EXP-25", "B", "njudge-classic", "I A mil", `
		I: permit bribe by venice on a mil => E12`},
	{"BRIBE-01", "B", "njudge-classic", `
		treasury I 99
		I A mil
		I A par
		P G par
		- G ber
		V A com`, `
		I: e1: buy com => E1: Buy A Como
		I: e1: buy f com => E02 There is no fleet in Como; the unit there is an army.
		I: e1: buy par => E1: Buy G Parma
		I: e1: cb par => E1: Counter-Bribe A Parma
		I: e1: gta par => E1: To Autonomous G Parma
		I: e1: gta ber => E14 The garrison in Bergamo is autonomous already
		I: e1: gta com => E14 Only garrisons become autonomous
		I: e1: buy tur => E02 There is no unit in Turin to spend money on.
		I: e1: buy neapolitan a com => E02 The army in Como is Venetian, not Neapolitan.`},
	{"BRIBE-12", "B", "njudge-classic", `
		V A com
		V G pav
		I A pav
		I A mil
		siege pav
		P A cre`, `
		I: a com - mil => A Como - Milan [W01]
		I: g pav c a => G Pavia C A [W01]
		P: a com h => A Como H [W01]`},
	{"BRIBE-13", "B", "njudge-classic", `
		treasury I 99
		I A mil
		I G pav
		I A com`, `
		I: e1: disband mil => E1: Disband A Milan [W07]
		I: e1: gta pav => E1: To Autonomous G Pavia [W07]
		I: e1: buy mil => E19 The army in Milan is yours already`},
	{"BRIBE-13", "B", "njudge-classic self-bribes=forbidden self-rebellion=no", `
		treasury I 99
		I A mil
		I G pav`, `
		I: e1: disband mil => E19 The army in Milan is yours; in this game you cannot bribe your own units.
		I: e1: gta pav => E19 The garrison in Pavia is yours
		I: e1: cb mil => E1: Counter-Bribe A Milan`},
	{"BRIBE-14", "B", "njudge-classic", `
		treasury N 99
		N A nap mercenary
		P A aqu militia`, `
		N: e1: 36 buy aqu => E1: 36d, Buy A Aquila [W04]
		N: e1: 24 disband aqu => E1: 24d, Disband A Aquila`},
	{"BRIBE-15", "B", "battleline-1978-advanced", `
		treasury I 99
		I A mil
		V G ber
		- G com`, `
		I: e1: buy ber => E14 A garrison that serves a power cannot be bought in this game
		I: e1: gta ber => E1: To Autonomous G Bergamo
		I: e1: buy com => E1: Buy G Como`},
	{"RELIEF-04", "B", "njudge-classic", `
		treasury I 99
		I A mil
		famine mil
		rebels mil both I`, `
		I: e1: fr mil => E1: Famine Relief Milan
		I: e1: fr pav => E1: Famine Relief Pavia [W04]
		I: e1: pr mil => E1: Pacify Rebellion Milan
		I: e1: pr pav => E1: Pacify Rebellion Pavia [W04]
		I: e1: fr uas => E1: Famine Relief Upper Adriatic Sea [W04] [W04]`},
	{"REB-03", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ven
		owns I mil
		owns V par
		owns - com tur`, `
		I: e1: cr par => E1: Cause Rebellion Parma
		I: e1: cr com => E1: Cause Rebellion Como [W04]
		I: e1: cr uas => E20 The Upper Adriatic Sea is at sea
		I: e1: cr mil => E1: Cause Rebellion Milan [W07]`},
	{"REB-03", "B", "njudge-classic self-bribes=forbidden self-rebellion=no", `
		treasury I 99
		I A mil
		owns I mil`, `
		I: e1: cr mil => E20 Milan is yours`},
	{"REB-07", "B", "njudge-classic", `
		treasury I 99
		I A mil
		owns V mod par
		rebels mod province V
		rebels par both V`, `
		I: e1: cr par => E1: Cause Rebellion Parma [W04]`},
	{"REB-07", "B", "battleline-1978-advanced", `
		treasury I 99
		I A mil
		owns V mod
		rebels mod province V`, `
		I: e1: cr mod => E1: Cause Rebellion Modena [W04]`},
	{"VENICE-07", "B", "njudge-classic", `
		treasury I 99
		I F lag
		V A ven
		owns V ven`, `
		I: e1: cr ven => E1: Cause Rebellion Venice [W04]`},
	{"VENICE-08", "B", "njudge-classic", `
		treasury I 99
		I F lag
		owns V ven`, `
		I: e1: cr ven => E1: Cause Rebellion Venice`},
	{"ASSN-03", "B", "njudge-classic", `
		treasury I 99
		chits I P
		I A mil`, `
		I: e1: a papacy => E1: Assassinate Papacy
		I: e1: a venice => E1: Assassinate Venice [W04]`},
	{"ASSN-03", "B", "njudge-classic assassination-chits=unlimited", `
		treasury I 99
		chits I
		I A mil`, `
		I: e1: a venice => E1: Assassinate Venice
		I: give venice to papacy => E17 In this game everyone can assassinate without chits`},
	{"ASSN-02", "B", "njudge-classic", `
		chits I V P
		out L
		I A mil`, `
		I: give venice to papacy => Give Venetian chit to Papacy
		I: give venice to venice => Give Venetian chit to Venice [W04]
		I: give france to papacy => E17 You have no assassination chit against France; yours are against Papacy and Venice.
		I: give venice to milan => E16 You cannot give it to yourself.
		I: give venice to florence => E25 Florence is out of the game`},
	{"ASSN-15", "B", "njudge-classic assassinations=off", `
		chits I V
		I A mil`, `
		I: e1: a venice => E12 This game is played without assassinations.
		I: give venice to papacy => Give Venetian chit to Papacy [W04]`},
	{"ASSN-16", "B", "njudge-classic", `
		treasury I 99
		out L
		I A mil`, `
		I: e1: a milan => E19 You cannot have yourself assassinated.
		I: e1: a florence => E25 Florence is out of the game`},
	{"LOAN-01", "B", "njudge-classic", "I A mil", `
		I: borrow 10 for 1 year => Borrow 10 ducats for 1 year
		I: borrow 10 for 2 years => Borrow 10 ducats for 2 years
		I: borrow 0 for 1 year => Borrow 0 ducats for 1 year`},
	{"LOAN-02", "B", "njudge-classic", "I A mil\nloan I 20 4", `
		I: borrow 5 for 1 year => Borrow 5 ducats for 1 year
		I: borrow 10 for 1 year => Borrow 10 ducats for 1 year [W03]
		V: borrow 26 for 1 year => Borrow 26 ducats for 1 year [W03]`},
	{"LOAN-02", "B", "njudge-classic", "I A mil\nloan I 25 5", `
		I: borrow 1 for 1 year => Borrow 1 ducat for 1 year [W04]`},
	{"LOAN-07", "B", "njudge-classic", "treasury I 20\nI A mil\nloan I 10 2", `
		I: pay 12 to bank => Pay 12 ducats to bank
		I: pay 13 to bank => Pay 13 ducats to bank [W02]
		V: pay 3 to bank => Pay 3 ducats to bank [W04]`},
	{"LOAN-08", "B", "njudge-classic", "treasury I 20\nI A mil\nloan I 10 2", `
		I: pay 3 to venice => Pay 3 ducats to Venice [W04]`},
	{"LOAN-08", "B", "njudge-classic gifts-while-indebted=allowed", "treasury I 20\nI A mil\nloan I 10 2", `
		I: pay 3 to venice => Pay 3 ducats to Venice`},
	{"LOAN-09", "B", "njudge-classic", "I A mil\nbankrupt I", `
		I: borrow 1 for 1 year => E18 You are bankrupt`},
	{"LOAN-12", "B", "battleline-1978-advanced", "I A mil", `
		I: borrow 1 for 1 year => E12 This game is played without the bank
		I: pay 1 to bank => E12 This game is played without the bank.`},
	{"LOAN-12", "B", "njudge-classic bank-loans=off", "I A mil\ntreasury I 9\nloan I 5 1", `
		I: pay 6 to bank => Pay 6 ducats to bank`},
	{"GIFT-01", "B", "njudge-classic", "treasury I 5\nI A mil\nout L", `
		I: pay 5 to venice => Pay 5 ducats to Venice
		I: pay 6 to venice => Pay 6 ducats to Venice [W03]
		I: pay 0 to venice => Pay 0 ducats to Venice
		I: pay 1 to milan => E16 You cannot pay yourself.
		I: pay 1 to florence => E25 Florence is out of the game`},
	{"GIFT-04", "B", "njudge-classic", "I A bol\nowns I bol", `
		I: give province bologna to venice => E12 In this game provinces cannot be given away.`},
	{"OPT-06", "B", "njudge-classic province-trading=on", "I A bol\nowns I bol\nprovince I fer\ncity V fer\nout L", `
		I: give province bologna to venice => Give province Bologna to Venice
		I: give province milan to venice => E23 Milan is in a home country of yours
		I: give province ferrara to venice => E23 The city of Ferrara is not yours
		I: give province rome to venice => E23 The province of Rome is not yours.
		I: give province bologna to florence => E25
		I: give province uas to venice => E04`},
	{"OPT-07", "B", "njudge-classic forced-taxation=any-season", "I A bol\nowns I bol par cre mil\nrebels par province I\ntaxed cre", `
		I: tax bologna => Tax Bologna
		I: tax parma => E20 Parma rebels
		I: tax cremona => E20 Cremona has been taxed by force this year
		I: tax rome => E23 The province of Rome is not yours.`},
	{"OPT-07", "B", "njudge-classic forced-taxation=lasting", "I A bol\nowns I bol\ntaxedbefore bol", `
		I: tax bologna => E20 Bologna was taxed by force last year`},
	{"OPT-07", "B", "njudge-classic forced-taxation=fall-only", "I A bol\nowns I bol", `
		I: tax bologna => E12 In this game provinces are taxed by force in fall only.`},
	{"OPT-07", "B", "njudge-classic", "I A bol\nowns I bol", `
		I: tax bologna => E12 This game is played without forced taxation.`},
	{"OPT-19", "B", "njudge-classic exchanges=on", "treasury I 9\nI A mil\nV A pad\nowns I luc\nowns V fer\nprovince I mod\nchits I P\nout L", `
		I: exchange with venice: give 9 ducats => Exchange with Venice: give 9 ducats
		I: exchange with venice: give 10 ducats => Exchange with Venice: give 10 ducats [W04]
		I: exchange with venice: get 99 ducats => Exchange with Venice: get 99 ducats
		I: exchange with venice: give papal chit => Exchange with Venice: give Papal chit
		I: exchange with papacy: give papal chit => Exchange with Papacy: give Papal chit [W04]
		I: exchange with venice: give turkish chit => E17
		I: exchange with venice: get turkish chit => Exchange with Venice: get Turkish chit
		I: exchange with venice: give lucca => Exchange with Venice: give province Lucca
		I: exchange with venice: get ferrara => Exchange with Venice: get province Ferrara
		I: exchange with venice: give ferrara => E23 The province of Ferrara is not yours.
		I: exchange with venice: get lucca => E23 The province of Lucca does not belong to Venice.
		I: exchange with venice: give milan => E23 Milan is in a home country of yours
		I: exchange with venice: get padua => E23 Padua is in a home country of Venice
		I: exchange with venice: give modena => E23 The city of Modena is not yours
		I: exchange with venice: get uas => E04
		I: exchange with venice: give a mil - cre => Exchange with Venice: give A Milan - Cremona
		I: exchange with venice: give mil h => Exchange with Venice: give A Milan H
		I: exchange with venice: get a pad - ver => Exchange with Venice: get A Padua - Verona
		I: exchange with venice: get pad s a mil - cre => E06
		I: exchange with venice: get a pad - rome => E05
		I: exchange with venice: get a mil h => E23 The army in Milan does not belong to Venice.
		I: exchange with venice: give a pad h => E23 The army in Padua is not yours
		I: exchange with venice: give a mil transfer cre => E03
		I: exchange with venice: none => Exchange with Venice: none
		I: exchange with milan: give 3 => E16 You cannot make an exchange with yourself.
		I: exchange with florence: give 3 => E25 Florence is out of the game`},
	{"OPT-19", "B", "njudge-classic", "treasury I 9\nI A mil", `
		I: exchange with venice: give 9 ducats => E12`},
	{"OPT-19", "B", "battleline-1978-basic exchanges=on", "I A mil\nV A pad", `
		I: exchange with venice: give 9 ducats => E12 This game is played without money.
		I: exchange with venice: give papal chit => E12
		I: exchange with venice: get a pad h => Exchange with Venice: get A Padua H
		I: exchange with venice: get a mil h => E02`},
	{"OPT-20", "B", "njudge-classic exchanges=on", "treasury I 20\nI A mil\nloan I 10 2", `
		I: exchange with venice: give 3 ducats => Exchange with Venice: give 3 ducats [W04]`},
	{"OPT-20", "B", "njudge-classic exchanges=on gifts-while-indebted=allowed", "treasury I 20\nI A mil\nloan I 10 2", `
		I: exchange with venice: give 3 ducats => Exchange with Venice: give 3 ducats`},
	{"OPT-04", "B", "njudge-classic autonomous-field-units=on", "treasury I 99\nI A mil\nV A com\n- A par", `
		I: e1: gta com => E1: To Autonomous A Como
		I: e1: buy par => E1: Buy A Parma`},
	{"OPT-05", "B", "njudge-classic autonomous-orders=on", "treasury I 99\nI A mil\nV A com\n- G pav", `
		I: e1: order pav => E1: Order G Pavia
		I: e1: 3 order pav => E1: 3d, Order G Pavia [W04]
		I: e1: order com => E14 The army in Como is Venetian
		I: g pav s a mil - pav => G Pavia S A Milan - Pavia [W01]`},
	{"OPT-05", "B", "njudge-classic", "treasury I 99\nI A mil\n- G par", `
		I: e1: order par => E12`},
	{"OPT-08", "B", "njudge-classic cause-famine=one-season", "treasury I 99\nI A mil\nfamine pav", `
		I: e1: cause famine in mil => E1: Cause Famine Milan
		I: e1: cause famine in pav => E1: Cause Famine Pavia [W04]`},
	{"OPT-08", "B", "njudge-classic", "treasury I 99\nI A mil", `
		I: e1: cause famine in mil => E12`},
	{"OPT-09", "B", "njudge-classic cause-plague=on", "treasury I 99\nI A mil", `
		I: e1: cause plague mil => E1: Cause Plague Milan
		I: e1: relieve plague mil => E1: Relieve Plague Milan`},
	{"OPT-09", "B", "njudge-classic", "treasury I 99\nI A mil", `
		I: e1: cause plague mil => E12
		I: e1: relieve plague mil => E12`},
	{"OPT-23", "B", "njudge-classic ransom=on", "treasury I 99\nI A mil", `
		I: e1: ransom mil => E1: Ransom Milan [W04]`},
	{"OPT-23", "B", "njudge-classic", "treasury I 99\nI A mil", `
		I: e1: ransom mil => E12`},
	{"OPT-14", "B", "njudge-classic excommunication=on", "I A mil\nout L", `
		P: excommunicate milan => Excommunicate Milan
		P: excommunicate papacy => E16
		P: excommunicate florence => E25
		I: excommunicate venice => E25 Only the Pope excommunicates.
		I: overrule => Overrule
		P: overrule => E25`},
	{"OPT-14", "B", "njudge-classic", "I A mil", `
		P: excommunicate milan => E12`},
	{"OPT-15", "B", "njudge-classic strategic-movement=on", "I A mil\nI G pav\nowns I cre", `
		I: a mil transfer cre => A Milan transfer Cremona
		I: a mil transfer bol => A Milan transfer Bologna [W04]
		I: a mil transfer uas => E05
		I: g pav transfer cre => E09 A garrison does not travel`},
	{"OPT-15", "B", "njudge-classic", "I A mil", `
		I: a mil transfer pav => E12`},
	{"BUG-44", "B", "njudge-classic", "treasury I 9\nI A mil", `
		I: e1: +3 ducats counter-bribe a mil => E1: 3d, Counter-Bribe A Milan
		I: e1: 6+3 counter-bribe a mil => E1: 9d, Counter-Bribe A Milan`},
}
