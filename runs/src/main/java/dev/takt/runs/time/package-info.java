/// Time intervals on one clock, and sets of them.
@NullMarked
package dev.takt.runs.time;

import org.jspecify.annotations.NullMarked;
