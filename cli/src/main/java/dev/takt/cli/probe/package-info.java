/// `takt probe`: small measurements of a machine and its JVM.
@NullMarked
package dev.takt.cli.probe;

import org.jspecify.annotations.NullMarked;
