/// Child processes: started without a helper program, served without a thread each, ended without
/// leaving a zombie.
///
/// A [Launcher] starts a [Command] in one of three ways: with a [ChildHandler] that is called when
/// something happens, with blocking streams, or in one call that waits for a [RunResult].
///
/// On Linux with glibc 2.34 and a kernel of 5.4 or later this is `posix_spawn`, `epoll` and process
/// descriptors, called through the FFM API. Elsewhere the same API is a plain layer over
/// [ProcessBuilder], which [Launcher.Builder#plain] selects on any system; [Launcher#isNative]
/// lists its limitations.
@NullMarked
package dev.takt.process;

import org.jspecify.annotations.NullMarked;
