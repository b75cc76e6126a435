/// The output of cassandra-stress 4.0 and later, for scripts that read it.
@NullMarked
package dev.takt.cli.render.stress;

import org.jspecify.annotations.NullMarked;
