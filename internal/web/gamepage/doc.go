// Package gamepage contains what all pages of a game share: its head with tabs,
// its forms and how they are refused, who takes part, the states of seats, the
// entries of its log, and the sentences on how it is run.
package gamepage
