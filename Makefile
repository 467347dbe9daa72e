# livegamed: `make` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

PREFIX ?= /usr/local
UNITDIR ?= $(PREFIX)/lib/systemd/system
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
DOCDIR ?= $(PREFIX)/share/doc/livegamed
# An existing program, which `release`, `deb` and `tarball` use instead of building one.
PROGRAM ?=
# An existing package, which `image` uses instead of building one.
DEB ?=
# Options for `livegamed demo`, such as DEMO_FLAGS="--duration 15".
DEMO_FLAGS ?=
# Options for `swift test`, such as TEST_FLAGS="--filter HouseRules".
TEST_FLAGS ?=

# Options for Tests/Web/run.py, such as WEB_FLAGS="--only live".
WEB_FLAGS ?=

# Options for Benchmarks/run.py, such as BENCH_FLAGS=--quick.
BENCH_FLAGS ?=

# For `make odds`: the folder of Retrosheet's tables.
ODDS_DATA ?= ../shared/data/predict

# For `make polling`: final feeds, plain or compressed with gzip, and the delay of their results. For `make decoding`:
# compressed feeds.
FEEDS ?=
LAG ?= recorded
# Seconds from a revision to the message of a push service, such as 0.3, and its faults, such as lost=0.05,hangs=3.
PUSH ?=
PUSH_FAULTS ?=

# The targets of Tests/LiveCoreTests/Fuzz/FuzzTarget.swift, all in one program, and the longest input of some.
FUZZ_TARGETS := feed playbyplay socket headers answers schedule leagueschedule checkpoint configuration recording websocket push
FUZZ_LONGEST_feed := 8192
FUZZ_LONGEST_playbyplay := 8192
FUZZ_LONGEST_leagueschedule := 2048
FUZZ_LONGEST_socket := 256
FUZZ_LONGEST_schedule := 2048
FUZZ_LONGEST_checkpoint := 2048
FUZZ_LONGEST_configuration := 1024
FUZZ_LONGEST_recording := 2048
FUZZ_SEEDS_configuration := $(addprefix Tests/LiveCoreTests/Fixtures/configs/,good bad)

# Seconds for each target of `make fuzz`; FUZZ_RUNS=10000000 sets the number of inputs instead. `make -j2 fuzz` runs
# two at a time. FUZZ_SEED=1 repeats the same inputs.
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?=
FUZZ_SEED ?=
FUZZ_LIMIT = $(if $(FUZZ_RUNS),-runs=$(FUZZ_RUNS),-max_total_time=$(FUZZ_SECONDS)) $(FUZZ_SEED:%=-seed=%)

# `make fuzz-build FUZZ_BUILD=quick` leaves the optimizer out, for a run of seconds.
FUZZ_BUILD ?= full

# The number of strikes of `make cluster`: kills, pauses, cuts.
STRIKES ?= 50

# The number of kills of `make kills`.
KILLS ?= 1000

# The program and the duration of `make soak`; without SOAK_PROGRAM it builds the program of `make release`.
SOAK_PROGRAM ?=
SOAK_SECONDS ?= 3600
# Options for Tests/Acceptance/soak.py, such as SOAK_FLAGS="--games 4 --speed 1200".
SOAK_FLAGS ?=

# Options of all debug builds. Debug information takes a third of the time in which a batch of tests is compiled, and each
# batch expands the macros of all tests again. The index, in which the package manager finds tests, needs no modules of the
# system. For a debugger: `make test BUILD_FLAGS=`.
BUILD_FLAGS ?= -debug-info-format none -Xswiftc -index-ignore-system-modules $(if $(WHOLE_MODULES),$(AT_ONCE),$(IN_BATCHES))
IN_BATCHES := -Xswiftc -driver-batch-size-limit -Xswiftc 250

# WHOLE_MODULES=1 compiles each module at once, not in batches that each read all its files. A build from scratch then needs
# less processor time. But after a change, the whole module is compiled again.
WHOLE_MODULES ?=
AT_ONCE := $(addprefix -Xswiftc ,-disable-batch-mode -whole-module-optimization -no-emit-module-separately-wmo -num-threads 2)

# The tests play and decode thousands of games, or render hundreds of pages, and five nodes share two processors: with this
# variable Package.swift turns the optimizer on.
test tests-build golden web-test pictures cluster: export LIVEGAMED_OPTIMIZED_TESTS = 1

GOLDEN := 'GoldenTests|BadConfigTests|GalleryTests'

STRIPPED := .build/livegamed

# The folder of the build is part of no program: the same sources give the same bytes everywhere.
UNPLACED := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=.

# Makes the program small, with the options for the linker in Package.swift: docs/decisions/0049-a-smaller-program.md.
SMALL := -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections

# Makes the start quick: functions instantiate generic types. From a type's name, the runtime would search all conformances
# of the program: docs/decisions/0049-a-smaller-program.md.
QUICK := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
RELEASE_FLAGS := -c release --static-swift-stdlib -debug-info-format none $(UNPLACED) $(SMALL) $(QUICK)

# The part of ICU's data that the program needs.
ICU_DATA := $(CURDIR)/.build/icu-data.o

# A folder with the static library of C++, which takes the place of the shared one.
LIBSTDCXX := $(CURDIR)/.build/libstdc++

# The functions that the linker puts next to each other.
SYMBOL_ORDER := $(CURDIR)/.build/symbol-order.txt

.PHONY: help build-needs test-needs bench-needs decoding-needs web-needs deb-needs image-needs demo test tests-build races races-build simulator-build web-test pictures golden lint bench performance decoding decoding-build polling polling-build odds fuzz fuzz-build $(FUZZ_TARGETS:%=fuzz-%) kills soak cluster cluster-demo cluster-needs \
  release release-files symbol-order man-needs man install deb lint-package tarball image clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build-needs:
	@packaging/install-build-needs.sh

test-needs:
	@packaging/install-build-needs.sh --tests

bench-needs:
	@packaging/install-build-needs.sh --bench

decoding-needs:
	@packaging/install-build-needs.sh --decoding

web-needs:
	@packaging/install-build-needs.sh --web

deb-needs:
	@packaging/install-build-needs.sh --deb

image-needs:
	@packaging/install-build-needs.sh --image

man-needs:
	@packaging/install-build-needs.sh --man

demo: build-needs ## watch a simulated evening of games; the first build takes some minutes
	@swift build $(BUILD_FLAGS) --product livegamed
	@exec .build/debug/livegamed demo $(DEMO_FLAGS)

# Suites that play whole games, or whole histories of deliveries, for minutes without a pause: one target, and suites by
# name. The slash after the name is part of the expression, because tests of other suites may have these words in theirs.
WHOLE_GAMES := LiveWebTests\.|Tests\.\w*(Simulated|Cluster|ClockUpset|ClockStep|Rebuild|RealGames|Golden|Oracle|Mutat|RouterProperty|IgnoredValues|Truth|Variety|LiveCadenceRun|FaultyFeed|GameMemory|DeliveryModel|FeedReplay)\w*/

# All tests use Swift Testing; without XCTest its summary is the last line.
test: $(if $(TEST_FLAGS),test-needs,tests-build) ## run all tests
	$(if $(TEST_FLAGS),@swift test --disable-xctest $(BUILD_FLAGS) $(TEST_FLAGS),@Tests/run-all.sh '$(WHOLE_GAMES)')

tests-build: test-needs
	@swift build $(BUILD_FLAGS) --build-tests

# Suites with concurrent tasks or threads. Whole games and histories have no races of their own, and would delay tests
# with time limits.
RACING := LogQueue|BlockingThread|AsyncSemaphore|Quota|Survey|Locked|Reloadable|Watermark|InFlight|Clock|Curl|Tail|GroupCommit|EventLog|Outbox|Socket|Worker|Watch|Poller|Scoreboard|MultiSend|RevisionPolicy|Delivery|ServiceStatus|RateLimiter|Reload|Health|Daemon|MQTT|SinkShare|StreamCopier|StreamLog
# Tests of large loads take minutes under ThreadSanitizer. Smaller tests run the same threads.
LARGE_LOADS := aClientThatFloodsRequestsDelaysNoOther|everyClientGetsTheLogWheneverItReads|damagedLinesAreAnsweredCorrectly|everyRealRowFollowsTheRules|aGameWithoutAStartIsPolledSeldom|aGameOutsideTheScheduleThatIsMissingIsLeft|aShortRequestSufficesWhile
# Suites that RACING matches by their name alone. The build leaves out their files: `withoutConcurrency` in Package.swift.
NAMED_ALIKE := ClockUpset|ClockStep|DeliveryModel|Tests\.WatchTests
NOT_RACING := $(NAMED_ALIKE)|$(LARGE_LOADS)

RACES_FLAGS := --scratch-path .build-races --sanitize=thread $(BUILD_FLAGS)

races: races-build ## run the tests with concurrent tasks or threads under ThreadSanitizer
	@Tests/run-races.sh .build-races/debug/livegamedPackageTests.xctest '$(RACING)' '$(NOT_RACING)'

# It compiles everything anew, without the optimizer.
races-build: test-needs
	@LIVEGAMED_RACES=1 swift build $(RACES_FLAGS) --build-tests

web-test: build-needs web-needs ## test the web page in Chromium, with simulated games
	@swift build $(BUILD_FLAGS) --product livegamed
	@Tests/Web/run.py --livegamed .build/debug/livegamed $(WEB_FLAGS)

pictures: build-needs web-needs ## accept the present look of the web page, and draw its picture for the README
	@swift build $(BUILD_FLAGS) --product livegamed
	@Tests/Web/run.py --livegamed .build/debug/livegamed --accept
	@git status --short -- Tests/Web docs/pictures

# A run that writes golden files fails, so that no file is written and accepted in the same run.
golden: tests-build ## rewrite the expected results and docs/gallery; read the diff before you commit it
	@UPDATE_GOLDEN=1 swift test --disable-xctest $(BUILD_FLAGS) --skip-build --filter $(GOLDEN) >.build/golden.log 2>&1 || true
	@docs/gallery/draw.py
	@swift test --disable-xctest $(BUILD_FLAGS) --skip-build --filter $(GOLDEN)
	@git status --short -- Tests docs

lint: ## check the format of all Swift files
	@swift format lint --strict --parallel --recursive Sources Tests Package.swift \
	  Benchmarks/Package.swift Benchmarks/decoding Benchmarks/fanout Benchmarks/odds Benchmarks/polling

release: $(if $(PROGRAM),,build-needs) ## build one static, stripped program and print its size
	$(if $(PROGRAM),,@packaging/filter-icu.py filter $(ICU_DATA))
	$(if $(PROGRAM),,@mkdir -p $(LIBSTDCXX) && ln -sf "$$(realpath "$$(clang -print-file-name=libstdc++.a)")" $(LIBSTDCXX)/libstdc++.a)
	$(if $(PROGRAM),,@gzip -dc packaging/symbol-order.txt.gz | cmp -s - $(SYMBOL_ORDER) || gzip -dc packaging/symbol-order.txt.gz >$(SYMBOL_ORDER))
	$(if $(PROGRAM),,@for file in $(ICU_DATA) $(SYMBOL_ORDER) $(LIBSTDCXX)/libstdc++.a; do [ .build/release/livegamed -nt $$file ] || rm -f .build/release/livegamed; done)
	$(if $(PROGRAM),,@LIVEGAMED_ICU_DATA=$(ICU_DATA) LIVEGAMED_LIBSTDCXX=$(LIBSTDCXX) LIVEGAMED_SYMBOL_ORDER=$(SYMBOL_ORDER) swift build $(RELEASE_FLAGS) --product livegamed)
	$(if $(PROGRAM),,@packaging/filter-icu.py check .build/release/livegamed)
	$(if $(PROGRAM),,@! ldd .build/release/livegamed | grep libstdc++ || { echo 'the program needs the shared libstdc++: no libstdc++.a was found' >&2; exit 1; })
	$(if $(PROGRAM),,@nm .build/release/livegamed | grep -c __wrap_dispatch_source_set_timer >/dev/null || { echo 'the timer of libdispatch is not replaced: Sources/CDispatchTimer' >&2; exit 1; })
	@mkdir -p $(dir $(STRIPPED))
	@strip -o $(STRIPPED) $(or $(PROGRAM),.build/release/livegamed)
	@for shell in bash zsh fish; do $(STRIPPED) --generate-completion-script $$shell | sed '1{/^#!/d}' >$(STRIPPED).$$shell; done
	@printf '%s: %s\n' $(STRIPPED) "$$(numfmt --to=si --suffix=B --format='%.1f' "$$(stat -c %s $(STRIPPED))")"

symbol-order: ## list the functions that an evening runs, from the program of `make release`: packaging/symbol-order.txt.gz
	@packaging/order-symbols.py

man: man-needs ## make the man pages from docs: `man -l .build/man/man1/livegamed.1`
	@packaging/make-man.sh .build/man

# The only list of installed files: the package and the tarball use it. Links of pages to files that are not installed
# become plain text. An existing configuration is never overwritten. The man pages come first: without lowdown nothing is installed.
install: ## install the program of `make release` and its files under PREFIX (/usr/local)
	@test -x $(STRIPPED) || { echo "$(STRIPPED): does not exist; run 'make release' first" >&2; exit 1; }
	packaging/make-man.sh "$(DESTDIR)$(PREFIX)/share/man"
	install -D -m 0755 $(STRIPPED) "$(DESTDIR)$(PREFIX)/bin/livegamed"
	install -d "$(DESTDIR)$(UNITDIR)"
	sed 's|/usr/bin/livegamed|$(PREFIX)/bin/livegamed|g' livegamed.service >"$(DESTDIR)$(UNITDIR)/livegamed.service"
	chmod 0644 "$(DESTDIR)$(UNITDIR)/livegamed.service"
	install -D -m 0644 livegamed.socket "$(DESTDIR)$(UNITDIR)/livegamed.socket"
	install -D -m 0644 packaging/livegamed.sysusers "$(DESTDIR)/usr/lib/sysusers.d/livegamed.conf"
	install -D -m 0644 packaging/catalog/livegamed.catalog "$(DESTDIR)/usr/lib/systemd/catalog/livegamed.catalog"
	install -D -m 0644 $(STRIPPED).bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/livegamed"
	install -D -m 0644 $(STRIPPED).zsh "$(DESTDIR)$(ZSHDIR)/_livegamed"
	install -D -m 0644 $(STRIPPED).fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/livegamed.fish"
	install -D -m 0644 -t "$(DESTDIR)$(DOCDIR)" CHANGELOG.md NOTICE docs/*.md docs/*.json
	install -D -m 0644 -t "$(DESTDIR)$(DOCDIR)/pictures" docs/pictures/*.svg
	sed -zEi 's#\[([^]]*)\]\((decisions/|gallery/|\.\./)[^)]*\)#\1#g' "$(DESTDIR)$(DOCDIR)"/*.md
	install -d "$(DESTDIR)/etc/livegamed/livegamed.d"
	install -d -m 0700 "$(DESTDIR)/etc/livegamed/credentials"
	install -D -m 0644 -t "$(DESTDIR)$(DOCDIR)/examples" packaging/livegamed.yaml \
	  packaging/prometheus/livegamed.rules.yml packaging/grafana/livegamed.json
	test -e "$(DESTDIR)/etc/livegamed/livegamed.yaml" \
	  || install -m 0644 packaging/livegamed.yaml "$(DESTDIR)/etc/livegamed/livegamed.yaml"

deb: deb-needs release ## build a Debian package: .build/deb/livegamed_VERSION_ARCH.deb
	@packaging/make-deb.sh
	@$(MAKE) --no-print-directory lint-package

lint-package: deb-needs ## check the package of `make deb` and its scripts
	@shellcheck packaging/debian/livegamed.post* packaging/tarball/install.sh
	@lintian --allow-root --fail-on error,warning .build/deb/*.changes
	@echo 'the package is clean'

tarball: man-needs release ## build an archive for other distributions: .build/livegamed-VERSION-linux-ARCH.tar.gz
	@packaging/make-tarball.sh

image: image-needs $(if $(DEB),,deb) ## build a container image from the package, without an engine: .build/livegamed-VERSION-ARCH.oci.tar
	@packaging/make-image.py $(or $(DEB),.build/deb/livegamed_*.deb)

# The libraries have the versions of packaging/release-versions.json; an existing program is taken as it is.
release-files: deb-needs ## build package, archive, bill of materials and checksums, the same bytes in every folder
	$(if $(PROGRAM),,@test -e Package.resolved || packaging/release-versions.py restore)
	$(if $(PROGRAM),,@packaging/release-versions.py check)
	@$(MAKE) --no-print-directory release
	$(if $(PROGRAM),,@packaging/release-versions.py check)
	@packaging/make-release-files.sh

# The measured parts of LiveCore are internal, and accessible as for tests.
bench: bench-needs decoding-build deb polling-build ## measure everything beside its peer or limit: docs/performance.md; BENCH_FLAGS=--quick for a short run
	@swift build $(RELEASE_FLAGS) --product livesimulator
	@swift build -c release --static-swift-stdlib -Xswiftc -enable-testing --package-path Benchmarks
	@python3 Benchmarks/run.py $(BENCH_FLAGS)

performance: ## put the figures and plots of `make bench` into docs/performance.md
	@Benchmarks/daemon/table.py
	@Benchmarks/fanout/table.py
	@Benchmarks/growth.py
	@git status --short -- docs

decoding: decoding-build ## measure the decoder beside JSONDecoder, JSON.parse, orjson and simdjson: FEEDS="a.json.gz …"
	@test -n "$(strip $(FEEDS))" || { echo 'make decoding: set FEEDS="a.json.gz …", feeds of feed/live' >&2; exit 64; }
	@Benchmarks/decoding/run.py .build-decoding/release/decoding $(strip $(FEEDS))

decoding-build: decoding-needs
	@LIVEGAMED_DECODING=1 swift build -c release --scratch-path .build-decoding -Xswiftc -enable-testing --product decoding

polling: polling-build ## measure the polling policy on recorded games: FEEDS="a.json b.json.gz", LAG=recorded or seconds, PUSH=seconds
	@test -n "$(strip $(FEEDS))" || { echo 'make polling: set FEEDS="a.json b.json.gz …", final feeds of feed/live' >&2; exit 64; }
	@PUSH="$(PUSH)" PUSH_FAULTS="$(PUSH_FAULTS)" .build/debug/polling "$(LAG)" $(strip $(FEEDS))

# The program that serves simulated games.
simulator-build: build-needs
	@swift build $(BUILD_FLAGS) --product livesimulator

polling-build: export LIVEGAMED_OPTIMIZED_TESTS = 1
polling-build: build-needs
	@swift build $(BUILD_FLAGS) --product polling

odds: export LIVEGAMED_OPTIMIZED_TESTS = 1
odds: build-needs ## judge the odds on games that they were not fitted on, with the tables of ../shared/data/predict
	@test -d "$(ODDS_DATA)" || { echo 'make odds: $(ODDS_DATA) is missing; set ODDS_DATA' >&2; exit 69; }
	@swift build $(BUILD_FLAGS) --product odds
	@mkdir -p .build/odds
	@for file in "$(ODDS_DATA)"/*.csv.xz; do xz -dc "$$file" >".build/odds/$$(basename "$$file" .xz)"; done
	@for file in "$(ODDS_DATA)"/*.csv.gz; do gzip -dc "$$file" >".build/odds/$$(basename "$$file" .gz)"; done
	@.build/debug/odds .build/odds

fuzz: $(FUZZ_TARGETS:%=fuzz-%) ## fuzz every parser of foreign bytes under AddressSanitizer, FUZZ_SECONDS (60) each

fuzz-build: build-needs
	@LIVEGAMED_FUZZ=$(FUZZ_BUILD) swift build $(if $(filter quick,$(FUZZ_BUILD)),$(BUILD_FLAGS) --disable-index-store) --scratch-path .build-fuzz --product fuzz

# Inputs are short and mostly alike, so AddressSanitizer need not remember allocation stacks.
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: fuzz-build
	@mkdir -p .build-fuzz/$*-corpus
	@ASAN_OPTIONS=malloc_context_size=1:max_malloc_fill_size=0:quarantine_size_mb=8 SWIFT_BACKTRACE=enable=no \
	  FUZZ_TARGET=$* .build-fuzz/debug/fuzz $(FUZZ_LIMIT) -max_len=$(or $(FUZZ_LONGEST_$*),512) -timeout=5 -rss_limit_mb=1024 \
	  -detect_leaks=0 -artifact_prefix=.build-fuzz/$*- -dict=Tests/Fuzz/$*.dict .build-fuzz/$*-corpus Tests/Fuzz/$* \
	  $(FUZZ_SEEDS_$*)

kills: build-needs ## kill the daemon KILLS (1000) times during replayed games and check its deliveries; needs ../shared
	@swift build $(BUILD_FLAGS) --product livegamed
	@python3 Tests/Acceptance/kills.py --livegamed .build/debug/livegamed --kills $(KILLS)

cluster-needs:
	@packaging/install-build-needs.sh --cluster

cluster: build-needs cluster-needs ## strike a cluster of five nodes STRIKES (50) times and check its streams, logs and deliveries; needs ../shared
	@swift build $(BUILD_FLAGS) --product livegamed
	@python3 Tests/Acceptance/cluster.py --livegamed .build/debug/livegamed --strikes $(STRIKES) --mlb 9 --nba 6 --clones 2 --speed 40

cluster-demo: build-needs cluster-needs ## show three nodes that share simulated games, while they are killed: docs/cluster.md
	@swift build $(BUILD_FLAGS) --product livegamed
	@python3 Tests/Acceptance/cluster_demo.py --livegamed .build/debug/livegamed

# The simulator is built with the same options as the program, so that no shared module is compiled twice.
soak: build-needs ## play simulated days with faults, kills and clock steps, SOAK_SECONDS (3600); SOAK_PROGRAM sets the program
	$(if $(SOAK_PROGRAM),,@$(MAKE) --no-print-directory release)
	@swift build $(if $(SOAK_PROGRAM),,$(RELEASE_FLAGS)) --product livesimulator
	@python3 Tests/Acceptance/soak.py --livegamed $(or $(SOAK_PROGRAM),$(STRIPPED)) --seconds $(SOAK_SECONDS) \
	  --simulator .build/$(if $(SOAK_PROGRAM),debug,release)/livesimulator $(SOAK_FLAGS)

clean: ## remove all build results
	rm -rf .build .build-* Benchmarks/.build Benchmarks/results.json Benchmarks/curves.json
