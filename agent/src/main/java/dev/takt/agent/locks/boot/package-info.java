/// What the JDK's own locks call once they are instrumented: loaded by the bootstrap class loader,
/// since they see no other.
@NullMarked
package dev.takt.agent.locks.boot;

import org.jspecify.annotations.NullMarked;
