/// Drives Redis and servers with its protocol, plain or over TLS. Operations are any commands, or
/// those of a key-value workload.
@NullMarked
package dev.takt.driver.redis;

import org.jspecify.annotations.NullMarked;
