/// Parses the lines of interval logs in all dialects.
@NullMarked
package dev.takt.record.log.parse;

import org.jspecify.annotations.NullMarked;
