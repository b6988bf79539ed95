// Package judge is the house that hosts games: games, seats, masters, phases
// and deadlines, orders as players send them, and who may do what. It knows no
// rule of the game; it asks package turn. Every door (web, terminal, later mail
// and API) goes through the commands of Judge. What it needs from storage and
// from the clock is declared here.
package judge
