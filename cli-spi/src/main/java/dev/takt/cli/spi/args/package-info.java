/// Declares flags and parses their values, for all commands.
@NullMarked
package dev.takt.cli.spi.args;

import org.jspecify.annotations.NullMarked;
