/// Sockets for the event loop: readiness and time in one wait, by the microsecond.
///
/// On Linux the loop calls epoll and the socket functions directly through the FFM API: a timer
/// descriptor counts nanoseconds where a `java.nio` selector has milliseconds, and nothing is
/// allocated or locked per call. There is no other way to send yet: elsewhere a driver of this kind
/// says that it needs Linux.
@NullMarked
package dev.takt.load.wire;

import org.jspecify.annotations.NullMarked;
