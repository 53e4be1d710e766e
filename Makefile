# `make help` lists what there is.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# What a build adds to the version (cmd/skeeter/version.go): nothing at the tag of the release, else the commit. Where the tag did not
# travel, `make build COMMIT=` builds the release.
RELEASE := $(shell sed -n 's/^const release = "\(.*\)"/\1/p' cmd/skeeter/version.go)
COMMIT := $(shell git describe --tags --exact-match --dirty --match 'v$(RELEASE)' 2>/dev/null | grep -qx 'v$(RELEASE)' || git describe --always --dirty --exclude '*' 2>/dev/null || echo unknown)
GO_FILES := $(shell find . -name '*.go' -not -path './web/node_modules/*')
SOURCE := $(filter-out %_test.go ./test/%,$(GO_FILES)) go.mod go.sum $(shell find sql migrations catalog/data catalog/shapes/data catalog/places/data -type f) \
	$(wildcard predict/model/*.onnx predict/model/*.json) web/openapi.yaml
WEB_FILES := $(shell find web/src web/scripts web/pages web/static catalog/places/data -type f -not -name schema.d.ts -not -name '*.test.ts' -not -name '*.test.mjs' 2>/dev/null) web/openapi.yaml web/package.json web/package-lock.json web/vite.config.ts web/svelte.config.js web/tsconfig.json
LDFLAGS := -s -w -X main.commit=$(COMMIT)
# The program, tests and checks are compiled with the same flags, so that what they share is compiled once, also for other clones: -trimpath leaves the
# folder of the clone out.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
GO_BUILD := go build -ldflags "$(LDFLAGS)"

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build, start the server on its own database and print the address
	@scripts/run

# What waits for the network and what takes the processors are done at once.
.PHONY: build
build: ## install what building and running need, and leave bin/skeeter
	@$(MAKE) --no-print-directory -j 3 bin/skeeter

.PHONY: setup
setup: ## install PostgreSQL 15+ with PostGIS 3 and ONNX Runtime's library, when they are missing
	@scripts/setup
	@scripts/onnxruntime

bin/skeeter: $(SOURCE) web/dist/.built bin/.packages | setup
	@echo "Building bin/skeeter (half a minute the first time, then seconds)"
	@$(GO_BUILD) -o $@ ./cmd/skeeter

bin/.packages: go.mod go.sum | setup
	@mkdir -p bin
	@echo "Compiling the Go packages of others (two minutes the first time)"
	@go build $$(go list -deps -f '{{with .Module}}{{if not .Main}}{{$$.ImportPath}}{{end}}{{end}}' ./cmd/skeeter)
	@touch $@

web/dist/.built: $(WEB_FILES) web/node_modules/.package-lock.json
	@echo "Building the pages (twenty seconds)"
	@cd web && npm run --silent build
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@echo "Installing what builds the pages (npm ci, ten seconds)"
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Tests that need PostgreSQL skip themselves with -short (pgtest.SkipShort); those that run the program are left out by folder.
.PHONY: check
check: web/dist/.built ## the quick part of make test, without PostgreSQL: vet, types, unit tests; two minutes at the most
	@$(MAKE) --no-print-directory -j 2 --output-sync=target vet check-web
	go test -short -vet=off $$(go list ./... | grep -v -e /cmd/ -e /test/)

.PHONY: test
test: build ## everything that says whether it works: vet, types, the Go tests on a real PostGIS, the quick tests of the pages
	@$(MAKE) --no-print-directory -j 2 --output-sync=target vet check-web
	@scripts/test
	go test -vet=off -tags nomodel ./predict/model -run Unbundled
	$(E2E_SHORT)

.PHONY: vet check-web
vet:
	go vet ./...
check-web:
	cd web && npm run --silent check && npm run --silent test

# Faults need root to fill disks and libfaketime to change PostgreSQL's clock; SKEETER_FAULT_ROUNDS repeats them.
PACKAGES ?=
.PHONY: test-long
test-long: build ## the long forms of the tests in PACKAGES (default all: about two hours); without PACKAGES the browser's, too, and the contract through PgBouncer
	@SKEETER_TEST_LONG=1 scripts/test $(PACKAGES)
ifeq ($(PACKAGES),)
	@SKEETER_TEST_POOLER=true scripts/test ./test/contract
	cd web && npm run --silent e2e
endif

# API_SEED repeats a run: the test prints its seed.
API_REQUESTS ?= 50000
API_SEED ?= 0
.PHONY: test-api
test-api: build ## requests made from openapi.yaml and /ogc/api, valid and not, against the real server (API_REQUESTS, default 50000)
	go test -count=1 -timeout 60m -v ./test/contract -run '^TestGeneratedRequests$$' -requests $(API_REQUESTS) -seed $(API_SEED)

.PHONY: race
race: build ## the Go tests, and the programs that they run, with the race detector
	@GOFLAGS="$(GOFLAGS) -race" scripts/test

# The quick part of the tests in the browser, over fewer records.
E2E_SHORT := cd web && E2E_RECORDS=20000 npm run --silent e2e -- --grep @quick

.PHONY: e2e
e2e: build ## every page in headless Chromium (CHROMIUM, or one in PATH)
	cd web && npm run --silent e2e

.PHONY: lint
lint: build ## format, golangci-lint, import arrows
	@test -z "$$(gofmt -l $(GO_FILES))" || { echo "not gofmt-ed:"; gofmt -l $(GO_FILES); exit 1; }
	golangci_lint=$$(scripts/tool golangci-lint) && "$$golangci_lint" run --allow-serial-runners ./...
	node web/scripts/arrows.mjs --check

.PHONY: arrows
arrows: web/dist/.built ## draw docs/arrows.svg and docs/arrows.txt: which package imports which
	node web/scripts/arrows.mjs

.PHONY: fmt
fmt: ## format the Go code
	gofmt -w $(GO_FILES)

.PHONY: bench
bench: build ## layers, lists, imports, creates, starts over two million records against what does the same; prints a table
	go run ./cmd/bench -database "$(BENCH_DATABASE)"

# A database of ten million records takes a quarter of an hour to make: BENCH_DATABASE=/some/folder keeps it for the next run.
BENCH_DATABASE ?=
.PHONY: bench-maps
bench-maps: build ## map tiles over ten million records against bare rows and ST_AsMVT; prints a table
	go run ./cmd/bench -maps -records 10000000 -database "$(BENCH_DATABASE)"

.PHONY: bench-layers
bench-layers: build ## GeoJSON layers and lists over two million records against the query of another server; prints a table
	go run ./cmd/bench -layers -records 2000000 -database "$(BENCH_DATABASE)"

.PHONY: bench-analytics
bench-analytics: build ## analytics over ten million records with two million sampling events against bare queries; prints a table
	go run ./cmd/bench -analytics -records 10000000 -database "$(BENCH_DATABASE)"

.PHONY: bench-ogc
bench-ogc: build ## OGC API - Features: pages over ten million records against bare rows, GDAL copying a million; prints tables
	go run ./cmd/bench -features -records 10000000 -database "$(BENCH_DATABASE)"
	go run ./cmd/bench -crawl -records 1000000

.PHONY: bench-creates
bench-creates: build ## creates against bare INSERTs of the same rows, when other servers see them, reads beside them; prints tables
	go run ./cmd/bench -creates -records 200000 -database "$(BENCH_DATABASE)"

# 100 million records take 9 GB of the disk.
RECORDS ?= 10000000
.PHONY: bench-scale
bench-scale: build ## the copy in memory of RECORDS synthetic records (default ten million), read from its files, by kind of filter; prints a table
	go run ./cmd/bench -scale -records $(RECORDS)

LOAD_TIME ?= 10m
LOAD_OVERLOAD ?= 1m
.PHONY: load
load: build ## a realistic mix over a million records, 16 and 64 clients for LOAD_TIME each (default 10m), then three times the capacity; fails when a promise is broken
	go run ./cmd/bench -load -records 1000000 -time $(LOAD_TIME) -overload $(LOAD_OVERLOAD) -database "$(BENCH_DATABASE)"

.PHONY: bench-predict
bench-predict: build ## predictions against the model in ONNX Runtime alone; prints a table
	go run ./cmd/bench -predict -images "$(or $(BENCH_IMAGES),$(if $(SKEETER_TESTDATA),$(SKEETER_TESTDATA)/training/amid))"

.PHONY: bench-web
bench-web: build ## the pages in headless Chromium over a million records: bytes, time to the first map, frames a second
	cd web && BENCH_DATABASE="$(BENCH_DATABASE)" npm run --silent bench

.PHONY: pictures
pictures: build ## pictures of every page and of the analysis for docs/pictures, of synthetic records in headless Chromium; ten minutes
	cd web && npm run --silent pictures

.PHONY: catalog-age
catalog-age: ## figures of the catalog that are older than three years, and what nobody has compared with its source; never fails
	-@go run ./cmd/catalog-age

.PHONY: audit
audit: ## known vulnerabilities in what we use: govulncheck and npm audit; says aloud what could not be asked
	@scripts/audit

FUZZTIME ?= 20s
FUZZCPUS ?= 2
.PHONY: fuzz
fuzz: build ## every fuzz target for FUZZTIME each (default 20s), on FUZZCPUS processors (default 2)
	@scripts/fuzz $(FUZZTIME) $(FUZZCPUS)

.PHONY: release-dump
release-dump: build ## write migrations/testdata for the release in cmd/skeeter/version.go, once a release
	scripts/release-dump $(RELEASE)

.PHONY: dist
dist: build ## a package for Debian 12 and a tarball, with licences and SBOM, and both without the bundled model, in bin/dist
	@SKEETER_LDFLAGS="$(LDFLAGS)" scripts/dist

.PHONY: test-dist
test-dist: dist ## install, run, remove and purge the package in a Debian 12 of its own, the unit under its systemd (root, debootstrap, systemd-nspawn)
	@scripts/test-dist

.PHONY: test-containers
test-containers: ## build the image and run docker-compose.yml: records, restart, volumes, rights (docker, or podman with docker-compose)
	@scripts/test-containers

.PHONY: compose
compose: ## check docker-compose.yml
	$$(docker compose version >/dev/null 2>&1 && echo docker compose || echo docker-compose) -f docker-compose.yml config --quiet

.PHONY: clean
clean: ## remove what was built; data/ stays
	rm -rf bin web/dist/* web/node_modules internal/lang/dist/*
	git checkout -- web/dist/.gitkeep internal/lang/dist/.gitkeep 2>/dev/null || true
