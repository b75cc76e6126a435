/// The queues and the ordered scheduler beside others, by slices that alternate within one JVM. See
/// `bench/README.md`.
@NullMarked
package dev.takt.bench.concurrent;

import org.jspecify.annotations.NullMarked;
