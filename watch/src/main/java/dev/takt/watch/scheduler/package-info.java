/// Run-queue waits: records them by the best means that the machine has.
@NullMarked
package dev.takt.watch.scheduler;

import org.jspecify.annotations.NullMarked;
