package words

import "encoding/json"

// Script returns a script that provides the translations to the pages' scripts.
func (c *Catalogue) Script() []byte {
	body, err := json.Marshal(c.contents().script)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return append(append([]byte("self.podestaWords="), body...), ';', '\n')
}
