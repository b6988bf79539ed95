package account

import (
	"context"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// IdentityTime is how long a sign-in at an identity provider may take.
const IdentityTime = 15 * time.Minute

// maxIdentities limits the identities of an account.
const maxIdentities = 10

// The errors of identities.
var (
	// ErrNoIdentity is returned for an identity that no account has.
	ErrNoIdentity   = game.Refuse(game.NotFound, message.New("No account of this judge is connected with this way to sign in."))
	errOtherHas     = game.Refuse(game.Conflict, message.New("This way to sign in is connected with another account of this judge. Sign in to that one and disconnect it there, or sign in in another way."))
	errOtherAddress = game.Refuse(game.Conflict, message.New("There is already an account with this address. If it is yours, sign in."))
	errUnproved     = game.Refuse(game.Forbidden, message.New("The address is not verified there, so the judge cannot take it as yours."))
	errLastWay      = game.Refuse(game.Conflict, message.New("You could not sign in any more. Set a password or add a passkey first."))
)

// keepState records that a sign-in at an identity provider has begun, under its state parameter.
// account is the account that connects the identity; empty if someone signs in.
func (s *Service) keepState(tx *game.Tx, account, state string) error {
	if err := tx.Passkeys.DropCeremonies(s.now()); err != nil {
		return err
	}
	return tx.Passkeys.AddCeremony(game.Ceremony{Hash: stateHash(state), Account: account, Expires: s.now().Add(IdentityTime)})
}

// takeState uses up the state of a sign-in. The error is ErrSealed if it was used
// before, or is too old.
func (s *Service) takeState(tx *game.Tx, account, state string) error {
	c, err := tx.Passkeys.TakeCeremony(stateHash(state))
	if errors.Is(err, game.ErrNoRecord) || err == nil && (c.Account != account || !s.now().Before(c.Expires)) {
		return ErrSealed
	}
	return err
}

// stateHash returns the hash of a state, which differs from the hashes of other ceremonies with the
// same secret.
func stateHash(state string) string { return HashSecret("state " + state) }

// useIdentity returns the account of an identity, and records what the provider says about it
// now. The address does not affect the result: moved reports whether the provider now names a
// verified address that it did not name the last time and that does not belong to the account.
// The error is ErrNoIdentity if no account has the identity.
func (s *Service) useIdentity(tx *game.Tx, id game.Identity) (a *game.Account, moved bool, err error) {
	known, err := tx.Identities.Identity(id.Issuer, id.Subject)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, false, ErrNoIdentity
	}
	if err != nil {
		return nil, false, err
	}
	if a, err = s.AccountIn(tx, known.Account); err != nil {
		return nil, false, err
	}
	if a.Blocked {
		return a, false, ErrBlocked
	}
	if id.Verified && !game.SameAddress(id.Email, known.Email) {
		own, err := s.hasAddress(tx, a.ID, id.Email)
		if err != nil {
			return nil, false, err
		}
		moved = !own
	}
	known.Email, known.Verified, known.Used = id.Email, id.Verified, s.now()
	return a, moved, tx.Identities.SaveIdentity(known)
}

// hasAddress reports whether an account has verified an address.
func (s *Service) hasAddress(tx *game.Tx, account, email string) (bool, error) {
	all, err := tx.Accounts.Addresses(account)
	return slices.ContainsFunc(all, func(x game.Address) bool { return x.Verified && game.SameAddress(x.Email, email) }), err
}

// linkIdentity connects an identity with an account, which can sign in with it
// from then on. The caller has checked that the owner wants it.
func (s *Service) linkIdentity(ctx context.Context, tx *game.Tx, account, provider string, id game.Identity) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	a, err := s.Able(tx, account)
	if err != nil {
		return err
	}
	have, err := tx.Identities.Identities(account)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(have, func(x game.Identity) bool { return x.Issuer == id.Issuer && x.Subject == id.Subject }) {
		return nil
	}
	if len(have) >= maxIdentities {
		return game.Refuse(game.Conflict, message.New("An account can be connected with {n} others. Disconnect one first.", message.Number(maxIdentities)))
	}
	id.Account, id.Created, id.Used = account, s.now(), s.now()
	err = tx.Identities.SaveIdentity(id)
	if errors.Is(err, game.ErrTaken) {
		return errOtherHas
	}
	if err != nil {
		return err
	}
	return s.TellNow(ctx, tx, a, message.New("Your account can now be used by signing in at {provider}.", message.Name(provider)))
}

// unlinkIdentity disconnects an identity from an account, and ends the sessions that it has
// opened. letters says whether the judge can send a link that signs in; if not, another way to
// sign in must remain.
func (s *Service) unlinkIdentity(ctx context.Context, tx *game.Tx, account, provider, issuer, subject string, letters bool) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return err
	}
	keys, err := tx.Passkeys.Passkeys(account)
	if err != nil {
		return err
	}
	have, err := tx.Identities.Identities(account)
	if err != nil {
		return err
	}
	if !letters && a.Hash == "" && len(keys) == 0 && len(have) == 1 {
		return errLastWay
	}
	err = tx.Identities.DropIdentity(account, issuer, subject)
	if errors.Is(err, game.ErrNoRecord) {
		return nil // it is already disconnected
	}
	if err != nil {
		return err
	}
	if err := dropOpened(ctx, tx, account, func(t *game.Token) bool { return t.Opened == OpenedByIdentity(issuer, subject) }); err != nil {
		return err
	}
	return s.TellNow(ctx, tx, a, message.New("Signing in at {provider} no longer opens your account.", message.Name(provider)))
}

// BeginIdentity records that a sign-in at an identity provider has begun. by is the account
// that connects the identity; empty if someone signs in. The error code is "too_many" after too
// many attempts from one place.
func (s *Service) BeginIdentity(ctx context.Context, by, state string) error {
	if err := s.countStranger(ctx, "identity "); err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.keepState(tx, by, state) })
}

// TakeIdentityState uses up the state of a sign-in at an identity provider. The
// error code is "forbidden" for one that was used before.
func (s *Service) TakeIdentityState(ctx context.Context, by, state string) error {
	err := s.store.Write(ctx, func(tx *game.Tx) error { return s.takeState(tx, by, state) })
	if err == nil {
		s.undoStranger(ctx)
	}
	return err
}

// SignInByIdentity returns the account that is connected with an identity. moved
// reports whether the provider now knows the person by an address that the account
// does not have. The error code is "not_found" if no account is connected.
func (s *Service) SignInByIdentity(ctx context.Context, id game.Identity) (a *game.Account, moved bool, err error) {
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		a, moved, err = s.useIdentity(tx, id)
		return err
	})
	owner := ""
	if a != nil {
		owner = a.ID
	}
	s.signedIn(ctx, "identity provider", "", owner, err)
	if err != nil {
		return nil, false, err
	}
	return a, moved, nil
}

// LinkIdentity connects an identity with an account. provider is the name of the identity
// provider. The error code is "conflict" if another account has the identity.
func (s *Service) LinkIdentity(ctx context.Context, account, provider string, id game.Identity) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.linkIdentity(ctx, tx, account, provider, id) })
}

// UnlinkIdentity disconnects an identity. letters says whether the judge sends e-mail. The
// error code is "conflict" if nobody could sign in to the account any more.
func (s *Service) UnlinkIdentity(ctx context.Context, account, provider, issuer, subject string, letters bool) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		return s.unlinkIdentity(ctx, tx, account, provider, issuer, subject, letters)
	})
}

// Identities returns the identities of an account, the oldest first.
func (s *Service) Identities(ctx context.Context, account string) ([]game.Identity, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]game.Identity, error) { return tx.Identities.Identities(account) })
}

// RegisterByIdentity creates an account for a person whose address an identity provider has
// verified. The error codes are the same as for Register.
func (s *Service) RegisterByIdentity(ctx context.Context, name, zone, provider string, id game.Identity) (a *game.Account, err error) {
	if name, err = CleanName(name); err != nil {
		return nil, err
	}
	if zone, err = s.zoneOr(zone); err != nil {
		return nil, err
	}
	if err := s.countStranger(ctx, "register "); err != nil {
		return nil, err
	}
	return writing(ctx, s, func(tx *game.Tx) (*game.Account, error) {
		if !id.Verified {
			return nil, errUnproved
		}
		email, err := s.newEmail(id.Email)
		if err != nil {
			return nil, err
		}
		a, secret, err := s.register(tx, name, email, zone)
		if err != nil {
			return nil, err
		}
		if secret.Secret() == "" {
			return nil, errOtherAddress
		}
		if a, err = s.prove(ctx, tx, a.ID, email); err != nil {
			return nil, err
		}
		return a, s.linkIdentity(WithAnswered(ctx, email), tx, a.ID, provider, id)
	})
}
