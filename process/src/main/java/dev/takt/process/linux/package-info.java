/// The Linux system calls that child processes need, independent of handlers and threads.
@NullMarked
package dev.takt.process.linux;

import org.jspecify.annotations.NullMarked;
