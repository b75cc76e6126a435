/// Drives servers of HTTP, plain or over TLS: by HTTP/1.1 with one request at a time on each
/// persistent connection, or by HTTP/2 with streams.
@NullMarked
package dev.takt.driver.http;

import org.jspecify.annotations.NullMarked;
