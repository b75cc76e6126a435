/// What both implementations make their children of.
@NullMarked
package dev.takt.process.child;

import org.jspecify.annotations.NullMarked;
