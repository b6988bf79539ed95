package game

// DropItems drops all items of a kind that a game has.
func DropItems(tx Tx, game, kind string) error {
	items, err := tx.List(game, kind)
	if err != nil {
		return err
	}
	for key := range items {
		if err := tx.Drop(game, kind, key); err != nil {
			return err
		}
	}
	return nil
}
