/// The run directory: what is in it, how it is written while the run goes on, and how it is read
/// again.
@NullMarked
package dev.takt.runs;

import org.jspecify.annotations.NullMarked;
