/// Hardware and software performance counters, for a thread, a process or child processes.
@NullMarked
package dev.takt.counters;

import org.jspecify.annotations.NullMarked;
