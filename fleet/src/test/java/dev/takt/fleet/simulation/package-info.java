/// Whole fleets in one process, over a network in memory, whose operations are known beforehand.
@NullMarked
package dev.takt.fleet.simulation;

import org.jspecify.annotations.NullMarked;
