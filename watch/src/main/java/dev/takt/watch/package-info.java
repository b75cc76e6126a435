/// Observers of a JVM and of the machine, turned into stalls on one clock.
@NullMarked
package dev.takt.watch;

import org.jspecify.annotations.NullMarked;
