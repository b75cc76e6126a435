/// Test plans of JMeter.
@NullMarked
package dev.takt.imports.jmx;

import org.jspecify.annotations.NullMarked;
