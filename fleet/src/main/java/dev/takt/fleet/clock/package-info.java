/// What the kernel of this machine states of its wall clock.
@NullMarked
package dev.takt.fleet.clock;

import org.jspecify.annotations.NullMarked;
