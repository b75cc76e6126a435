/// Workers: threads that block in the driver's calls.
@NullMarked
package dev.takt.load.engine.worker;

import org.jspecify.annotations.NullMarked;
