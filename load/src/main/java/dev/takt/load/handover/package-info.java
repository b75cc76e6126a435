/// Drivers with blocking calls behind an event loop: a thread for each slot, with a connection of
/// its own, so that steps of journeys can use them.
@NullMarked
package dev.takt.load.handover;

import org.jspecify.annotations.NullMarked;
