/// The `takt` command: one class per subcommand, and one entry point that tests call in-process.
@NullMarked
package dev.takt.cli;

import org.jspecify.annotations.NullMarked;
