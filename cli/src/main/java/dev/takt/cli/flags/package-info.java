/// The flags of each command: their declaration, and the parsing of their values.
@NullMarked
package dev.takt.cli.flags;

import org.jspecify.annotations.NullMarked;
