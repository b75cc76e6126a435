/// The hooks that the instrumented JDK locks call. They are loaded by the bootstrap class loader,
/// since the JDK's classes see no other.
@NullMarked
package dev.takt.agent.locks.boot;

import org.jspecify.annotations.NullMarked;
