/// Cassandra's hash function, which gives the salts of columns and the tokens of partitions.
@NullMarked
package dev.takt.cassandra.stress.hash;

import org.jspecify.annotations.NullMarked;
