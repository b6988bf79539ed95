// The program calls a function in which a test plants a vulnerability.
package main

import (
	"os"
	"path"
)

func main() { println(path.Base(os.Args[0])) }
