package queue

import (
	"slices"
	"strings"

	"podesta/internal/assemble"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// maxLanguages is the maximum number of languages that a person can list, and allLanguages the
// maximum in all entries together: further ones are not distinguished.
const (
	maxLanguages = 5
	allLanguages = 63
)

// clean checks a person's wants and returns them in stored form: lists are sorted, without
// duplicates, and empty if the person has no preference.
func clean(w game.Wants) (game.Wants, error) {
	o := Offered()
	var err error
	if w.Editions, err = cleanWords(w.Editions, message.New("edition"), o.usual(), len(o.Editions), func(i int) string { return o.Editions[i].ID }); err != nil {
		return w, err
	}
	if w.Scenarios, err = cleanWords(w.Scenarios, message.New("scenario"), nil, len(o.Scenarios), func(i int) string { return o.Scenarios[i].ID }); err != nil {
		return w, err
	}
	if w.Paces, err = cleanWords(w.Paces, message.New("pace"), nil, len(o.Paces), func(i int) string { return o.Paces[i].Name }); err != nil {
		return w, err
	}
	var tongues []string
	for _, tag := range w.Languages {
		tag = strings.ToLower(strings.TrimSpace(tag))
		switch {
		case tag == "":
			continue
		case len(tag) < 2 || len(tag) > 3 || strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz") != "":
			return w, game.Refuse(game.Invalid, message.New("A language is written as two or three letters, such as {example}; {word} is not.", message.Order("it"), game.Quoted(tag)))
		case !slices.Contains(tongues, tag):
			tongues = append(tongues, tag)
		}
	}
	if len(tongues) > maxLanguages {
		return w, game.Refuse(game.Invalid, message.New("Name at most {n} languages. If you name none, any will do.", message.Number(maxLanguages)))
	}
	w.Languages = tongues
	for _, n := range []int{w.Least, w.Most} {
		if n != 0 && (n < LeastPlayers || n > MostPlayers) {
			return w, game.Refuse(game.Invalid, message.New("Games of the queue have {least} to {most} players.", message.Number(LeastPlayers), message.Number(MostPlayers)))
		}
	}
	switch {
	case w.Most != 0 && w.Least > w.Most:
		return w, game.Refuse(game.Invalid, message.New("The least number of players is larger than the most."))
	case w.Reliability < 0 || w.Reliability > 100:
		return w, game.Refuse(game.Invalid, message.New("The reliability of the others is a percentage, from 0 to 100."))
	}
	p := person(&game.Waiting{Wants: w}, nil)
	for i := range o.kinds {
		k := &o.kinds[i]
		if p.Editions.Has(k.Edition) && p.Paces.Has(k.Pace) && p.Players.Has(k.Players) && p.Scenarios&k.Scenarios != 0 {
			return w, nil
		}
	}
	return w, game.Refuse(game.Invalid, message.New("No game fits this: these editions, scenarios and numbers of players do not go together. Choose more of them."))
}

// cleanWords returns the words of a list in the order of the offers, or nil if they are the
// default ones. If usual is empty, all words together are the default.
func cleanWords(list []string, of message.Message, usual []string, n int, offered func(int) string) ([]string, error) {
	var all, out []string
	for i := range n {
		all = append(all, offered(i))
	}
	for _, word := range list {
		if !slices.ContainsFunc(all, func(x string) bool { return strings.EqualFold(x, strings.TrimSpace(word)) }) {
			var names []message.Order
			for _, x := range all {
				names = append(names, message.Order(x))
			}
			return nil, game.Refuse(game.Invalid, message.New("{word} is no {what} that the queue offers. They are {names}.", game.Quoted(word), of, message.ListOf(message.And, names)))
		}
	}
	for _, x := range all {
		if slices.ContainsFunc(list, func(word string) bool { return strings.EqualFold(x, strings.TrimSpace(word)) }) {
			out = append(out, x)
		}
	}
	if usual == nil {
		usual = all
	}
	if slices.Equal(out, usual) {
		out = nil
	}
	return out, nil
}

// person converts an entry of the queue for package assemble. tongues numbers the languages, and
// grows with new ones; if it is nil, languages do not matter.
func person(w *game.Waiting, tongues map[string]int) assemble.Person {
	o := Offered()
	least, most := w.Wants.Least, w.Wants.Most
	if least == 0 {
		least = LeastPlayers
	}
	if most == 0 {
		most = MostPlayers
	}
	editions := w.Wants.Editions
	if len(editions) == 0 {
		editions = o.usual()
	}
	p := assemble.Person{
		ID: w.Account, Since: w.Since, Players: assemble.Range(least, most),
		Editions: numbers(editions, o.edition), Scenarios: numbers(w.Wants.Scenarios, o.scenario), Paces: numbers(w.Wants.Paces, o.pace),
		Languages: assemble.All, Least: w.Wants.Reliability, Programs: w.Wants.Programs, Reliability: 100,
	}
	if tongues != nil && len(w.Wants.Languages) > 0 {
		p.Languages = 0
		for _, tag := range w.Wants.Languages {
			if _, known := tongues[tag]; !known {
				tongues[tag] = min(len(tongues), allLanguages)
			}
			p.Languages |= assemble.SetOf(tongues[tag])
		}
	}
	return p
}

// numbers returns the set of the indexes of words, or assemble.All for an empty list. Words that
// are no longer offered are ignored.
func numbers(words []string, index func(string) int) assemble.Set {
	if len(words) == 0 {
		return assemble.All
	}
	var out assemble.Set
	for _, word := range words {
		if i := index(word); i >= 0 {
			out |= assemble.SetOf(i)
		}
	}
	return out
}
