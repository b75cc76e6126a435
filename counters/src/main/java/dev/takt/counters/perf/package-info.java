/// `perf_event_open` and the calls around it, through the FFM API. Internal; used by Takt's
/// modules.
@NullMarked
package dev.takt.counters.perf;

import org.jspecify.annotations.NullMarked;
