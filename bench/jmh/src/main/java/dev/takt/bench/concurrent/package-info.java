/// The queues and the ordered scheduler beside others: on one thread by JMH, and on several by
/// slices that alternate within one JVM. See `bench/README.md`.
@NullMarked
package dev.takt.bench.concurrent;

import org.jspecify.annotations.NullMarked;
