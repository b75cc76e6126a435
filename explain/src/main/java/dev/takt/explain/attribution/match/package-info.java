/// The second step of the attribution: which waits of threads belong to which operations.
@NullMarked
package dev.takt.explain.attribution.match;

import org.jspecify.annotations.NullMarked;
