package words

import "encoding/json"

// Script is a script that gives the texts to the pages' scripts, for those that
// have another language than English.
func (c *Catalogue) Script() []byte {
	body, err := json.Marshal(c.script)
	if err != nil {
		panic(err) // strings can always be written
	}
	return append(append([]byte("self.podestaWords="), body...), ';', '\n')
}
