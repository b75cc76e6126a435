/// Records waits for locks of `java.util.concurrent`, by instrumenting the JDK's lock classes.
@NullMarked
package dev.takt.agent.locks;

import org.jspecify.annotations.NullMarked;
