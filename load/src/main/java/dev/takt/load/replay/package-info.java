/// Replays: the requests of an access log or of a HAR file, at their original times.
@NullMarked
package dev.takt.load.replay;

import org.jspecify.annotations.NullMarked;
