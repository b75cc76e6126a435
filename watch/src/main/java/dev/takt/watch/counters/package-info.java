/// Counters of the processor and the kernel, for a thread, a process or what it starts.
@NullMarked
package dev.takt.watch.counters;

import org.jspecify.annotations.NullMarked;
