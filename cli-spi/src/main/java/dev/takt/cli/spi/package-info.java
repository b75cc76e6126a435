/// What every command has: its context, its streams, its signals and its exit codes.
@NullMarked
package dev.takt.cli.spi;

import org.jspecify.annotations.NullMarked;
