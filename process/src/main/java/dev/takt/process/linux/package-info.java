/// The calls of Linux that child processes need, and nothing that knows of handlers or threads.
@NullMarked
package dev.takt.process.linux;

import org.jspecify.annotations.NullMarked;
