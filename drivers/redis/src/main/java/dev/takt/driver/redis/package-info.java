/// Drives Redis, and what speaks its protocol, plain or over TLS: any command as an operation, or
/// the records of a key-value workload.
@NullMarked
package dev.takt.driver.redis;

import org.jspecify.annotations.NullMarked;
