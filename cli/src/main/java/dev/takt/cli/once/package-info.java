/// `takt run --once`: runs one user of a plan, and shows what it does.
@NullMarked
package dev.takt.cli.once;

import org.jspecify.annotations.NullMarked;
