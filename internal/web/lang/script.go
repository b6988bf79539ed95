package lang

import "encoding/json"

// Script is a script that gives the texts to the pages' scripts, for those that
// have another language than English: the texts by their English ones, a text
// that depends on a number with all its forms, and which form a number takes.
func (c *Catalogue) Script() []byte {
	texts := map[string]any{}
	for id, str := range c.script {
		if len(str) == 1 {
			texts[id] = str[0]
		} else {
			texts[id] = str
		}
	}
	forms := ""
	for n := range 200 { // what languages tell apart repeats after each hundred
		forms += string(rune('0' + c.plurals.Of(n)))
	}
	body, err := json.Marshal(map[string]any{"texts": texts, "forms": squeeze(forms)})
	if err != nil {
		panic(err) // strings can always be written
	}
	return append(append([]byte("self.podestaWords="), body...), ';', '\n')
}

// squeeze leaves out the end of the numbers' forms where it is one form over and
// over.
func squeeze(forms string) string {
	for len(forms) > 1 && forms[len(forms)-1] == forms[len(forms)-2] {
		forms = forms[:len(forms)-1]
	}
	return forms
}
