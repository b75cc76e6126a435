/// What the API and its implementations share, and how the API finds them. It knows no type of the
/// API, so the packages have no cycle.
@NullMarked
package dev.takt.process.internal;

import org.jspecify.annotations.NullMarked;
