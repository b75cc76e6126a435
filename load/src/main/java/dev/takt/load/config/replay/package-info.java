/// Reads and writes what a plan replays.
@NullMarked
package dev.takt.load.config.replay;

import org.jspecify.annotations.NullMarked;
