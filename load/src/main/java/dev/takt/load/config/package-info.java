/// The settings of a run.
@NullMarked
package dev.takt.load.config;

import org.jspecify.annotations.NullMarked;
