package doctor

import (
	"context"
	"errors"

	"podesta/internal/oidc"
)

// identity checks whether people can sign in at the identity providers.
func (x *examination) identity(ctx context.Context) {
	const check = "identity"
	if x.c.Identity.File == "" {
		return
	}
	all, err := x.c.ReadProviders()
	if err != nil {
		x.fail(check, plainly(err)+".", "Correct the file.")
		return
	}
	for _, s := range all {
		x.provider(ctx, check+" "+s.ID, s)
	}
}

func (x *examination) provider(ctx context.Context, check string, s oidc.Settings) {
	ctx, cancel := within(ctx)
	defer cancel()
	err := oidc.New(s, x.HTTP, x.Now).Check(ctx)
	if mismatch := (*oidc.Mismatch)(nil); errors.As(err, &mismatch) {
		x.fail(check, s.Name+" calls itself "+mismatch.Discovered+", and the issuer is "+s.Issuer+".", "Write the issuer exactly as the provider does: "+mismatch.Discovered+".")
		return
	}
	if err != nil {
		x.fail(check, s.Name+": "+plainly(err)+".", "See whether the issuer is right and this machine can reach it. Until then nobody can sign in there; all other ways work.")
		return
	}
	x.ok(check, s.Name+" answers at "+s.Issuer+". It must know "+x.c.PublicURL(x.c.Listen)+oidc.Path+s.ID+" as the address to which it sends people back.")
}
