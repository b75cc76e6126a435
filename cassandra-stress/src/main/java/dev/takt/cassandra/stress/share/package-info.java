/// How several machines share a command line.
@NullMarked
package dev.takt.cassandra.stress.share;

import org.jspecify.annotations.NullMarked;
