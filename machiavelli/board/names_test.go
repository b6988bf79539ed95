package board

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// codes1978 is the table of the judge's codes. Each line describes one area. A
// code in brackets is ambiguous.
const codes1978 = `
Albania: alb alban
Ancona: anc ancon
Aquila: aqu aquil
Arezzo: are arezz
Austria: aus austr
Avignon: avi avign
Bari: bar
Bay of Tunis: bot cms cmed cm
Bergamo: ber berga
Bologna: bol bolog
Bosnia: bos bosni
Brescia: bre bresc
Capua: cap
Carinthia: cri carin [car]
Carniola: crn carni
Como: com
Corsica: cor corsi
Cremona: cre cremo
Croatia: cro croat
Dalmatia: dal dalma
Durazzo: dur duraz
Eastern Gulf of Lyons: egl egol lig lis ls
Eastern Tyrrhenian Sea: ets
Ferrara: fer ferra
Florence: flo flore
Fornova: for forno
Friuli: fri friul
Genoa: gen
Gulf of Naples: gon
Herzegovina: her herze
Hungary: hun hunga
Ionian Sea: ion is ios
Istria: ist istri
Lower Adriatic Sea: low las la
Lucca: luc
Mantua: man mantu
Marseilles: mar marse marseille
Messina: mes messi
Milan: mil
Modena: mod moden
Montferrat: mon montf
Naples: nap naple
Otranto: otr otran
Padua: pad
Palermo: pal paler
Parma: par
Patrimony: pat patri
Pavia: pav
Perugia: per perug
Piancenza: pia pianc piace piacenza
Piombino: pio piomb
Pisa: psa
Pistoia: pst pisto [pis]
Pontremoli: pon pontr
Provence: pro prove
Ragusa: rag ragus
Romagna: rma romag
Rome: rme [rom]
Salerno: sle slr saler [sal]
Saluzzo: slu slz saluz
Sardinia: sar sardi
Savoy: sav
Siena: sie sienn sienna
Slavonia: sla slavo
Spoleto: spo spole
Swiss: swi
Tivoli: tiv tivol
Trent: trt trn
Treviso: trv trevi [tre]
Tunis: tun
Turin: tur
Tyrolea: tyr tyrol
Upper Adriatic Sea: uas upp ua
Urbino: urb urbin
Lagoon: lag lagoo
Venice: ven venic
Verona: ver veron
Vicenza: vic vicen
Western Gulf of Lyons: wgl wgol
Western Mediterranean: wms wme wmed wm
Western Tyrrhenian Sea: wts
`

// checkNames checks a table like codes1978.
func checkNames(t *testing.T, b *Board, table string) (lines int) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		name, codes, _ := strings.Cut(line, ":")
		lines++
		for _, code := range append(strings.Fields(codes), name) {
			plain := strings.Trim(code, "[]")
			for _, text := range []string{plain, strings.ToUpper(plain)} {
				m, ok := b.Find(text)
				if !ok || b.Areas[m.ID].Name != name || m.Legacy != (plain != code) {
					t.Errorf("%s: %q is read as %q (legacy %t), want %q", b.Slug, text, b.Areas[m.ID].Name, m.Legacy, name)
				}
			}
		}
	}
	return lines
}

func TestJudgeCodes(t *testing.T) {
	b := mustGet(t, "italy-1978")
	if n := checkNames(t, b, codes1978); n != len(b.Areas)-1 {
		t.Errorf("the table names %d areas of %d", n, len(b.Areas)-1)
	}
	checkNames(t, mustGet(t, "italy-1995"), `
Central Mediterranean: bot cms cmed cm
Ligurean Sea: lig egl egol lis ls
Gulf of Lyons: wgl wgol gol lyo
Tyrrhenian Sea: tyn tys ts
Rome: rom rme
Pisa: psa
Carinthia: cri`)
}

func TestSpellings(t *testing.T) {
	for _, x := range []struct{ slug, want, spellings string }{
		{"italy-1978", "Siena", "Siena, Sienna, SIENNA"},
		{"italy-1978", "Tyrolea", "Tyrol, Tyrolia, Tirolo"},
		{"italy-1978", "Marseilles", "Marseille, Marsiglia"},
		{"italy-1978", "Piancenza", "Piacenza, piancenza"},
		{"italy-1978", "Swiss", "Switzerland, Svizzera"},
		{"italy-1978", "Lower Adriatic Sea", "Lower Adriatic, LA, lower adriatic sea"},
		{"italy-1978", "Upper Adriatic Sea", "Upper Adriatic, UA"},
		{"italy-1978", "Lagoon", "Venice Lagoon, Lagoon of Venice, L, lagoon"},
		{"italy-1978", "Ionian Sea", "IS, Ionian"},
		{"italy-1978", "Gulf of Naples", "GON, Gulf of  Naples, gulf.of.naples, GulfofNaples, gulf-of-naples"},
		{"italy-1978", "Eastern Gulf of Lyons", "EGOL"},
		{"italy-1978", "Western Gulf of Lyons", "WGOL"},
		{"italy-1978", "Western Tyrrhenian Sea", "WTS"},
		{"italy-1978", "Eastern Tyrrhenian Sea", "ETS"},
		{"italy-1978", "Bay of Tunis", "BT, BOT, BayofTunis, Bay of Tunis."},
		{"italy-1978", "Western Mediterranean", "WM"},
		{"italy-1978", "Milan", "Milano"},
		{"italy-1978", "Florence", "Firenze"},
		{"italy-1978", "Venice", "Venezia"},
		{"italy-1978", "Rome", "Roma"},
		{"italy-1978", "Naples", "Napoli"},
		{"italy-1978", "Aquila", "L'Aquila, L’Aquila, lAquila, l aquila"},
		{"italy-1995", "Ligurean Sea", "Ligurian Sea, Ligurian, Ligurean"},
		{"diplomacy", "Norway", "nwy, nor"},
		{"diplomacy", "Rumania", "Romania, rum"},
		{"diplomacy", "St Petersburg", "St. Petersburg, Saint Petersburg, St.Petersburg, stp"},
		{"diplomacy", "Tyrolia", "Tyrol, tyr"},
		{"diplomacy", "Helgoland Bight", "Heligoland Bight, Heligoland, Helgoland, hel"},
		{"diplomacy", "Gulf of Lyon", "Gulf of Lyons, lyo, gol"},
		{"diplomacy", "Mid-Atlantic Ocean", "Mid Atlantic Ocean, MidAtlanticOcean, Mid-Atlantic, mao, mid"},
		{"diplomacy", "North Atlantic Ocean", "nao, nat"},
		{"diplomacy", "Norwegian Sea", "nwg, nrg"},
		{"diplomacy", "Livonia", "lvn, liv"},
		{"diplomacy", "North Africa", "naf, nth af"},
		{"diplomacy", "North Sea", "nth, NorSea"},
		{"diplomacy", "Skagerrak", "Skagerrack, ska"},
		{"diplomacy", "Tyrrhenian Sea", "tys, tyn"},
		{"dipmach", "Rome", "rme, roma, rom"},
	} {
		b := mustGet(t, x.slug)
		for _, s := range strings.Split(x.spellings, ", ") {
			if m, ok := b.Find(s); !ok || b.Areas[m.ID].Name != x.want {
				t.Errorf("%s: %q is read as %q, want %q", x.slug, s, b.Areas[m.ID].Name, x.want)
			}
		}
	}
}

func TestNoNames(t *testing.T) {
	b := mustGet(t, "italy-1978")
	for _, s := range []string{"", " ", ".", "monf", "ferr", "x", "Mil an", "Gulf", "eas", "wes", "milan/nc", "Milan2", "provence/sc", "ro", "L-Aquila", "gulf - of naples"} {
		if m, ok := b.Find(s); ok {
			t.Errorf("%q is read as %q", s, b.Areas[m.ID].Name)
		}
	}
}

func TestFindPrefix(t *testing.T) {
	for _, x := range []struct{ slug, text, want, rest string }{
		{"italy-1978", "Mil-Pav", "Milan", "-Pav"},
		{"italy-1978", "mil->pav", "Milan", "->pav"},
		{"italy-1978", "mil→pav", "Milan", "→pav"},
		{"italy-1978", "MILAN.H", "Milan", ".H"},
		{"italy-1978", "pro/sc - mar", "Provence", "/sc - mar"},
		{"italy-1978", "Gulf of Naples S F Ion", "Gulf of Naples", " S F Ion"},
		{"italy-1978", "la(x)", "Lower Adriatic Sea", "(x)"},
		{"italy-1978", "lag - ven", "Lagoon", " - ven"},
		{"italy-1978", "Lagoon of Venice h", "Lagoon", " h"},
		{"italy-1978", "Lagoon of Verona", "Lagoon", " of Verona"},
		{"italy-1978", "L - Aquila", "Lagoon", " - Aquila"},
		{"italy-1978", "tre;", "Treviso", ";"},
		{"italy-1978", "Tyrolean", "", ""},
		{"italy-1978", "Milàn", "", ""},
		{"diplomacy", "nor - sea", "Norway", " - sea"},
		{"diplomacy", "St. Petersburg/nc-bar", "St Petersburg", "/nc-bar"},
		{"diplomacy", "mid-atlantic ocean-naf", "Mid-Atlantic Ocean", "-naf"},
		{"diplomacy", "Mid-nao", "Mid-Atlantic Ocean", "-nao"},
	} {
		b := mustGet(t, x.slug)
		m, n, ok := b.FindPrefix(x.text)
		if ok != (x.want != "") || b.Areas[m.ID].Name != x.want || ok && x.text[n:] != x.rest {
			t.Errorf("%s: %q begins with %q and goes on %q, want %q and %q", x.slug, x.text, b.Areas[m.ID].Name, x.text[n:], x.want, x.rest)
		}
	}
}

// spellings returns every name of an area as written in the data.
func spellings(a *Area) []string {
	all := append([]string{a.Name, a.Code, a.Abbr, a.Modern}, a.Aliases...)
	all = append(all, a.Legacy...)
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// TestNamesDoNotRunTogether checks that a name is recognised when a separator
// and any other name follow it.
func TestNamesDoNotRunTogether(t *testing.T) {
	for _, slug := range Slugs() {
		b := mustGet(t, slug)
		for i := 1; i < len(b.Areas); i++ {
			for _, first := range spellings(&b.Areas[i]) {
				for j := 1; j < len(b.Areas); j++ {
					for _, second := range spellings(&b.Areas[j]) {
						for _, between := range []string{"-", " - ", "->", "/"} {
							m, n, ok := b.FindPrefix(first + between + second)
							if !ok || m.ID != ID(i) || n != len(first) {
								t.Errorf("%s: %q is read as %q", slug, first+between+second, b.Areas[m.ID].Name)
							}
						}
					}
				}
			}
		}
	}
}

func TestSuggest(t *testing.T) {
	for _, x := range []struct{ slug, name, want string }{
		{"italy-1978", "monf", "Montferrat"}, // the modern name is Monferrato
		{"italy-1978", "ferr", "Ferrara"},
		{"italy-1978", "Flroence", "Florence"},
		{"italy-1978", "Venise", "Venice"},
		{"italy-1978", "eas", "Eastern Gulf of Lyons, Eastern Tyrrhenian Sea"},
		{"italy-1978", "ro", "Romagna, Rome"},
		{"italy-1978", "xyzzy", ""},
		{"italy-1978", "", ""},
		{"italy-1978", "\xff\xfe", ""},
		{"diplomacy", "Konstantinople", "Constantinople"},
	} {
		if got := strings.Join(mustGet(t, x.slug).Suggest(x.name), ", "); got != x.want {
			t.Errorf("%s: %q suggests %q, want %q", x.slug, x.name, got, x.want)
		}
	}
}

func FuzzFindPrefix(f *testing.F) {
	for _, s := range []string{"", "Milan", "gulf of naples - x", "L'Aquila", "l’", "st. p", "\xc2\xa0mil", "mid-", "pro/sc", "\xff"} {
		f.Add(s)
	}
	boards := make([]*Board, 0, len(Slugs()))
	for _, slug := range Slugs() {
		boards = append(boards, mustGet(f, slug))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range boards {
			m, n, ok := b.FindPrefix(text)
			if !ok {
				if n != 0 || m != (Match{}) {
					t.Fatalf("%q: nothing found, but %v of length %d", text, m, n)
				}
				continue
			}
			if n <= 0 || n > len(text) || m.ID == None || int(m.ID) >= len(b.Areas) {
				t.Fatalf("%q: %v of length %d", text, m, n)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[n:]) {
				t.Fatalf("%q: cut within a letter at %d", text, n)
			}
			if again, k, ok := b.FindPrefix(text[:n]); !ok || k != n || again != m {
				t.Fatalf("%q: the name %q alone is read otherwise", text, text[:n])
			}
			if found, ok := b.Find(text[:n]); !ok || found != m {
				t.Fatalf("%q: Find does not agree about %q", text, text[:n])
			}
			b.Suggest(text)
		}
	})
}

func BenchmarkFindPrefix(b *testing.B) {
	board := mustGet(b, "italy-1978")
	b.ReportAllocs()
	for b.Loop() {
		board.FindPrefix("Eastern Tyrrhenian Sea - gon")
	}
}

// TestAbbreviated checks that an unambiguous beginning of a place's name is
// enough (BOARD-16).
func TestAbbreviated(t *testing.T) {
	b, err := Get("italy-1978", true)
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"Montferr": "Montferrat", "messi": "Messina", "VICE": "Vicenza", "carint": "Carinthia", "pist": "Pistoia",
		"mon": "", "pia": "", "": "", "eastern": "", "xyzzy": "", "milanese": "",
	} {
		id, ok := b.Abbreviated(word)
		got := ""
		if ok {
			got = b.Areas[id].Name
		}
		if got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
}
