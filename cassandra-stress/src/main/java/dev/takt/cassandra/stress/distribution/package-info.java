/// The distributions of cassandra-stress: their syntax, their draws and their quantiles.
@NullMarked
package dev.takt.cassandra.stress.distribution;

import org.jspecify.annotations.NullMarked;
