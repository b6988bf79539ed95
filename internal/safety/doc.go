// Package safety protects people from each other: whom they mute and block,
// reports to the operators and what these decide, signs of one person in two
// seats, and the file of everything that is stored about a person.
package safety
