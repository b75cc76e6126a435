/// The agent: a hiccup meter in any JVM from 17 on, without dependencies.
@NullMarked
package dev.takt.agent;

import org.jspecify.annotations.NullMarked;
