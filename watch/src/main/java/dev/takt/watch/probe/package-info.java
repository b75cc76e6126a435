/// Small measurements of what a machine and its JVM can do.
@NullMarked
package dev.takt.watch.probe;

import org.jspecify.annotations.NullMarked;
