/// Measures the cost of memory accesses by Java's memory orders.
@NullMarked
package dev.takt.probes.memory;

import org.jspecify.annotations.NullMarked;
