package judge

// host is what a transaction does beyond the games themselves. Every store of
// the judge can do it; one that cannot is a mistake of the program's wiring.
func host(tx Tx) HostTx { return tx.(HostTx) }
