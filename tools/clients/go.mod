module podesta/tools/clients

go 1.26.0
