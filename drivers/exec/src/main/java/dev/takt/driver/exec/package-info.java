/// Runs a command as the system under test: each operation is a process of its own, and takes from
/// its start to its exit. No thread waits for a process, and no shell comes between.
@NullMarked
package dev.takt.driver.exec;

import org.jspecify.annotations.NullMarked;
