//go:build soak

package words

func init() { offersPseudo = true }
