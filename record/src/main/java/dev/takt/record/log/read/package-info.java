/// Reads interval logs, interval by interval.
@NullMarked
package dev.takt.record.log.read;

import org.jspecify.annotations.NullMarked;
