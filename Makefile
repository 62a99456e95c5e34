.PHONY: check test format sanitize benchmark endurance deep mutations

# What the continuous integration runs.
check:
	.ci/run

test:
	swift test

format:
	swift format format --in-place --recursive Package.swift Sources Tests Playground-scripts Tools Benchmarks/Package.swift Benchmarks/Sources

# Thread sanitizer over the suites in which threads meet, several times.
sanitize:
	.ci/sanitize 5

benchmark:
	cd Benchmarks && swift run -c release Benchmarks

# What the library bears, at full size.
endurance:
	swift run -c release Endurance

# Everything that takes long: several rounds and more seeds of what `check` does, and ten minutes of load.
deep:
	.ci/deep

# Breaks the library in one line after the other, to see that the tests find it.
mutations:
	.ci/mutations
