/// The command line of cassandra-stress: its commands and groups of suboptions, as settings.
@NullMarked
package dev.takt.cassandra.stress.command;

import org.jspecify.annotations.NullMarked;
