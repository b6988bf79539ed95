// Package web is the judge's door for browsers: pages, forms, maps and the checking
// of orders as they are typed. It decides no rule of the game and keeps no state
// beyond caches; everything goes through package judge. Every page works without
// JavaScript.
//
// This package puts the parts together: page has what all pages share, table the pages
// of games, and auth, learn, print and sandbox one group of pages each. Its tests ask
// the whole server.
package web
