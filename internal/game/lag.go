package game

import "context"

type lagKey struct{}

// MayLag returns a context whose reads may show the state of a moment ago, if the
// store can then share its work. since is empty, or a position of the store
// (Store.Position of package store) that the reads must include: that of the reader's last write.
func MayLag(ctx context.Context, since string) context.Context {
	return context.WithValue(ctx, lagKey{}, since)
}

// Lags reports whether reads may show the state of a moment ago, and since when.
func Lags(ctx context.Context) (since string, ok bool) {
	since, ok = ctx.Value(lagKey{}).(string)
	return since, ok
}
