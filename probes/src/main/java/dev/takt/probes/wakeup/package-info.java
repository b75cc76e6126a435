/// Measures the cost of waking a thread.
@NullMarked
package dev.takt.probes.wakeup;

import org.jspecify.annotations.NullMarked;
