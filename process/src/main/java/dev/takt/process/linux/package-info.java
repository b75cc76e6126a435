/// The Linux system calls that child processes need, independent of handlers and threads. Exported
/// to other modules of Takt.
@NullMarked
package dev.takt.process.linux;

import org.jspecify.annotations.NullMarked;
