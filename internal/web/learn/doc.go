// Package learn contains the pages of the lessons and of the introductory game.
package learn
