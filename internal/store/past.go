package store

// SetSalt writes the salt of a phase's dice.
func (x *tx) SetSalt(gameID string, revision, number int, salt string) error {
	if err := x.guard(gameID, revision); err != nil {
		return err
	}
	return x.change("UPDATE phase SET salt = ? WHERE game = ? AND number = ?", salt, gameID, number)
}

// Kinds lists the kinds of items that a game has, sorted by name.
func (x *tx) Kinds(gameID string) ([]string, error) {
	return all(x, func(row row) (kind string, err error) {
		return kind, row(&kind)
	}, "SELECT DISTINCT kind FROM item WHERE game = ? ORDER BY kind", gameID)
}
