/// Parts of Takt that are too large to be installed with it, and that a user may fetch.
@NullMarked
package dev.takt.load.download;

import org.jspecify.annotations.NullMarked;
