/// Profiles as text and JSON: where CPU time went, and where was allocated.
@NullMarked
package dev.takt.cli.render.profile;

import org.jspecify.annotations.NullMarked;
