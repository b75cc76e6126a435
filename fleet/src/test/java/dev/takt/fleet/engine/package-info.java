@NullMarked
package dev.takt.fleet.engine;

import org.jspecify.annotations.NullMarked;
