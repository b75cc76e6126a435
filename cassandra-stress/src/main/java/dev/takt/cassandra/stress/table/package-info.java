/// Tables of profiles: their columns as the server has them, and the statements on them.
@NullMarked
package dev.takt.cassandra.stress.table;

import org.jspecify.annotations.NullMarked;
