# podesta: `make run` builds and starts the judge, `make test` runs every test.

GO      ?= go
LISTEN  ?= 127.0.0.1:8080
DATA    ?= ./data
RANDOM_POSITIONS ?= 200000

export CGO_ENABLED ?= 0

.PHONY: build run test test-core check lint race compare bench clean help

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

build: ## build bin/podesta
	$(GO) build -o bin/podesta ./cmd/podesta

run: build ## build and start the judge (LISTEN, DATA)
	./bin/podesta serve -listen $(LISTEN) -data $(DATA)

test: lint test-core race compare ## all tests and checks
	$(GO) test ./internal/... ./cmd/...

test-core: ## the tests of the game itself; needs only Go
	$(GO) vet ./...
	PODESTA_RANDOM=$${PODESTA_RANDOM:-4000} $(GO) test ./machiavelli/... ./atlas/...

compare: ## the fast resolver against the slow one on RANDOM_POSITIONS positions
	PODESTA_RANDOM=$(RANDOM_POSITIONS) $(GO) test -count=1 -run 'TestFastEqualsReference' -v -timeout 40m ./machiavelli/movement/reference/ | grep -v '^=== '

lint: ## formatting, staticcheck, known vulnerabilities
	$(GO) -C tools tool gofumpt -version >/dev/null
	@out=$$($(GO) -C tools tool gofumpt -l $$(git ls-files '*.go' | sed 's|^|../|')); if [ -n "$$out" ]; then echo "not formatted by gofumpt:"; echo "$$out"; exit 1; fi
	GOFLAGS= $(GO) build -C tools -o ../bin/staticcheck honnef.co/go/tools/cmd/staticcheck
	./bin/staticcheck ./...

race: ## the race detector on the parts that run concurrently
	@if command -v gcc >/dev/null; then CGO_ENABLED=1 $(GO) test -race -short ./internal/... ; else echo "no C compiler: the race detector is not run"; fi

vuln: ## known vulnerabilities in what we depend on (needs the vulnerability database)
	$(GO) build -C tools -o ../bin/govulncheck golang.org/x/vuln/cmd/govulncheck
	./bin/govulncheck ./...

bench: ## benchmarks, as in docs/benchmarks.md
	$(GO) test -run '^$$' -bench . -benchmem ./machiavelli/... ./atlas/...

clean: ## remove what was built
	rm -rf bin
