/// Against a real Cassandra.
@NullMarked
package dev.takt.it.cassandra;

import org.jspecify.annotations.NullMarked;
