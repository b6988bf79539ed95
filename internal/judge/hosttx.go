package judge

// host is what a transaction does beyond the games themselves. Every store of
// the judge can do it; one that cannot is a mistake of the program's wiring.
func host(tx Tx) HostTx { return tx.(HostTx) }

// forget drops all items of a kind that a game has.
func forget(tx Tx, game, kind string) error {
	items, err := host(tx).List(game, kind)
	if err != nil {
		return err
	}
	for key := range items {
		if err := host(tx).Drop(game, kind, key); err != nil {
			return err
		}
	}
	return nil
}
