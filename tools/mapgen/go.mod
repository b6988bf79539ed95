module podesta/tools/mapgen

go 1.26.0

require podesta v0.0.0

require github.com/goccy/go-yaml v1.19.2 // indirect

replace podesta => ../..
