/// `takt get`, and what asks for a download that a target needs.
@NullMarked
package dev.takt.cli.get;

import org.jspecify.annotations.NullMarked;
