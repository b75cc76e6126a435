/// One user, or one operation of each kind, whose requests and answers a person sees.
@NullMarked
package dev.takt.load.engine.once;

import org.jspecify.annotations.NullMarked;
