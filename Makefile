# Two commands matter: `make run` and `make test`. The others are their parts, for a quicker round.

CARGO := cargo
# One place for what is built, whatever the environment says.
export CARGO_TARGET_DIR := $(CURDIR)/target
IRORI := target/release/irori
FUZZ_SECONDS := 10
GAMES := iroha irono iyadosu wild-rawz koi-koi

.PHONY: run test rust tools lint unit laws referee examples fuzz golden build bench report instructions clean

# The table in the browser; it says its address.
run: build
	@$(IRORI) serve

test: lint unit referee examples fuzz
	@echo "all checks passed"

# What must be on the machine already, and how to get it.
rust:
	@command -v $(CARGO) > /dev/null || { echo "Rust is missing: install it with rustup, 1.89 or later"; exit 1; }
	@command -v cc > /dev/null || { echo "a linker is missing: apt-get install build-essential"; exit 1; }
tools: rust
	@command -v c++ > /dev/null || { echo "a C++ compiler is missing: apt-get install build-essential"; exit 1; }
	@command -v python3 > /dev/null || { echo "Python 3 is missing: apt-get install python3"; exit 1; }

build: rust
	$(CARGO) build --release --locked -p irori

lint: tools
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --locked --workspace --all-targets -- --deny warnings

unit: tools
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
	rm -rf fuzz/target fuzz/corpus fuzz/artifacts
