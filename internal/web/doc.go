// Package web serves the judge to browsers: pages, forms, maps and the checking of orders as
// they are typed. It implements no rules of the game and has no state except caches; everything
// goes through package judge. Every page works without JavaScript.
//
// This package combines the parts: page contains what all pages share, table the pages of
// games, and auth, learn, print and sandbox one group of pages each. Its tests send requests to
// the whole server.
package web
