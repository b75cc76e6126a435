/// Linux perf events (`perf_event_open`) through the FFM API: context switches, run-queue waits,
/// and the rings of their records.
@NullMarked
package dev.takt.watch.perf;

import org.jspecify.annotations.NullMarked;
