/// Generators of pseudorandom bits with the sequences that cassandra-stress uses.
@NullMarked
package dev.takt.cassandra.stress.random;

import org.jspecify.annotations.NullMarked;
