/// Plans: the settings of a run, read from a file and flags, validated, and written with all
/// defaults.
@NullMarked
package dev.takt.load.config;

import org.jspecify.annotations.NullMarked;
