/// Reads arguments that are not flags, and answers what is not understood with Takt's own form.
@NullMarked
package dev.takt.cli.usage;

import org.jspecify.annotations.NullMarked;
