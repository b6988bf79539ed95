// Package web is the judge's door for browsers: pages, forms, maps and the
// checking of orders as they are typed. It holds no rule of the game and no
// state of its own beyond a cache of drawings; everything goes through the
// commands of package judge. Every page works without JavaScript.
package web
