/// What a target's performance counters counted, in a run and per operation.
@NullMarked
package dev.takt.runs.counters;

import org.jspecify.annotations.NullMarked;
