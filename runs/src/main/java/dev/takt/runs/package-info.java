/// The run directory: its content, how it is written during the run, and how it is read.
@NullMarked
package dev.takt.runs;

import org.jspecify.annotations.NullMarked;
