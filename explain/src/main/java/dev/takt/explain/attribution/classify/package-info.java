/// The first step of the attribution: which operations a stall could have delayed, and which stall
/// owns each moment.
@NullMarked
package dev.takt.explain.attribution.classify;

import org.jspecify.annotations.NullMarked;
