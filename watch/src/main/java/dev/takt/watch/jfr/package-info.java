/// Reads flight recordings: converts their events to stalls.
@NullMarked
package dev.takt.watch.jfr;

import org.jspecify.annotations.NullMarked;
