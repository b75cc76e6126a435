/// The coordinator of a fleet: brings machines together, starts them at one moment, and collects
/// their files.
@NullMarked
package dev.takt.fleet.coordinator;

import org.jspecify.annotations.NullMarked;
