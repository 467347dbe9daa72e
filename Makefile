# livegamed: `make` lists what there is to do.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

PREFIX ?= /usr/local
UNITDIR ?= $(PREFIX)/lib/systemd/system
# To `livegamed demo`, such as DEMO_FLAGS="--duration 15".
DEMO_FLAGS ?=
# To `swift test`, such as TEST_FLAGS="--filter HouseRules".
TEST_FLAGS ?=

STRIPPED := .build/livegamed

.PHONY: help build-needs test-needs demo test lint release install clean

help: ## list these verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build-needs:
	@packaging/install-build-needs.sh

test-needs:
	@packaging/install-build-needs.sh --tests

demo: build-needs ## watch a simulated evening of games; the first build takes some minutes
	@swift build --product livegamed
	@exec .build/debug/livegamed demo $(DEMO_FLAGS)

# All tests are Swift Testing's, so that its closing line stands last and counts them all.
test: test-needs ## run all tests
	@swift test --disable-xctest $(TEST_FLAGS)

lint: ## check the format of all Swift files
	@swift format lint --strict --parallel --recursive Sources Tests Package.swift

release: build-needs ## build one static, stripped program and say its size
	@swift build -c release --static-swift-stdlib --product livegamed
	@strip -o $(STRIPPED) .build/release/livegamed
	@printf '%s: %s\n' $(STRIPPED) "$$(numfmt --to=si --suffix=B --format='%.1f' "$$(stat -c %s $(STRIPPED))")"

install: ## copy the program of `make release` and its units under PREFIX (/usr/local)
	@test -x $(STRIPPED) || { echo "$(STRIPPED): not there yet; run 'make release' first" >&2; exit 1; }
	install -D -m 0755 $(STRIPPED) "$(DESTDIR)$(PREFIX)/bin/livegamed"
	for unit in livegamed.service livegamed.socket; do \
	  sed 's|/usr/bin/livegamed|$(PREFIX)/bin/livegamed|g' "$$unit" \
	    | install -D -m 0644 /dev/stdin "$(DESTDIR)$(UNITDIR)/$$unit"; \
	done

clean: ## remove all that was built
	rm -rf .build .build-*
