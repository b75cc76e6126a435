/// What the target's performance counters count.
@NullMarked
package dev.takt.watch.counters;

import org.jspecify.annotations.NullMarked;
