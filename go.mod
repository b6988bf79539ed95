module podesta

go 1.26
