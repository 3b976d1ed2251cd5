# make run      build, start a server on loopback, fetch from it (URL=… fetches that instead)
# make test     what must hold for every change; make test-all is for a release
# make help     the rest
#
# Each target installs the system packages it needs first, through apt-get where there is one.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

BUILD_PACKAGES := libssl-dev zlib1g-dev libexpat1-dev pkg-config libbrotli-dev libzstd-dev libidn2-dev libpsl-dev libsqlite3-dev libisal-dev libarchive-dev
TEST_PACKAGES := $(BUILD_PACKAGES) libarchive13 libsecret-1-0 gnome-keyring dbus zip zstd xz-utils curl openssl python3 python3-flask python3-websockets python3-wsproto locales nginx-light apache2-bin squid microsocks krb5-kdc krb5-admin-server krb5-user python3-gssapi iproute2 chromium node-har-schema python3-venv
PACKAGE_PACKAGES := $(BUILD_PACKAGES) libsecret-1-0 lintian dpkg-dev binutils openssl man-db groff python3 python3-venv ca-certificates
CLUSTER_PACKAGES := slurmctld slurmd slurm-client munge nginx-light python3 python3-venv
DOCS_PACKAGES := $(BUILD_PACKAGES) python3
COUNT_PACKAGES := $(BUILD_PACKAGES) python3 nginx-light openssl binutils valgrind
BENCH_PACKAGES := $(TEST_PACKAGES) golang-go cargo librust-hyper-dev librust-hyper-tls-dev wget wrk aria2 libcurl4-openssl-dev gcc libsimdjson-dev

# The build refuses an import that Package.swift does not list: the arrows of the design hold.
TRAITS := --traits Brotli,Zstd,IDN,PublicSuffix,DiskCache,Archive,SecretService
# What only embedders use is on in the tests.
TEST_TRAITS := $(TRAITS),FoundationNetworking,Logging,Metrics,Tracing,ServiceLifecycle
# SwiftPM plans again whenever the environment changes, as by PREFIX=… on the command line, and passes the traits to the
# compiler in the order of a Set: without a fixed order it would compile everything again.
# OpenSSL is loaded when it is first needed (Package.swift); the debug tests have it linked, as embedders do.
LAZY_LIBRARIES := SOCKEYE_LAZY_LIBRARIES=1
SWIFT_BUILD := $(LAZY_LIBRARIES) SWIFT_DETERMINISTIC_HASHING=1 swift build $(TRAITS) --explicit-target-dependency-import-check error
SWIFT_BUILD_TESTS := SWIFT_DETERMINISTIC_HASHING=1 swift build $(TEST_TRAITS) --explicit-target-dependency-import-check error
# Small: the program takes 16.6 MB with the Swift runtime inside. lld folds identical code; nothing is exported, and each
# function has a section of its own, so that what nobody calls can go, 1.6 MB. Packed relocations, 0.7 MB less, need glibc
# 2.36 to start the program.
# Types are named by their metadata's accessors rather than by text that the runtime reads: a start took a sixth longer
# looking through 3,400 conformances, each in a page of its own.
# The C++ library comes from its archive, of which the runtime needs 60 KB; the shared one costs a start 2,000 symbol
# look-ups. The linker finds it in a folder that holds nothing else. libgcc's is 24 KB.
# No rpath: the libraries would be looked for beside the program first, in dozens of places, at a tenth of the CPU of a
# start, and anybody's there be taken.
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '$$2 >= 2.36 { print "-Xlinker -z -Xlinker pack-relative-relocs" }')
# The toolchain's, whatever other clang there is: it knows C's #embed.
CLANG := $(firstword $(wildcard $(dir $(shell readlink -f "$$(command -v swift)"))clang) clang)
# The folder of the build is in no file. Packaging/build.sh takes out what is left of it, so that two builds give the same bytes.
ANYWHERE := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
RELEASE := -c release --product sockeye --static-swift-stdlib --disable-local-rpath --scratch-path .build/static -Xswiftc -Osize \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-export-dynamic -Xlinker --exclude-libs=ALL \
	-Xlinker --as-needed -Xlinker -L$(CURDIR)/.build/lean $(PACKED) $(ANYWHERE)
# Apart from the program, which is built with other options: neither build undoes the other.
RELEASE_TESTS := $(LAZY_LIBRARIES) SOCKEYE_PLAIN_TESTS=1 $(SWIFT_BUILD_TESTS) -c release -Xswiftc -enable-testing \
	--scratch-path .build/tests
BUILD_RELEASE_TESTS := $(RELEASE_TESTS) --build-tests
# Not optimised, which takes a fifth of the time to build: who tries the program waits for the compiler, not for the network.
DEMO := -c release --product sockeye --scratch-path .build/demo -Xswiftc -Onone
DEMO_PROGRAM := .build/demo/release/sockeye
PREFIX ?= /usr/local
# Tests that run at once. Without a bound all start together, and on two cores each then waits for its turn longer
# than the deadlines within it allow.
TEST_WIDTH ?= 6
# How long `make fuzz` gives each target, and how many inputs `make test` does: the same ones each time, so that a
# change is judged by what it changed and not by chance.
FUZZ_SECONDS ?= 60
TEST_FUZZ_INPUTS ?= 2000
# How long `make soak` loads the client.
MINUTES ?= 10

# The debug build has shims that fail by a plan (Tests/CFaults), and no plan by default: what users get, and the release
# tests, know nothing of it. `make test-faults` tries this many faults of each scenario, and states of each story.
DEBUG_BUILD := SOCKEYE_FAULTS=1 $(SWIFT_BUILD_TESTS) --scratch-path .build/faults
FAULT_BUILD := $(DEBUG_BUILD) --product Faults && $(DEBUG_BUILD) --product Crashes
TEST_FAULTS ?= 40
TEST_CRASHES ?= 20
# Which worlds `make simulate` and `make test` run: the same each time, unless another seed is given.
SEED ?= 1
WORLDS ?= 20000
# Files of each format that `make oracle` generates.
ROUNDS ?= 60

.PHONY: help
help: ## this list
	@rows=$$(grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16); \
	users='^(help|build|run|test|docs|install|uninstall|package|clean) '; \
	grep -E "$$users" <<<"$$rows"; echo; echo "For maintainers:"; grep -vE "$$users" <<<"$$rows"

.build/lean/libstdc++.a:
	@mkdir -p $(@D)
	@archive="$$(clang -print-file-name=libstdc++.a)"; if [ -f "$$archive" ]; then ln -sf "$$archive" $@; fi

.PHONY: build
build: need-build .build/lean/libstdc++.a ## the release program; its path is the last line
	@$(SWIFT_BUILD) $(RELEASE)
	@echo "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye"

.PHONY: run
run: ## fetch from a server made on the spot, or URL=https://…
	@[ -x $(DEMO_PROGRAM) ] || echo "sockeye: building the program without optimising it; the first time, that takes one to three minutes on two cores"
	@$(MAKE) --no-print-directory need-build
	@$(SWIFT_BUILD) $(DEMO)
	@if [ -n "$(URL)" ]; then exec $(DEMO_PROGRAM) "$(URL)"; else exec $(DEMO_PROGRAM) --demo; fi

.PHONY: test
test: test-debug test-faults test-examples ## what must hold for every change: the suite, a sample of faults, the examples

.PHONY: test-all
test-all: test test-release ## before a release: also the suite in release, worlds, embedders in release, fuzz targets, counts
# The bounds are those of one machine; `make counts` holds them to 2 %.
	@$(MAKE) --no-print-directory counts MARGIN=10
	@Tests/checks/examples.sh release
	@Tests/Fuzz/run again $(TEST_FUZZ_INPUTS)
	@Tests/Beside/run.sh
	@Tests/Pairs/run.py .build/faults/debug/sockeye

.PHONY: test-examples
test-examples: need-docs ## the examples and the lessons of the course build, link and run, as embedders see the library
	@$(DEBUG_BUILD) --product sockeye
	@Tests/checks/examples.sh

.PHONY: test-release
test-release: need-test ## the suite in release, as users build it, and simulated worlds
	@$(BUILD_RELEASE_TESTS)
	@Tests/checks/linkage.sh .build/tests/release/Soak .build/tests/release/sockeye
	@Tests/checks/run .build/tests/release $(TEST_WIDTH)
	@Tests/Simulation/run.sh .build/tests/release $(SEED) $(WORLDS)

.PHONY: test-debug
test-debug: need-test ## the same suite with the checks that release leaves out
	@$(DEBUG_BUILD) --build-tests
	@Tests/checks/fuzz-targets.sh .build/faults
	@Tests/checks/run .build/faults/debug $(TEST_WIDTH)

.PHONY: test-faults
test-faults: need-test ## some of what `make faults` tries, the same each time
	@$(FAULT_BUILD)
	@.build/faults/debug/Faults sample $(TEST_FAULTS)
	@.build/faults/debug/Crashes sample $(TEST_CRASHES)

.PHONY: parity
parity: need-test .build/lean/libstdc++.a ## command lines run with curl and sockeye, compared byte for byte
	@$(SWIFT_BUILD) $(RELEASE)
	@python3 Tests/Parity/run.py "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye"

.PHONY: oracle
oracle: need-test ## what the program reads, compared with other readers over generated files: SEED=1 ROUNDS=60
	@$(DEBUG_BUILD) --product sockeye
	@python3 Tests/Oracle/run.py .build/faults/debug/sockeye $(SEED) $(ROUNDS)

.PHONY: tus
tus: need-test .build/lean/libstdc++.a ## resumable uploads to a tus server that others wrote, from PyPI, killed and resumed
	@$(SWIFT_BUILD) $(RELEASE)
	@test -x .build/tus/bin/python || python3 -m venv .build/tus
	@.build/tus/bin/pip install --quiet --disable-pip-version-check -r Tests/Tus/requirements.txt
	@.build/tus/bin/python Tests/Tus/run.py "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye"

.PHONY: simulate
simulate: need-test ## the client in worlds made by chance: SEED=1 WORLDS=20000
	@$(BUILD_RELEASE_TESTS)
	@Tests/Simulation/run.sh .build/tests/release $(SEED) $(WORLDS)

.PHONY: pairs
pairs: need-test ## each pair of 44 options together: whole, missing, cut, moved, killed
	@$(DEBUG_BUILD) --product sockeye
	@Tests/Pairs/run.py .build/faults/debug/sockeye

.PHONY: beside
beside: need-build ## a package with every stable product, Foundation and AsyncHTTPClient, which it fetches
	@Tests/Beside/run.sh

.PHONY: plain
plain: need-build ## the library as those who embed it get it: without traits
	@swift build --explicit-target-dependency-import-check error --scratch-path .build/plain --product Sockeye

.PHONY: bench
bench: need-bench ## measure beside curl, wrk, AsyncHTTPClient, SwiftNIO, URLSession; writes Benchmarks/RESULTS.md and PARSERS.md
	@python3 Benchmarks/run.py
	@swift build -c release --package-path Benchmarks/Parsers
	@"$$(swift build -c release --package-path Benchmarks/Parsers --show-bin-path)/ParserBenchmarks" write Benchmarks/PARSERS.md

.PHONY: bench-quick
bench-quick: need-bench ## one block of the twelve rows that matter most, within five minutes once the programs are built
	@python3 Benchmarks/run.py --quick

.PHONY: counts
counts: need-counts ## the instructions of six scenarios against Benchmarks/bounds.json; WRITE=1 writes the new ones, MARGIN=10 allows 10 %
	@$(RELEASE_TESTS) --product sockeye
	@python3 Benchmarks/counts.py .build/tests/release/sockeye $(if $(WRITE),--write) $(if $(MARGIN),--margin $(MARGIN))

.PHONY: grades
grades: need-bench .build/lean/libstdc++.a ## curl, wget, aria2 and sockeye against the faults of servers; writes docs/Grades.md
	@$(SWIFT_BUILD) $(RELEASE)
	@python3 Tests/checks/grades.py "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye" docs/Grades.md

.PHONY: fuzz
fuzz: need-test ## look for what breaks the parsers, FUZZ_SECONDS=60 for each of the targets
	@Tests/Fuzz/run all $(FUZZ_SECONDS)

.PHONY: faults
faults: need-test ## every system call fails, in every way, and the power at every moment
	@$(FAULT_BUILD)
	@.build/faults/debug/Faults all
	@.build/faults/debug/Crashes all

.PHONY: odd-days
odd-days: need-test ## the suite at odd hours, in other zones, as nobody, without IPv6, with few descriptors … DAYS="midnight tmpfs"
	@$(BUILD_RELEASE_TESTS)
	@$(DEBUG_BUILD) --build-tests
	@Tests/checks/odd-days.sh .build/tests/release $(TEST_WIDTH) $(DAYS)

.PHONY: sanitize
sanitize: need-test ## the suite under the address sanitizer with leaks, C's undefined behaviour, and the thread sanitizer
	@Tests/checks/sanitize.sh address $(TEST_WIDTH)
	@Tests/checks/sanitize.sh thread $(TEST_WIDTH)

.PHONY: soak
soak: need-test ## a mixed load with faults against one client for MINUTES=10: memory, descriptors and threads stay flat
	@$(SWIFT_BUILD) -c release --scratch-path .build/soak --product Soak
	@.build/soak/release/Soak $(MINUTES)

.PHONY: slurm
slurm: need-cluster .build/python/ready .build/lean/libstdc++.a ## 10,000 files by a Slurm array of 8 tasks, two of them killed; the Kubernetes manifest and its schema
	@.build/python/bin/python Tests/Cluster/manifest.py
	@$(SWIFT_BUILD) $(RELEASE)
	@Tests/Cluster/slurm.sh "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye"

# Packages of PyPI that check what we make, apart from the system's.
.build/python/ready: Tests/checks/requirements.txt
	@python3 -m venv .build/python && .build/python/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@

.PHONY: mutants
mutants: need-test ## small wrong changes, each of which a test must notice; MUTANTS="3 17" runs only these
	@Tests/checks/mutants.py $(MUTANTS)

# The modules of the debug build serve for the reference, so that `make docs` after `make test-debug` builds nothing.
.PHONY: docs
docs: need-docs ## the course, and the reference of every public symbol: pages in .build/docs/site that open from disk
	@docs/reference.py refresh .build/faults/debug
	@$(DEBUG_BUILD)
	@docs/consoles.py check .build/faults/debug/sockeye
	@docs/reference.py build .build/faults/debug .build/docs/archive
	@docs/site/generate.py .build/docs/archive .build/docs/site

.PHONY: lessons
lessons: need-docs ## write the code and the output of the lessons' programs into their articles, and of the commands there
	@swift build --package-path Examples --scratch-path .build/examples
	@docs/lessons.py write .build/examples/debug/Lesson[0-9][0-9]
	@$(DEBUG_BUILD) --product sockeye
	@docs/consoles.py write .build/faults/debug/sockeye

.PHONY: pictures
pictures: need-test .build/lean/libstdc++.a ## the pictures of the course and of the README, from real runs
	@docs/pictures/course.py write
	@$(SWIFT_BUILD) $(RELEASE)
	@docs/pictures/explain.py "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye" docs/pictures/explain.svg
	@docs/pictures/page.py "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye"

.PHONY: lint
lint: need-build ## swift-format, strictly, and the C shims with warnings as errors
	@swift-format lint --strict --parallel --recursive Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Library \
	    Benchmarks/Parsers/Package.swift Benchmarks/Parsers/Sources
	@Tests/checks/exported.py 118 363
	@Tests/checks/layout.py
	@Tests/checks/rooms.py
	@Packaging/loaded.py check
	@Tests/checks/mutants.py check
	@Tests/checks/safety.py
	@Tests/checks/patience.py
	@docs/explain.py --check
	@docs/lessons.py code
	@docs/pictures/course.py check
	@for options in "" "-DSOCKEYE_BROTLI -DSOCKEYE_ZSTD -DSOCKEYE_IDN -DSOCKEYE_PSL -DSOCKEYE_DISK_CACHE -DSOCKEYE_ARCHIVE -DSOCKEYE_SECRET_SERVICE -DSOCKEYE_LAZY_LIBRARIES"; do \
	    $(CLANG) -std=c17 -Wall -Wextra -Werror -fsyntax-only $$options $$(printf -- '-I%s ' CSystemShims/*/include) CSystemShims/*/*.c || exit 1; \
	done
	@$(CLANG) -std=c17 -Wall -Wextra -Werror -fsyntax-only -ITests/CFaults/include Tests/CFaults/*.c

PACKED_PROGRAM = "$$(SWIFT_DETERMINISTIC_HASHING=1 swift build $(RELEASE) --show-bin-path)/sockeye"
.PHONY: install
install: build ## PREFIX=/usr/local: program, manual, completions, licence, guides; CURL=1: a link `curl` to it
	@CURL="$(CURL)" Packaging/install.sh $(PACKED_PROGRAM) "$(DESTDIR)$(PREFIX)"

.PHONY: uninstall
uninstall: ## PREFIX=/usr/local: takes away what install put there
	@Packaging/install.sh --remove "$(DESTDIR)$(PREFIX)"

.PHONY: package package-only package-twice
package: package-only ## a .deb, a tarball and the root folder of a container image in .build/package, tried out
	@Packaging/test.sh .build/package
package-only: need-package .build/lean/libstdc++.a
	@$(SWIFT_BUILD) $(RELEASE)
	@Packaging/build.sh $(PACKED_PROGRAM) .build/package
package-twice: need-package ## whether two builds in two folders give the same bytes
	@Packaging/twice.sh

.PHONY: sbom
sbom: need-package .build/python/ready .build/lean/libstdc++.a ## the program's bill of materials (SPDX 2.3, JSON): .build/sockeye.spdx.json
	@$(SWIFT_BUILD) $(RELEASE)
	@Packaging/sbom.py $(PACKED_PROGRAM) .build/sockeye.spdx.json
	@.build/python/bin/pyspdxtools --infile .build/sockeye.spdx.json
	@echo "sbom: it is valid SPDX"

.PHONY: traits
traits: need-build ## the library as a dependency with each trait, all, none, in debug and release, and Examples/Template (EACH=1: each alone)
	@Tests/checks/traits.sh

.PHONY: breaking
breaking: need-build ## what the public interface in docs/api offers and is gone; BASE=COMMIT compares with that commit's
	@$(DEBUG_BUILD)
	@Tests/checks/api.py check .build/faults/debug $(BASE)

.PHONY: api
api: need-build ## write the public interface of the stable libraries into docs/api
	@$(DEBUG_BUILD)
	@Tests/checks/api.py write .build/faults/debug

.PHONY: clean
clean: ## what was built
	@rm -rf .build Benchmarks/.build Benchmarks/.work

# Installs the packages that are missing, and only those; asks for root only then. Servers are wanted as programs: while
# the packages are installed, and unless the administrator has a policy of their own, none starts its service.
define install_missing
	@command -v swift >/dev/null || { echo "Swift 6.2.3 or later is needed: https://www.swift.org/install" >&2; exit 1; }; \
	if command -v dpkg-query >/dev/null; then \
	    missing=""; \
	    for package in $(1); do \
	        dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	    done; \
	    if [ -n "$$missing" ]; then \
	        echo "installing:$$missing"; \
	        root=""; [ "$$(id -u)" = 0 ] || root=sudo; \
	        policy=/usr/sbin/policy-rc.d; \
	        if [ ! -e $$policy ]; then \
	            trap "$$root rm -f $$policy" EXIT; \
	            printf '#!/bin/sh\nexit 101\n' | $$root install -m 755 /dev/stdin $$policy; \
	        fi; \
	        $$root apt-get update -qq; \
	        DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	    fi; \
	else \
	    echo "no apt-get here: these are needed, by your system's names: $(1)" >&2; \
	fi
endef

.PHONY: need-build need-test need-docs need-counts need-bench need-cluster need-package
need-build:
	$(call install_missing,$(BUILD_PACKAGES))
need-test:
	$(call install_missing,$(TEST_PACKAGES))
	@$(MAKE) --no-print-directory .build/python/ready
need-package:
	$(call install_missing,$(PACKAGE_PACKAGES))
need-cluster:
	$(call install_missing,$(BUILD_PACKAGES) $(CLUSTER_PACKAGES))
need-docs:
	$(call install_missing,$(DOCS_PACKAGES))
need-counts:
	$(call install_missing,$(COUNT_PACKAGES))
need-bench:
	$(call install_missing,$(BENCH_PACKAGES))
