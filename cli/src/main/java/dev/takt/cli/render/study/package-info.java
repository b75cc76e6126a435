/// Comparisons and capacity searches, as text and as JSON.
@NullMarked
package dev.takt.cli.render.study;

import org.jspecify.annotations.NullMarked;
