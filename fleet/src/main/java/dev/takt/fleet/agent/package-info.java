/// The process of a fleet on each machine: it starts the generator, and serves its files.
@NullMarked
package dev.takt.fleet.agent;

import org.jspecify.annotations.NullMarked;
