/// `perf_event_open` through the FFM API: counters, and who ran when.
@NullMarked
package dev.takt.watch.perf;

import org.jspecify.annotations.NullMarked;
