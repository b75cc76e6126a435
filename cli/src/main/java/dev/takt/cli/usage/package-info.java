/// Parses positional arguments, and answers arguments that are not understood with Takt's
/// equivalents.
@NullMarked
package dev.takt.cli.usage;

import org.jspecify.annotations.NullMarked;
