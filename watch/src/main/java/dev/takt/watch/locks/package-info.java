/// Who waited for which lock, how long, and for whom.
@NullMarked
package dev.takt.watch.locks;

import org.jspecify.annotations.NullMarked;
