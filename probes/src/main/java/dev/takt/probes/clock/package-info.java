/// Measures Java's clocks: resolution, cost, and order between threads.
@NullMarked
package dev.takt.probes.clock;

import org.jspecify.annotations.NullMarked;
