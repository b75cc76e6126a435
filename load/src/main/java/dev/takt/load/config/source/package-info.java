/// The table of a plan's keys, and settings as they were written: with their positions and
/// problems.
@NullMarked
package dev.takt.load.config.source;

import org.jspecify.annotations.NullMarked;
