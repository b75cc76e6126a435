package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.Version;
import org.jspecify.annotations.Nullable;

/// What each connection is set up with.
///
/// @param credentials null if the server needs none
/// @param keyspace of names without one; null for none
record SessionSettings(
    Version version,
    Compression compression,
    @Nullable Credentials credentials,
    @Nullable String keyspace) {

  SessionSettings withVersion(Version other) {
    return new SessionSettings(other, compression, credentials, keyspace);
  }
}
