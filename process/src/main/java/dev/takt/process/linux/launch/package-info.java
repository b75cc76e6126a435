/// The implementation on Linux: `posix_spawn`, `epoll` and process descriptors.
@NullMarked
package dev.takt.process.linux.launch;

import org.jspecify.annotations.NullMarked;
