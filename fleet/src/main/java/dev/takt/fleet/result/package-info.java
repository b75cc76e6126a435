/// Merges the run directories of several machines into one run directory.
@NullMarked
package dev.takt.fleet.result;

import org.jspecify.annotations.NullMarked;
