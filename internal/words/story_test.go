package words

import "testing"

// TestStories: what is told of a phase, in Italian.
func TestStories(t *testing.T) {
	c := Get("it")
	for _, x := range []struct{ text, want string }{
		{"Florence takes Rome with its city from the Papacy.", "Florence prende Rome con la sua città (prima: il Papato)."},
		{"The Papal army in Florence fails to enter Siena, 1 against 1: the Florentine army in Siena stays there.", "L'esercito del Papato a Florence non entra a Siena, 1 contro 1: l'esercito di Firenze a Siena resta lì."},
		{"Papacy: Army Florence advances to Siena: bounced, 1 against 1: the Florentine army in Siena stayed there.", "Papacy: Esercito Florence avanza verso Siena: rimbalzato, 1 contro 1: l'esercito di Firenze a Siena è rimasto lì."},
		{"Now that the way is free.", "Ora che la strada è libera."},
		{"the Milanese army in Pavia comes with 2: 1 of its own and 1 by the Milanese army in Cremona", "l'esercito di Milano a Pavia viene con 2: 1 di suo e 1 da: l'esercito di Milano a Cremona"},
		// A sentence that a shape would have to swallow in part stays English as a whole.
		{"The price of the Venetian garrison in Venice is 18 ducats, doubled for the great city.", "The price of the Venetian garrison in Venice is 18 ducats, doubled for the great city."},
		{"The Papacy spends 9 ducats to buy the autonomous garrison in Ferrara.", "The Papacy spends 9 ducats to buy the autonomous garrison in Ferrara."},
		{
			"The Turkish fleet in Tunis and the Papal fleet in Rome meet in the Western Tyrrhenian Sea, 1 against 1: they bounce.",
			"The Turkish fleet in Tunis and the Papal fleet in Rome meet in the Western Tyrrhenian Sea, 1 against 1: they bounce.",
		},
		{"it passes straight to whoever takes all of it", "it passes straight to whoever takes all of it"},
		{"it is rolled for every year, or for none of the years", "it is rolled for every year, or for none of the years"},
		{"Venice takes Milan with its city from you.", "Venice prende Milan con la sua città (prima: tu)."},
		{"2 against 1: dislodged the Venetian army in Pavia", "2 contro 1: ha scacciato l'esercito di Venezia a Pavia"},
		{"Something that nobody has translated.", "Something that nobody has translated."},
	} {
		if got := c.T(x.text); got != x.want {
			t.Errorf("%s\nbecame %s\nnot    %s", x.text, got, x.want)
		}
	}
	if got, want := c.Clauses("The Papacy takes Florence; Naples builds in Messina; and 1 other change."), "Il Papato prende Florence; Naples costruisce a Messina; e un altro cambiamento."; got != want {
		t.Errorf("the headline became %s", got)
	}
}

func BenchmarkUnknownSentence(b *testing.B) {
	c := Get("it")
	for b.Loop() {
		c.shapes.seen = nil
		c.T("Something that nobody has translated, and that is as long as the sentences of results are, 1 against 2.")
	}
}
