/// The deep lock instrument: waits for locks of `java.util.concurrent`, seen from inside.
@NullMarked
package dev.takt.agent.locks;

import org.jspecify.annotations.NullMarked;
