/// HTTP/2 (RFC 9113) as a client: one session for each connection, on whose streams a protocol's
/// exchanges run.
@NullMarked
package dev.takt.http2;

import org.jspecify.annotations.NullMarked;
