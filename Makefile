# make run    installs what is missing, builds, opens the console on a simulated two-node cluster
# make test   the same set-up, then the whole test suite (tests without a window two at a time: most of them wait)
# make bench  figures against peers in the same run (see tests/bench)
PRESET ?= release
BUILD  := build/$(PRESET)
JOBS   ?= $(shell nproc)

.PHONY: run test build programs configured bench setup setup-tests setup-bench clean

run: setup programs
	@packaging/run.sh $(BUILD)/bin

test: setup-tests build
	@ctest --test-dir $(BUILD) --output-on-failure --timeout 600 --parallel 2; code=$$?; tests/skipped.sh $(BUILD); exit $$code

bench: setup-bench build
	@tests/bench/run.sh $(BUILD)

setup:
	@packaging/setup.sh

setup-tests:
	@packaging/setup.sh --tests

setup-bench:
	@packaging/setup.sh --bench

build: configured
	@cmake --build --preset $(PRESET) -j $(JOBS)

# Without the tests.
programs: configured
	@cmake --build --preset $(PRESET) -j $(JOBS) --target ascend-console ascendctl ascend-sim

configured:
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET)

clean:
	rm -rf build demo
