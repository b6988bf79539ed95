package game

// DropItems removes all items of a kind from a game.
func DropItems(tx *Tx, game, kind string) error {
	items, err := tx.Items.List(game, kind)
	if err != nil {
		return err
	}
	for key := range items {
		if err := tx.Items.Drop(game, kind, key); err != nil {
			return err
		}
	}
	return nil
}
