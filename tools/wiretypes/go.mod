module podesta/tools/wiretypes

go 1.26.0

require github.com/gzuidhof/tygo v0.2.21

require (
	github.com/fatih/structtag v1.2.0 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
