.PHONY: check test format sanitize benchmark endurance deep mutations

# The checks of the continuous integration.
check:
	.ci/run

test:
	swift test

format:
	swift format format --in-place --recursive Package.swift Sources Tests Playground-scripts Tools Benchmarks/Package.swift Benchmarks/Sources

# Thread sanitizer over the suites in which threads meet, several times.
sanitize:
	LONG_TESTS=1 .ci/sanitize 5

benchmark:
	cd Benchmarks && swift run -c release Benchmarks

# Loads and faults, at full size.
endurance:
	swift run -c release Endurance

# The long forms of `check`: several rounds, more seeds, and ten minutes of load.
deep:
	.ci/deep

# Breaks the library in one line after the other, to see that the tests find it.
mutations:
	.ci/mutations
