// Package outbox writes letters and sends them. A letter is about entries of a
// game's log, as one reader may see them, or answers a letter, or concerns an
// account. Letters wait in a queue in the judge's database until the relay takes
// them.
package outbox
