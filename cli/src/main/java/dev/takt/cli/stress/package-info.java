/// `takt cassandra-stress`.
@NullMarked
package dev.takt.cli.stress;

import org.jspecify.annotations.NullMarked;
