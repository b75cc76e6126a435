/// The `takt` command: a class for each subcommand, and one entry that tests call in-process.
@NullMarked
package dev.takt.cli;

import org.jspecify.annotations.NullMarked;
