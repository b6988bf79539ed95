// Package web serves the judge to browsers: pages, forms, maps and the checking of orders as
// they are typed. It implements no rules of the game and has no state except caches; everything
// goes through package judge. Every page works without JavaScript.
//
// This package combines the parts. Package page contains what all pages share, and gamepage what
// all pages of a game share; each of the other packages contains a group of pages. Its tests send
// requests to the whole server.
package web
