# podesta: `make run` builds and starts the judge, `make test` runs every test.

GO      ?= go
RANDOM_POSITIONS ?= $(if $(PODESTA_ALL),60000,40000)
PACKAGE ?= machiavelli/movement
BENCH ?= ./...

# make vet vets all packages at once, so go test need not do it for each.
TEST = $(GO) test -vet=off

export CGO_ENABLED ?= 0

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

TSC ?= bin/npm/typescript-$(shell $(GO) env GOOS)-$(subst amd64,x64,$(shell $(GO) env GOARCH))-7.0.2/lib/tsc

.PHONY: test-all test-programs test-clients wheel test-python release publish soak vet vet-systems format lang lang-check maps maps-check mutate test-mapgen test-tools web web-check test-browser build run test test-deps test-core test-judge test-bench compare lint prose race bench fuzz clean help

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

build: ## build bin/podesta
	$(GO) build -o bin/podesta ./cmd/podesta

# Without LISTEN and DATA the program's own settings count: PODESTA_LISTEN,
# PODESTA_DATA, a configuration file, or 127.0.0.1:8080 and ./data.
run: build ## build and start the judge (LISTEN, DATA)
	./bin/podesta serve $(if $(LISTEN),-listen '$(LISTEN)') $(if $(DATA),-data '$(DATA)')

PARTS = test-deps format test-browser prose web-check lang-check test-core test-python test-mapgen test-tools compare test-judge

# What make test leaves out: compiling golangci-lint takes longer than all tests of the
# game, the race detector needs a build of its own, test-bench says only that benchmarks
# run, test-programs is about programs that nobody runs who plays or hosts, and
# test-clients needs npm. make test-all and the hosted jobs run these parts.
HOSTED = test-bench test-programs test-clients race lint vet-systems

SYSTEMS = linux darwin windows

parts: # what make test runs
	@echo $(PARTS)

# The machine of the tests has memory to spare, and every second counts there.
test: export GOGC = 400
test: ## all tests and checks of the product, each part even if one before it fails (PARTS chooses some)
	@MAKE='$(MAKE)' .ci/parts $(PARTS)

test-all: export PODESTA_ALL = 1
test-all: ## make test with all combinations, the race detector, all linters, and the tests of the programs that build, break and compare the product
	@$(MAKE) --no-print-directory test PARTS="$(PARTS) $(HOSTED)"

web: ## generate the scripts' types from Go, and bundle the scripts (internal/web/ts) into internal/web/static
	$(GO) run -C tools/wiretypes .
	$(GO) run -C tools ./webbuild

web-check: ## the committed types and bundles are what the sources give, and the types are right (fetches the compiler; no Node.js)
	$(GO) run -C tools/wiretypes . -check
	$(GO) run -C tools ./webbuild -check
	@if $(GO) run -C tools ./npmget typescript >/dev/null; then $(TSC) -p internal/web/ts && $(TSC) -p tools/webtest; \
	  else echo "THE TYPESCRIPT COMPILER COULD NOT BE FETCHED: the types of the pages' scripts were not checked"; [ -z "$${CI:-}" ]; fi

lang: ## gather the program's texts for translators: internal/words/*/*.po
	$(GO) run ./internal/words/update

lang-check: ## the committed catalogues are what the pages give
	$(GO) run ./internal/words/update -check

licences: ## collect the licences of what the program contains: cmd/podesta/licences.txt (make test-tools checks them)
	$(GO) run -C tools ./licences

test-deps: ## install the programs that the tests of the judge need (Debian, as root), if they are missing
	.ci/deps

# What compares two implementations is left to compare, which tries more positions.
test-core: ## the tests of the game itself; needs only Go
	PODESTA_RANDOM=$${PODESTA_RANDOM:-$(if $(PODESTA_ALL),6000,3000)} $(TEST) -skip EqualsReference ./machiavelli/... ./atlas/...
	@echo "left out here: the tests of the judge, some of which run PostgreSQL (make test-deps test-judge)"

test-judge: ## the tests of the judge: store, web, API, commands, bots; needs what test-deps installs
	$(TEST) -timeout 60m ./cmd/... ./internal/... ./examples/...

wheel: ## the Python package with the program in it, in bin/wheel (needs Go and Python, no network)
	PODESTA_VERSION=$(VERSION) python3 python/build/podesta_build.py bin/wheel

test-python: ## the tests of the Python package, its notebook and its wheel
	@if command -v python3 >/dev/null && python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then \
	  $(GO) build -o bin/podesta ./cmd/podesta && \
	  cd python && PODESTA=$(CURDIR)/bin/podesta PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -t . -s tests; \
	  else echo "NO PYTHON 3.10: the tests of the Python package were not run"; fi

test-browser: ## people with real browsers at real tables (PODESTA_SHOTS=shots: with pictures of every page)
	@$(GO) run -C tools ./npmget axe-core >/dev/null
	$(GO) build -tags soak -o bin/podesta-tested ./cmd/podesta
	cd browsertest && PODESTA=$(CURDIR)/bin/podesta-tested $(TEST) -count=1 -parallel 3 -timeout 40m ./...

# Only packages with benchmarks: linking the tests of all others takes longer than
# the benchmarks.
BENCHMARKED = $(shell git grep -l '^func Benchmark' -- '*_test.go' ':!tools' ':!browsertest' | xargs -n1 dirname | sort -u | sed 's,^,./,')

test-bench: ## every benchmark once, those of many games with a few: that they work, not how fast
	$(TEST) -short -run '^$$' -bench . -benchtime 1x -timeout 20m $(BENCHMARKED) | sed -E '/no test files|^(PASS$$|goos:|goarch:|cpu:|pkg:)/d'

test-mapgen: ## the tests of the generator of the maps, and that the committed maps were made of the committed plans
	cd tools/mapgen && $(TEST) ./...

test-tools: ## the tests of the tools that make and check the sources
	cd tools && $(TEST) ./...
	cd tools/prose && $(TEST) ./...

test-programs: ## the tests of the programs that release, break and compare the product (tools/release, soak, differential), and of certificates
	cd tools/certificates && $(TEST) ./...
	cd tools/differential && $(TEST) ./...
	cd tools/soak && $(TEST) ./...
	cd tools/release && $(TEST) -v ./... | sed -E '/^(=== |--- PASS|PASS$$)/d'

test-clients: ## clients that generators make of the API's description play a game each, and pyright checks the Python package (needs npm, fetches both)
	cd tools/clients && $(TEST) -count=1 ./...

# One round is forty kills, and then a check.
SOAK = $(if $(KILLS),-kills $(KILLS)) $(if $(SOAK_TIME),-time $(SOAK_TIME)) $(if $(DATABASE),-database $(DATABASE)) $(if $(PROCESSES),-processes $(PROCESSES)) $(if $(SEED),-seed $(SEED)) $(if $(FAULTS),-faults $(FAULTS))

soak: ## play on real processes through every door, break things meanwhile, and check the histories (KILLS=1000 or SOAK_TIME=10m; DATABASE=postgres PROCESSES=2, SEED=2, FAULTS=kill,mail)
	mkdir -p bin/soak
	$(GO) run -C tools/soak . -out $(CURDIR)/bin/soak $(SOAK) $(SOAK_FLAGS)

RELEASE = $(GO) run -C tools/release . -version '$(VERSION)' $(if $(KEY),-key '$(abspath $(KEY))') -url '$(URL)'

release: ## build all that is published of the last commit, in bin/release (VERSION=1.0.0, signed with KEY=FILE; minutes on a cold cache)
	$(RELEASE)

publish: ## a release, and the site from which people install it, in TO=FOLDER: repositories for apt and dnf, an index for pip, a formula, a flake (URL is the address of the folder)
	$(RELEASE) -publish '$(abspath $(or $(TO),bin/site))'

LAND = ../../bin/npm/world-atlas-2.0.2/land-10m.json

maps: ## make the maps again from their plans (fetches the coasts; a minute or two for each; MAPS=italy-1978 makes one)
	$(GO) run -C tools ./npmget world-atlas
	$(GO) run -C tools/mapgen . -land $(LAND) $(MAPS)

maps-check: ## the committed maps are what the generator makes, byte for byte (as slow as maps)
	$(GO) run -C tools ./npmget world-atlas
	mkdir -p bin/maps
	$(GO) run -C tools/mapgen . -land $(LAND) -o ../../bin/maps $(MAPS)
	for f in bin/maps/*.json; do cmp $$f atlas/data/$$(basename $$f); done

compare: ## movement and money by two implementations on random positions
	PODESTA_RANDOM=$(RANDOM_POSITIONS) $(TEST) -count=1 -run TestFastEqualsReference -v -timeout 60m ./machiavelli/movement/reference/ | sed '/^=== /d'
	PODESTA_RANDOM=$$(( $(RANDOM_POSITIONS) / 5 )) $(TEST) -count=1 -run EqualsReference -v -timeout 60m ./machiavelli/turn/reference/ | sed '/^=== /d'

mutate: ## change the source of a package in many small ways: do its tests notice? (PACKAGE=machiavelli/turn; DIFF=main for changed lines only)
	$(GO) build -C tools -o ../bin/gremlins github.com/go-gremlins/gremlins/cmd/gremlins
	PODESTA_RANDOM=$${PODESTA_RANDOM:-1200} ./bin/gremlins unleash --workers 1 $(if $(DIFF),--diff '$(DIFF)') $(MUTATE_FLAGS) ./$(PACKAGE)

FUZZTIME ?= 10s
fuzz: ## search for inputs that break a parser: every fuzz target for FUZZTIME (10s); FUZZ=regexp chooses some, by their folder and name
	@failed=; while read -r folder target; do \
	  echo "$$folder $$target"; \
	  (cd "$$folder" && $(TEST) -run '^$$' -fuzz "^$$target$$" -fuzztime '$(FUZZTIME)' -fuzzminimizetime 20x -parallel 1 .) || failed="$$failed $$target"; \
	done < <(git grep -o '^func Fuzz[A-Za-z0-9_]*' -- '*_test.go' | sed -E 's,/[^/]*:func , ,' | grep -E '$(FUZZ)'); \
	if [ -n "$$failed" ]; then echo "failed:$$failed; the inputs are in testdata/fuzz of their packages"; exit 1; fi

format: ## every file is formatted by gofumpt
	$(GO) build -C tools -o ../bin/gofumpt mvdan.cc/gofumpt
	@unformatted=$$(git ls-files '*.go' | xargs ./bin/gofumpt -l); \
	  if [ -n "$$unformatted" ]; then echo "not formatted by gofumpt:"; echo "$$unformatted"; exit 1; fi

vet: ## go vet for all modules
	$(GO) vet ./...
	$(GO) vet -tags soak ./cmd/podesta
	for module in browsertest tools tools/wiretypes tools/mapgen tools/prose tools/differential tools/soak tools/release tools/certificates tools/clients; do $(GO) vet -C $$module ./...; done

lint: format prose vet ## formatting, prose, static analysis, known vulnerabilities where their database can be reached
	$(GO) build -C tools/lint -o ../../bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	./bin/golangci-lint run ./...
	@$(MAKE) --no-print-directory vulncheck

# A copy of the vulnerability database, for machines without its network.
GOVULNDB ?= $(CURDIR)/bin/vulndb

vulncheck: ## known vulnerabilities of what the program calls; GOVULNDB names the folder of a copy of their database
	$(GO) build -C tools -o ../bin/govulncheck golang.org/x/vuln/cmd/govulncheck
	@$(GO) build -C tools -o ../bin/vulndb-tool ./vulndb
	@GOVULNCHECK=./bin/govulncheck ./bin/vulndb-tool check '$(GOVULNDB)' ./...

vulndb: ## fetch a new copy of the vulnerability database (GOVULNDB)
	$(GO) run -C tools ./vulndb fetch '$(GOVULNDB)'

vet-systems: ## go vet for Linux, macOS and Windows; minutes on a cold cache, so it is not a part of make test
	for system in $(SYSTEMS); do echo "$$system"; GOOS=$$system $(GO) vet ./...; done

prose: ## the style of comments, documents and the English texts of catalogues
	CGO_ENABLED=0 $(GO) build -C tools/prose -o ../../bin/vale github.com/vale-cli/vale/v3/cmd/vale
	CGO_ENABLED=0 $(GO) build -C tools/prose -o ../../bin/prose .
	./bin/prose

# Packages that are about concurrency, and others in which only some tests are.
CONCURRENT = $(addprefix ./internal/,httpserver metrics program pubsub readtx webhook store/...)
PARTLY = $(addprefix ./internal/,api bots judge mail/... web) ./atlas/
RACES = AtOnce|Away|Deliver|Hook|HostedGame|Kept|Lists|Live|Mix|OneName|Points|ProcessedOnce|SameBytes|SMTP|Stale|Stream|TooMany|TwoJudges|TwoMasters|TwoRooms

# SQLite's C code, translated to Go, is compiled without the detector: it shares
# no variables with other code, and with the detector it takes most of the time.
RACE = CGO_ENABLED=1 $(TEST) -race -short -gcflags=modernc.org/sqlite/lib=-race=false

race: ## the race detector on what runs concurrently
	@if command -v gcc >/dev/null; then $(RACE) $(CONCURRENT) && $(RACE) -run "$(RACES)" $(PARTLY); \
	  else echo "NO C COMPILER: the race detector was not run"; fi

bench: ## benchmarks, as in docs/benchmarks.md (BENCH chooses packages)
	$(GO) test -run '^$$' -bench . -benchmem -timeout 60m $(BENCH)

clean: ## remove what was built
	rm -rf bin
