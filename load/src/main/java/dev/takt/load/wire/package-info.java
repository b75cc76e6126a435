/// Sockets for the event loop: waits for readiness and for a moment at once, with microsecond
/// precision.
///
/// On Linux the loop calls epoll and the socket functions directly through the FFM API. A timer
/// descriptor has a resolution of nanoseconds, and a `java.nio` selector one of milliseconds.
/// Nothing is allocated or locked per call. There is no other implementation yet: on other systems
/// a driver of this kind reports that it needs Linux.
@NullMarked
package dev.takt.load.wire;

import org.jspecify.annotations.NullMarked;
