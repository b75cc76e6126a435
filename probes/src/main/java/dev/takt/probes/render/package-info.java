/// The results of probes, as text and as JSON.
@NullMarked
package dev.takt.probes.render;

import org.jspecify.annotations.NullMarked;
