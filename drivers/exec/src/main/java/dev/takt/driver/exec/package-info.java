/// Runs commands as the system under test: each operation is a process, timed from its start to its
/// exit. No thread waits for a process, and no shell is involved.
@NullMarked
package dev.takt.driver.exec;

import org.jspecify.annotations.NullMarked;
