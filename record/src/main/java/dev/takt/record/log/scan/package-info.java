/// Reads logs batch by batch, in the order of lines or on all cores.
@NullMarked
package dev.takt.record.log.scan;

import org.jspecify.annotations.NullMarked;
