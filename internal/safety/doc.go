// Package safety protects people from each other. It covers mutes and blocks, reports to the
// operators and their decisions, signs that one person holds two seats, and the file with
// everything that is stored about a person.
package safety
