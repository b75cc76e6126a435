/// The profiles of `user`: YAML files with a table, its columns, and the operations on it.
@NullMarked
package dev.takt.cassandra.stress.profile;

import org.jspecify.annotations.NullMarked;
