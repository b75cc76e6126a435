/// Sockets for the event loop: waits for readiness and for a moment at once.
///
/// On Linux the loop calls epoll and the socket functions directly through the FFM API. A timer
/// descriptor has a resolution of nanoseconds, and a `java.nio` selector one of milliseconds.
/// Nothing is allocated or locked per call. Where there is no epoll, the same code runs on
/// `java.nio`: it is slower and less exact, and the selector locks.
@NullMarked
package dev.takt.load.wire;

import org.jspecify.annotations.NullMarked;
