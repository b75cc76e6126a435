/// What a JVM allocates on the heap, from the counters of its threads and from its collections.
@NullMarked
package dev.takt.watch.allocation;

import org.jspecify.annotations.NullMarked;
