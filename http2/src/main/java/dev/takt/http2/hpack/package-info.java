/// Header compression for HTTP/2 (HPACK, RFC 7541).
@NullMarked
package dev.takt.http2.hpack;

import org.jspecify.annotations.NullMarked;
