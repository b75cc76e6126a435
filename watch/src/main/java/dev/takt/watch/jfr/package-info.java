/// Flight recordings: events turned into stalls.
@NullMarked
package dev.takt.watch.jfr;

import org.jspecify.annotations.NullMarked;
