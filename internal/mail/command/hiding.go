package command

import "strings"

// withoutSecret is a line that may hold a password in its third word or behind.
func (p *parser) withoutSecret(i int) string {
	f := strings.Fields(p.plain[i])
	if len(f) > 2 {
		return strings.Join(append(f[:2:2], stars), " ")
	}
	return strings.Join(f, " ")
}

// secret remembers secrets, so that they are hidden wherever they stand.
func (p *parser) secret(list ...Secret) {
	for _, s := range list {
		known := s.Empty()
		for _, h := range p.hidden {
			known = known || h.Equal(s)
		}
		switch {
		case known:
		case len(p.hidden) == maxSecrets:
			p.full = true
		default:
			p.hidden = append(p.hidden, s)
		}
	}
}

// finish goes through all items once more: secrets are hidden in everything that
// shows a line as written, and conditions without end get their note.
func (p *parser) finish(items []Item) {
	for i := range items {
		it := &items[i]
		it.Raw = Hide(it.Raw, p.hidden)
		if p.full {
			it.Raw = stars
			if it.Err != nil {
				it.Err.Message, it.Err.Suggest = "This line cannot be read.", nil
			}
		}
		if it.Err != nil {
			it.Err.Message = Hide(it.Err.Message, p.hidden)
			for j := range it.Err.Suggest {
				it.Err.Suggest[j] = Hide(it.Err.Suggest[j], p.hidden)
			}
		}
		switch c := it.Command.(type) {
		case *Phase:
			p.finish(c.Items)
		case *If:
			if !c.Closed {
				it.Notes = append(it.Notes, Note{NoteOpenIf, "There is no ENDIF, so the condition applies to all orders up to the end."})
			}
			for j := range c.Branches {
				p.finish(c.Branches[j].Items)
			}
		}
	}
}
