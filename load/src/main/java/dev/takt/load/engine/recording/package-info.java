/// What sending threads record, and how the run writes it as it goes.
@NullMarked
package dev.takt.load.engine.recording;

import org.jspecify.annotations.NullMarked;
