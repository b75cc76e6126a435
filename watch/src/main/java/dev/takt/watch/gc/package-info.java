/// What garbage collections achieved, by the events of a flight recording.
@NullMarked
package dev.takt.watch.gc;

import org.jspecify.annotations.NullMarked;
