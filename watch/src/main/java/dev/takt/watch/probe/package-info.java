/// Microbenchmarks of the machine and its JVM: clocks, thread wake-ups, queues between threads,
/// memory orders, hiccups.
@NullMarked
package dev.takt.watch.probe;

import org.jspecify.annotations.NullMarked;
