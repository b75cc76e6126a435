/// Writes interval logs.
@NullMarked
package dev.takt.record.log.write;

import org.jspecify.annotations.NullMarked;
