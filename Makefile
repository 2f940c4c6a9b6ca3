# Two commands matter: `make run` and `make test`. The others are their parts, for a quicker round.

CARGO := cargo
# What a failed recipe has begun is not taken for done.
.DELETE_ON_ERROR:

# One place for what is built, whatever the environment says.
export CARGO_TARGET_DIR := $(CURDIR)/target
IRORI := target/release/irori
export CHROMIUM ?= /usr/bin/chromium
WEB := web/node_modules/.bin
FUZZ_SECONDS := 10
GAMES := iroha irono iyadosu wild-rawz koi-koi

.PHONY: run test rust node tools chromium lint unit laws referee examples fuzz web browser pictures golden build bench report instructions clean

# The table in the browser; it says its address.
run: build
	@$(IRORI) serve

test: lint web unit referee examples browser fuzz
	@echo "all checks passed"

# What must be on the machine already, and how to get it.
rust:
	@command -v $(CARGO) > /dev/null || { echo "Rust is missing: install it with rustup, 1.89 or later"; exit 1; }
	@command -v cc > /dev/null || { echo "a linker is missing: apt-get install build-essential"; exit 1; }
tools: rust
	@command -v c++ > /dev/null || { echo "a C++ compiler is missing: apt-get install build-essential"; exit 1; }
	@command -v python3 > /dev/null || { echo "Python 3 is missing: apt-get install python3"; exit 1; }

node:
	@command -v npm > /dev/null || { echo "Node.js is missing: install it, 20.19 or later"; exit 1; }
	@node -e "const [a, b] = process.versions.node.split('.').map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)" \
		|| { echo "Node.js is too old: 20.19 or later is needed, this is $$(node --version)"; exit 1; }

# Debian's browser, for the tests of the page.
chromium:
	@command -v $(CHROMIUM) > /dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk > /dev/null; } \
		|| { echo "Chromium is missing: apt-get install chromium fonts-noto-cjk"; exit 1; }

# The page is part of the program, so it is built first, whoever builds the program.
build: rust web/dist/index.html
	$(CARGO) build --release --locked -p irori

web/node_modules/ready: web/package-lock.json web/package.json | node
	npm --prefix web ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/ready web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json $(shell find web/src web/public -type f)
	cd web && $(CURDIR)/$(WEB)/vite build --logLevel warn

# The page by itself: form, types, and what needs no browser.
web: web/node_modules/ready
	cd web && npx --no-install prettier --check --log-level warn .
	cd web && npx --no-install svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
	cd web && npx --no-install vitest run

# The real page in a real browser at a real server; TESTS=iroha runs those whose name fits.
TESTS :=
browser: build chromium
	cd web && IRORI_BINARY=$(CURDIR)/$(IRORI) npx --no-install playwright test $(if $(TESTS),-g "$(TESTS)")

# The pictures of the tables in docs/pictures, taken from the running product.
pictures: build chromium
	cd web && IRORI_BINARY=$(CURDIR)/$(IRORI) PICTURES=$(CURDIR)/docs/pictures npx --no-install playwright test --config pictures.config.ts

lint: tools web/dist/index.html
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --locked --workspace --all-targets -- --deny warnings

unit: tools web/dist/index.html
	$(CARGO) test --locked --workspace --quiet

# The laws of all games over this many random games each, and of what is sampled over this many positions:
# make laws LAW_GAMES=100000
LAW_GAMES := 20000
LAW_POSITIONS := 100000
laws: tools
	IRORI_LAW_GAMES=$(LAW_GAMES) IRORI_LAW_POSITIONS=$(LAW_POSITIONS) \
		$(CARGO) test --release --locked -p irori-games --test laws --test possible -- --nocapture

# The page on the bots' strength, from the results that `irori arena --save` has left; the matches that are still
# missing there are printed by `irori report --missing` and take hours.
report: build
	$(IRORI) report

# An independent implementation of the rules, in another language, replays records of all games.
referee: tools build
	python3 -B -m unittest discover --quiet -s tests/referee
	IRORI=$(IRORI) tests/referee/run 20

# Somebody's own program at a real server. It needs one package, which is put where nothing else is touched.
EXAMPLES := target/examples
examples: build $(EXAMPLES)/ready
	IRORI=$(IRORI) $(EXAMPLES)/bin/python -B -m unittest discover --quiet -s tests/examples

$(EXAMPLES)/ready: examples/requirements.txt | tools
	@rm -rf $(EXAMPLES)
	@python3 -m venv $(EXAMPLES) || { echo "Python cannot make a virtual environment: apt-get install python3-venv"; exit 1; }
	@$(EXAMPLES)/bin/pip install --quiet --disable-pip-version-check -r examples/requirements.txt || \
		{ echo "the package of the examples cannot be installed: is there a network, and does pip reach an index?"; exit 1; }
	@touch $@

fuzz: tools build
	fuzz/run $(FUZZ_SECONDS)

golden: tools
	IRORI_BLESS=1 $(CARGO) test --locked -p irori-catalog --test golden
	IRORI_BLESS=1 $(CARGO) test --locked -p irori-server --test typescript

bench: build
	$(IRORI) bench
	$(IRORI) bench --search
	$(CARGO) bench -p irori-games

# Instructions per move, which do not depend on how busy the machine is.
instructions: build
	@command -v valgrind > /dev/null || { echo "valgrind is missing: apt-get install valgrind"; exit 1; }
	tests/instructions $(IRORI) $(GAMES)

clean:
	$(CARGO) clean
	rm -rf web/node_modules web/dist web/test-output
	rm -rf fuzz/target fuzz/corpus fuzz/artifacts
