package judge

import (
	"time"

	"podesta/internal/hosting"
)

// Hosting and PressRules are those of package hosting.
type (
	Hosting       = hosting.Hosting
	PressRules    = hosting.PressRules
	SettingChange = hosting.Change
)

// How powers are dealt, as Hosting.Preferences has it.
const (
	PreferList   = hosting.PreferList
	PreferBoth   = hosting.PreferBoth
	PreferRandom = hosting.PreferRandom
)

// DefaultHosting returns how a new game is run unless its master says otherwise.
func DefaultHosting() Hosting { return hosting.Default() }

// LinkHosting returns how a game is run whose seats are held by links.
func LinkHosting(pace time.Duration) Hosting { return hosting.Linked(pace) }
