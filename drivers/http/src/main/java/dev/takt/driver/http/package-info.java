/// Drives HTTP/1.1 servers, plain or over TLS, with one request at a time on each persistent
/// connection.
@NullMarked
package dev.takt.driver.http;

import org.jspecify.annotations.NullMarked;
