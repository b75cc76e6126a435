/// The data of cassandra-stress: which partitions are written and read, with which rows and which
/// values.
@NullMarked
package dev.takt.cassandra.stress.data;

import org.jspecify.annotations.NullMarked;
