/// `takt fleet`, and `takt run --fleet`: runs on several machines.
@NullMarked
package dev.takt.cli.fleet;

import org.jspecify.annotations.NullMarked;
