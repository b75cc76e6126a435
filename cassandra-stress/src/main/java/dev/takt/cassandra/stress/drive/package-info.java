/// The operations of cassandra-stress: what each sends, and how its answer is judged.
@NullMarked
package dev.takt.cassandra.stress.drive;

import org.jspecify.annotations.NullMarked;
