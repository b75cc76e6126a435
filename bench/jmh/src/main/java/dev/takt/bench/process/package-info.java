/// The child processes of `dev.takt.process` beside those of others. Each main class measures one
/// contender at one row, in a JVM of its own, and prints what it found; `bench/process` starts them
/// in turn. See `bench/README.md`.
@NullMarked
package dev.takt.bench.process;

import org.jspecify.annotations.NullMarked;
