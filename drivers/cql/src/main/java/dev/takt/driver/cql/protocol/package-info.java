/// The messages of CQL's native protocol, versions 4 and 5: frames, segments, compression, errors.
///
/// Source: `doc/native_protocol_v5.spec` of Apache Cassandra.
@NullMarked
package dev.takt.driver.cql.protocol;

import org.jspecify.annotations.NullMarked;
