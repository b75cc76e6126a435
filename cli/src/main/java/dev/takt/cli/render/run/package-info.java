/// A run as text: its progress, its summary, and what made it slow.
@NullMarked
package dev.takt.cli.render.run;

import org.jspecify.annotations.NullMarked;
