/// Formats output for people and scripts: the table, the live view, status lines and YCSB's format.
@NullMarked
package dev.takt.cli.output;

import org.jspecify.annotations.NullMarked;
