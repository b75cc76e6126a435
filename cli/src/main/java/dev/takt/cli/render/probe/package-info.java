/// The results of probes, as text and as JSON.
@NullMarked
package dev.takt.cli.render.probe;

import org.jspecify.annotations.NullMarked;
