# `make help` lists the targets. Two matter most: `make run` and `make test`.

CARGO := cargo
# A recipe that failed leaves no half-made file behind.
.DELETE_ON_ERROR:

# Everything is built in one place, whatever the environment says.
export CARGO_TARGET_DIR := $(CURDIR)/target
IRORI := target/release/irori
# Tests run the program that Cargo builds along with them: no second build, and debug assertions are on.
TESTED := target/debug/irori
export CHROMIUM ?= /usr/bin/chromium
WEB := web/node_modules/.bin

.PHONY: help wasm run check test soak rust node tools chromium faketime lint built unit hostile laws kills referee examples fuzz web browser \
	pictures golden build bench report instructions clean

run: build ## Start the table server and print its address
	@$(IRORI) serve

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

check: lint web unit ## Format, lints and all tests without a browser: under two minutes when warm
	@echo "all quick checks passed"

test: lint web unit referee examples browser ## Everything that a change must pass: at most 15 minutes from clean
	@echo "all checks passed"

# The release build and the instrumented build come on top of the time.
SOAK_MINUTES := 20
soak: build ## Long runs: kills, deep laws, fuzzing, all browser tests; SOAK_MINUTES=20
	$(MAKE) laws LAW_GAMES=$$(($(SOAK_MINUTES) * 1000)) LAW_POSITIONS=$$(($(SOAK_MINUTES) * 5000))
	$(MAKE) kills KILLS=50
	$(MAKE) hostile SOAK=1
	$(MAKE) wasm
	IRORI=$(IRORI) tests/referee/run $$(($(SOAK_MINUTES) * 5))
	$(MAKE) fuzz FUZZ_SECONDS=$$(($(SOAK_MINUTES) * 6))
	$(MAKE) browser SOAK=1 TESTED=$(IRORI)
	@echo "soaked for about $(SOAK_MINUTES) minutes"

# What must be on the machine already, and how to get it.
rust:
	@command -v $(CARGO) > /dev/null || { echo "Rust is missing: install version 1.89 or later with rustup"; exit 1; }
	@command -v cc > /dev/null || { echo "a linker is missing: apt-get install build-essential"; exit 1; }

tools: rust
	@command -v python3 > /dev/null || { echo "Python 3 is missing: apt-get install python3"; exit 1; }

node:
	@command -v npm > /dev/null || { echo "Node.js is missing: install version 20.19 or later"; exit 1; }
	@node -e "const [a, b] = process.versions.node.split('.').map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)" \
		|| { echo "Node.js is too old: version 20.19 or later is needed, this is $$(node --version)"; exit 1; }

chromium:
	@command -v $(CHROMIUM) > /dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk > /dev/null; } \
		|| { echo "Chromium is missing: apt-get install chromium fonts-noto-cjk"; exit 1; }

# A clock that tests can set.
faketime:
	@command -v faketime > /dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq faketime > /dev/null; } \
		|| { echo "libfaketime is missing: apt-get install faketime"; exit 1; }

build: rust web/dist/index.html ## Build the release binary, target/release/irori
	$(CARGO) build --release --locked -p irori

web/node_modules/ready: web/package-lock.json web/package.json | node
	npm --prefix web ci --no-audit --no-fund --loglevel=error
	@touch $@

# The page is part of the binary, so it is built first.
web/dist/index.html: web/node_modules/ready web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json $(shell find web/src web/public -type f)
	cd web && $(CURDIR)/$(WEB)/vite build --logLevel warn

web: web/node_modules/ready ## Format, types and unit tests of the page
	cd web && npx --no-install prettier --check --log-level warn .
	cd web && npx --no-install svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
	cd web && npx --no-install vitest run

TESTS :=
SOAK :=
browser: built chromium ## The page in a real browser at a real server; TESTS=iroha picks tests by name
	cd web && SOAK=$(SOAK) BINARY=$(CURDIR)/$(TESTED) npx --no-install playwright test $(if $(TESTS),-g "$(TESTS)")

pictures: build chromium ## Take the pictures in docs/pictures from the running server
	cd web && BINARY=$(CURDIR)/$(IRORI) PICTURES=$(CURDIR)/docs/pictures npx --no-install playwright test --config pictures.config.ts

lint: tools web/dist/index.html ## Format and lints of the Rust code
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --locked --workspace --all-targets -- --deny warnings

built: tools web/dist/index.html
	$(CARGO) test --locked --workspace --quiet --no-run

unit: built faketime ## All tests of the Rust crates
	$(CARGO) test --locked --workspace --quiet

hostile: built faketime ## Rude guests, a full disk and a wrong clock at a real server; SOAK=1 for the long runs
	$(if $(SOAK),IRORI_SOAK=1) $(CARGO) test --locked -p irori --test hostile

LAW_GAMES := 20000
LAW_POSITIONS := 100000
laws: tools ## The laws of all games over LAW_GAMES=20000 random games and LAW_POSITIONS=100000 positions
	IRORI_LAW_GAMES=$(LAW_GAMES) IRORI_LAW_POSITIONS=$(LAW_POSITIONS) \
		$(CARGO) test --release --locked -p irori-games --test laws --test possible -- --nocapture

KILLS := 100
kills: tools web/dist/index.html ## Kill a server under load KILLS=100 times and look for lost moves
	tests/kills $(KILLS)

# The table must compile for a browser. A toolchain of rustup has the target or gets it; otherwise Debian's compiler
# builds the standard library along.
WASM := wasm32-unknown-unknown
DEBIAN := rustc-web cargo-web rust-web-src lld-19
wasm: tools ## Check that the table compiles for WebAssembly
	@if rustup target list --installed 2> /dev/null | grep -qx $(WASM); then \
		RUSTFLAGS='--cfg getrandom_backend="custom"' $(CARGO) check --locked --target $(WASM) -p irori-table; \
	else \
		dpkg-query -W $(DEBIAN) > /dev/null 2>&1 || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq $(DEBIAN) > /dev/null; } \
			|| { echo "a compiler for WebAssembly is missing: rustup target add $(WASM), or apt-get install $(DEBIAN)"; exit 1; }; \
		RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS='--cfg getrandom_backend="custom"' CARGO_TARGET_DIR=$(CURDIR)/target/wasm \
			/usr/bin/cargo check --locked -Zbuild-std=std,panic_abort --target $(WASM) -p irori-table; \
	fi

report: build ## Write docs/bots.md from the saved results; `irori report --missing` lists the matches it lacks
	$(IRORI) report

referee: tools built ## A second implementation of the rules, in Python, checks records of all games
	python3 -B -m unittest discover --quiet -s tests/referee
	IRORI=$(TESTED) tests/referee/run 5

# The example needs one package, which goes into a folder of its own.
EXAMPLES := target/examples
examples: built $(EXAMPLES)/ready ## The example bot plays at a real server
	IRORI=$(TESTED) $(EXAMPLES)/bin/python -B -m unittest discover --quiet -s tests/examples

$(EXAMPLES)/ready: examples/requirements.txt | tools
	@rm -rf $(EXAMPLES)
	@python3 -m venv $(EXAMPLES) || { echo "Python cannot make a virtual environment: apt-get install python3-venv"; exit 1; }
	@$(EXAMPLES)/bin/pip install --quiet --disable-pip-version-check -r examples/requirements.txt || \
		{ echo "pip cannot install the package of the examples: check the network and the package index"; exit 1; }
	@touch $@

FUZZ_SECONDS := 10
fuzz: tools build ## Fuzz moves, records and engine requests for FUZZ_SECONDS=10 each
	@command -v c++ > /dev/null || { echo "a C++ compiler is missing: apt-get install build-essential"; exit 1; }
	IRORI=$(IRORI) fuzz/run $(FUZZ_SECONDS)

golden: tools ## Write the golden records, the TypeScript types and the table of settings again
	IRORI_BLESS=1 $(CARGO) test --locked -p irori-catalog --test golden --test typescript
	IRORI_BLESS=1 $(CARGO) test --locked -p irori-server --test typescript
	IRORI_BLESS=1 $(CARGO) test --locked -p irori --bin irori settings

bench: build ## Speed of the rules and of the search
	$(IRORI) bench
	$(IRORI) bench --search
	$(CARGO) bench -p irori-games

instructions: build ## Instructions per move, which do not depend on how busy the machine is
	@command -v valgrind > /dev/null || { echo "valgrind is missing: apt-get install valgrind"; exit 1; }
	tests/instructions $(IRORI)

clean: ## Remove everything that was built
	$(CARGO) clean
	rm -rf web/node_modules web/dist web/test-output
	rm -rf fuzz/target fuzz/corpus fuzz/artifacts
