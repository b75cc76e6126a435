/// The types of CQL, and how values of them are written.
///
/// Source: section 6 of `doc/native_protocol_v5.spec` of Apache Cassandra.
@NullMarked
package dev.takt.driver.cql.type;

import org.jspecify.annotations.NullMarked;
