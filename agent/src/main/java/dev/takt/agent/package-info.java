/// The Java agent: a hiccup meter for any JVM from 17 on, without dependencies.
@NullMarked
package dev.takt.agent;

import org.jspecify.annotations.NullMarked;
